"""A game for one to six, which none of the real ones is, with a page for its helper."""

from dataclasses import dataclass

from django.urls import path

from companion import urls
from companion.sessions.aids.first_player import choose_first_player
from scoring.entries import Group, count, name
from scoring.rules import Rule
from scoring.sheet import Ending, Example, Game, ScoreLine, Tally, points_per_piece
from scoring.turn_order import first_player_helper

RULE = Rule("SIX-1", "Six", "2", "Stones", "A stone is worth 1, a tower 3.")
TIE = Rule("SIX-2", "Six", "3", "Ties", "Whoever has more towers is ahead.")
PEOPLE = ("Anna", "Bára", "Cyril", "Dana", "Emil", "František")
CLANS = {"fox": "Fox", "bear": "Bear", "heron": "Heron"}


@dataclass(frozen=True)
class Board:
    rounds: int = count("Rounds", RULE)


@dataclass(frozen=True)
class Seat:
    clan: str = name("Clan", RULE, CLANS)
    stones: int = count("Stones", RULE)
    towers: int = count("Towers", RULE)
    animals: int = count("Animals left in the forest", RULE)
    left: int = count("Cards in hand", TIE, group=Group.TIE)


def ending(_played):
    return Ending(True, "The bag is empty.", RULE)


SIX = Game(
    slug="six",
    name="Six",
    players=range(1, 7),
    unit="points",
    board=Board,
    seat=Seat,
    lines=(
        ScoreLine("Stones", RULE, points_per_piece("stones")),
        ScoreLine("Towers", RULE, points_per_piece("towers", 3)),
        ScoreLine("Animals left in the forest", RULE, points_per_piece("animals", 2)),
    ),
    tie_breaks=(ScoreLine("More cards in hand", TIE, points_per_piece("left")),),
    ending=ending,
    example=Example(
        PEOPLE[:2],
        (Tally(1, Board(), (Seat(stones=4, towers=2), Seat(stones=9))),),
    ),
    helpers=(first_player_helper("six"),),
)


def stones(players):
    """What everybody typed: later seats have more, so that each place is taken once."""
    cells = {f"name{seat}": PEOPLE[seat] for seat in range(players)}
    cells |= {f"1s{seat}-stones": str(10 + seat) for seat in range(players)}
    return cells | {f"1s{seat}-towers": "7" for seat in range(players)}


urlpatterns = [
    path(
        "helpers/six/first-player/",
        choose_first_player,
        {"slug": "six"},
        name="six-first-player",
    ),
    *urls.urlpatterns,
]
handler404 = urls.handler404
