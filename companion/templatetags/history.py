"""Lines of a history, and what it can be filtered by."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import template
from django.template.loader import render_to_string
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.timezone import get_current_timezone_name, localdate
from django.utils.translation import get_language

from companion.base.kept import KeptOnce
from companion.log.history_pages import HistoryRow

register = template.Library()
MOST_BYTES = 4_000_000
ROWS: KeptOnce[SafeString] = KeptOnce(MOST_BYTES, lambda drawn: 200 + len(drawn))


@register.simple_tag(takes_context=True)
def history_row(context: dict[str, Any], row: HistoryRow) -> SafeString:
    """An act as it was drawn before, as long as everything the line says is the same."""
    if row.undo:  # a form has the visitor's own token
        return draw_row(row, context)
    said = (get_language(), get_current_timezone_name(), localdate())
    key = (*said, row.line.act.pk, row.line.act.client_id, row.open, line_content(row))
    return ROWS.get_or_make(key, lambda: draw_row(row)) or draw_row(row)


def line_content(row: HistoryRow) -> tuple[Any, ...]:
    """All that a line says beside the act, which never changes."""
    line = row.line
    marks = (line.gone_by, line.amended_by, line.repaired_by)
    return (line.told, line.changes, marks)


def draw_row(row: HistoryRow, context: dict[str, Any] | None = None) -> SafeString:
    request = context["request"] if context else None
    return render_to_string("log/_row.html", {"row": row}, request=request)


@register.simple_tag
def options(choices: Iterable[tuple[Any, Any]], chosen: str) -> SafeString:
    """The options of a list; there may be hundreds, which a loop in a template is slow at."""
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
