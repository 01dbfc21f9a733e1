"""The log: what people did, in order, only ever appended. Everything else follows from it."""

from typing import Any, NoReturn

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from companion.base.joined_rows import ReadLate
from companion.log.ordered import SortedKeys
from companion.tables.models import Person
from scoring.entries import LONGEST


class NeverChanged(TypeError):
    """Raised where somebody would change or delete what happened; undo() and amend() don't."""


class Log(ReadLate):
    """Acts in order with the state they add up to; an engine knows the rules."""

    engine = models.CharField(_("engine"), max_length=20)
    start = models.JSONField(_("start"), decoder=SortedKeys)
    state = models.JSONField(_("state"), decoder=SortedKeys)
    last = models.PositiveIntegerField(_("last act"), default=0)

    class Meta:
        app_label = "campaign"  # where its table and migrations have always been
        verbose_name = _("log")
        verbose_name_plural = _("logs")
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.engine} {self.pk}"

    def check_room(self, kind: str) -> None:
        """Raises RuleBroken where the log holds no further act of this kind; most hold any number."""


class ActQuerySet(models.QuerySet["Act"]):
    """Acts can be asked for and appended, nothing else."""

    def update(self, **_fields: Any) -> NoReturn:
        raise NeverChanged

    def bulk_update(self, *_objects: Any, **_options: Any) -> NoReturn:
        raise NeverChanged

    def delete(self) -> NoReturn:
        raise NeverChanged


class Act(models.Model):
    """What somebody did. Names are kept as they were, for whoever reads this elsewhere."""

    log = models.ForeignKey(
        Log, models.PROTECT, related_name="acts", verbose_name=_("log")
    )
    number = models.PositiveIntegerField(_("number"))
    client_id = models.UUIDField(_("id of the request"))
    by = models.ForeignKey(
        Person,
        models.PROTECT,
        related_name="acts",
        null=True,
        blank=True,
        verbose_name=_("by"),
    )
    by_name = models.CharField(_("by (name)"), max_length=LONGEST, blank=True)
    for_person = models.ForeignKey(
        Person,
        models.PROTECT,
        related_name="acts_by_others",
        null=True,
        blank=True,
        verbose_name=_("for"),
    )
    for_name = models.CharField(_("for (name)"), max_length=LONGEST, blank=True)
    at = models.DateTimeField(_("at"), default=timezone.now)
    kind = models.CharField(_("kind"), max_length=40)
    data = models.JSONField(_("content"), decoder=SortedKeys)

    objects = ActQuerySet.as_manager()

    class Meta:
        app_label = "campaign"
        verbose_name = _("act")
        verbose_name_plural = _("acts")
        ordering = ("log_id", "number")
        # Every history asks which acts undo and edit others; of ten thousand they are a few.
        indexes = (models.Index(fields=("log", "kind", "number"), name="acts_by_kind"),)
        constraints = (
            models.UniqueConstraint(
                fields=("log", "number"), name="one_number_per_log"
            ),
            models.UniqueConstraint(
                fields=("log", "client_id"), name="one_client_id_per_log"
            ),
            models.CheckConstraint(
                condition=Q(number__gte=1), name="acts_count_from_one"
            ),
        )

    def __str__(self) -> str:
        return f"{self.number}. {self.kind}"

    def save(self, *args: Any, **options: Any) -> None:
        if not self._state.adding:
            raise NeverChanged
        super().save(*args, **{**options, "force_insert": True})

    def delete(self, *_args: Any, **_options: Any) -> NoReturn:
        raise NeverChanged
