"""The rows of a mission's card: how far an empire is, and the buttons that move it on.

Three cards have a row for everybody, so they are put together here and not in a template.
"""

from collections.abc import Iterator
from html import escape
from typing import Any

from django import template
from django.template.context import Context
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaign.session.parts import MissionCard, MissionRow
from campaign.templatetags.campaign_session import colour_name
from campaign.templatetags.deeds import deed_button

register = template.Library()


@register.simple_tag(takes_context=True)
def mission_rows(context: Context, card: MissionCard) -> SafeString:
    """`at` and `queue` of the page say where its buttons lead and what they are about."""
    rows = (draw_row(context, card, row) for row in card.rows)
    return SafeString("".join(rows))


def draw_row(context: Context, card: MissionCard, row: MissionRow) -> str:
    letter, player = row.seat.letter, escape(row.seat.player)
    if row.done:
        inside = f'<span class="finished">✓ {escape(_("completed"))}</span>'
    elif row.acts and context["request"].here.plays:
        inside = "".join(draw_buttons(context, card, row))
    else:
        marker = f'<span class="marker">{draw_marker(card, row)}</span>'
        inside = marker + draw_enough(card, row)
    return (
        f'<li class="seat-{letter}"><span class="letter" aria-hidden="true">{letter}</span>'
        f'<bdi class="name">{player}</bdi>{inside}</li>'
    )


def draw_marker(card: MissionCard, row: MissionRow) -> str:
    told = row.missing is not None and card.card.progressive
    target = f"<small>/{card.card.target}</small>" if told else ""
    return f"<strong>{row.marker}{target}</strong>"


def draw_enough(card: MissionCard, row: MissionRow, kind: str = "") -> str:
    if row.enough is None or card.card.progressive:
        return ""
    words = ngettext("%(number)s is enough", "%(number)s are enough", row.enough)
    return f"<small{kind}>{escape(words % {'number': row.enough})}</small>"


def draw_buttons(context: Context, card: MissionCard, row: MissionRow) -> Iterator[str]:
    def move(label: str, title: str, data: dict[str, Any] | None) -> str:
        if not data:
            return ""
        told: dict[str, Any] = {"data": data, "label": label, "title": title}
        return deed_button(context, "move_marker", repeats=True, **told)

    yield f'<span class="marker">{move("−", row.back_title, row.back)}'
    yield f"{draw_marker(card, row)}{move('+', row.move_title, row.move)}</span>"
    if row.complete:
        yield draw_done(context, row, row.complete)
    yield draw_enough(card, row, ' class="enough"')
    if row.colours:
        yield f'<div class="in-a-row">{"".join(draw_run(context, row))}</div>'


def draw_done(context: Context, row: MissionRow, data: dict[str, Any]) -> str:
    """It stands out once nothing is missing, and waits for no laptop where it would be asked about."""
    told: dict[str, Any] = {
        "data": data,
        "label": _("Done"),
        "title": row.done_title,
    }
    if row.missing == 0:
        told["look"] = "primary"
    elif row.below:
        told["queue"] = ""
    return deed_button(context, "complete_mission", **told)


def draw_run(context: Context, row: MissionRow) -> Iterator[str]:
    """The colour of the run in hand, and every colour the next card may have."""
    if row.run:
        colour = escape(colour_name(row.run.colour))
        yield f"<small>{colour} × {row.run.length}</small>"
    for data in (*row.colours, *filter(None, [row.colony])):
        told: dict[str, Any] = {"data": data, "label": colour_name(data["colour"])}
        yield deed_button(context, "count_in_a_row", look="small", repeats=True, **told)
