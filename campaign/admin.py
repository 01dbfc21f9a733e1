"""Campaigns to look at: everything here follows from a log, so nothing here can be edited."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, TypeVar

from django.contrib import admin
from django.db import models
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from campaign.models import (
    Campaign,
    Completion,
    Empire,
    EmpireSheet,
    HeldInvention,
    HeldProvince,
    KnowledgeEntry,
    MissionInPlay,
    Result,
    Session,
    SessionEnd,
)
from campaign.models.pictures import numbered
from companion.base.generic_admin import ModelAdmin, TabularInline
from companion.base.wording import translated
from companion.log.models import Act
from companion.sessions.models import GameSession, SeatTaken, SessionCard
from scoring.imperial_settlers import FACTION_NAMES
from scoring.rise_of_empire.acts import REASONS
from scoring.rise_of_empire.layout import AGE_NAMES, CATEGORY_NAMES, COLOUR_NAMES
from scoring.rise_of_empire.state import STATUS_NAMES

Shown = Callable[[Any], str]
Columns = tuple[str | Callable[[Any], object], ...]
Row = TypeVar("Row", bound=models.Model)
Owner = TypeVar("Owner", bound=models.Model)


class ReadOnly:
    """Whoever may see the admin may look; nobody adds, changes or deletes."""

    def has_view_permission(self, request: HttpRequest, _row: Any = None) -> bool:
        return bool(request.user.is_active and request.user.is_staff)

    def has_add_permission(self, _request: HttpRequest, _row: Any = None) -> bool:
        return False

    def has_change_permission(self, _request: HttpRequest, _row: Any = None) -> bool:
        return False

    def has_delete_permission(self, _request: HttpRequest, _row: Any = None) -> bool:
        return False


# Django takes functions for columns everywhere, its stubs only in some places.
class ReadOnlyAdmin(ReadOnly, ModelAdmin[Row]):
    fields: ClassVar[Columns | None] = None  # type: ignore[assignment]
    readonly_fields: ClassVar[Columns] = ()  # type: ignore[assignment]


class ReadOnlyInline(ReadOnly, TabularInline[Row, Owner]):
    fields: ClassVar[Columns | None] = None  # type: ignore[assignment]
    readonly_fields: ClassVar[Columns] = ()  # type: ignore[assignment]
    extra = 0
    can_delete = False


def named(column: str, label: Any, names: Mapping[str, str]) -> Shown:
    """A column whose values have names for people."""

    @admin.display(description=label, ordering=column)
    def shown(row: models.Model) -> str:
        value = getattr(row, column)
        return translated(names.get(value, value))

    return shown


def listed(column: str, label: Any, *, first: int = 0) -> Shown:
    """A column with a list, as people write one; positions counted from `first`."""

    @admin.display(description=label)
    def shown(row: models.Model) -> str:
        found: Iterable[Any] = getattr(row, column)
        return ", ".join(str(one + first if first else one) for one in found) or "–"

    return shown


def paired(column: str, label: Any) -> Shown:
    @admin.display(description=label)
    def shown(row: models.Model) -> str:
        found: Mapping[str, Any] = getattr(row, column)
        return ", ".join(f"{key}: {value}" for key, value in found.items()) or "–"

    return shown


age = named("age", _("age"), AGE_NAMES)
faction = named("faction", _("faction"), FACTION_NAMES)
status = named("status", _("status"), STATUS_NAMES)
colour = named("colour", _("colour"), COLOUR_NAMES)
category = named("category", _("category"), CATEGORY_NAMES)
boxes = listed("boxes", _("map boxes"), first=1)
scores = listed("scores", _("scores"))
corrected = listed("corrected", _("corrected by hand"))
playing = listed("playing", _("playing"))
markers = paired("markers", _("markers"))
entries = paired("entries", _("entries"))


why = named("why", _("why"), REASONS)


@admin.display(description=_("mission"), ordering="mission")
def mission(row: Completion) -> str:
    return numbered(row.mission, "")


@admin.display(description=_("number"), ordering="number")
def card(row: HeldProvince | HeldInvention | MissionInPlay) -> str:
    return numbered(row.number, "")


SHEET = (
    age,
    "current",
    "diplomacy",
    "economy",
    "science",
    boxes,
    "knowledge",
    scores,
    corrected,
)


class SheetInline(ReadOnlyInline[EmpireSheet, Empire]):
    model = EmpireSheet
    fields = readonly_fields = SHEET


class ProvinceInline(ReadOnlyInline[HeldProvince, Empire]):
    model = HeldProvince
    fields = readonly_fields = (card, "name")


class InventionInline(ReadOnlyInline[HeldInvention, Empire]):
    model = HeldInvention
    fields = readonly_fields = (card, "name", age, colour, "price")


class LedgerInline(ReadOnlyInline[KnowledgeEntry, Empire]):
    model = KnowledgeEntry
    fields = readonly_fields = ("session", "amount", why, "act")

    def get_queryset(self, request: HttpRequest) -> QuerySet[KnowledgeEntry]:
        return super().get_queryset(request).select_related("session", "act")


class ResultInline(ReadOnlyInline[Result, models.Model]):
    model = Result
    fields = readonly_fields = ("session", "empire", "score", "place", entries)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Result]:
        return super().get_queryset(request).select_related("session", "empire")


class CompletionInline(ReadOnlyInline[Completion, models.Model]):
    model = Completion
    fields = readonly_fields = ("session", mission, "empire", "first", "ticks")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Completion]:
        return super().get_queryset(request).select_related("session", "empire")


class MissionInline(ReadOnlyInline[MissionInPlay, Session]):
    model = MissionInPlay
    fields = readonly_fields = (card, category, "turned", markers)


class EmpireInline(ReadOnlyInline[Empire, Campaign]):
    model = Empire
    fields = readonly_fields = ("name", "player", faction, age, status, "founded")
    show_change_link = True


class SessionInline(ReadOnlyInline[Session, Campaign]):
    model = Session
    fields = readonly_fields = ("number", playing, "played_on")
    show_change_link = True


@admin.register(Campaign)
class CampaignAdmin(ReadOnlyAdmin[Campaign]):
    list_display = ("name", "table", "last", "example", "created")
    list_filter = ("table", "example")
    search_fields = ("name",)
    fields = ("name", "table", "example", "created", "engine", "last")
    inlines = (EmpireInline, SessionInline)


@admin.register(Empire)
class EmpireAdmin(ReadOnlyAdmin[Empire]):
    list_display = ("name", "player", faction, age, status, "campaign")
    list_filter = ("campaign", "status")
    search_fields = ("name", "player")
    fields = ("campaign", "name", "player", faction, age, status, "founded")
    readonly_fields = (age,)
    inlines = (
        SheetInline,
        ProvinceInline,
        InventionInline,
        LedgerInline,
        ResultInline,
        CompletionInline,
    )


@admin.register(Session)
class SessionAdmin(ReadOnlyAdmin[Session]):
    list_display = ("__str__", "campaign", playing, "played_on")
    list_filter = ("campaign",)
    list_select_related = ("campaign",)
    fields = ("campaign", "number", playing, "played_on", "act")
    readonly_fields = (playing,)
    inlines = (ResultInline, CompletionInline, MissionInline)


@admin.register(Act)
class ActAdmin(ReadOnlyAdmin[Act]):
    list_display = ("number", "kind", "by_name", "for_name", "at", "campaign")
    list_filter = ("log__campaign", "kind")
    list_select_related = ("log__campaign",)
    ordering = ("-log_id", "-number")
    fields = (
        "campaign",
        "number",
        "kind",
        "data",
        "by_name",
        "for_name",
        "at",
        "client_id",
    )
    readonly_fields = ("campaign",)

    @admin.display(description=_("campaign"), ordering="log")
    def campaign(self, row: Act) -> Campaign | None:
        return getattr(row.log, "campaign", None)  # a session of a game has none


@admin.register(EmpireSheet)
class SheetAdmin(ReadOnlyAdmin[EmpireSheet]):
    list_display = ("__str__", "campaign", *SHEET)
    list_filter = ("campaign",)
    list_select_related = ("campaign",)
    fields = ("campaign", "empire", "name", faction, *SHEET)
    readonly_fields = (age, boxes, scores, corrected)


@admin.register(HeldProvince, HeldInvention)
class CardAdmin(ReadOnlyAdmin[HeldProvince | HeldInvention]):
    list_display = ("__str__", "empire", "campaign")
    list_filter = ("campaign",)
    list_select_related = ("empire", "campaign")


@admin.register(MissionInPlay)
class MissionAdmin(ReadOnlyAdmin[MissionInPlay]):
    list_display = (card, category, "turned", "campaign")
    list_filter = ("campaign",)
    fields = ("campaign", "session", card, category, "turned", markers)
    readonly_fields = (card, category, markers)


@admin.register(Completion, KnowledgeEntry, Result)
class FactAdmin(ReadOnlyAdmin[Completion | KnowledgeEntry | Result]):
    list_display = ("__str__", "empire", "session", "campaign")
    list_filter = ("campaign",)
    list_select_related = ("empire", "session", "campaign")


@admin.register(SessionEnd)
class EndAdmin(ReadOnlyAdmin[SessionEnd]):
    list_display = ("__str__", "campaign")
    list_filter = ("campaign",)
    list_select_related = ("session", "campaign")


@admin.display(description=_("game"), ordering="game")
def game(row: SessionCard) -> str:
    return str(row)


@admin.register(GameSession)
class GameSessionAdmin(ReadOnlyAdmin[GameSession]):
    """The link stays out of the list: whoever has it may write into a session without a table."""

    list_display = ("pk", "table", "created")
    list_filter = ("table",)
    list_select_related = ("table",)
    fields = ("table", "created", "start", "state", "last")


@admin.register(SessionCard)
class SessionCardAdmin(ReadOnlyAdmin[SessionCard]):
    list_display = (game, "played_on", "place", "finished", "archived")
    list_filter = ("finished", "archived")
    fields = (game, "played_on", "place", "begun", "covered", "finished", "archived")
    readonly_fields = (game,)


@admin.register(SeatTaken)
class SeatTakenAdmin(ReadOnlyAdmin[SeatTaken]):
    list_display = ("name", "played_as", "total", "place", "wins", "session_id")
    search_fields = ("name",)
    fields = ("position", "name", "played_as", "total", "place", "wins")
