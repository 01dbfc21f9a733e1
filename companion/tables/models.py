"""People and their tables: who belongs together, and who may do what."""

from __future__ import annotations

import secrets
from functools import cache
from typing import Any, ClassVar

from django.contrib.auth.models import AbstractUser, UserManager
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from companion.base.joined_rows import Joined, JoinedRows
from scoring.entries import LONGEST


def fold_name(name: str) -> str:
    """A name as log-ins are compared: phones capitalise as they like."""
    return Account.normalize_username(name).casefold()


CODE_LETTERS, CODE_LENGTH = "23456789abcdefghjkmnpqrstuvwxyz", 12


class AccountManager(UserManager["Account"]):
    """Whoever is logged in is asked for by every page, so that query is put together once."""

    use_in_migrations = False

    def get(self, *args: Any, **named: Any) -> Account:
        if named.keys() == {"pk"} and isinstance(named["pk"], int):
            for (account,) in accounts_by_key().fetch(named["pk"]):
                return account  # type: ignore[no-any-return]
        return super().get(*args, **named)


@cache
def accounts_by_key() -> JoinedRows:
    rest = f"FROM {Account._meta.db_table} account WHERE id = %s"
    return JoinedRows(rest, Joined(Account, "account"))


class Account(AbstractUser):
    """An organiser's log-in; players need none."""

    # Kept beside the name, because SQLite folds the case of A to Z only, and Šárka has a log-in too.
    folded_name = models.CharField(
        _("name in lower case"), max_length=450, editable=False, db_index=True
    )

    objects: ClassVar[AccountManager] = AccountManager()

    def save(self, *given: Any, **named: Any) -> None:
        self.folded_name = fold_name(self.username)
        if fields := named.get("update_fields"):
            named["update_fields"] = {*fields, "folded_name"}
        super().save(*given, **named)


class Table(models.Model):
    """A group of people; its campaigns and sessions are theirs alone."""

    class Demo(models.TextChoices):
        """A made-up table: the one everybody may look at, or somebody's copy to play with."""

        SHARED = "shared", _("to look at")
        COPY = "copy", _("to play with")

    name = models.CharField(_("name"), max_length=LONGEST)
    created = models.DateTimeField(_("created"), auto_now_add=True)
    only_own = models.BooleanField(
        _("everyone enters only their own numbers"), default=False
    )
    demo = models.CharField(_("demo"), max_length=10, choices=Demo, blank=True)
    demo_until = models.DateTimeField(_("deleted after"), null=True, blank=True)
    # Grows when a phone comes under another name, asks for one or is disconnected: live pages hear it.
    phones_version = models.PositiveIntegerField(
        _("changes of phones"), default=0, editable=False
    )
    last_asked = models.DateTimeField(
        _("a phone last asked for a name"), null=True, blank=True, editable=False
    )

    class Meta:
        verbose_name = _("table")
        verbose_name_plural = _("tables")
        ordering = ("name", "pk")

    def __str__(self) -> str:
        return self.name

    @property
    def has_guests(self) -> bool:
        """Whether anybody but organisers ever joined, with a phone or an account."""
        joined = self.memberships.exclude(account=None)
        return any(
            found.exclude(role=Membership.Role.ORGANISER).exists()
            for found in (self.phones.all(), joined)
        )


class PeopleManager(models.Manager["Person"]):
    """The people a table lists: who turned out to be somebody else isn't among them."""

    def get_queryset(self) -> models.QuerySet[Person]:
        return super().get_queryset().filter(merged_into=None)


class Person(models.Model):
    """Somebody's name at a table."""

    table = models.ForeignKey(
        Table, models.CASCADE, related_name="people", verbose_name=_("table")
    )
    name = models.CharField(_("name"), max_length=LONGEST)
    colour = models.CharField(_("colour"), max_length=20, blank=True)
    # Follows from the table's log; their logs and phones stay as they were.
    merged_into = models.ForeignKey(
        "self",
        models.SET_NULL,
        related_name="merged",
        null=True,
        blank=True,
        editable=False,
        verbose_name=_("merged into"),
    )

    objects = PeopleManager()
    everyone = models.Manager["Person"]()

    class Meta:
        verbose_name = _("person")
        verbose_name_plural = _("people")
        ordering = ("table", "name")
        constraints = (
            models.UniqueConstraint(
                fields=("table", "name"), name="one_name_per_table"
            ),
        )

    def __str__(self) -> str:
        return self.name


