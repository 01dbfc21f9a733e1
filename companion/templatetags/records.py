"""What the numbers of a table's games say on a page."""

from __future__ import annotations

from typing import Any

from django import template

from campaign.box.keeping import find_box
from companion.log.models import Act
from companion.records import wording
from companion.records.book import open_book
from companion.records.kept_hall import KeptHall, gather_hall
from companion.records.naming import REMOVE
from companion.sessions.timing import describe_minutes
from companion.tables.models import Person, Table
from scoring.stats.plays import GamePlay
from scoring.stats.rates import Rate

register = template.Library()
register.filter("verdict", wording.describe_verdict)
register.filter("wins_of_games", wording.describe_wins_of_games)
register.filter("percent", wording.say_percent)
register.filter("range", wording.describe_range)
register.filter("average", wording.say_average)
register.filter("change", wording.say_change)
register.filter("play_address", wording.play_address)
register.filter("record_name", wording.name_record)
register.filter("margin", wording.describe_margin)


@register.filter
def minutes(value: float) -> str:
    return describe_minutes(round(value))


@register.filter
def session_number(play: GamePlay) -> str:
    """Which of its campaign's sessions a game is."""
    return play.key.partition("/")[2]


@register.filter
def faction(key: str, game: str) -> str:
    return wording.faction_name(game, key)


@register.inclusion_tag("records/_rate.html")
def rate(one: Rate, *, ranks: bool = True) -> dict[str, Any]:
    """A win rate with its uncertainty, as a bar and in words; `ranks` where a list ranks by it."""
    return {"rate": one, "ranks": ranks}


@register.filter
def hundredths(share: float) -> float:
    """Where a share lies on a line of a hundred."""
    return round(share * 100, 1)


@register.filter
def place_in(play: GamePlay, who: str) -> int:
    seat = play.seat_of(who)
    return seat.place if seat else 0


@register.simple_tag
def count_games(person: Person) -> int:
    """How many finished games somebody played."""
    return open_book(person.table).person(str(person.pk)).plays


@register.simple_tag
def kept_hall(table: Table) -> KeptHall | None:
    """What a page to keep tells of the hall of fame; nothing before the first finished game."""
    book = open_book(table)
    return gather_hall(book) if book.plays else None


@register.simple_tag
def last_removal(table: Table) -> Act | None:
    """The act by which somebody was just removed; nothing once something followed it."""
    box = find_box(table)
    last = box.acts.order_by("number").last() if box else None
    return last if last and last.kind == REMOVE else None
