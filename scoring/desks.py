"""The rules of every game by the moment they matter, and the moves that can be checked."""

from __future__ import annotations

from dataclasses import dataclass

from scoring import empires_of_the_north as north
from scoring import house, north_moves, turn_order
from scoring.arcs import rulebook as arcs
from scoring.arcs import turn_rules, turns
from scoring.final_scores import FINAL_SCORES
from scoring.imperial_settlers import moves as settlers_moves
from scoring.imperial_settlers import rulebook as settlers
from scoring.imperial_settlers.rounds import PHASE_NAMES
from scoring.inkas import moves as inkas_moves
from scoring.inkas import rulebook as inkas
from scoring.moves import Move
from scoring.north_rounds import PHASE_NAMES as NORTH_PHASES
from scoring.rise_of_empire import moves as empire_moves
from scoring.rise_of_empire import rulebook as empire
from scoring.rise_of_empire import session as empire_session
from scoring.rules import Rule
from scoring.tables.people import WHO_IS_WHO
from scoring.words import _


@dataclass(frozen=True)
class Section:
    """The rules of one moment of a game."""

    key: str
    title: str
    rules: tuple[Rule, ...]


@dataclass(frozen=True)
class Desk:
    """Everything the companion knows of one rulebook."""

    game: str
    sections: tuple[Section, ...]
    moves: tuple[Move, ...] = ()
    base: str = ""  # the game whose rules hold too

    @property
    def rules(self) -> tuple[Rule, ...]:
        return tuple(rule for section in self.sections for rule in section.rules)


SET_UP, PLAY, ENDING = _("Set-up"), _("During play"), _("End and score")
OURS = Section(
    "app",
    _("In this app"),
    (house.HOUSE, turn_order.FAIR, FINAL_SCORES, WHO_IS_WHO),
)

