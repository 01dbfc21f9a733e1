"""Photos of game nights: pictures by their digest; acts say which one belongs to a session."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from companion.tables.models import Table

SHORT = 12


class Photo(models.Model):
    """A picture as it is shown. It belongs to the table, so a deleted campaign's copy still finds it."""

    table = models.ForeignKey(
        Table, models.CASCADE, related_name="photos", verbose_name=_("table")
    )
    digest = models.CharField(_("digest"), max_length=64)
    image = models.BinaryField(_("picture"))  # JPEG
    width = models.PositiveSmallIntegerField(_("width"))
    height = models.PositiveSmallIntegerField(_("height"))
    created = models.DateTimeField(_("created"), auto_now_add=True)

    class Meta:
        verbose_name = _("photo")
        verbose_name_plural = _("photos")
        ordering = ("table_id", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=("table", "digest"), name="one_photo_per_digest"
            ),
        )

    def __str__(self) -> str:
        return self.short

    @property
    def short(self) -> str:
        """As much of the digest as an address needs."""
        return self.digest[:SHORT]
