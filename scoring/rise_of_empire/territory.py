"""Step 6: provinces are drawn and kept, and the map is ticked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from scoring.acts import Declaration
from scoring.rise_of_empire import rulebook as book
from scoring.rise_of_empire.act_fields import (
    EmpireKey,
    MapBox,
    ProvinceCard,
    Provinces,
    Step,
)
from scoring.rise_of_empire.acts import CampaignAct, Outcome
from scoring.rise_of_empire.checks import (
    living_empire,
    problem_unless,
    refuse_if_any,
    seat_of,
)
from scoring.rise_of_empire.layout import Icon
from scoring.rise_of_empire.pools import can_be_drawn, provinces_drawn_first
from scoring.rise_of_empire.stages import Stage, session_stage, stage_problem
from scoring.rise_of_empire.state import (
    CampaignState,
    EmpireState,
    SeatState,
    reached_icons,
)
from scoring.rules import Problem
from scoring.words import _, make_message


def draw_count(campaign: CampaignState, seat: SeatState) -> int:
    """ROE-31: how many provinces are drawn, as far as there are any."""
    empire = living_empire(campaign, seat.empire)
    if map_is_full(campaign, empire) and campaign.readings.full_map == "no_province":
        return 0
    # A new age has wiped the icons (ROE-34).
    reached = {} if seat.changed_age else reached_icons(campaign, empire, seat.ticks)
    wanted = 1 + reached.get(Icon.MORE_PROVINCES, 0)
    return min(wanted, len(can_be_drawn(campaign, wanted)))


def map_is_full(campaign: CampaignState, empire: EmpireState) -> bool:
    return len(empire.sheet.boxes) >= len(campaign.layout(empire).map)


@dataclass(frozen=True)
class DrawProvinces(CampaignAct):
    """Step 6 (ROE-31): provinces drawn by the app or from the box, of which one is kept."""

    declared = Declaration(_("Provinces drawn"), step=Step.PROVINCES, quiet=True)

    empire: EmpireKey
    provinces: Provinces

    def apply(self, campaign: CampaignState) -> Outcome:
        seat = step_six_problem(campaign, self.empire)
        refuse_if_any(
            problem_unless(
                not seat.drawn, _("The provinces are already drawn."), book.DRAWING
            )
        )
        many = draw_count(campaign, seat)
        drawn = set(self.provinces)
        there = drawn.issubset(can_be_drawn(campaign, many))
        whole = len(drawn) == len(self.provinces) == many
        whole = whole and drawn.issuperset(provinces_drawn_first(campaign, many))
        message = make_message(
            _("Draw %(count)s of the remaining provinces."), count=many
        )
        refuse_if_any(*held_problems(campaign, self.provinces))
        refuse_if_any(
            problem_unless(bool(many) and there and whole, message, book.DRAWING)
        )
        left = tuple(one for one in campaign.discarded if one not in self.provinces)
        after = campaign.put_seat(replace(seat, drawn=self.provinces))
        return replace(after, discarded=left), ()


def held_problems(
    campaign: CampaignState, provinces: tuple[int, ...]
) -> Iterator[Problem]:
    """Each province that somebody has already, and who."""
    for number in sorted(set(provinces)):
        for one in campaign.holders:
            if number in one.sheet.provinces:
                text = make_message(
                    _("Province %(number)s belongs to %(player)s."),
                    number=f"{number:03}",
                    player=one.player,
                )
                yield Problem(text, book.DRAWING)


def step_six_problem(campaign: CampaignState, key: str) -> SeatState:
    seat = seat_of(campaign, key)
    refuse_if_any(
        province_stage_problem(campaign, seat),
        problem_unless(
            not seat.fall, _("A collapsed empire gains no province."), book.DRAWING
        ),
        problem_unless(
            not seat.boxed, _("This empire has finished its provinces."), book.DRAWING
        ),
    )
    return seat


def province_stage_problem(campaign: CampaignState, seat: SeatState) -> Problem | None:
    """Whoever is done buying needn't wait for the others: no purchase touches the provinces."""
    if session_stage(campaign) == Stage.INVENTIONS and seat.shopped:
        return None
    return stage_problem(campaign, Stage.PROVINCES)


@dataclass(frozen=True)
class KeepProvince(CampaignAct):
    """Step 6: one of the drawn provinces is kept, the others are discarded."""

    declared = Declaration(_("Province kept"), step=Step.PROVINCES)

    empire: EmpireKey
    province: ProvinceCard

    def apply(self, campaign: CampaignState) -> Outcome:
        seat, empire = (
            step_six_problem(campaign, self.empire),
            living_empire(campaign, self.empire),
        )
        refuse_if_any(
            problem_unless(
                seat.kept is None, _("A province is already chosen."), book.DRAWING
            ),
            problem_unless(
                self.province in seat.drawn,
                _("This province wasn't drawn."),
                book.DRAWING,
            ),
        )
        others = tuple(one for one in seat.drawn if one != self.province)
        full = map_is_full(campaign, empire)  # then no box is left to tick
        sheet = replace(
            empire.sheet, provinces=(*empire.sheet.provinces, self.province)
        )
        after = campaign.put(replace(empire, sheet=sheet))
        after = after.put_seat(replace(seat, kept=self.province, boxed=full))
        return replace(after, discarded=(*after.discarded, *others)), ()


@dataclass(frozen=True)
class TickMapBox(CampaignAct):
    """Step 6 (ROE-9): the player picks the box of the province map whose upkeep is due from now on."""

    declared = Declaration(_("Map box ticked"), step=Step.PROVINCES)

    empire: EmpireKey
    box: MapBox

    def apply(self, campaign: CampaignState) -> Outcome:
        seat, empire = (
            step_six_problem(campaign, self.empire),
            living_empire(campaign, self.empire),
        )
        boxes = range(len(campaign.layout(empire).map))
        free = self.box in boxes and self.box not in empire.sheet.boxes
        refuse_if_any(
            problem_unless(
                seat.kept is not None,
                _("Choose a province to keep first."),
                book.DRAWING,
            ),
            problem_unless(
                free, _("This map box is already ticked."), book.GAIN_PROVINCE
            ),
        )
        sheet = replace(empire.sheet, boxes=(*empire.sheet.boxes, self.box))
        after = campaign.put(replace(empire, sheet=sheet))
        return after.put_seat(replace(seat, boxed=True)), ()


@dataclass(frozen=True)
class GainNoProvince(CampaignAct):
    """Step 6: nothing can be drawn, or a full map keeps it away by the table's reading (ROE-31)."""

    declared = Declaration(_("No province gained"), step=Step.PROVINCES)

    empire: EmpireKey

    def apply(self, campaign: CampaignState) -> Outcome:
        seat = step_six_problem(campaign, self.empire)
        empire = living_empire(campaign, self.empire)
        no_box = seat.kept is not None and map_is_full(campaign, empire)
        nothing = no_box or (not seat.drawn and not draw_count(campaign, seat))
        refuse_if_any(
            problem_unless(
                nothing, _("There's still a province to draw."), book.DRAWING
            )
        )
        return campaign.put_seat(replace(seat, boxed=True)), ()
