"""What an empire lays out before a session, as a card to tick off."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from campaign.documents.words import bonus_name, good_name
from campaign.goods import bonus_goods
from campaign.models.pictures import card_words
from companion.paper import marks
from companion.paper.areas import Area
from companion.paper.flow import Block
from companion.paper.letters import text_label
from companion.paper.shapes import Shapes, Tone
from companion.paper.sizes import SMALL, TEXT
from scoring.rise_of_empire.outlook import SetUp
from scoring.rise_of_empire.state import CampaignState, EmpireState

ROW, LEAST_ROW = 5.4, 3.6
BOX, SIGN, GAP = 3.2, 3.8, 1.4
FOOT = 2.2


@dataclass(frozen=True)
class Check:
    """A row of the list: something to do, or a caption above such rows."""

    text: str
    sign: str = ""
    times: int = 1

    @property
    def told(self) -> str:
        return f"{self.text} × {self.times}" if self.times > 1 else self.text


def set_up_checks(campaign: CampaignState, laid: SetUp) -> list[Check]:
    found = [
        *card_checks(campaign, "faction_location", laid.provinces),
        *card_checks(campaign, "invention", laid.inventions),
        *icon_checks(campaign, laid.bonuses),
        *icon_checks(campaign, laid.tokens),
    ]
    first = found or [Check(_("Nothing to lay out yet. Set up the game as usual."))]
    return [*first, *upkeep_checks(laid), *ending_checks(campaign, laid)]


def card_checks(
    campaign: CampaignState, sign: str, numbers: tuple[int, ...]
) -> Iterator[Check]:
    for number in sorted(numbers):
        yield Check(card_words(number, campaign.catalogue[number].name), sign)


def icon_checks(campaign: CampaignState, counted: Mapping[str, int]) -> Iterator[Check]:
    goods = bonus_goods(campaign.readings)
    for icon, count in counted.items():
        yield Check(bonus_name(icon, goods), goods.get(icon, icon), count)


def upkeep_checks(laid: SetUp) -> Iterator[Check]:
    if laid.goods:
        yield Check(_("Upkeep to pay:"))
    for good, count in laid.goods.items():
        yield Check(good_name(good), good, count)


def ending_checks(campaign: CampaignState, laid: SetUp) -> Iterator[Check]:
    if laid.end_bonuses:
        yield Check(_("At the end:"))
    yield from icon_checks(campaign, laid.end_bonuses)


def set_up_card(
    campaign: CampaignState, empire: EmpireState, laid: SetUp, *, most: float
) -> Block:
    """An empire's card, no higher than asked for."""
    rows = set_up_checks(campaign, laid)
    fixed = marks.HEADING + FOOT
    height = max(LEAST_ROW, min(ROW, (most - fixed) / len(rows)))
    # What doesn't fit even so stands on the empire's sheet.
    shown = rows[: int((most - fixed) / height + 0.01)]
    return Block(
        fixed + height * len(shown),
        lambda area: draw_card(area, empire, shown, height),
    )


def draw_card(
    area: Area, empire: EmpireState, rows: list[Check], height: float
) -> Shapes:
    frame, inner = marks.panel(area, empire.sheet.age, empire.player, empire.sheet.name)
    rooms = (
        Area(inner.x, inner.y + 1 + place * height, inner.width, height)
        for place in range(len(rows))
    )
    return (
        *frame,
        *marks.join_shapes(map(draw_check, rooms, rows)),
    )


def draw_check(area: Area, row: Check) -> Shapes:
    if not row.sign:
        return text_label(area, row.text, SMALL, fill=Tone.QUIET)
    middle = area.middle
    words = area.beside(BOX + GAP + SIGN + GAP)
    return (
        *marks.checkbox(area.x + BOX / 2, middle, BOX, Tone.ACCENT, ticked=False),
        *marks.sign(row.sign, area.x + BOX + GAP + SIGN / 2, middle, SIGN),
        *text_label(words, row.told, TEXT),
    )
