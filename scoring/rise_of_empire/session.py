"""A session of the campaign: the base game's score, less what the provinces cost."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from scoring import imperial_settlers as base
from scoring.entries import Group, count, flag, reading, replace_entry
from scoring.imperial_settlers.rounds import CAMPAIGN_ROUNDS
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
)
from scoring.turn_order import first_player_helper
from scoring.words import _

BOOK = _("Rise of the Empire")
PROVINCES = Rule(
    "ROE-8",
    BOOK,
    "2, 4",
    _("Provinces"),
    _(
        "A province can't be removed or built over, and counts as one location of its "
        "colour. At the end it costs the points printed on it."
    ),
    _(
        "It is neither a common nor a faction location. All provinces we know show 5. "
        "Your table can enter another number."
    ),
)
UPKEEP = Rule(
    "ROE-11",
    BOOK,
    "3",
    _("Unpaid upkeep"),
    _(
        "If you don't pay every ticked box of the province map, you get 0 for this "
        "session."
    ),
    _(
        "We couldn't read the symbol after the 0. Here it means the final score, "
        "unless your table chooses knowledge."
    ),
)
SCORE = Rule(
    "ROE-22",
    BOOK,
    "4, 5",
    _("Final score of a session"),
    _("Count as in the base game. Then subtract the points on your provinces."),
    _(
        "Your table decides two open questions: can a score fall below 0, and is "
        "gold worth a point?"
    ),
)
WINNER = Rule(
    "ROE-23",
    BOOK,
    "4",
    _("Winner of a session"),
    _(
        "The highest final score wins. Break ties as in the base game. A final tie "
        "is shared."
    ),
    _("Not printed: a final tie is shared."),
)

PRINTED = 5  # ROE-8: on every province seen


@dataclass(frozen=True)
class EmpireBoard(base.SettlersBoard):
    unpaid: str = reading(
        _("If upkeep isn't fully paid"),
        UPKEEP,
        {
            "score": _("the final score is 0"),
            "knowledge": _("you gain no knowledge but keep the score"),
        },
    )
    below_zero: str = reading(
        _("A final score below 0"),
        SCORE,
        {"floor": _("counts as 0"), "allowed": _("stays negative")},
    )
    gold: str = reading(
        _("Gold left over"),
        SCORE,
        {"nothing": _("scores nothing"), "points": _("scores 1 each")},
    )
    printed: int = count(
        _("Points lost per province"),
        PROVINCES,
        default=PRINTED,
        maximum=20,
        group=Group.READING,
        once=True,
    )


@dataclass(frozen=True)
class EmpireSeat(base.SettlersSeat):
    collection: int = replace_entry(
        base.SettlersSeat,
        "collection",
        maximum=CAMPAIGN_ROUNDS * base.COLLECTED_A_ROUND,
    )
    provinces: int = count(_("Provinces"), PROVINCES, maximum=55)
    unpaid: bool = flag(_("Upkeep not fully paid"), UPKEEP)
    gold: int = count(
        _("Gold left"),
        SCORE,
        group=Group.MORE,
        help=_("Only scores if your table says so."),
    )


Final = Tally[EmpireBoard, EmpireSeat]
Session = PlayedGame[EmpireBoard, EmpireSeat]


def gold_points(final: Final) -> list[Points]:
    counted = final.board.gold == "points"
    return [Points(seat.gold if counted else 0) for seat in final.seats]


def province_points(final: Final) -> list[Points]:
    return [
        Points(
            -seat.provinces * final.board.printed,
            f"−{seat.provinces} × {final.board.printed}" if seat.provinces else "",
        )
        for seat in final.seats
    ]


def forfeits(final: Final, seat: EmpireSeat) -> bool:
    """ROE-11, by the table's reading: whether this seat's final score is 0."""
    return seat.unpaid and final.board.unpaid == "score"


def forfeit_points(final: Final, so_far: Sequence[int]) -> list[Points]:
    """ROE-11: takes what was earned. It never gives: see `floor_points` for a score below 0."""
    return [
        Points(-max(0, earned) if forfeits(final, seat) else 0)
        for seat, earned in zip(final.seats, so_far, strict=True)
    ]


def floor_points(final: Final, so_far: Sequence[int]) -> list[Points]:
    """Lifts what fell below 0 back to it: ROE-22 by the table's reading, ROE-11 always."""
    lifts = final.board.below_zero == "floor"
    return [
        Points(max(0, -earned) if lifts or forfeits(final, seat) else 0)
        for seat, earned in zip(final.seats, so_far, strict=True)
    ]


def session_ending(session: Session) -> Ending:
    if session.players > 1:
        return Ending(True, "", WINNER)
    won = base.is_virtual_player_beaten(session.last.seats[0])
    why = _("You beat the virtual player.") if won else _("The virtual player wins.")
    return Ending(True, why, base.SOLO, first_wins=won)


def session_problems(session: Session) -> Iterable[Problem]:
    yield from base.problems(session)
    for number, seat in enumerate(session.last.seats):
        if seat.unpaid and not seat.provinces:
            message = _("No provinces, so no upkeep to pay.")
            yield Problem(message, UPKEEP, number, entry="unpaid")


def session_remarks(session: Session) -> Iterable[Remark]:
    """What the score alone doesn't show: who gains no knowledge under ROE-11's other reading."""
    yield from base.remarks(session)
    if session.last.board.unpaid == "knowledge":
        for number, seat in enumerate(session.last.seats):
            if seat.unpaid:
                yield Remark(_("No knowledge for this session."), UPKEEP, number)


GAME: Game[EmpireBoard, EmpireSeat] = Game(
    slug="rise_of_empire",
    name=BOOK,
    players=range(1, 5),
    unit=_("points"),
    board=EmpireBoard,
    seat=EmpireSeat,
    lines=(
        *base.LINES,
        ScoreLine(_("Gold"), SCORE, gold_points, rare=True),
        ScoreLine(_("Provinces"), PROVINCES, province_points),
        Adjustment(_("Upkeep not paid"), UPKEEP, forfeit_points),
        Adjustment(_("Raised to 0"), SCORE, floor_points, rare=True),
    ),
    tie_breaks=tuple(replace(line, rule=WINNER) for line in base.TIE_BREAKS),
    ending=session_ending,
    problems=session_problems,
    remarks=session_remarks,
    remember=(base.ONLY_LOCATIONS, base.LEFT_OVER),
    helpers=(
        Helper("empire-counters", _("Three in a row and pairs")),
        Helper("empire-upkeep", _("Upkeep planner")),
        *base.HELPERS,
        first_player_helper("rise_of_empire"),
        rules_helper("rise_of_empire"),
    ),
    rounds=CAMPAIGN_ROUNDS,
    example=Example(
        ("Anna", "Bára"),
        (
            Tally(
                1,
                EmpireBoard(),
                (
                    EmpireSeat(
                        people="romans",
                        track=30,
                        common=4,
                        faction=7,
                        provinces=1,
                        workers=2,
                    ),
                    EmpireSeat(
                        people="egyptians",
                        track=33,
                        common=6,
                        faction=5,
                        provinces=2,
                        unpaid=True,
                    ),
                ),
            ),
        ),
    ),
)
