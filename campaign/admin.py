"""What the log owns, to look at: columns come from the models, and nothing can be edited."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from django.apps import apps
from django.contrib import admin
from django.db import models
from django.db.models import QuerySet
from django.http import HttpRequest

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
)
from companion.base.wording import translate
from companion.log.models import Act, Log
from scoring.imperial_settlers import FACTION_NAMES
from scoring.rise_of_empire.acts import REASONS
from scoring.rise_of_empire.layout import AGE_NAMES, CATEGORY_NAMES, COLOUR_NAMES
from scoring.rise_of_empire.state import STATUS_NAMES

Model = type[models.Model]
Column = str | Callable[[Any], str]
# Columns whose values have names for people.
NAMES = {
    "age": AGE_NAMES,
    "category": CATEGORY_NAMES,
    "colour": COLOUR_NAMES,
    "faction": FACTION_NAMES,
    "status": STATUS_NAMES,
    "why": REASONS,
}
COUNTED_FROM_ONE = "boxes"  # stored from 0
# The link of a session is its key: whoever has it may write.
HIDDEN = {"id", "log_ptr", "token"}
INLINES: dict[Model, tuple[Model, ...]] = {
    Campaign: (Empire, Session),
    Empire: (
        EmpireSheet,
        HeldProvince,
        HeldInvention,
        KnowledgeEntry,
        Result,
        Completion,
    ),
    Session: (Result, Completion, MissionInPlay),
}


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


class ReadOnlyInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg] # Django takes no brackets
    extra = 0
    can_delete = False
    show_change_link = True

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).select_related(*relations(self.model))


class ReadOnlyAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg] # Django takes no brackets
    pass


def describe(field: str, value: Any) -> str:
    """A stored value as people write it."""
    match value:
        case list():
            first = 1 if field == COUNTED_FROM_ONE else 0
            return ", ".join(str(one + first if first else one) for one in value) or "–"
        case dict():
            return ", ".join(f"{key}: {one}" for key, one in value.items()) or "–"
    return translate(NAMES[field].get(value, value))


def column(field: models.Field[Any, Any]) -> Column:
    """The column of a field, in words where the stored value isn't."""
    if field.name not in NAMES and not isinstance(field, models.JSONField):
        return field.name

    @admin.display(description=field.verbose_name, ordering=field.name)
    def shown(row: models.Model) -> str:
        return describe(field.name, getattr(row, field.name))

    return shown


def columns(
    model: Model, *, without: frozenset[str] = frozenset()
) -> tuple[Column, ...]:
    fields = model._meta.concrete_fields
    return tuple(column(one) for one in fields if one.name not in HIDDEN | without)


def relations(model: Model) -> list[str]:
    fields = model._meta.concrete_fields
    return [one.name for one in fields if one.is_relation and one.name not in HIDDEN]


def inlines(model: Model) -> Iterator[type[ReadOnlyInline]]:
    own = model._meta.model_name or ""
    for other in INLINES.get(model, ()):
        shown = columns(
            other, without=frozenset({own, "campaign", "state", "position"})
        )
        yield type(
            f"{other.__name__}Inline",
            (ReadOnlyInline,),
            {"model": other, "fields": shown, "readonly_fields": shown},
        )


def make_admin(model: Model) -> type[ReadOnlyAdmin]:
    large = frozenset({"start", "state", "data"})
    listed = columns(model, without=large)
    whole = columns(model)
    values = {
        "list_display": ("__str__", *listed),
        "list_filter": [
            one for one in relations(model) if one in ("campaign", "table")
        ],
        "list_select_related": relations(model),
        "fields": whole,
        "readonly_fields": [one for one in whole if not isinstance(one, str)],
        "inlines": tuple(inlines(model)),
        "ordering": ("-log_id", "-number") if model is Act else None,
    }
    return type(f"{model.__name__}Admin", (ReadOnlyAdmin,), values)


for owned in apps.get_app_config("campaign").get_models():
    if owned is not Log:
        admin.site.register(owned, make_admin(owned))
