"""Facts: what single acts made true for good. Each says which act it comes from."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from campaign.models.campaign import Campaign
from campaign.models.pictures import Empire
from companion.log.models import Act
from companion.log.ordered import SortedKeys
from scoring.entries import LONGEST


class Session(models.Model):
    """One played game of a campaign."""

    campaign = models.ForeignKey(
        Campaign, models.CASCADE, related_name="sessions", verbose_name=_("campaign")
    )
    act = models.ForeignKey(
        Act, models.PROTECT, related_name="+", verbose_name=_("act")
    )
    number = models.PositiveIntegerField(_("number"))
    playing = models.JSONField(_("playing"), default=list)
    played_on = models.DateField(_("played on"), null=True, blank=True)

    class Meta:
        verbose_name = _("session")
        verbose_name_plural = _("sessions")
        ordering = ("campaign_id", "number")
        constraints = (
            models.UniqueConstraint(
                fields=("campaign", "number"), name="one_session_per_number"
            ),
            models.CheckConstraint(
                condition=Q(number__gte=1), name="sessions_count_from_one"
            ),
        )

    def __str__(self) -> str:
        return gettext("Session %(number)s") % {"number": self.number}


class SessionEnd(models.Model):
    """The whole state a finished session left, for past sheets and before → after."""

    campaign = models.ForeignKey(
        Campaign,
        models.CASCADE,
        related_name="ends",
        db_index=False,  # the one below begins with it
        verbose_name=_("campaign"),
    )
    act = models.ForeignKey(
        Act, models.PROTECT, related_name="+", verbose_name=_("act")
    )
    session = models.OneToOneField(
        Session, models.PROTECT, related_name="end", verbose_name=_("session")
    )
    state = models.JSONField(_("state"), decoder=SortedKeys)

    class Meta:
        verbose_name = _("end of a session")
        verbose_name_plural = _("ends of sessions")
        ordering = ("campaign_id", "session__number")
        # A state is long and stands before these columns: found by an index that has
        # them all, the end of one session costs nothing of all others.
        indexes = (
            models.Index(fields=("campaign", "session", "act"), name="ends_in_short"),
        )

    def __str__(self) -> str:
        return str(self.session)


class EmpireAfterSession(models.Model):
    """The little that stories, charts and records ask of an empire after a session."""

    campaign = models.ForeignKey(
        Campaign, models.CASCADE, related_name="left", verbose_name=_("campaign")
    )
    act = models.ForeignKey(
        Act, models.PROTECT, related_name="+", verbose_name=_("act")
    )
    session = models.ForeignKey(
        Session, models.PROTECT, related_name="left", verbose_name=_("session")
    )
    empire = models.ForeignKey(
        Empire, models.PROTECT, related_name="left", verbose_name=_("empire")
    )
    name = models.CharField(_("name"), max_length=LONGEST)
    age = models.CharField(_("age"), max_length=20)
    status = models.CharField(_("status"), max_length=20)
    fall = models.CharField(_("why"), max_length=20, blank=True)
    falling = models.JSONField(_("scores"), default=list)  # those it fell by
    ticks = models.PositiveIntegerField(_("ticks"))  # of all its ages
    knowledge = models.PositiveIntegerField(_("knowledge"))
    # Of the last sheet there is on paper: the modern age has none.
    knowledge_on_paper = models.PositiveIntegerField(_("knowledge"))
    provinces_on_paper = models.PositiveSmallIntegerField(_("provinces held"))
    maps = models.JSONField(_("map boxes"), default=list)  # ticked, by age

    class Meta:
        verbose_name = _("empire after a session")
        verbose_name_plural = _("empires after sessions")
        ordering = ("campaign_id", "session__number", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=("session", "empire"), name="left_once_per_session"
            ),
        )

    def __str__(self) -> str:
        return f"{self.name} ({self.session})"


class Completion(models.Model):
    """A mission completed: at most once per empire and session (ROE-16)."""

    campaign = models.ForeignKey(
        Campaign, models.CASCADE, related_name="completions", verbose_name=_("campaign")
    )
    act = models.ForeignKey(
        Act, models.PROTECT, related_name="+", verbose_name=_("act")
    )
    session = models.ForeignKey(
        Session,
        models.PROTECT,
        related_name="completions",
        verbose_name=_("session"),
    )
    mission = models.PositiveSmallIntegerField(_("mission"))
    empire = models.ForeignKey(
        Empire, models.PROTECT, related_name="completions", verbose_name=_("empire")
    )
    first = models.BooleanField(_("first"))
    ticks = models.PositiveSmallIntegerField(_("ticks"))

    class Meta:
        verbose_name = _("mission completed")
        verbose_name_plural = _("missions completed")
        ordering = ("campaign_id", "session__number", "act__number", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=("session", "mission", "empire"), name="completed_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.mission:03} +{self.ticks}"


class KnowledgeEntry(models.Model):
    """A line of an empire's ledger; its lines add up to what the sheet says."""

    campaign = models.ForeignKey(
        Campaign, models.CASCADE, related_name="ledger", verbose_name=_("campaign")
    )
    act = models.ForeignKey(
        Act, models.PROTECT, related_name="+", verbose_name=_("act")
    )
    nth = models.PositiveSmallIntegerField(_("order"))  # among those of its act
    session = models.ForeignKey(
        Session,
        models.PROTECT,
        related_name="ledger",
        null=True,
        blank=True,
        verbose_name=_("session"),
    )
    empire = models.ForeignKey(
        Empire, models.PROTECT, related_name="ledger", verbose_name=_("empire")
    )
    amount = models.IntegerField(_("knowledge"))
    why = models.TextField(_("why"), blank=True)

    class Meta:
        verbose_name = _("knowledge entry")
        verbose_name_plural = _("knowledge entries")
        ordering = ("empire_id", "act__number", "nth")
        constraints = (
            models.UniqueConstraint(
                fields=("act", "nth"), name="one_entry_after_another"
            ),
        )

    def __str__(self) -> str:
        return f"{self.amount:+} {self.why}".strip()


class Result(models.Model):
    """What an empire came to in a session."""

    campaign = models.ForeignKey(
        Campaign, models.CASCADE, related_name="results", verbose_name=_("campaign")
    )
    act = models.ForeignKey(
        Act, models.PROTECT, related_name="+", verbose_name=_("act")
    )
    session = models.ForeignKey(
        Session, models.PROTECT, related_name="results", verbose_name=_("session")
    )
    empire = models.ForeignKey(
        Empire, models.PROTECT, related_name="results", verbose_name=_("empire")
    )
    score = models.IntegerField(_("score"))
    place = models.PositiveSmallIntegerField(_("place"))
    entries = models.JSONField(_("entries"), default=dict)

    class Meta:
        verbose_name = _("result")
        verbose_name_plural = _("results")
        ordering = ("campaign_id", "session__number", "place", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=("session", "empire"), name="one_result_per_session"
            ),
            models.CheckConstraint(
                condition=Q(place__gte=1), name="places_count_from_one"
            ),
        )

    def __str__(self) -> str:
        return f"{self.place}. {self.empire}: {self.score}"
