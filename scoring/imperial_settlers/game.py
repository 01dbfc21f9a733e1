"""Imperial Settlers: the final score after the last round, alone or at a table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scoring.entries import Group, count, known_key, name, reading
from scoring.imperial_settlers.rounds import ROUNDS
from scoring.imperial_settlers.rulebook import (
    BOOK,
    BOUNDS,
    FACTIONS,
    LEFT_OVER,
    ONLY_LOCATIONS,
    SCORE,
    SHRINE,
    SOLO,
    TIE,
    TITLE,
)
from scoring.moves import rules_helper
from scoring.rules import Problem, Remark, Rule
from scoring.sheet import (
    Adjustment,
    Ending,
    Example,
    Game,
    Helper,
    PlayedGame,
    Points,
    ScoreLine,
    Tally,
    points_per_piece,
)
from scoring.turn_order import first_player_helper
from scoring.twins import twin_problems
from scoring.words import Message, Words, _, make_message

JAPANESE, EGYPTIANS = "japanese", "egyptians"
FACTION_NAMES = {
    "barbarians": _("Barbarians"),
    JAPANESE: _("Japanese"),
    "romans": _("Romans"),
    EGYPTIANS: _("Egyptians"),
}
DECK, WITH_EXPANSION = "30", "40"
COMMON_CARDS = 84  # IS-8
COLLECTED_A_ROUND = 4  # IS-13, 14, 20: two cards of the lookout, two razed locations
COMMON, FACTION = 1, 2  # IS-1: points per location
ALONE, TOGETHER = range(1, 2), range(2, 5)
# IS-12: from how many points on.
TITLES = {
    80: _("Emperor"),
    70: _("King"),
    60: _("Castellan"),
    50: _("Knight"),
    40: _("Squire"),
    30: _("Servant"),
    0: _("Commoner"),
}


@dataclass(frozen=True)
class SettlersBoard:
    deck: str = reading(
        _("Cards in a faction deck"),
        BOUNDS,
        {DECK: _("30 cards"), WITH_EXPANSION: _("40 cards, with an expansion")},
    )
    tie: str = reading(
        _("What counts in a tie"),
        TIE,
        {
            "materials": _("raw materials and workers"),
            "goods": _("gold and tokens too"),
        },
    )
    temple: str = reading(
        _("Who scores a location held by the Temple of Ra?"),
        ONLY_LOCATIONS,
        {"owner": _("its owner"), "egyptians": _("the Egyptians")},
    )


@dataclass(frozen=True)
class SettlersSeat:
    people: str = name(_("Faction"), FACTIONS, FACTION_NAMES, once=True)
    track: int = count(_("Points on the track"), SCORE, are_points=True)
    common: int = count(_("Common locations"), SCORE, maximum=200)
    faction: int = count(_("Faction locations"), SCORE, maximum=40)
    collection: int = count(
        _("Virtual player's collection"),
        SOLO,
        maximum=ROUNDS * COLLECTED_A_ROUND,
        players=ALONE,
    )
    shrine: int = count(
        _("Points from Shrine and Gate"), SHRINE, group=Group.MORE, are_points=True
    )
    under_ra: int = count(
        _("Your common locations held by the Temple of Ra"),
        ONLY_LOCATIONS,
        maximum=200,
        group=Group.MORE,
        players=TOGETHER,
        help=_("Already included in your common locations above."),
    )
    materials: int = count(
        _("Wood, stone and food left"), TIE, group=Group.TIE, players=TOGETHER
    )
    workers: int = count(_("Workers left"), TIE, group=Group.TIE, players=TOGETHER)
    goods: int = count(
        _("Gold and tokens left"),
        TIE,
        group=Group.TIE,
        players=TOGETHER,
        help=_("Only counts if your table says so."),
    )
    hand: int = count(_("Cards in hand"), TIE, group=Group.TIE, players=TOGETHER)


Final = Tally[SettlersBoard, SettlersSeat]
PlayedSettlers = PlayedGame[SettlersBoard, SettlersSeat]


def faction_of(seat: SettlersSeat) -> str:
    """IS-6: the faction somebody plays, also when its name was typed."""
    return known_key(seat.people, FACTION_NAMES)


def temple_of_ra(final: Final) -> list[Points]:
    """IS-3, by the table's reading: the points move from the owners to the Egyptians."""
    held = [COMMON * seat.under_ra for seat in final.seats]
    if final.board.temple != "egyptians":
        return [Points(0)] * len(held)
    return [
        Points(sum(held) - own if faction_of(seat) == EGYPTIANS else -own)
        for seat, own in zip(final.seats, held, strict=True)
    ]


def is_virtual_player_beaten(seat: SettlersSeat) -> bool:
    """IS-11: whether the virtual player lost to this empire."""
    return seat.faction > seat.collection


def solo_forfeit(final: Final, so_far: Sequence[int]) -> list[Points]:
    """IS-12: the points of the locations are for winners only."""
    return [
        Points(0 if is_virtual_player_beaten(seat) else seat.track - earned)
        for seat, earned in zip(final.seats, so_far, strict=True)
    ]


def leftover_points(final: Final) -> list[Points]:
    """IS-4: raw materials and workers, and by the table's reading the rest."""
    everything = final.board.tie == "goods"
    return [
        Points(seat.materials + seat.workers + (seat.goods if everything else 0))
        for seat in final.seats
    ]


