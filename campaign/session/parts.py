"""Before a session and at the table: plain values for the templates of each stage."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from django.utils.translation import gettext as _

from campaign.goods import count_good
from campaign.session import steps
from campaign.session.forms import mission_form
from campaign.session.now import BEFORE, STEPS, SeatView, SessionView
from campaign.session.steps import Shown
from scoring.rise_of_empire import rulebook as book
from scoring.rise_of_empire.cards import Card
from scoring.rise_of_empire.falling import SOLO_GOAL
from scoring.rise_of_empire.layout import (
    CATEGORY_NAMES,
    COLONY,
    COLOUR_NAMES,
)
from scoring.rise_of_empire.missions import FIRST, LATER, steps_missing
from scoring.rise_of_empire.offers import Choice, Option
from scoring.rise_of_empire.outlook import SetUp, boxes_to_go
from scoring.rise_of_empire.shopping import buyers_before
from scoring.rise_of_empire.stages import Stage
from scoring.rise_of_empire.state import (
    EmpireState,
    MissionState,
    Run,
    Status,
)
from scoring.rise_of_empire.upkeep import (
    covered_boxes,
    goods_still_due,
    ignored_boxes,
    is_box_paid,
    unpaid_boxes,
)

# Before


@dataclass(frozen=True)
class Ready:
    """An empire that may play, with what it lays out."""

    empire: EmpireState
    set_up: SetUp
    letter: str = ""

    @property
    def nothing(self) -> bool:
        laid = (self.set_up.provinces, self.set_up.inventions, self.set_up.upkeep)
        icons = (self.set_up.bonuses, self.set_up.tokens, self.set_up.end_bonuses)
        return not any((*laid, *icons))


def before_part(view: SessionView) -> Shown:
    state = view.state
    return {
        "ready": ready_empires(view),
        "fallen": [one for one in state.empires if one.status == Status.COLLAPSED],
        "homeless": players_without_empire(view),
        "champions": [one for one in state.empires if one.key in state.champions],
        "may_open": bool(list(view.offered_choices("open_session"))),
        "may_play_on": bool(view.options("play_on")),
        "missions_form": mission_form(alone=len(state.alive) == 1),
    }


def ready_empires(view: SessionView) -> list[Ready]:
    """Who may play the next session, the visitor's own empire first."""
    alive = sorted(view.state.alive, key=lambda one: one.key != view.own)
    return [
        Ready(one, view.set_up(one), view.letters.get(one.player, "")) for one in alive
    ]


def players_without_empire(view: SessionView) -> set[str]:
    """Whose empire fell and who haven't founded another (ROE-39)."""
    empires = view.state.empires
    playing = {one.player for one in empires if one.status != Status.COLLAPSED}
    return {one.player for one in empires} - playing


# During


@dataclass(frozen=True)
class MissionRow:
    """One empire's part in a mission."""

    seat: SeatView
    marker: int
    missing: int | None
    run: Run | None
    done: bool
    complete: dict[str, Any] | None
    move: dict[str, Any] | None
    colours: list[dict[str, Any]]
    below: bool  # the target isn't reached: “Done” asks first
    acts: bool  # whether the visitor does it for this empire

    @property
    def colony(self) -> dict[str, Any] | None:
        """ROE-19: a card of three colours at once begins or goes on with a run of any of them."""
        return {**self.colours[0], "colour": COLONY} if self.colours else None

    @property
    def back(self) -> dict[str, Any] | None:
        return {**self.move, "by": -1} if self.move and self.marker else None

    @property
    def back_title(self) -> str:
        return _("%(player)s: marker back") % {"player": self.seat.player}

    @property
    def move_title(self) -> str:
        return _("%(player)s: marker forward") % {"player": self.seat.player}

    @property
    def done_title(self) -> str:
        return _("%(player)s: mission completed") % {"player": self.seat.player}

    @property
    def enough(self) -> int | None:
        """ROE-18: what is enough to own, where a marker has moved for it."""
        return self.missing if self.marker else None


