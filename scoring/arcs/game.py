"""Arcs, declared."""

from __future__ import annotations

from scoring.arcs import rulebook as book
from scoring.arcs.between import race, steps
from scoring.arcs.chapters import (
    Board,
    Seat,
    ambition_line,
    at_stake,
    city_bonus,
    ending,
    turn_order,
)
from scoring.arcs.checks import problems
from scoring.arcs.rulebook import Ambition
from scoring.sheet import Example, Game, Helper, Line, Tally
from scoring.turn_order import first_player_helper
from scoring.words import _

EXAMPLE = Example(
    ("Anna", "Bára", "Cyril"),
    (
        Tally(
            1,
            Board(first=Ambition.TYCOON, second=Ambition.WARLORD),
            (
                Seat(fuel=2, material_cards=1, trophies=2, cities=3),
                Seat(material=1, fuel_cards=1, trophies=4, cities=3),
                Seat(relic=2, captives=1, cities=4),
            ),
        ),
        Tally(
            2,
            Board(first=Ambition.KEEPER, second=Ambition.TYCOON, third=Ambition.KEEPER),
            (
                Seat(fuel=3, material=1, material_cards=1, cities=1, turn=2),
                Seat(relic=1, psionic=2, fuel_cards=1, cities=2, turn=3),
                Seat(relic=3, relic_cards=1, captives=1, cities=2, turn=1),
            ),
        ),
    ),
)

GAME: Game[Board, Seat] = Game(
    slug="arcs",
    name=book.BOOK,
    players=range(2, 5),
    unit=_("power"),
    emblem="M12 6.5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11z M5 13c-2.5 2-3.5 3.8-2.8 4.7 1.5 2 9-.9 14.3-5.2S24 4.2 22.5 2.8C21.6 2 19 2.6 16 4l.8 1.3c1.8-.7 3.3-1 3.7-.6.7.8-2.3 4-6.5 7.3s-9 5.3-9.6 4.5c-.3-.4.4-1.5 1.8-2.7z",
    board=Board,
    seat=Seat,
    lines=(
        *(ambition_line(ambition) for ambition in Ambition),
        Line(_("City bonus"), book.CITIES, city_bonus),
    ),
    tie_breaks=(Line(_("Earlier in turn order"), book.WINNER, turn_order),),
    tallies=book.LAST_CHAPTER,
    tally_name=_("Chapter"),
    at_stake=at_stake,
    ending=ending,
    problems=problems,
    race=race,
    steps=steps,
    remember=(book.AMBITIONS, book.TIES, book.CLEAN_UP, book.EXAMPLE),
    example=EXAMPLE,
    helpers=(
        Helper("arcs-battle", _("Battle odds")),
        Helper("arcs-standings", _("Standings now")),
        Helper("arcs-raid", _("Raid planner")),
        Helper("arcs-city", _("Destroying a city")),
        first_player_helper("arcs"),
    ),
)
