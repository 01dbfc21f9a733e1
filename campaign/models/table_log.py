"""What belongs to the table itself: its box and the rule options it prefers, as a log."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from companion.log.models import Log
from companion.tables.models import Table


class TableLog(Log):
    """Begun with the first thing a table writes into its box."""

    table = models.OneToOneField(
        Table, models.PROTECT, related_name="box", verbose_name=_("table")
    )

    class Meta:
        verbose_name = _("table's box")
        verbose_name_plural = _("tables' boxes")
        ordering = ("table_id",)

    def __str__(self) -> str:
        return str(self.table)
