"""Filters for lists of sessions, which know a game by its key only."""

from datetime import datetime

from django import template
from django.utils import timezone
from django.utils.timesince import timesince
from django.utils.translation import gettext, ngettext

from companion.base.wording import player_names, translate
from companion.sessions.models import SeatTaken
from scoring.games import GAMES

register = template.Library()


@register.filter
def game_name(slug: str) -> str:
    return translate(GAMES[slug].name)


@register.filter
def seat_name(seat: SeatTaken) -> str:
    """Who sat there; who gave no name is called by the seat."""
    blank = [""] * seat.position
    return player_names([*blank, seat.name])[-1]


@register.filter
def ago(at: datetime) -> str:
    """How long ago, to the second while that matters."""
    seconds = int((timezone.now() - at).total_seconds())
    if seconds < 5:
        return gettext("a moment")
    if seconds < 60:
        return ngettext("%(count)s second", "%(count)s seconds", seconds) % {
            "count": seconds
        }
    return timesince(at)