@dataclass(frozen=True)
class MissionCard:
    mission: MissionState
    card: Card
    rows: list[MissionRow]
    together: list[SeatView]  # who may have completed it at the same moment
    replaced: Choice | None
    first: list[SeatView] = field(default_factory=list)  # who got the bonus

    @property
    def worth(self) -> int:
        return LATER if self.mission.turned else FIRST

    @property
    def category(self) -> str:
        return CATEGORY_NAMES[self.mission.category]

    @property
    def anchor(self) -> str:
        return f"mission-{self.mission.number}"

    @property
    def data(self) -> dict[str, int]:
        """What is said of the card itself, whoever does what."""
        return {"mission": self.mission.number}


@dataclass(frozen=True)
class UpkeepBox:
    """A ticked box: what it asks for, what lies beside it, and how to pay the rest."""

    number: int
    goods: tuple[str, ...]
    paid: tuple[str, ...]
    done: bool
    covered: bool  # an icon lets it go unpaid
    ways: list[Option]
    cover: Option | None

    @property
    def whole(self) -> list[Option]:
        """Ways to pay all that is left at once."""
        most = max((len(one.data["goods"]) for one in self.ways), default=0)
        return [one for one in self.ways if len(one.data["goods"]) == most]

    @property
    def single(self) -> list[Option]:
        """Good by good, where more than one is left (ROE-10)."""
        return [one for one in self.ways if one not in self.whole]


@dataclass(frozen=True)
class Upkeep:
    seat: SeatView
    boxes: list[UpkeepBox]
    ignored: int  # boxes that may stay unpaid (ROE-43)
    needed: dict[str, int]  # the goods that still have to be paid
    acts: bool  # whether the visitor does it for this empire

    @property
    def due(self) -> int:
        return sum(not box.done for box in self.boxes)

    @property
    def told(self) -> str:
        """The goods in words, for whoever can't see them."""
        return ", ".join(count_good(good, count) for good, count in self.needed.items())


def playing_part(view: SessionView) -> Shown:
    upkeep = [one for one in map_upkeep(view) if one.boxes]
    return {
        "missions": [mission_card(view, one) for one in laid_missions(view)],
        "upkeep": upkeep,
        "owing": [one.seat for one in upkeep if one.needed and one.acts],
        "late": view.options("join_session"),
        **laid_out(view),
        "others": [one for one in view.own_first if not view.does_for(one.key)],
        "fresh": is_untouched(view),
        "goal": SOLO_GOAL,
        "completed": sum(bool(one.completed) for one in laid_missions(view)),
        "solo": book.SOLO,
    }


def laid_out(view: SessionView) -> Shown:
    """What everybody lays out; the visitor's own apart, with the tokens they have."""
    mine = view.seat(view.helping or view.own)
    others = [seat for seat in view.seats if seat != mine]
    return {
        "mine": mine,
        "my_things": mine and Ready(mine.empire, view.set_up(mine.empire)),
        "ready": [Ready(one.empire, view.set_up(one.empire)) for one in others],
    }


def laid_missions(view: SessionView) -> tuple[MissionState, ...]:
    return view.state.session.missions if view.state.session else ()


def is_untouched(view: SessionView) -> bool:
    """Whether the table still sets up."""
    moved = any(one.markers or one.completed for one in laid_missions(view))
    return not moved and not any(seat.playing.paid for seat in view.seats)


def mission_card(view: SessionView, mission: MissionState) -> MissionCard:
    number = mission.number
    rows = [mission_row(view, mission, seat) for seat in view.own_first]
    replaced = [
        choice
        for choice in view.offered_choices("replace_mission")
        if choice.options[0].data == {"mission": number}
    ]
    waiting = [row.seat for row in rows if row.complete]
    return MissionCard(
        mission,
        view.state.catalogue[number],
        rows,
        waiting if len(waiting) > 1 else [],
        replaced[0] if replaced else None,
    )


