"""What the lowest room keeps in the database."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Notice(models.Model):
    """What a commit changed, for live pages on SQLite; the last thousand are kept."""

    said = models.TextField(_("content"))

    class Meta:
        app_label = "companion"
        verbose_name = _("notice to live pages")
        verbose_name_plural = _("notices to live pages")
        ordering = ("pk",)

    def __str__(self) -> str:
        return self.said
