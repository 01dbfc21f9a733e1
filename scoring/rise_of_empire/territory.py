"""Step 6: provinces are drawn and kept, and the map is ticked."""

from __future__ import annotations

from dataclasses import dataclass, replace

from scoring.rise_of_empire import rulebook as book
from scoring.rise_of_empire.acts import Act, Outcome
from scoring.rise_of_empire.checks import living_empire, refuse_for, seated, unless
from scoring.rise_of_empire.layout import Icon
from scoring.rise_of_empire.pools import can_be_drawn, drawn_first
from scoring.rise_of_empire.stages import Stage, at_stage
from scoring.rise_of_empire.state import Campaign, Empire, Playing, icons
from scoring.words import _, say


def draws(campaign: Campaign, seat: Playing) -> int:
    """ROE-31: how many provinces are drawn, as far as there are any."""
    empire = living_empire(campaign, seat.empire)
    if map_is_full(campaign, empire) and campaign.readings.full_map == "no_province":
        return 0
    # A new age has wiped the icons (ROE-34).
    reached = {} if seat.changed_age else icons(campaign, empire, seat.ticks)
    wanted = 1 + reached.get(Icon.MORE_PROVINCES, 0)
    return min(wanted, len(can_be_drawn(campaign, wanted)))


def map_is_full(campaign: Campaign, empire: Empire) -> bool:
    return len(empire.sheet.boxes) >= len(campaign.layout(empire).map)


@dataclass(frozen=True)
class DrawProvinces(Act):
    """Step 6 (ROE-31): provinces drawn by the app or from the box, of which one is kept."""

    empire: str
    provinces: tuple[int, ...]

    def apply(self, campaign: Campaign) -> Outcome:
        seat = step_six(campaign, self.empire)
        refuse_for(
            unless(not seat.drawn, _("The provinces are already drawn."), book.DRAWING)
        )
        many = draws(campaign, seat)
        there = set(self.provinces) <= set(can_be_drawn(campaign, many))
        whole = len(set(self.provinces)) == len(self.provinces) == many
        whole = whole and set(drawn_first(campaign, many)) <= set(self.provinces)
        message = say(_("Draw %(count)s of the remaining provinces."), count=many)
        refuse_for(unless(bool(many) and there and whole, message, book.DRAWING))
        left = tuple(one for one in campaign.discarded if one not in self.provinces)
        after = campaign.put_seat(replace(seat, drawn=self.provinces))
        return replace(after, discarded=left), ()


def step_six(campaign: Campaign, key: str) -> Playing:
    seat = seated(campaign, key)
    refuse_for(
        at_stage(campaign, Stage.PROVINCES),
        unless(not seat.fall, _("A collapsed empire gains no province."), book.DRAWING),
        unless(
            not seat.boxed, _("This empire has finished its provinces."), book.DRAWING
        ),
    )
    return seat


@dataclass(frozen=True)
class KeepProvince(Act):
    """Step 6: one of the drawn provinces is kept, the others are discarded."""

    empire: str
    province: int

    def apply(self, campaign: Campaign) -> Outcome:
        seat, empire = (
            step_six(campaign, self.empire),
            living_empire(campaign, self.empire),
        )
        refuse_for(
            unless(seat.kept is None, _("A province is already chosen."), book.DRAWING),
            unless(
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
class TickMapBox(Act):
    """Step 6 (ROE-9): the player picks the box of the province map whose upkeep is due from now on."""

    empire: str
    box: int

    def apply(self, campaign: Campaign) -> Outcome:
        seat, empire = (
            step_six(campaign, self.empire),
            living_empire(campaign, self.empire),
        )
        boxes = range(len(campaign.layout(empire).map))
        free = self.box in boxes and self.box not in empire.sheet.boxes
        refuse_for(
            unless(
                seat.kept is not None,
                _("Choose a province to keep first."),
                book.DRAWING,
            ),
            unless(free, _("This map box is already ticked."), book.GAIN_PROVINCE),
        )
        sheet = replace(empire.sheet, boxes=(*empire.sheet.boxes, self.box))
        after = campaign.put(replace(empire, sheet=sheet))
        return after.put_seat(replace(seat, boxed=True)), ()


@dataclass(frozen=True)
class GainNoProvince(Act):
    """Step 6: nothing can be drawn, or a full map keeps it away by the table's reading (ROE-31)."""

    empire: str

    def apply(self, campaign: Campaign) -> Outcome:
        seat = step_six(campaign, self.empire)
        empire = living_empire(campaign, self.empire)
        no_box = seat.kept is not None and map_is_full(campaign, empire)
        nothing = no_box or (not seat.drawn and not draws(campaign, seat))
        refuse_for(
            unless(nothing, _("There's still a province to draw."), book.DRAWING)
        )
        return campaign.put_seat(replace(seat, boxed=True)), ()
