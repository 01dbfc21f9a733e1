"""Rules, and rows of a score with why, as text: every page of a game has dozens of them."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from html import escape

from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from companion.base.wording import page_of, signed_points, translate
from companion.sessions.field_painting import PageSigns
from companion.sessions.result import ResultCell, ShownRow
from scoring.rules import Rule

FindAddress = Callable[[Rule], str]
NOTHING = ' class="nothing"'


def paint_rule_text(rule: Rule, address: str) -> SafeString:
    """What a rule says and where it stands; with an address the way to its desk."""
    way = ""
    if address:
        way = f' · <a href="{escape(address)}">{escape(_("All rules"))}</a>'
    return SafeString(f"{write_rule(rule, get_language())}{way}</p>")


@lru_cache(maxsize=1024)
def write_rule(rule: Rule, _language: str | None) -> str:
    """All but its end, which depends on where it is shown."""
    note = f'<p class="remark">{escape(translate(rule.note))}</p>' if rule.note else ""
    page = f", {escape(page_of(rule))}" if rule.page else ""
    return (
        f"<p>{escape(translate(rule.text))}</p>{note}"
        f'<p class="source"><span class="rule">{rule.id}</span> {escape(translate(rule.book))}{page}'
    )


def paint_rule_note(rule: Rule, key: str, address: str) -> SafeString:
    """A rule that opens where somebody taps its badge."""
    return SafeString(
        f'<div popover id="{escape(key)}" class="note"><h3>{escape(translate(rule.title))}</h3>'
        f"{paint_rule_text(rule, address)}</div>\n"
    )


def paint_row(
    shown: ShownRow, signs: PageSigns, find_address: FindAddress
) -> SafeString:
    """A row of the score: behind its name why everybody has as much."""
    row, label = shown.row, escape(translate(shown.row.label))
    reasons = "".join(map(paint_reason, shown.cells))
    cells = "".join(
        f"<td{'' if cell.points else NOTHING}>{escape(cell.shown)}</td>"
        for cell in shown.cells
    )
    return SafeString(
        f'<tr><th scope="row"><button type="button" class="why" popovertarget="why-{shown.key}">'
        f'{signs.paint(row.label)}{label} <span class="rule">{row.rule.id}</span></button>'
        f'<div popover id="why-{shown.key}" class="note"><h3>{label}</h3><ul>{reasons}</ul>'
        f"{paint_rule_text(row.rule, find_address(row.rule))}</div></th>{cells}</tr>\n"
    )


def paint_reason(cell: ResultCell) -> str:
    who = cell.who
    tint = f" tint-{who.tint}" if who.tint else ""
    why = f" – {escape(translate(cell.why))}" if cell.why else ""
    return (
        f'<li class="seat-{who.letter}{tint}">'
        f'<span class="letter" aria-hidden="true">{who.letter}</span> <bdi>{escape(who.name)}</bdi>:'
        f" <strong>{signed_points(cell.points)}</strong>{why}</li>"
    )
