"""Lines of a history, and what it can be filtered by."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from functools import lru_cache
from typing import Any

from django import template
from django.template.loader import render_to_string
from django.utils.html import escape, format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from companion.base.kept_parts import keep_part
from companion.log.history_pages import HistoryRow

register = template.Library()
ROW = "log/_row.html"


@register.simple_tag(takes_context=True)
def history_row(context: dict[str, Any], row: HistoryRow) -> SafeString:
    """An act as it was drawn before, as long as everything the line says is the same."""
    shown = {"row": row}
    if row.undo:  # a form has the visitor's own token
        return render_to_string(ROW, shown, request=context["request"])
    act = row.line.act
    says = (act.pk, act.client_id, bool(row.opens), line_content(row))
    return keep_part(ROW, says, lambda: shown)


def line_content(row: HistoryRow) -> tuple[Any, ...]:
    """All that a line says beside the act, which never changes."""
    line = row.line
    marks = (line.gone_by, line.amended_by, line.repaired_by)
    return (line.told, line.changes, marks)


@register.simple_tag
def options(choices: Iterable[tuple[Any, Any]], chosen: str) -> SafeString:
    """The options of a list; there may be hundreds, which a loop in a template is slow at."""
    return make_options(tuple(choices), chosen)


@lru_cache(maxsize=64)
def make_options(choices: tuple[tuple[Any, Any], ...], chosen: str) -> SafeString:
    return format_html_join(
        "",
        '<option value="{}"{}>{}</option>',
        (
            (
                value,
                format_html(" {}", "selected") if str(value) == chosen else "",
                label,
            )
            for value, label in choices
        ),
    )


@register.simple_tag
def session_links(
    ends: Iterable[tuple[int, int]], address: str, after: int, shown: int | str = ""
) -> SafeString:
    """A link to the end of every finished session, of which there may be hundreds: only numbers differ."""
    label, way = escape(gettext("After session %(number)s")), escape(address)

    def draw(number: int, entry: int) -> str:
        mark = here(entry == after or number == shown)
        says = label % {"number": number}
        return f'<a class="button" href="{way}?after={entry}" aria-label="{says}"{mark}>{number}</a>'

    return SafeString("".join(draw(*one) for one in ends))


def here(current: bool) -> SafeString | str:
    return format_html(' aria-current="{}"', "true") if current else ""


@register.simple_tag
def session_span(span: Hashable) -> SafeString:
    """A session in one line, as it was drawn before if it says the same."""
    return keep_part("campaign/history/_span.html", span, lambda: {"span": span})


@register.simple_tag
def folded_span(span: Hashable) -> SafeString:
    """The same as a way to its acts."""
    return keep_part("campaign/history/_folded.html", span, lambda: {"span": span})
