"""What the pages of a session show: names in words, cards by name, and a button's content."""

import json
from collections.abc import Collection, Iterable
from functools import lru_cache
from typing import Any

from django import template
from django.template.context import Context
from django.template.loader import render_to_string
from django.urls import get_script_prefix
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from campaign.board.cards import EmpireStand, TrackView
from campaign.goods import bonus_goods, count_good, icon_words
from campaign.models import Campaign
from campaign.session.words import age_after, card_name, player_of_empire
from companion.base.wording import translate
from companion.log.act_words import Names, show_beside_label
from scoring.acts import act_fields
from scoring.rise_of_empire.acts import REASONS
from scoring.rise_of_empire.cards import Card
from scoring.rise_of_empire.knowing import FillCard
from scoring.rise_of_empire.layout import (
    AGE_NAMES,
    CATEGORY_NAMES,
    COLONY,
    COLONY_NAME,
    COLOUR_NAMES,
    GOOD_NAMES,
    ICON_NAMES,
)
from scoring.rise_of_empire.state import CampaignState
from scoring.rise_of_empire.tokens import TokenNote, notes_for, token_shortages

register = template.Library()
NAMES = {
    **ICON_NAMES,
    **GOOD_NAMES,
    **CATEGORY_NAMES,
    **AGE_NAMES,
}
KEPT_TRACKS, KEPT_STANDS = 512, 128  # some dozen campaigns' worth
register.filter("counted", count_good)
register.filter("age_after", age_after)
register.filter("card_of", card_name)
register.filter("player_of", player_of_empire)


@register.filter
def as_json(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False)


@register.filter(name="named")
def name_of(key: str) -> str:
    """An icon, good, category or age in words."""
    return translate(NAMES.get(key, key))


@register.filter
def icon_at(icon: str, state: CampaignState) -> str:
    """An icon in words, its good by the name it has at this table."""
    return translate(icon_words(state.readings)[icon])


@register.filter
def sign_at(icon: str, state: CampaignState) -> str:
    """The sign of an icon, that of its good where it gives one."""
    return bonus_goods(state.readings).get(icon, icon)


@register.filter
def token_notes(state: CampaignState, tokens: Iterable[str]) -> list[TokenNote]:
    """What these progress tokens do at this table."""
    return notes_for(tokens, state.readings)


register.filter("token_shortages", token_shortages)


@register.filter
def colour_name(key: str) -> str:
    return translate({**COLOUR_NAMES, COLONY: COLONY_NAME}.get(key, key))


@register.filter
def reason(why: str) -> str:
    """What knowledge came from."""
    return translate(REASONS.get(why, why))


@register.filter
def value_on(name: str, card: Card) -> str:
    """What stands on a card, as people say it."""
    return show_beside_label(act_fields(FillCard)[name], getattr(card, name), Names())


@register.simple_tag
def track_card(track: TrackView) -> SafeString:
    """A progress track; most acts tick no box, so the same dozen is shown again and again."""
    return draw_track(track, get_language())


@lru_cache(maxsize=KEPT_TRACKS)
def draw_track(track: TrackView, _language: str | None) -> SafeString:
    return SafeString(render_to_string("campaign/board/_track.html", {"track": track}))


@register.simple_tag(takes_context=True)
def stand_card(
    context: Context,
    stand: EmpireStand,
    may: Collection[str] = (),
    *,
    past: bool = False,
) -> SafeString:
    """An empire on the board; most acts concern one empire, and the others' cards stay as they are."""
    founds = "found_empire" in may and context["request"].here.plays
    place = (get_language(), get_script_prefix())
    return draw_stand(stand, context["campaign"].pk, *place, past=past, founds=founds)


@lru_cache(maxsize=KEPT_STANDS)
def draw_stand(
    stand: EmpireStand,
    campaign: int,
    _language: str | None,
    _prefix: str,
    *,
    past: bool,
    founds: bool,
) -> SafeString:
    shown = {"stand": stand, "campaign": Campaign(pk=campaign)}
    shown |= {"past": past, "founds": founds}
    return SafeString(render_to_string("campaign/board/_stand.html", shown))
