"""Pictures of a campaign's present state: rewritten wherever it differs, never the truth itself."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from campaign.models.campaign import Campaign
from companion.base.wording import translate
from scoring.entries import LONGEST
from scoring.rise_of_empire.layout import AGE_NAMES


def card_words(number: int, name: str) -> str:
    """A card as people look for it: its printed number, and its name where it is known."""
    shown = f"{number:03}"
    # An example's name ends with its number.
    return name if name.endswith(shown) else f"{shown} {name}".strip()


class Empire(models.Model):
    campaign = models.ForeignKey(
        Campaign, models.CASCADE, related_name="empires", verbose_name=_("campaign")
    )
    key = models.CharField(_("key"), max_length=LONGEST)
    player = models.CharField(_("player"), max_length=LONGEST)
    name = models.CharField(_("name"), max_length=LONGEST)
    faction = models.CharField(_("faction"), max_length=LONGEST)
    age = models.CharField(_("age"), max_length=20)
    status = models.CharField(_("status"), max_length=20)
    founded = models.PositiveIntegerField(_("founded for session"))

    class Meta:
        verbose_name = _("empire")
        verbose_name_plural = _("empires")
        ordering = ("campaign_id", "founded", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=("campaign", "key"), name="one_empire_per_key"
            ),
        )

    def __str__(self) -> str:
        return f"{self.name} ({self.player})"


class EmpireSheet(models.Model):
    """The sheet of one age, with what the paper shows; provinces and inventions stand beside it."""

    campaign = models.ForeignKey(
        Campaign, models.CASCADE, related_name="sheets", verbose_name=_("campaign")
    )
    empire = models.ForeignKey(
        Empire, models.PROTECT, related_name="sheets", verbose_name=_("empire")
    )
    age = models.CharField(_("age"), max_length=20)
    position = models.PositiveSmallIntegerField(_("order"))
    current = models.BooleanField(_("current"))
    name = models.CharField(_("name"), max_length=LONGEST)
    faction = models.CharField(_("faction"), max_length=LONGEST)
    diplomacy = models.PositiveSmallIntegerField(_("diplomacy and military"))
    economy = models.PositiveSmallIntegerField(_("economy and government"))
    science = models.PositiveSmallIntegerField(_("science and culture"))
    boxes = models.JSONField(_("map boxes"), default=list)
    knowledge = models.PositiveIntegerField(_("knowledge"))
    scores = models.JSONField(_("scores"), default=list)
    corrected = models.JSONField(_("corrected by hand"), default=list)

    class Meta:
        verbose_name = _("empire sheet")
        verbose_name_plural = _("empire sheets")
        ordering = ("empire_id", "position")
        constraints = (
            models.UniqueConstraint(
                fields=("empire", "age"), name="one_sheet_per_empire_and_age"
            ),
            models.UniqueConstraint(
                fields=("empire", "position"), name="one_sheet_after_another"
            ),
            models.UniqueConstraint(
                fields=("empire",),
                condition=Q(current=True),
                name="one_current_sheet_per_empire",
            ),
        )

    def __str__(self) -> str:
        return f"{self.name}: {translate(AGE_NAMES.get(self.age, self.age))}"


class HeldProvince(models.Model):
    campaign = models.ForeignKey(
        Campaign, models.CASCADE, related_name="provinces", verbose_name=_("campaign")
    )
    empire = models.ForeignKey(
        Empire, models.PROTECT, related_name="provinces", verbose_name=_("empire")
    )
    number = models.PositiveSmallIntegerField(_("number"))
    name = models.CharField(_("name"), max_length=LONGEST, blank=True)

    class Meta:
        verbose_name = _("province held")
        verbose_name_plural = _("provinces held")
        ordering = ("empire_id", "number")
        constraints = (
            models.UniqueConstraint(
                fields=("campaign", "number"), name="a_province_is_in_one_place"
            ),
            models.UniqueConstraint(
                fields=("empire", "number"), name="one_province_per_number"
            ),
        )

    def __str__(self) -> str:
        return card_words(self.number, self.name)


class HeldInvention(models.Model):
    campaign = models.ForeignKey(
        Campaign, models.CASCADE, related_name="inventions", verbose_name=_("campaign")
    )
    empire = models.ForeignKey(
        Empire, models.PROTECT, related_name="inventions", verbose_name=_("empire")
    )
    number = models.PositiveSmallIntegerField(_("number"))
    age = models.CharField(_("age"), max_length=20)
    colour = models.CharField(_("colour"), max_length=LONGEST)
    price = models.PositiveIntegerField(_("price"))
    name = models.CharField(_("name"), max_length=LONGEST, blank=True)

    class Meta:
        verbose_name = _("invention held")
        verbose_name_plural = _("inventions held")
        ordering = ("empire_id", "number")
        constraints = (
            models.UniqueConstraint(
                fields=("campaign", "number"), name="an_invention_is_in_one_place"
            ),
            models.UniqueConstraint(
                fields=("empire", "number"), name="one_invention_per_number"
            ),
            # ROE-12
            models.UniqueConstraint(
                fields=("empire", "colour"), name="one_invention_per_colour"
            ),
        )

    def __str__(self) -> str:
        return card_words(self.number, self.name)


class MissionInPlay(models.Model):
    """A mission of the open session, with the marker of every empire that moved one."""

    campaign = models.ForeignKey(
        Campaign, models.CASCADE, related_name="missions", verbose_name=_("campaign")
    )
    session = models.ForeignKey(
        "campaign.Session",
        models.PROTECT,
        related_name="missions",
        verbose_name=_("session"),
    )
    number = models.PositiveSmallIntegerField(_("number"))
    position = models.PositiveSmallIntegerField(_("order"))
    category = models.CharField(_("category"), max_length=20)
    turned = models.BooleanField(_("turned"))
    markers = models.JSONField(_("markers"), default=dict)

    class Meta:
        verbose_name = _("mission in play")
        verbose_name_plural = _("missions in play")
        ordering = ("session_id", "position")
        constraints = (
            models.UniqueConstraint(
                fields=("session", "number"), name="one_mission_per_number"
            ),
            models.UniqueConstraint(
                fields=("session", "position"), name="one_mission_after_another"
            ),
        )

    def __str__(self) -> str:
        return f"{self.number:03}"
