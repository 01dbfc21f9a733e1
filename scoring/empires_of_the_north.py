"""Empires of the North: the final score, and when the game ends."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from scoring.entries import Group, count, name, pick, reading, text
from scoring.moves import rules_helper
from scoring.rules import Problem, Remark, Rule
from scoring.sheet import (
    Ending,
    Example,
    Game,
    Helper,
    PlayedGame,
    Points,
    Race,
    ScoreLine,
    TableStep,
    Tally,
    play_tallies,
    points_per_piece,
)
from scoring.turn_order import first_player_helper
from scoring.twins import twin_problems
from scoring.words import _, make_message

BOOK = _("Empires of the North")
SCORE = Rule(
    "EON-1",
    BOOK,
    "8",
    _("Final score"),
    _(
        "Start with the points on the track. Add 1 per card in your empire, 1 per "
        "two raw materials and 1 per gold."
    ),
)
ASSIGNED = Rule(
    "EON-2",
    BOOK,
    "8",
    _("Goods on cards"),
    _("Raw materials and gold on cards don't count. Only your supply does."),
)
ATTACK = Rule(
    "EON-3",
    _("Empires of the North, publisher's FAQ"),
    "",
    _("Attack tokens"),
    _("The publisher's FAQ gives 1 point per attack token left. The rulebook doesn't."),
    _(
        "Off unless your table turns it on. The result says if it would change the "
        "winner."
    ),
)
TIE = Rule(
    "EON-4",
    BOOK,
    "8",
    _("Ties"),
    _(
        "On equal points, more cards in the empire wins. Then more workers, then "
        "more cards in hand. If still tied, the victory is shared."
    ),
    _("Not printed: tired and assigned workers count too."),
)
END = Rule(
    "EON-5",
    BOOK,
    "6, 7, 8",
    _("End of the game"),
    _(
        "Reaching 25 in the action phase ends the game after that round's sailing. "
        "Reaching it only while sailing adds one more round."
    ),
    _("Not printed: 25 reached at the end of the lookout counts for the action phase."),
)
BOUNDS = Rule(
    "EON-6",
    BOOK,
    "2, 5",
    _("Number of pieces"),
    _(
        "An empire has up to 33 clan cards plus islands. The whole table has 22 "
        "islands."
    ),
)
STORED = Rule(
    "EON-7",
    BOOK,
    "6, 12",
    _("Stored goods"),
    _(
        "At the end of the lookout a card gives one yield per full lot stored on it. "
        "Each yield can be a different one the card offers."
    ),
)
SOLO = Rule(
    "EON-8",
    BOOK,
    "6",
    _("Solo game"),
    _("A solo game has four rounds. You play for the goals of a scenario."),
    _(
        "The scenarios are in a separate booklet. We count the total and you check "
        "the goals."
    ),
)
SHIPS = Rule(
    "EON-9",
    BOOK,
    "7, 10, 12",
    _("Ship queue"),
    _(
        "Ships choose islands in the order they set sail: a near one, or a far one "
        "with a fish. Plunder it, or conquer it with an attack token. Then the ship "
        "returns and the fish or token is spent."
    ),
)
PHASES = Rule(
    "EON-10",
    BOOK,
    "6, 7, 8",
    _("Phases of a round"),
    _(
        "A round has four phases: lookout, actions until all have passed, sailing "
        "and clean-up. In clean-up the first player token moves left."
    ),
)

CLANS = {
    "olaf": _("Olaf"),
    "heidel": _("Heidel"),
    "nanuuk": _("Nanuuk"),
    "panurjuk": _("Panurjuk"),
    "glenn": _("Glenn"),
    "mackinnon": _("MacKinnon"),
}
TRIGGER = 25  # EON-5
SOLO_ROUNDS = 4  # EON-8
CLAN_CARDS, ISLANDS = 33, 22  # EON-6
MATERIALS_PER_POINT = 2  # EON-1
ALONE, TOGETHER = range(1, 2), range(2, 5)
NO_CLEAN_UP = _("Skip clean-up and count the final score.")
# EON-5: what is still played, by the phase in which somebody was first there.
LAST_ROUNDS = {
    "": (_("Somebody has 25. Enter the phase when it was first reached."),),
    "action": (_("This round's sailing phase is the last."), NO_CLEAN_UP),
    "sailing": (_("Clean up and play one last round."),),
    "earlier": (_("This round is the last."), NO_CLEAN_UP),
}


@dataclass(frozen=True)
class NorthBoard:
    reached: str = pick(
        _("25 points were first reached"),
        END,
        {
            "action": _("in this round's action phase"),
            "sailing": _("in this round's sailing phase"),
            "earlier": _("in last round's sailing phase"),
        },
        players=TOGETHER,
    )
    scenario: str = text(_("Scenario"), SOLO, players=ALONE)
    attack: str = reading(
        _("Attack tokens left"),
        ATTACK,
        {"nothing": _("score nothing"), "points": _("score 1 each")},
    )


@dataclass(frozen=True)
class NorthSeat:
    clan: str = name(_("Clan"), BOUNDS, CLANS, once=True)
    track: int = count(_("Points on the track"), SCORE, are_points=True)
    cards: int = count(
        _("Cards in the empire"),
        SCORE,
        maximum=CLAN_CARDS + ISLANDS,
        help=_("Starting and built locations, upgrades and conquered islands."),
    )
    materials: int = count(
        _("Raw materials in the supply"),
        SCORE,
        help=_("Wood, stone, food, sheep and fish together."),
    )
    gold: int = count(_("Gold in the supply"), SCORE)
    attack: int = count(_("Attack tokens left"), ATTACK, group=Group.MORE)
    workers: int = count(_("Workers"), TIE, group=Group.TIE, players=TOGETHER)
    hand: int = count(_("Cards in hand"), TIE, group=Group.TIE, players=TOGETHER)


Final = Tally[NorthBoard, NorthSeat]
PlayedNorth = PlayedGame[NorthBoard, NorthSeat]


def material_points(final: Final) -> list[Points]:
    return [
        Points(
            seat.materials // MATERIALS_PER_POINT,
            f"{seat.materials} ÷ {MATERIALS_PER_POINT}",
        )
        for seat in final.seats
    ]


def attack_token_points(final: Final) -> list[Points]:
    counted = final.board.attack == "points"  # EON-3
    return [Points(seat.attack if counted else 0) for seat in final.seats]


def is_end_not_reached(final: Final) -> bool:
    """EON-5: whether the track alone has not brought anybody to the end."""
    return all(seat.track < TRIGGER for seat in final.seats)


def ending(session: PlayedNorth) -> Ending:
    if session.players == 1:
        return Ending(
            True,
            _("A solo game has no winner. Check the scenario's goals."),
            SOLO,
            first_wins=False,
        )
    board = session.last.board
    if is_end_not_reached(session.last):
        return Ending(
            False,
            make_message(_("Nobody has %(points)s on the track yet."), points=TRIGGER),
            END,
        )
    if board.reached == "sailing":
        return Ending(
            False, _("Reached while sailing, so the next round is the last."), END
        )
    if not board.reached:
        known = make_message(_("Somebody has %(points)s on the track."), points=TRIGGER)
        return Ending(True, known, END, asks="reached")
    return Ending(True, _("The last sailing phase is over."), END)


def problems(session: PlayedNorth) -> Iterable[Problem]:
    final = session.last
    both = _("%(one)s and %(other)s both play clan %(what)s.")
    yield from twin_problems(final, "clan", both, BOUNDS)
    if final.board.reached and is_end_not_reached(final):
        message = _("Nobody has %(points)s on the track, so the end isn't set yet.")
        yield Problem(make_message(message, points=TRIGGER), END, entry="reached")
    islands = sum(max(0, seat.cards - CLAN_CARDS) for seat in final.seats)
    if islands > ISLANDS:
        message = _(
            "That many cards would need %(needed)s islands. The game has %(islands)s."
        )
        said = make_message(message, needed=islands, islands=ISLANDS)
        yield Problem(said, BOUNDS, entry="cards")


def remarks(session: PlayedNorth) -> Iterable[Remark]:
    """EON-3: says so where the other reading would name another winner."""
    if not ending(session).over:
        return
    final = session.last
    other = "nothing" if final.board.attack == "points" else "points"
    turned = replace(final, board=replace(final.board, attack=other))
    if winners(play_tallies(GAME, [turned])) != winners(session):
        message = {
            "points": _("With 1 point per attack token, somebody else would win."),
            "nothing": _("Without points for attack tokens, somebody else would win."),
        }
        yield Remark(message[other], ATTACK)


def race(session: PlayedNorth) -> Race | None:
    if session.players == 1:
        return None
    have = tuple(seat.track for seat in session.last.seats)
    return Race(_("Points that end the game"), TRIGGER, have, END)


def steps(session: PlayedNorth) -> Iterable[TableStep]:
    """EON-5: what is still played once somebody is there."""
    final = session.last
    if session.players > 1 and not is_end_not_reached(final):
        for message in LAST_ROUNDS[final.board.reached]:
            yield TableStep(message, END)


def winners(session: PlayedNorth) -> list[int]:
    return [seat for seat, place in enumerate(session.places) if place == 1]


GAME: Game[NorthBoard, NorthSeat] = Game(
    slug="empires_of_the_north",
    name=BOOK,
    players=range(1, 5),
    unit=_("points"),
    board=NorthBoard,
    seat=NorthSeat,
    lines=(
        ScoreLine(_("Points on the track"), SCORE, points_per_piece("track")),
        ScoreLine(_("Cards in the empire"), SCORE, points_per_piece("cards")),
        ScoreLine(_("Raw materials, 1 per two"), SCORE, material_points),
        ScoreLine(_("Gold, 1 each"), SCORE, points_per_piece("gold")),
        ScoreLine(_("Attack tokens"), ATTACK, attack_token_points, rare=True),
    ),
    tie_breaks=(
        ScoreLine(_("More cards in the empire"), TIE, points_per_piece("cards")),
        ScoreLine(_("More workers"), TIE, points_per_piece("workers")),
        ScoreLine(_("More cards in hand"), TIE, points_per_piece("hand")),
    ),
    ending=ending,
    problems=problems,
    remarks=remarks,
    race=race,
    steps=steps,
    remember=(ASSIGNED,),
    helpers=(
        Helper("north-round", _("Round and end")),
        Helper("north-ships", _("Ship queue")),
        Helper("north-stored", _("Stored goods")),
        first_player_helper("empires_of_the_north"),
        rules_helper("empires_of_the_north"),
    ),
    example=Example(
        ("Anna", "Bára"),
        (
            Tally(
                1,
                NorthBoard(reached="action"),
                (
                    NorthSeat(
                        clan="olaf",
                        track=27,
                        cards=12,
                        materials=5,
                        gold=2,
                        attack=3,
                        workers=4,
                        hand=2,
                    ),
                    NorthSeat(
                        clan="glenn",
                        track=24,
                        cards=15,
                        materials=7,
                        gold=1,
                        attack=0,
                        workers=5,
                        hand=3,
                    ),
                ),
            ),
        ),
    ),
)
