"""What an empire lays out before a session, thing by thing, each with a box to tick."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from django import template
from django.template.context import Context
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from campaign.goods import bonus_goods, count_good
from campaign.session.words import card_name
from companion.base.kept_parts import keep_part
from companion.base.wording import translate
from companion.paper.signs import draw_sign_again, drawn_signs
from companion.sessions.aids.ticking import (
    BoxesSeen,
    draw_tick,
    find_context_play,
    see_boxes,
)
from scoring.rise_of_empire.layout import ICON_NAMES
from scoring.rise_of_empire.outlook import SetUp
from scoring.rise_of_empire.state import CampaignState

register = template.Library()
KEPT_LISTS = 256  # some dozen campaigns' worth


class LaidThing(NamedTuple):
    """A card or an icon: its box, its sign, what it is and what stands out of it."""

    box: str
    sign: str
    words: str
    strong: str = ""


@register.simple_tag(takes_context=True)
def laid_things(context: Context, laid: SetUp) -> SafeString:
    """The same for everybody until a card, a track or a box changes."""
    things = tuple(list_things(context["state"], laid))
    boxes = (one.box for one in things)
    seen = see_boxes(find_context_play(context), boxes)
    drawn, signs = drawn_signs(context["request"]), {one.sign for one in things}
    known = frozenset(drawn & signs)
    drawn |= signs
    return draw_things(things, seen, known, get_language())


@register.simple_tag(takes_context=True)
def laid_notes(context: Context, laid: SetUp) -> SafeString:
    """What its tokens and provinces do."""
    state, campaign = context["state"], context["campaign"]
    held = (tuple(laid.tokens), bool(laid.provinces))
    given = {"state": state, "campaign": campaign, "laid": laid}
    shows = (campaign.pk, state.readings, held)
    return keep_part("campaign/session/_told.html", shows, lambda: given)


@lru_cache(maxsize=KEPT_LISTS)
def draw_things(
    things: tuple[LaidThing, ...],
    seen: BoxesSeen,
    known: frozenset[str],
    _language: str | None,
) -> SafeString:
    """Whose signs are `known` already stand on the page; the others are drawn where they come first."""
    drawn, ticks = set(known), []
    for one in things:
        words = thing_words(one, again=one.sign in drawn)
        drawn.add(one.sign)
        ticks.append((draw_tick(seen, words, one.box),))
    return format_html_join("\n", "<li>{}</li>", ticks)


def thing_words(one: LaidThing, *, again: bool) -> SafeString:
    sign = draw_sign_again(one.sign, again=again)
    strong = format_html(" <strong>{}</strong>", one.strong) if one.strong else ""
    return format_html("{} <span>{}{}</span>", sign, one.words, strong)


def list_things(state: CampaignState, laid: SetUp) -> Iterator[LaidThing]:
    for kind, numbers in (("province", laid.provinces), ("invention", laid.inventions)):
        words = _("Province") if kind == "province" else _("Invention")
        for number in numbers:
            box = f"{laid.empire}.{kind}.{number}"
            yield LaidThing(box, kind, words, card_name(state, number))
    goods = bonus_goods(state.readings)
    for icon, count in laid.bonuses.items():
        box, good = f"{laid.empire}.bonus.{icon}", goods.get(icon)
        if good:
            yield LaidThing(box, good, count_good(good, count))
        else:
            yield LaidThing(box, icon, *icon_words(icon, count))
    for icon, count in laid.tokens.items():
        box = f"{laid.empire}.token.{icon}"
        yield LaidThing(box, icon, *icon_words(icon, count))


def icon_words(icon: str, count: int) -> tuple[str, str]:
    return translate(ICON_NAMES[icon]), f"× {count}" if count > 1 else ""