def with_first(
    view: SessionView, cards: list[MissionCard], done: Iterable[Mapping[str, Any]]
) -> list[MissionCard]:
    """ROE-14: who was first at each mission, by what was declared done, the earliest first."""
    first: dict[int, list[str]] = {}
    for one in done:
        first.setdefault(one["mission"], list(one["empires"]))
    return [
        replace(
            card,
            first=[
                seat
                for seat in view.own_first
                if seat.key in first.get(card.mission.number, ())
            ],
        )
        for card in cards
    ]


def mission_row(view: SessionView, mission: MissionState, seat: SeatView) -> MissionRow:
    number, key = mission.number, seat.key
    complete = view.options("complete_mission", key, mission=number)
    move = view.options("move_marker", key, mission=number)
    counted = view.options("count_in_a_row", key, mission=number)
    return MissionRow(
        seat,
        mission.markers.get(key, 0),
        boxes_to_go(view.state, mission, key),
        mission.runs.get(key),
        key in mission.completed,
        complete[0].data if complete else None,
        move[0].data if move else None,
        [{**one.data, "colour": colour} for one in counted for colour in COLOUR_NAMES],
        bool(steps_missing(view.state, mission, key)),
        view.does_for(key),
    )


def map_upkeep(view: SessionView) -> Iterator[Upkeep]:
    for seat in view.own_first:
        covered = covered_boxes(view.state, seat.playing)
        yield Upkeep(
            seat,
            [
                upkeep_box(view, seat, box, covered=box in covered)
                for box in seat.empire.sheet.boxes
            ],
            ignored_boxes(view.state, seat.playing),
            needed_goods(view, seat),
            view.does_for(seat.key),
        )


def needed_goods(view: SessionView, seat: SeatView) -> dict[str, int]:
    if view.stage != Stage.PLAY:
        return {}
    state, playing = view.state, seat.playing
    left = unpaid_boxes(state, playing)
    due = [goods_still_due(state, playing, box) for box in left]
    return dict(Counter(good for goods in due for good in goods))


def upkeep_box(
    view: SessionView, seat: SeatView, box: int, *, covered: bool
) -> UpkeepBox:
    state, playing = view.state, seat.playing
    cover = view.options("ignore_upkeep", seat.key, box=box)
    return UpkeepBox(
        box + 1,
        state.layout(seat.empire).map[box],
        playing.paid.get(box, ()),
        is_box_paid(state, playing, box),
        covered,
        view.options("pay_upkeep", seat.key, box=box),
        cover[0] if cover and not covered else None,
    )


def waiting_part(view: SessionView) -> Shown:
    """Whom this phone waits for, and meanwhile what its own player could buy."""
    mine = view.seat(view.own)
    buys = view.is_buying and mine and not mine.playing.shopped and mine.empire.alive
    before = buyers_before(view.state, view.own) if buys else ()
    awaited = [view.seat(key) for key in before] if buys else view.pending
    return {
        "mine": mine,
        "awaited": awaited,
        "able": [one for one in awaited if one in view.pending],
        "shop": steps.shop_preview(view, mine) if mine and buys else None,
        **step_ahead(view, mine),
    }


def step_ahead(view: SessionView, mine: SeatView | None) -> Shown:
    """Who has bought and is done stays at step 6, and reads at which step the others are."""
    ahead = view.is_buying and mine and mine.playing.shopped
    return {"step": STEPS[-1], "behind": view.step} if ahead else {}


def empty_part(_view: SessionView) -> Shown:
    return {}


PARTS: dict[str, Callable[[SessionView], Shown]] = {
    BEFORE: before_part,
    Stage.PLAY: playing_part,
    Stage.LOSING: steps.losing_part,
    Stage.WINNER: steps.winner_part,
    Stage.AGES: steps.ages_part,
    Stage.KNOWLEDGE: steps.knowledge_part,
    Stage.INVENTIONS: steps.inventions_part,
    Stage.PROVINCES: steps.provinces_part,
    Stage.FINISH: empty_part,
}