SETTLERS = Desk(
    "imperial_settlers",
    (
        Section(
            "set-up",
            SET_UP,
            (settlers.FACTIONS, settlers.BOUNDS, settlers.FIRST, settlers.ROUND),
        ),
        Section(
            "lookout", PHASE_NAMES["lookout"], (settlers.LOOKOUT, settlers.RESHUFFLE)
        ),
        Section("production", PHASE_NAMES["production"], (settlers.BOARDS,)),
        Section(
            "action",
            PHASE_NAMES["action"],
            (
                *(settlers.DEALS, settlers.PAYS_AT_ONCE, settlers.GOLD),
                *(settlers.RAZING, settlers.RUINS, settlers.WAGON_BUILDER),
                *(settlers.RABBLE, settlers.REMOVING),
            ),
        ),
        Section("clean-up", PHASE_NAMES["clean-up"], (settlers.STAYS,)),
        Section(
            "scoring",
            ENDING,
            (
                *(settlers.SCORE, settlers.SHRINE, settlers.ONLY_LOCATIONS),
                *(settlers.TIE, settlers.LEFT_OVER),
            ),
        ),
        Section(
            "attack",
            _("Solo game"),
            (
                *(settlers.SOLO_SET_UP, settlers.VIRTUAL, settlers.ATTACK),
                *(settlers.WAVE, settlers.TARGET, settlers.TO_THE_END),
                *(settlers.ATTACK_CARDS, settlers.JAPANESE_ALONE),
                *(settlers.SOLO_EXAMPLE, settlers.SOLO, settlers.TITLE),
            ),
        ),
        Section(
            "variants",
            _("Variants"),
            (
                settlers.PEACEFUL,
                settlers.PASSING_LOOKOUT,
                settlers.ADVANCED_LOOKOUT,
            ),
        ),
        OURS,
    ),
    settlers_moves.MOVES,
)
EMPIRE = Desk(
    "rise_of_empire",
    (
        Section(
            "founding",
            _("Starting a campaign"),
            (empire.BOX, empire.START, empire.DECKS, empire.LAYOUTS),
        ),
        Section(
            "set-up",
            _("Before a session"),
            (
                *(empire.SET_UP, empire.COUNTERS, empire.MISSIONS, empire.ROUNDS),
                *(empire.ICONS, empire.STARTING_BONUSES, empire.DIFFERENT_AGES),
            ),
        ),
        Section(
            "play",
            PLAY,
            (
                *(empire.FREE_ACTIONS, empire.PROGRESS_TOKENS, empire.DOVE),
                *(empire.DRUDGE, empire.WALL, empire.BRIBE),
                *(empire_session.PROVINCES, empire.PAYING, empire_session.UPKEEP),
                *(empire.INVENTIONS, empire.NEW_PAIR),
            ),
        ),
        Section(
            "missions",
            _("Missions"),
            (
                *(empire.COMPLETING, empire.TOGETHER, empire.ONCE),
                *(empire.PROGRESSIVE, empire.POSSESSION, empire.IN_A_ROW),
                empire.OVERFLOW,
            ),
        ),
        Section(
            "ending",
            _("End of a session"),
            (
                *(empire_session.SCORE, empire_session.WINNER, empire.EXTRA_TICK),
                *(empire.AGE_CHECK, empire.KNOWLEDGE, empire.END_BONUSES),
                *(empire.BUYING, empire.REPLACING, empire.KEPT_INVENTIONS),
                *(empire.LEFT_OVER, empire.GAIN_PROVINCE, empire.DRAWING),
                empire.EXAMPLE,
            ),
        ),
        Section(
            "ages",
            _("Ages and victory"),
            (
                *(empire.AGE_CHANGE, empire.CARRIED_OVER, empire.NEW_SHEET),
                empire.VICTORY,
            ),
        ),
        Section(
            "losing",
            _("Collapse"),
            (
                *(empire.TWILIGHT, empire.CANNOT_BUY, empire.DARK_AGE),
                empire.NEW_EMPIRE,
            ),
        ),
        Section("solo", _("Solo game"), (empire.SOLO,)),
        OURS,
    ),
    empire_moves.MOVES,
    base="imperial_settlers",
)
INKAS = Desk(
    "inkas",
    (
        Section("set-up", SET_UP, (inkas.FIRST, inkas.START, inkas.PIECES)),
        Section(
            "yield",
            _("Roll and robber"),
            (inkas.ROBBER, inkas.HAND_LIMIT, inkas.ACTION_CARDS, inkas.SECOND_DECK),
        ),
        Section(
            "trade",
            _("Trade and build"),
            (
                *(inkas.TRADE, inkas.CITY, inkas.DECLINING_ROADS),
                *(inkas.JUNGLE_ROADS, inkas.ROUTE, inkas.WARRIORS),
                *(inkas.ADVANTAGES, inkas.ALMANAC),
            ),
        ),
        Section(
            "decline",
            _("Tribes and decline"),
            (inkas.PEAK, inkas.FIRST_DECLINE, inkas.SECOND_DECLINE),
        ),
        Section("scoring", ENDING, (inkas.POINTS, inkas.KEPT)),
        OURS,
    ),
    inkas_moves.MOVES,
)
ARCS = Desk(
    "arcs",
    (
        Section(
            "set-up",
            SET_UP,
            (
                *(turn_rules.FIRST, turn_rules.DECKS, turn_rules.LEADERS),
                *(arcs.OUT_OF_PLAY, arcs.BOUNDS),
            ),
        ),
        Section(
            "round",
            _("Playing cards"),
            (
                *(
                    turn_rules.LEAD,
                    turn_rules.FOLLOW,
                    turn_rules.SEIZE,
                    turn_rules.NEXT_INITIATIVE,
                ),
                *(turn_rules.PASS, arcs.DECLARE, arcs.CARD_NUMBERS, turn_rules.ZERO),
            ),
        ),
        Section(
            "actions",
            _("Ships and battle"),
            (
                *(
                    turn_rules.CONTROL,
                    arcs.SLOTS,
                    arcs.DICE,
                    arcs.BATTLE,
                    arcs.CITY_LOST,
                ),
                *(turn_rules.RETURNING, arcs.ODDS, turn_rules.PLANNING),
            ),
        ),
        Section(
            "chapter-end",
            _("End of a chapter"),
            (
                *(arcs.CHAPTER_END, arcs.AMBITIONS, arcs.COUNT, arcs.PLACES),
                *(arcs.TIES, arcs.CITIES, arcs.CARDS, arcs.EXAMPLE),
                *(arcs.CLEAN_UP, arcs.MARKERS),
            ),
        ),
        Section("scoring", _("End of the game"), (arcs.END, arcs.WINNER)),
        OURS,
    ),
    turns.MOVES,
)
NORTH = Desk(
    "empires_of_the_north",
    (
        Section("set-up", SET_UP, (north_moves.FIRST, north.BOUNDS)),
        Section("lookout", NORTH_PHASES["lookout"], (north.STORED,)),
        Section(
            "action",
            NORTH_PHASES["action"],
            (north_moves.DISC, north_moves.EXHAUSTING, north_moves.GOLD),
        ),
        Section(
            "sailing", NORTH_PHASES["sailing"], (north.SHIPS, north_moves.FACE_DOWN)
        ),
        Section("clean_up", NORTH_PHASES["clean_up"], (north.PHASES,)),
        Section(
            "scoring",
            ENDING,
            (
                *(north.END, north.SCORE, north.ASSIGNED, north.ATTACK),
                *(north.TIE, north.SOLO),
            ),
        ),
        OURS,
    ),
    north_moves.MOVES,
)
DESKS: dict[str, Desk] = {
    desk.game: desk for desk in (SETTLERS, EMPIRE, INKAS, ARCS, NORTH)
}
DESK_OF_RULE: dict[str, str] = {
    rule.id: desk.game for desk in reversed(DESKS.values()) for rule in desk.rules
}