class Membership(models.Model):
    """Somebody's role at a table: a person without a log-in, an account, or both."""

    class Role(models.TextChoices):
        ORGANISER = "organiser", _("organiser")
        PLAYER = "player", _("player")
        SPECTATOR = "spectator", _("spectator")

    table = models.ForeignKey(
        Table, models.CASCADE, related_name="memberships", verbose_name=_("table")
    )
    account = models.ForeignKey(
        Account,
        models.CASCADE,
        related_name="memberships",
        null=True,
        blank=True,
        verbose_name=_("account"),
    )
    person = models.ForeignKey(
        Person,
        models.CASCADE,
        related_name="memberships",
        null=True,
        blank=True,
        verbose_name=_("person"),
    )
    role = models.CharField(_("role"), max_length=10, choices=Role, default=Role.PLAYER)

    class Meta:
        verbose_name = _("membership")
        verbose_name_plural = _("memberships")
        ordering = ("table", "role", "pk")
        constraints = (
            models.CheckConstraint(
                condition=Q(account__isnull=False) | Q(person__isnull=False),
                name="membership_of_somebody",
                violation_error_message=_("Choose an account, a person or both."),
            ),
            models.CheckConstraint(
                condition=Q(role__in=("organiser", "player", "spectator")),
                name="membership_has_a_role",
            ),
            models.UniqueConstraint(
                fields=("table", "account"), name="one_membership_per_account"
            ),
            models.UniqueConstraint(
                fields=("table", "person"), name="one_membership_per_person"
            ),
        )

    def __str__(self) -> str:
        return f"{self.person or self.account}: {self.get_role_display()}"

    def clean(self) -> None:
        if self.person and self.person.table_id != self.table_id:
            raise ValidationError(_("This person is at another table."))


class Attempt(models.Model):
    """A failed attempt to log in or join, kept as long as it counts."""

    kind = models.CharField(_("kind"), max_length=20)
    address = models.CharField(_("address"), max_length=64)
    name = models.CharField(_("name"), max_length=64, blank=True)  # as a digest
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("failed attempt")
        verbose_name_plural = _("failed attempts")
        ordering = ("at", "pk")
        indexes = (
            models.Index(fields=("kind", "address", "at"), name="attempts_by_address"),
            models.Index(fields=("kind", "name", "at"), name="attempts_by_name"),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.address} {self.at}"


def new_code() -> str:
    """A code for an invitation: no look-alike letters, too many codes to guess."""
    return "".join(secrets.choice(CODE_LETTERS) for _letter in range(CODE_LENGTH))


class Invitation(models.Model):
    """A link to a table. Whoever has it joins with its role, until it is revoked or has expired."""

    table = models.ForeignKey(
        Table, models.CASCADE, related_name="invitations", verbose_name=_("table")
    )
    role = models.CharField(
        _("role"),
        max_length=10,
        choices=Membership.Role,
        default=Membership.Role.PLAYER,
    )
    code = models.CharField(_("code"), max_length=20, unique=True, default=new_code)
    created = models.DateTimeField(_("created"), auto_now_add=True)
    expires = models.DateTimeField(_("expires"), null=True, blank=True)

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        ordering = ("table", "-created")
        constraints = (
            models.UniqueConstraint(
                fields=("table", "role"), name="one_invitation_per_role"
            ),
        )

    def __str__(self) -> str:
        return f"{self.table}: {self.get_role_display()}"


class Phone(models.Model):
    """A browser that has joined a table without an account."""

    table = models.ForeignKey(
        Table, models.CASCADE, related_name="phones", verbose_name=_("table")
    )
    person = models.ForeignKey(
        Person,
        models.CASCADE,
        related_name="phones",
        null=True,  # somebody who only watches
        blank=True,
        verbose_name=_("person"),
    )
    role = models.CharField(_("role"), max_length=10, choices=Membership.Role)
    about = models.CharField(_("device"), max_length=LONGEST, blank=True)
    joined = models.DateTimeField(_("joined"), auto_now_add=True)
    seen = models.DateTimeField(_("last seen"), default=timezone.now)
    gone = models.BooleanField(_("disconnected"), default=False)
    # What it may become once it has a name.
    link_role = models.CharField(
        _("role of its link"), max_length=10, choices=Membership.Role, blank=True
    )
    # Somebody's name it asked for, until it is answered.
    wants = models.ForeignKey(
        Person,
        models.SET_NULL,
        related_name="wanted_by",
        null=True,
        blank=True,
        verbose_name=_("asks to play as"),
    )
    wanted_at = models.DateTimeField(_("asked"), null=True, blank=True)
    # By an organiser, with the link it had come by; a phone can also go by itself.
    sent_away_with = models.CharField(
        _("link that no longer works"), max_length=20, blank=True
    )

    class Meta:
        verbose_name = _("phone")
        verbose_name_plural = _("phones")
        ordering = ("table", "-seen")

    def __str__(self) -> str:
        return f"{self.person or _('watching')}: {self.about}"
