"""What an empire lays out before a session, as a card to tick off."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from campaign.documents.empire import bonus_goods
from campaign.documents.words import bonus_name, good_name
from campaign.models.pictures import numbered
from companion.paper import marks
from companion.paper.areas import Area
from companion.paper.flow import Block
from companion.paper.letters import label
from companion.paper.shapes import Role, Shapes
from scoring.rise_of_empire.outlook import SetUp
from scoring.rise_of_empire.state import Campaign, Empire

ROW, LEAST_ROW = 5.4, 3.4
TEXT, CAPTION = 2.9, 2.5
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


def checks(campaign: Campaign, laid: SetUp) -> list[Check]:
    found = [
        *cards(campaign, "faction_location", laid.provinces),
        *cards(campaign, "invention", laid.inventions),
        *icons(campaign, laid.bonuses),
        *icons(campaign, laid.tokens),
    ]
    first = found or [Check(_("Nothing to lay out yet. Set up the game as usual."))]
    return [*first, *upkeep(laid), *ending(campaign, laid)]


def cards(campaign: Campaign, sign: str, numbers: tuple[int, ...]) -> Iterator[Check]:
    for number in sorted(numbers):
        yield Check(numbered(number, campaign.catalogue[number].name), sign)


def icons(campaign: Campaign, counted: Mapping[str, int]) -> Iterator[Check]:
    goods = bonus_goods(campaign.readings)
    for icon, count in counted.items():
        yield Check(bonus_name(icon, goods), goods.get(icon, icon), count)


def upkeep(laid: SetUp) -> Iterator[Check]:
    if laid.goods:
        yield Check(_("Upkeep to pay:"))
    for good, count in laid.goods.items():
        yield Check(good_name(good), good, count)


def ending(campaign: Campaign, laid: SetUp) -> Iterator[Check]:
    if laid.end_bonuses:
        yield Check(_("At the end:"))
    yield from icons(campaign, laid.end_bonuses)


def card(campaign: Campaign, empire: Empire, laid: SetUp, *, most: float) -> Block:
    """An empire's card, no higher than asked for."""
    rows = checks(campaign, laid)
    fixed = marks.HEADING + FOOT
    height = max(LEAST_ROW, min(ROW, (most - fixed) / len(rows)))
    # What doesn't fit even so stands on the empire's sheet.
    shown = rows[: int((most - fixed) / height + 0.01)]
    return Block(
        fixed + height * len(shown),
        lambda area: drawn(area, empire, shown, height),
    )


def drawn(area: Area, empire: Empire, rows: list[Check], height: float) -> Shapes:
    frame, inner = marks.panel(area, empire.sheet.age, empire.player, empire.sheet.name)
    rooms = (
        Area(inner.x, inner.y + 1 + place * height, inner.width, height)
        for place in range(len(rows))
    )
    return (
        *frame,
        *marks.together(map(check, rooms, rows)),
    )


def check(area: Area, row: Check) -> Shapes:
    if not row.sign:
        return label(area, row.text, CAPTION, fill=Role.QUIET)
    middle = area.middle
    words = area.beside(BOX + GAP + SIGN + GAP)
    return (
        *marks.checkbox(area.x + BOX / 2, middle, BOX, Role.ACCENT, ticked=False),
        *marks.sign(row.sign, area.x + BOX + GAP + SIGN / 2, middle, SIGN),
        *label(words, row.told, TEXT),
    )
