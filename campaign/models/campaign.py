"""The campaign itself: a log at a table."""

from django.db import models
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

    class Meta:
        verbose_name = _("campaign")
        verbose_name_plural = _("campaigns")
        ordering = ("table_id", "name", "pk")

    def __str__(self) -> str:
        return self.name


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
