"""Results of a campaign and its sessions that were shared."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from campaign.models.campaign import Campaign
from companion.sessions.models import new_share_code


class SharedSession(models.Model):
    """A link that shows how one session, or the campaign, ended and nothing else, until it is deleted."""

    campaign = models.ForeignKey(
        Campaign, models.CASCADE, related_name="shared", verbose_name=_("campaign")
    )
    # Not a key: rebuilding the campaign writes its sessions anew. 0 is the campaign's own end.
    number = models.PositiveSmallIntegerField(_("number"))
    code = models.CharField(
        _("code"), max_length=32, unique=True, default=new_share_code
    )
    created = models.DateTimeField(_("created"), auto_now_add=True)

    class Meta:
        verbose_name = _("shared session")
        verbose_name_plural = _("shared sessions")
        ordering = ("-created", "-pk")
        constraints = (
            models.UniqueConstraint(
                fields=("campaign", "number"), name="one_link_per_session"
            ),
        )

    def __str__(self) -> str:
        return f"{self.campaign}: {self.number}"
