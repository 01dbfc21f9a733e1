"""Sessions of any game: each a small log, and what a list of them shows."""

from __future__ import annotations

import secrets

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from companion.base.wording import translate
from companion.log.models import Log
from companion.sessions.bounds import check_free_session
from companion.tables.models import Table
from scoring.entries import LONGEST
from scoring.games import GAMES


def new_token() -> str:
    """Long enough that nobody guesses the private link of a session."""
    return secrets.token_urlsafe(12)


class GameSession(Log):
    """A game somebody played or is playing. Without a table it belongs to whoever has its link."""

    table = models.ForeignKey(
        Table,
        models.PROTECT,
        related_name="sessions",
        null=True,
        blank=True,
        verbose_name=_("table"),
    )
    token = models.CharField(
        _("private link"), max_length=24, unique=True, default=new_token
    )
    created = models.DateTimeField(_("created"), auto_now_add=True)
    # Only of a log that came from elsewhere: what files called it there.
    file_id = models.UUIDField(_("id in files"), null=True, blank=True, editable=False)

    class Meta:
        app_label = "campaign"  # where its table and migrations have always been
        verbose_name = _("session of a game")
        verbose_name_plural = _("sessions of games")
        ordering = ("-created", "-pk")

    def __str__(self) -> str:
        return self.token

    def check_room(self, kind: str) -> None:
        if self.table_id is None:
            check_free_session(self.last, kind)


class SessionCard(models.Model):
    """A picture of the session's state: what lists show and filter by."""

    session = models.OneToOneField(
        GameSession, models.CASCADE, related_name="card", verbose_name=_("session")
    )
    game = models.CharField(_("game"), max_length=40)
    played_on = models.DateField(_("played on"), null=True, blank=True)
    place = models.CharField(_("where"), max_length=LONGEST, blank=True)
    begun = models.BooleanField(_("begun"))
    covered = models.BooleanField(_("scores hidden"))
    finished = models.BooleanField(_("finished"))
    archived = models.BooleanField(_("archived"))
    totals_only = models.BooleanField(_("final scores only"), default=False)
    # What statistics count beside the seats.
    minutes = models.PositiveSmallIntegerField(_("minutes"), default=0)  # as typed
    variant = models.CharField(_("variant"), max_length=LONGEST, blank=True, default="")
    categories = models.JSONField(_("points by category"), default=list)

    class Meta:
        app_label = "campaign"  # where its table and migrations have always been
        verbose_name = _("session at a glance")
        verbose_name_plural = _("sessions at a glance")
        ordering = ("-played_on", "-session_id")

    def __str__(self) -> str:
        return translate(GAMES[self.game].name)


class SeatTaken(models.Model):
    """A picture of one seat: who sat there and what it came to."""

    session = models.ForeignKey(
        GameSession, models.CASCADE, related_name="seats", verbose_name=_("session")
    )
    position = models.PositiveSmallIntegerField(_("position"))
    name = models.CharField(_("name"), max_length=LONGEST, blank=True)
    played_as = models.CharField(_("faction or clan"), max_length=LONGEST, blank=True)
    total = models.IntegerField(_("total"))
    place = models.PositiveSmallIntegerField(_("place"))
    wins = models.BooleanField(_("wins"))

    class Meta:
        app_label = "campaign"  # where its table and migrations have always been
        verbose_name = _("seat taken")
        verbose_name_plural = _("seats taken")
        ordering = ("session_id", "position")
        constraints = (
            models.UniqueConstraint(
                fields=("session", "position"), name="one_person_per_seat"
            ),
            models.CheckConstraint(
                condition=Q(place__gte=1), name="seats_place_from_one"
            ),
        )

    def __str__(self) -> str:
        return f"{self.place}. {self.name}: {self.total}"


def new_share_code() -> str:
    """Long enough that nobody guesses the link of a shared result."""
    return secrets.token_urlsafe(16)


class SharedResult(models.Model):
    """A link that shows the result of one session and nothing else, until it is deleted."""

    session = models.OneToOneField(
        GameSession, models.CASCADE, related_name="shared", verbose_name=_("session")
    )
    code = models.CharField(
        _("code"), max_length=32, unique=True, default=new_share_code
    )
    created = models.DateTimeField(_("created"), auto_now_add=True)

    class Meta:
        app_label = "campaign"  # beside the sessions it belongs to
        verbose_name = _("shared result")
        verbose_name_plural = _("shared results")
        ordering = ("-created", "-pk")

    def __str__(self) -> str:
        return str(self.session)
