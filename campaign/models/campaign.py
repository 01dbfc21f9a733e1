"""The campaign itself: a log at a table."""

from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from companion.log.models import Log
from companion.tables.models import Table
from scoring.entries import LONGEST


class Campaign(Log):
    table = models.ForeignKey(
        Table, models.PROTECT, related_name="campaigns", verbose_name=_("table")
    )
    name = models.CharField(_("name"), max_length=LONGEST)
    created = models.DateTimeField(_("created"), auto_now_add=True)
    example = models.BooleanField(
        _("example"), default=False, help_text=_("Made-up demo with invented cards.")
    )

    archived = models.BooleanField(_("archived"), default=False)
    # A what-if: the acts of another campaign up to one of them, and then its own.
    what_if_of = models.ForeignKey(
        "self",
        models.SET_NULL,
        related_name="what_ifs",
        null=True,
        blank=True,
        verbose_name=_("what if of"),
    )
    what_if_after = models.PositiveIntegerField(
        _("what if after act"), null=True, blank=True
    )
    # By empire, once a what-if is kept: its players stay what they were.
    letters = models.JSONField(_("letters"), default=dict, blank=True)
    # Opened a second time at one table: played once, so it counts once.
    copy_of = models.ForeignKey(
        "self",
        models.SET_NULL,
        related_name="copies",
        null=True,
        blank=True,
        verbose_name=_("copy of"),
    )

    class Meta:
        verbose_name = _("campaign")
        verbose_name_plural = _("campaigns")
        ordering = ("table_id", "name", "pk")

    def __str__(self) -> str:
        return self.name

    @property
    def is_what_if(self) -> bool:
        """Also where the campaign it came from is gone."""
        return self.what_if_after is not None

    @property
    def title(self) -> str:
        """Its name where nothing around it says whether people really played it."""
        if self.copy_of_id:
            return gettext("Copy: %(name)s") % {"name": self.name}
        return mark_what_if(self.name) if self.is_what_if else self.name


def mark_what_if(text: str) -> str:
    return gettext("What if: %(name)s") % {"name": text}


class DeletedCampaign(models.Model):
    """The copy of a deleted campaign, as its file would be: it can be opened again."""

    table = models.ForeignKey(
        Table,
        models.CASCADE,
        related_name="deleted_campaigns",
        verbose_name=_("table"),
    )
    name = models.CharField(_("name"), max_length=LONGEST)
    acts = models.PositiveIntegerField(_("acts"))
    by_name = models.CharField(_("by (name)"), max_length=LONGEST, blank=True)
    deleted = models.DateTimeField(_("deleted"), auto_now_add=True)
    content = models.BinaryField(_("content"))  # compressed

    class Meta:
        verbose_name = _("deleted campaign")
        verbose_name_plural = _("deleted campaigns")
        ordering = ("table_id", "-deleted", "-pk")

    def __str__(self) -> str:
        return self.name
