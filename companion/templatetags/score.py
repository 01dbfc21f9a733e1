"""Fields, rows and rules of a score, painted as text."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

from django import template
from django.forms import BoundField
from django.template import Context
from django.utils.safestring import SafeString

from companion.base.form_painting import paint_hidden_fields
from companion.base.kept_parts import keep_part
from companion.paper.signs import drawn_signs
from companion.sessions import field_painting, rule_painting
from companion.sessions.field_painting import PageSigns
from companion.sessions.forms import SPARE, FieldGroup, ScoringForm, SeatForm
from companion.sessions.result import SessionResult, ShownRow
from companion.sessions.session_form import SessionForm
from companion.templatetags.rules import rule_address_here
from scoring.entries import Group
from scoring.rules import Rule
from scoring.sheet import Game

register = template.Library()


@register.simple_tag(takes_context=True)
def score_field(context: Context, field: BoundField) -> SafeString:
    return field_painting.paint_field(field, page_signs(context))


@register.simple_tag(takes_context=True)
def score_groups(
    context: Context,
    groups: Iterable[FieldGroup],
    seat: SeatForm | None = None,
    picks: bool = False,
) -> SafeString:
    """Groups of fields; `seat` says whose, so that whoever is asked to break a tie sees where."""
    form, result = context.get("form"), context.get("result")
    unfolded, asked, left_out = set(), False, ""
    if isinstance(result, SessionResult):
        unfolded |= {Group.TIE.value} if result.tied else set()
        asked = seat is not None and seat.seat in result.tie.seats
    if isinstance(form, SessionForm) and seat is not None:
        unfolded |= {SPARE} if SPARE in form.asked else set()
        left_out = f"{form.spare_address}#{seat.prefix}"
    return field_painting.paint_groups(
        groups,
        page_signs(context),
        picks=picks,
        asked=asked,
        unfolded=unfolded,
        left_out=left_out,
    )


@register.simple_tag
def score_elsewhere(form: ScoringForm) -> SafeString:
    """What is entered in tallies that aren't on the page, to go along."""
    return paint_hidden_fields(form.entries_elsewhere.items())


@register.simple_tag(takes_context=True)
def score_row(context: Context, shown: ShownRow) -> SafeString:
    address = partial(rule_address_here, context)
    return rule_painting.paint_row(shown, page_signs(context), address)


@register.simple_tag(takes_context=True)
def score_questions(context: Context, game: Game[Any, Any]) -> SafeString:
    """What people ask about a game's scoring."""
    if not game.remember:
        return SafeString()
    asked = [(rule, rule_address_here(context, rule)) for rule in game.remember]
    shows = (game.slug, asked[0][1])
    return keep_part(
        "sessions/score/_questions.html", shows, lambda: {"questions": asked}
    )


@register.simple_tag(takes_context=True)
def rule_note(
    context: Context, rule: Rule, begins: str, *, key: str = ""
) -> SafeString:
    """A rule behind its badge; its id is what it begins with, and its own or the key given."""
    address = rule_address_here(context, rule)
    return rule_painting.paint_rule_note(rule, f"{begins}{key or rule.id}", address)


@register.simple_tag(takes_context=True)
def rule_text(context: Context, rule: Rule, *, at_desk: bool = False) -> SafeString:
    """What a rule says; at its desk without the way there."""
    address = "" if at_desk else rule_address_here(context, rule)
    return rule_painting.paint_rule_text(rule, address)


@register.filter
def address_in(tally: int, form: ScoringForm) -> str:
    """The page that has the fields of this tally."""
    return form.address_at(tally)


@register.simple_tag(takes_context=True)
def field_place(context: Context, field: BoundField, anchor: str = "") -> str:
    """Where a link to a field leads: to its place on this page, or to the page it is on."""
    form = context.get("form")
    if isinstance(form, ScoringForm):
        return form.place_of(field, anchor)
    return f"#{anchor or field.auto_id}"


def page_signs(context: Context) -> PageSigns:
    slug = getattr(context.get("game"), "slug", "")
    return PageSigns(slug, drawn_signs(context["request"]))