def solo_title(points: int) -> str:
    return next(earned for least, earned in TITLES.items() if points >= least)


def ending(session: PlayedSettlers) -> Ending:
    if session.players > 1:
        return Ending(True, "", SCORE)
    (seat,), (total,) = session.last.seats, session.totals
    values = {"own": seat.faction, "virtual": seat.collection}
    if not is_virtual_player_beaten(seat):
        lost = make_message(
            _("Lost: %(own)s faction locations against %(virtual)s cards."), **values
        )
        return Ending(True, lost, SOLO, first_wins=False)
    won = _(
        "Won with %(own)s faction locations against %(virtual)s cards. Title: %(title)s."
    )
    return Ending(
        True, make_message(won, **values, title=Message(solo_title(total))), TITLE
    )


def problems(session: PlayedSettlers) -> Iterable[Problem]:
    final = session.last
    both = _("%(one)s and %(other)s both have %(what)s.")
    yield from twin_problems(final, "people", both, FACTIONS)
    for number, seat in enumerate(final.seats):
        for message, rule, entry in seat_faults(seat, deck=int(final.board.deck)):
            yield Problem(message, rule, number, entry=entry)
    yield from temple_without_egyptians(final)


def seat_faults(seat: SettlersSeat, *, deck: int) -> Iterable[tuple[Words, Rule, str]]:
    if seat.faction > deck:
        yield (
            make_message(_("A faction deck has only %(deck)s cards."), deck=deck),
            BOUNDS,
            "faction",
        )
    if seat.shrine and faction_of(seat) not in ("", JAPANESE):
        yield _("Only the Japanese have the Shrine and the Gate."), SHRINE, "shrine"
    if seat.under_ra > seat.common:
        message = _("More locations under the Temple of Ra than you have.")
        yield message, ONLY_LOCATIONS, "under_ra"


def temple_without_egyptians(final: Final) -> Iterable[Problem]:
    """IS-3: points that go to the Egyptians need an Egyptian to go to."""
    held = any(seat.under_ra for seat in final.seats)
    egyptians = any(faction_of(seat) == EGYPTIANS for seat in final.seats)
    if held and final.board.temple == "egyptians" and not egyptians:
        yield Problem(
            _("The Temple of Ra belongs to the Egyptians, but nobody plays them."),
            ONLY_LOCATIONS,
            entry="under_ra",
        )


def remarks(session: PlayedSettlers) -> Iterable[Remark]:
    common = sum(seat.common for seat in session.last.seats)
    if common > COMMON_CARDS:
        message = _(
            "%(common)s common locations, but the base game has only %(deck)s cards."
        )
        yield Remark(make_message(message, common=common, deck=COMMON_CARDS), BOUNDS)


LINES: tuple[ScoreLine[SettlersBoard, SettlersSeat], ...] = (
    ScoreLine(_("Points on the track"), SCORE, points_per_piece("track")),
    ScoreLine(_("Common locations, 1 each"), SCORE, points_per_piece("common", COMMON)),
    ScoreLine(
        _("Faction locations, 2 each"), SCORE, points_per_piece("faction", FACTION)
    ),
    ScoreLine(_("Shrine and Gate"), SHRINE, points_per_piece("shrine"), rare=True),
    ScoreLine(
        _("Temple of Ra"), ONLY_LOCATIONS, temple_of_ra, players=TOGETHER, rare=True
    ),
)
TIE_BREAKS: tuple[ScoreLine[SettlersBoard, SettlersSeat], ...] = (
    ScoreLine(_("More goods left"), TIE, leftover_points),
    ScoreLine(_("More cards in hand"), TIE, points_per_piece("hand")),
)
EXAMPLE = Example(
    ("Anna", "Bára", "Cyril"),
    (
        Tally(
            1,
            SettlersBoard(),
            (
                SettlersSeat(
                    people="romans",
                    track=41,
                    common=6,
                    faction=9,
                    materials=2,
                    workers=1,
                    hand=3,
                ),
                SettlersSeat(
                    people=JAPANESE,
                    track=38,
                    common=5,
                    faction=8,
                    shrine=6,
                    materials=4,
                    hand=2,
                ),
                SettlersSeat(
                    people="barbarians",
                    track=47,
                    common=8,
                    faction=5,
                    workers=3,
                    hand=1,
                ),
            ),
        ),
    ),
)

HELPERS = (
    Helper("settlers-rounds", _("Rounds and phases")),
    Helper("settlers-production", _("Production and paying")),
    Helper("settlers-raze", _("Raze cost")),
    Helper("settlers-solo", _("Attacks in a solo game"), alone=True),
)
GAME: Game[SettlersBoard, SettlersSeat] = Game(
    slug="imperial_settlers",
    name=BOOK,
    players=range(1, 5),
    unit=_("points"),
    board=SettlersBoard,
    seat=SettlersSeat,
    lines=(
        *LINES,
        Adjustment(
            _("Lost to the virtual player"),
            TITLE,
            solo_forfeit,
            players=ALONE,
            rare=True,
        ),
    ),
    tie_breaks=TIE_BREAKS,
    ending=ending,
    problems=problems,
    remarks=remarks,
    remember=(ONLY_LOCATIONS, LEFT_OVER),
    example=EXAMPLE,
    helpers=(
        *HELPERS,
        first_player_helper("imperial_settlers"),
        rules_helper("imperial_settlers"),
    ),
    rounds=ROUNDS,
)
