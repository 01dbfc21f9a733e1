"""People and their tables: who belongs together, and who may do what."""

from django.contrib.auth.models import AbstractUser
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from scoring.entries import LONGEST


class Account(AbstractUser):
    """An organiser's log-in; players need none."""


class Table(models.Model):
    """A group of people; its campaigns and sessions are theirs alone."""

    name = models.CharField(_("name"), max_length=LONGEST)
    created = models.DateTimeField(_("created"), auto_now_add=True)

    class Meta:
        verbose_name = _("table")
        verbose_name_plural = _("tables")
        ordering = ("name", "pk")

    def __str__(self) -> str:
        return self.name


class Person(models.Model):
    """Somebody's name at a table."""

    table = models.ForeignKey(
        Table, models.CASCADE, related_name="people", verbose_name=_("table")
    )
    name = models.CharField(_("name"), max_length=LONGEST)
    colour = models.CharField(_("colour"), max_length=20, blank=True)

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
    """A part somebody has at a table: a person without a log-in, an account, or both."""

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
                violation_error_message=_("Choose an account, a person, or both."),
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
            raise ValidationError(_("This person belongs to another table."))
