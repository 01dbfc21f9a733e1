"""CATAN: Rise of the Inkas: three tribes, one after the other, to 11 points."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from scoring.entries import Group, Nothing, count
from scoring.inkas.rulebook import (
    ADVANTAGES,
    BOOK,
    CITY,
    FIRST_DECLINE,
    KEPT,
    PEAK,
    PIECES,
    POINTS,
    SECOND_DECLINE,
    START,
)
from scoring.moves import rules_helper
from scoring.rules import Problem, Rule
from scoring.sheet import (
    Ending,
    Example,
    Game,
    Helper,
    PlayedGame,
    Race,
    ScoreLine,
    TableStep,
    Tally,
    points_per_piece,
)
from scoring.turn_order import first_player_helper
from scoring.words import _, make_message

FIRST_PEAK, SECOND_PEAK, THIRD_PEAK = PEAKS = (4, 4, 3)  # INK-3
START_POINTS = 2  # INK-2
TO_WIN = sum(PEAKS)
VILLAGES, CITIES = 8, 2  # INK-13
SITE = _(
    "On a free crossing with a path. No building next to it, and nobody else can "
    "build there now."
)
TOKENS = _("Development tokens")
TURN_ENDS = _("Your turn ends at once. No trade, no building, no card, no advantage.")


@dataclass(frozen=True)
class InkasSeat:
    first: int = count(_("First tribe"), POINTS, maximum=FIRST_PEAK, help=TOKENS)
    second: int = count(_("Second tribe"), POINTS, maximum=SECOND_PEAK, help=TOKENS)
    third: int = count(_("Third tribe"), POINTS, maximum=THIRD_PEAK, help=TOKENS)
    villages: int = count(
        _("Villages of the active tribe"),
        PIECES,
        maximum=VILLAGES,
        group=Group.MORE,
        help=_("Checks your tokens against the board. Leave both at 0 to skip."),
    )
    cities: int = count(
        _("Cities of the active tribe"), CITY, maximum=CITIES, group=Group.MORE
    )


Final = Tally[Nothing, InkasSeat]
PlayedInkas = PlayedGame[Nothing, InkasSeat]


def tribe_points(seat: InkasSeat) -> tuple[int, int, int]:
    return (seat.first, seat.second, seat.third)


def active_tribe_points(seat: InkasSeat) -> int:
    """The points of the tribe that is being built now: the last one begun."""
    return next((points for points in reversed(tribe_points(seat)) if points), 0)


def ending(session: PlayedInkas) -> Ending:
    if max(session.totals) < TO_WIN:
        return Ending(
            False, make_message(_("Nobody has %(points)s yet."), points=TO_WIN), PEAK
        )
    won = make_message(_("%(points)s points win right away."), points=TO_WIN)
    return Ending(True, won, PEAK, sure=True)


def problems(session: PlayedInkas) -> Iterable[Problem]:
    won = TO_WIN in session.totals
    for number, seat in enumerate(session.last.seats):
        if won and seat == InkasSeat():
            continue  # INK-3: the game is over, whatever the others have
        for message, rule, entry in seat_faults(seat):
            yield Problem(message, rule, number, entry=entry)
    if session.totals.count(TO_WIN) > 1:
        message = _("Only one player can have a third tribe at its peak.")
        yield Problem(message, PEAK, entry="third")


def seat_faults(seat: InkasSeat) -> Iterable[tuple[str, Rule, str]]:
    first, second, third = tribe_points(seat)
    if first < START_POINTS:
        yield _("The first tribe starts with 2 villages."), START, "first"
    if first < FIRST_PEAK and (second or third):
        message = _("The second tribe begins when the first is complete.")
        yield message, FIRST_DECLINE, "second"
    if first == FIRST_PEAK and not (second or third):
        yield (
            _("A complete first tribe founds the second at once. Enter 1 token."),
            FIRST_DECLINE,
            "second",
        )
    if second < SECOND_PEAK and third:
        message = _("The third tribe begins when the second is complete.")
        yield message, SECOND_DECLINE, "third"
    if second == SECOND_PEAK and not third:
        yield (
            _("A complete second tribe founds the third at once. Enter 1 token."),
            SECOND_DECLINE,
            "third",
        )
    yield from piece_faults(seat)


def piece_faults(seat: InkasSeat) -> Iterable[tuple[str, Rule, str]]:
    if seat.cities > 1:
        yield _("A tribe has at most one city."), CITY, "cities"
    built = seat.villages + 2 * seat.cities
    if seat.cities and active_tribe_points(seat) == seat.first == START_POINTS:
        yield _("A first tribe's city is at least its third point."), CITY, "cities"
    if built and built != active_tribe_points(seat):
        yield (
            _("Villages and cities don't add up to the active tribe's tokens."),
            PIECES,
            "villages",
        )


def race(session: PlayedInkas) -> Race:
    return Race(_("Points to win"), TO_WIN, session.totals, PEAK)


def steps(session: PlayedInkas) -> Iterable[TableStep]:
    """What a tribe at its peak leaves to do, until its successor has grown."""
    if max(session.totals) >= TO_WIN:
        return
    for number, seat in enumerate(session.last.seats):
        for message, rule in decline_steps(seat):
            yield TableStep(message, rule, number)


def decline_steps(seat: InkasSeat) -> Iterable[tuple[str, Rule]]:
    match tribe_points(seat):
        case (first, (0 | 1) as second, 0) if first == FIRST_PEAK:
            return first_decline_steps(founded=bool(second))
        case (first, second, (0 | 1) as third) if (first, second) == PEAKS[:2]:
            return second_decline_steps(founded=bool(third))
    return ()


def first_decline_steps(*, founded: bool) -> Iterable[tuple[str, Rule]]:
    yield from abandon_steps(FIRST_DECLINE)
    yield (
        _("Place a free village of the second tribe. No road, no yield."),
        FIRST_DECLINE,
    )
    yield SITE, FIRST_DECLINE
    if not founded:
        yield _("Take its token. Enter 1 for the second tribe."), FIRST_DECLINE
    yield TURN_ENDS, FIRST_DECLINE


def second_decline_steps(*, founded: bool) -> Iterable[tuple[str, Rule]]:
    yield (
        _("Remove what's left of the first tribe, thickets too."),
        SECOND_DECLINE,
    )
    yield _("Its tokens stay. You lose no points."), KEPT
    yield from abandon_steps(SECOND_DECLINE)
    yield (
        _("Place a free village of the third tribe. No road, no yield."),
        SECOND_DECLINE,
    )
    yield SITE, SECOND_DECLINE
    if not founded:
        yield _("Take its token. Enter 1 for the third tribe."), SECOND_DECLINE
    yield TURN_ENDS, SECOND_DECLINE


def abandon_steps(rule: Rule) -> Iterable[tuple[str, Rule]]:
    """INK-6: what a tribe at its peak gives up before the next is founded."""
    yield _("Remove all your roads from the board."), rule
    yield (
        _(
            "Give up the longest trade route if you have it. It goes to the only "
            "longest route of 3 or more roads, or aside."
        ),
        rule,
    )
    yield _("Put thickets around all the tribe's buildings."), rule


GAME: Game[Nothing, InkasSeat] = Game(
    slug="inkas",
    name=BOOK,
    players=range(3, 5),
    unit=_("points"),
    board=Nothing,
    seat=InkasSeat,
    lines=(
        ScoreLine(_("First tribe"), POINTS, points_per_piece("first")),
        ScoreLine(_("Second tribe"), POINTS, points_per_piece("second")),
        ScoreLine(_("Third tribe"), POINTS, points_per_piece("third")),
    ),
    ending=ending,
    problems=problems,
    race=race,
    steps=steps,
    remember=(ADVANTAGES, KEPT, FIRST_DECLINE, SECOND_DECLINE),
    helpers=(
        Helper("inkas-dice", _("Dice log")),
        Helper("inkas-tribes", _("Tribes and decline")),
        Helper("inkas-advantages", _("Route, warriors, a 7")),
        Helper("inkas-trade", _("Costs and the bank")),
        first_player_helper("inkas"),
        rules_helper("inkas"),
    ),
    example=Example(
        ("Anna", "Bára", "Cyril"),
        (
            Tally(
                1,
                Nothing(),
                (
                    InkasSeat(first=4, second=4, third=3, villages=1, cities=1),
                    InkasSeat(first=4, second=4, third=2),
                    InkasSeat(first=4, second=3),
                ),
            ),
        ),
    ),
)
