"""Filters for lists of sessions, which know a game by its key only."""

from django import template

from campaign.models import SeatTaken
from campaign.wording import player_names, translated
from scoring.games import GAMES

register = template.Library()


@register.filter
def game_name(slug: str) -> str:
    return translated(GAMES[slug].name)


@register.filter
def emblem(slug: str) -> str:
    return GAMES[slug].emblem


@register.filter
def seat_name(seat: SeatTaken) -> str:
    """Who sat there; who gave no name is called by the seat."""
    blank = [""] * seat.position
    return player_names([*blank, seat.name])[-1]
