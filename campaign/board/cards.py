"""The board of empires: what stands on each card, read off the state and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from campaign.goods import icon_words
from companion.base.wording import signed_points
from companion.paper.charts import Spark, spark_line
from scoring.imperial_settlers import FACTION_NAMES
from scoring.rise_of_empire.act_fields import DECK_NAMES
from scoring.rise_of_empire.cards import number_label
from scoring.rise_of_empire.choices import choices
from scoring.rise_of_empire.dangers import empire_dangers, empire_hints, empire_hopes
from scoring.rise_of_empire.falling import falling_scores
from scoring.rise_of_empire.layout import (
    AGE_NAMES,
    CATEGORY_NAMES,
    COLOUR_NAMES,
    GOOD_NAMES,
    Category,
)
from scoring.rise_of_empire.outlook import deck_remark, empire_forecast, set_up
from scoring.rise_of_empire.state import (
    STATUS_NAMES,
    CampaignState,
    EmpireState,
    Fall,
    Invention,
    SheetState,
)
from scoring.rules import Remark, Rule
from scoring.seats import LETTERS
from scoring.words import Words, _, make_message

SHOWN_SCORES = 3  # ROE-34: as many as a sheet carries over
RISING, FALLING, LEVEL = "rising", "falling", "level"
TREND_NAMES: dict[str, str] = {
    RISING: _("rising"),
    FALLING: _("falling"),
    LEVEL: _("level"),
}
FALL_NAMES: dict[str, str] = {
    Fall.TWILIGHT: _("The score kept falling: %(scores)s."),
    Fall.DARK_AGE: _("Dark age: it couldn't buy any invention."),
    Fall.SOLO: _("Solo game: fewer than two missions completed."),
}


@dataclass(frozen=True)
class Sign:
    """A pictogram with its word, and how many of it."""

    name: str
    word: str
    count: int = 1


@dataclass(frozen=True)
class Next:
    """The next icon of a track, and in how many ticks."""

    sign: Sign
    ticks: int


@dataclass(frozen=True)
class TrackView:
    category: str
    word: str
    ticks: int
    boxes: tuple[str, ...]  # per box its icon, or nothing
    reached: tuple[Sign, ...]
    next: Next | None

    @property
    def length(self) -> int:
        return len(self.boxes)


@dataclass(frozen=True)
class HeldCard:
    """A card with its colour, and its number where nobody filled in a name."""

    number: str
    name: str
    colour: str = ""
    colour_word: str = ""
    price: int | None = None


@dataclass(frozen=True)
class EmpireStand:
    """An empire on the board."""

    empire: EmpireState
    seat: str
    faction: str
    age: str
    status: str
    tracks: tuple[TrackView, ...]
    provinces: tuple[HeldCard, ...]
    upkeep: tuple[Sign, ...]
    inventions: tuple[HeldCard, ...]
    scores: tuple[int, ...]
    trend: str
    spark: Spark | None
    dangers: tuple[Remark, ...]
    hints: tuple[Remark, ...]
    hopes: tuple[Remark, ...]
    prices_missing: bool  # of inventions it could buy
    sessions_to_age: int | None
    fall: Words = ""
    deck: str = ""
    champion: bool = False  # of those who reached the modern age, the winner

    @property
    def remarks(self) -> tuple[Remark, ...]:
        return (*self.hopes, *self.dangers, *self.hints)

    @property
    def trend_word(self) -> str:
        return TREND_NAMES.get(self.trend, "")

    @property
    def last_score(self) -> int | None:
        return self.scores[-1] if self.scores else None


@dataclass(frozen=True)
class BoardView:
    stands: tuple[EmpireStand, ...]
    session: int  # the one to be played, or in play
    in_play: bool
    may: frozenset[str]  # kinds of acts the rules offer now
    over: bool = False
    default_layouts: bool = False
    decks_differ: Remark | None = None
    rules: tuple[Rule, ...] = ()


def board_view(state: CampaignState, seats: Mapping[str, str]) -> BoardView:
    stands = tuple(
        empire_stand(state, empire, seats.get(empire.player, LETTERS[0]))
        for empire in state.empires
    )
    return BoardView(
        stands,
        session=state.session.number if state.session else state.played + 1,
        in_play=state.session is not None,
        may=offered_kinds(state),
        over=state.over,
        default_layouts=not all(one.custom for one in state.layouts.values()),
        decks_differ=deck_remark(state),
        rules=rules_of(stands),
    )


def with_own_first(board: BoardView, own: str) -> BoardView:
    """The same board for whoever has this empire: theirs comes first, in the colour it has."""
    ordered = sorted(board.stands, key=lambda one: one.empire.key != own)
    return replace(board, stands=tuple(ordered))


def offered_kinds(state: CampaignState) -> frozenset[str]:
    """What may be done here between sessions; during one, its own page offers everything."""
    if state.session is not None:
        return frozenset()
    return frozenset(one.kind for one in choices(state))


def seats_of(players: Iterable[str]) -> dict[str, str]:
    """A colour and letter per player, for every empire they ever had."""
    known = dict.fromkeys(players)
    return {player: LETTERS[place % len(LETTERS)] for place, player in enumerate(known)}


def empire_stand(state: CampaignState, empire: EmpireState, seat: str) -> EmpireStand:
    sheet = empire.sheet
    return EmpireStand(
        empire=empire,
        seat=seat,
        faction=FACTION_NAMES.get(sheet.faction, sheet.faction),
        age=AGE_NAMES.get(sheet.age, sheet.age),
        status=STATUS_NAMES[empire.status],
        tracks=track_views(state, empire),
        provinces=province_cards(state, sheet),
        upkeep=upkeep_signs(state, empire),
        inventions=tuple(invention_card(state, card) for card in sheet.inventions),
        scores=sheet.scores[-SHOWN_SCORES:],
        trend=score_trend(sheet.scores),
        spark=spark_line(sheet.scores),
        dangers=empire_dangers(state, empire),
        hints=empire_hints(state, empire),
        hopes=empire_hopes(state, empire),
        prices_missing=empire.alive and not empire_forecast(state, empire).certain,
        sessions_to_age=sessions_per_age(state, empire),
        fall=fall_words(empire),
        deck=DECK_NAMES.get(empire.deck, empire.deck) if empire.deck else "",
        champion=empire.key in state.champions,
    )


def fall_words(empire: EmpireState) -> Words:
    """Why an empire fell, with the scores that fell."""
    if empire.fall != Fall.TWILIGHT:
        return FALL_NAMES.get(empire.fall, "")
    scores = ", ".join(map(signed_points, falling_scores(empire)))
    return make_message(FALL_NAMES[Fall.TWILIGHT], scores=scores)


def sessions_per_age(state: CampaignState, empire: EmpireState) -> int | None:
    return empire_forecast(state, empire).sessions_to_age if empire.alive else None


def track_views(state: CampaignState, empire: EmpireState) -> tuple[TrackView, ...]:
    """The three tracks; who has won is beyond them."""
    if empire.sheet.age not in state.layouts:
        return ()
    return tuple(track_view(state, empire, category) for category in Category)


def track_view(state: CampaignState, empire: EmpireState, category: str) -> TrackView:
    layout, ticks = state.layout(empire), empire.sheet.ticks.of(category)
    boxes, words = layout.track(category).boxes, icon_words(state.readings)
    return TrackView(
        category=str(category),
        word=CATEGORY_NAMES[category],
        ticks=ticks,
        boxes=boxes,
        reached=count_signs(layout.reached(category, ticks), words),
        next=next_icon(boxes, ticks, words),
    )


def next_icon(
    boxes: Sequence[str], ticks: int, words: Mapping[str, str]
) -> Next | None:
    ahead = enumerate(boxes[ticks:], start=1)
    return next(
        (Next(Sign(icon, words[icon]), away) for away, icon in ahead if icon), None
    )


def count_signs(names: Iterable[str], words: Mapping[str, str]) -> tuple[Sign, ...]:
    """Equal ones together, in the order they come."""
    found: dict[str, int] = {}
    for name in names:
        found[name] = found.get(name, 0) + 1
    return tuple(Sign(name, words[name], count) for name, count in found.items())


def province_cards(state: CampaignState, sheet: SheetState) -> tuple[HeldCard, ...]:
    return tuple(
        HeldCard(number_label(number), state.catalogue[number].name)
        for number in sorted(sheet.provinces)
    )


def upkeep_signs(state: CampaignState, empire: EmpireState) -> tuple[Sign, ...]:
    if empire.sheet.age not in state.layouts or not empire.alive:
        return ()
    goods = set_up(state, empire).goods
    return tuple(
        Sign(str(good), word, goods[good])
        for good, word in GOOD_NAMES.items()
        if good in goods
    )


def invention_card(state: CampaignState, card: Invention) -> HeldCard:
    return HeldCard(
        number_label(card.number),
        card.name or state.catalogue[card.number].name,
        card.colour if card.colour in COLOUR_NAMES else "",
        COLOUR_NAMES.get(card.colour, card.colour),
        card.price,
    )


def score_trend(scores: Sequence[int]) -> str:
    if len(scores) < 2:
        return ""
    last, before = scores[-1], scores[-2]
    return RISING if last > before else FALLING if last < before else LEVEL


def rules_of(stands: Iterable[EmpireStand]) -> tuple[Rule, ...]:
    """Each rule that some card cites, once."""
    found = {one.rule.id: one.rule for stand in stands for one in stand.remarks}
    return tuple(found.values())
