"""Arcs, declared."""

from __future__ import annotations

from scoring.arcs import rulebook as book
from scoring.arcs.between import race, steps
from scoring.arcs.chapters import (
    ArcsBoard,
    ArcsSeat,
    ambition_line,
    ambition_stakes,
    at_stake,
    carry_pieces,
    city_bonus,
    ending,
    needed_entries,
    turn_order,
)
from scoring.arcs.checks import problems
from scoring.arcs.rulebook import Ambition
from scoring.moves import rules_helper
from scoring.sheet import Example, Game, Helper, ScoreLine, Tally
from scoring.turn_order import first_player_helper
from scoring.words import _

EXAMPLE = Example(
    ("Anna", "Bára", "Cyril"),
    (
        Tally(
            1,
            ArcsBoard(first=Ambition.TYCOON, second=Ambition.WARLORD),
            (
                ArcsSeat(tycoon=3, trophies=2, cities=3),
                ArcsSeat(tycoon=2, trophies=4, cities=3),
                ArcsSeat(cities=4),
            ),
        ),
        Tally(
            2,
            ArcsBoard(
                first=Ambition.KEEPER, second=Ambition.TYCOON, third=Ambition.KEEPER
            ),
            (
                ArcsSeat(tycoon=5, cities=1, turn=2),
                ArcsSeat(keeper=1, tycoon=1, cities=2, turn=3),
                ArcsSeat(keeper=4, cities=2, turn=1),
            ),
        ),
    ),
)

GAME: Game[ArcsBoard, ArcsSeat] = Game(
    slug="arcs",
    name=book.BOOK,
    players=range(2, 5),
    unit=_("power"),
    board=ArcsBoard,
    seat=ArcsSeat,
    lines=(
        *(ambition_line(ambition) for ambition in Ambition),
        ScoreLine(_("City bonus"), book.CITIES, city_bonus),
    ),
    tie_breaks=(ScoreLine(_("Earlier in turn order"), book.WINNER, turn_order),),
    tallies=book.LAST_CHAPTER,
    tally_name=_("Chapter"),
    at_stake=at_stake,
    needed=needed_entries,
    stakes=ambition_stakes,
    carried=carry_pieces,
    ending=ending,
    problems=problems,
    race=race,
    steps=steps,
    remember=(book.AMBITIONS, book.TIES, book.CLEAN_UP, book.EXAMPLE),
    example=EXAMPLE,
    helpers=(
        Helper("arcs-battle", _("Battle odds")),
        Helper("arcs-plan", _("Battle planner")),
        Helper("arcs-standings", _("Standings now")),
        Helper("arcs-raid", _("Raid planner")),
        Helper("arcs-city", _("Destroying a city")),
        first_player_helper("arcs"),
        rules_helper("arcs"),
    ),
)
