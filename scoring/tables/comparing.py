"""A box beside a campaign or beside another box: what is new, and what contradicts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from scoring.records import dump_record
from scoring.rise_of_empire.cards import SLOTS, Card
from scoring.rise_of_empire.knowing import ChangeLayout, FillCard, news_key
from scoring.rise_of_empire.layout import SHEET_AGES, AgeLayout
from scoring.rise_of_empire.readings import Readings
from scoring.rise_of_empire.state import CampaignState
from scoring.rules import Problem, RuleBroken
from scoring.tables.state import TableState

# What is read off a card.
PRINTED = (
    *("name", "price", "colour", "row", "points", "text"),
    *("target", "progressive", "in_a_row", "demand", "bonus"),
)
PLACE = ("kind", "group")  # moved together, or not at all


def said_of(card: Card) -> dict[str, Any]:
    """What a table says of a card beyond what we know ourselves: what it left open says nothing."""
    slot = SLOTS[card.number]
    said = {
        name: value
        for name in PRINTED
        if is_said(name, value := getattr(card, name)) and value != getattr(slot, name)
    }
    if place_of(card) != place_of(slot):
        said |= dict(zip(PLACE, place_of(card), strict=True))
    return said


def is_said(name: str, value: Any) -> bool:
    """That a mission isn't counted with a marker is known too; 0 is a number."""
    if name == "progressive":
        return value is not None
    return value is not None and value is not False and value != ""


def place_of(card: Card) -> tuple[str, str]:
    return str(card.kind), str(card.group)


# A campaign follows the box


@dataclass(frozen=True)
class HeldBack:
    """What a campaign can't take now, and why."""

    number: int  # of the card; 0 where it is a sheet
    age: str
    problems: tuple[Problem, ...]


@dataclass(frozen=True)
class BoxNews:
    """What the box has that a campaign hasn't, as the content of the act that takes it."""

    cards: tuple[dict[str, Any], ...] = ()
    layouts: tuple[AgeLayout, ...] = ()
    held_back: tuple[HeldBack, ...] = ()
    after: CampaignState | None = None

    def __bool__(self) -> bool:
        return bool(self.cards or self.layouts)


def find_news(box: TableState, campaign: CampaignState) -> BoxNews:
    """Each card and sheet is tried on the campaign as it would be by then."""
    state = campaign
    cards: list[dict[str, Any]] = []
    layouts: list[AgeLayout] = []
    held: list[HeldBack] = []
    for fill in wanted_fills(box, campaign):
        try:
            state, _facts = FillCard(**fill).apply(state)
        except RuleBroken as broken:
            held.append(HeldBack(fill["number"], "", broken.problems))
        else:
            cards.append(fill)
    for layout in sheet_news(box, campaign):
        try:
            state, _facts = ChangeLayout(layout).apply(state)
        except RuleBroken as broken:
            held.append(HeldBack(0, layout.age, broken.problems))
        else:
            layouts.append(layout)
    return BoxNews(tuple(cards), tuple(layouts), tuple(held), state)


def wanted_fills(box: TableState, campaign: CampaignState) -> Iterator[dict[str, Any]]:
    """What the box says of cards and the campaign doesn't, but for what it was offered and declined."""
    for number, card in sorted(box.cards.items()):
        if said := card_news(card, campaign.catalogue[number]):
            fill = {"number": number, **said}
            if news_key(FillCard(**fill)) not in campaign.declined:
                yield fill


def card_news(card: Card, known: Card) -> dict[str, Any]:
    """What the box says of a card that a campaign doesn't; one's box is the newer one."""
    said = said_of(card)
    if card.aside:
        said["aside"] = True
    differ = {name for name, value in said.items() if value != getattr(known, name)}
    if differ & set(PLACE):
        differ |= set(PLACE)
    return {name: value for name, value in said.items() if name in differ}


def sheet_news(box: TableState, campaign: CampaignState) -> Iterator[AgeLayout]:
    coming = {**campaign.layouts, **campaign.next_layouts}
    return (
        one
        for one in box.copied_sheets
        if one != coming[one.age] and news_key(one) not in campaign.declined
    )


# A box takes from a campaign or a file


@dataclass(frozen=True)
class Contradiction:
    """Both say something, and not the same: somebody has to look at the print."""

    key: str  # under which it is answered
    number: int  # of the card; 0 where it is a sheet
    names: tuple[str, ...]  # the fields of the card
    age: str
    own: Mapping[str, Any] | AgeLayout
    other: Mapping[str, Any] | AgeLayout


@dataclass(frozen=True)
class Offer:
    """What cards and sheets from elsewhere would bring to a box."""

    new: tuple[dict[str, Any], ...] = ()  # cards the box knew nothing of
    more: tuple[dict[str, Any], ...] = ()  # cards it knew in part
    sheets: tuple[AgeLayout, ...] = ()
    contradictions: tuple[Contradiction, ...] = ()
    same: int = 0
    before: TableState = field(default_factory=TableState)
    options: Mapping[str, Any] = field(default_factory=dict)  # that they play otherwise

    def __bool__(self) -> bool:
        return self.adds or bool(self.contradictions or self.options)

    @property
    def adds(self) -> bool:
        """Whether it knows something our box doesn't; where both know, ours may be the newer."""
        return bool(self.new or self.more or self.sheets)

    def accept(self, theirs: Iterable[str]) -> dict[str, Any]:
        """The content of the act that takes it, with the contradictions in which they are right."""
        chosen = set(theirs)
        fills = {one["number"]: dict(one) for one in (*self.new, *self.more)}
        layouts = list(self.sheets)
        for one in self.contradictions:
            if one.key not in chosen:
                continue
            if isinstance(one.other, AgeLayout):
                layouts.append(one.other)
            else:
                fill = fills.setdefault(one.number, {"number": one.number})
                fill.update(one.other)
        return {
            "cards": [fills[number] for number in sorted(fills)],
            "layouts": layouts,
        }


def compare_boxes(
    box: TableState,
    cards: Iterable[Card],
    sheets: Iterable[AgeLayout],
    readings: Readings | None = None,
) -> Offer:
    new: list[dict[str, Any]] = []
    more: list[dict[str, Any]] = []
    against: list[Contradiction] = []
    same = 0
    for card in sorted(cards, key=lambda one: one.number):
        own = box.catalogue[card.number]
        gains, disputes = split_card(own, card)
        against += disputes
        if gains:
            (more if said_of(own) else new).append({"number": card.number, **gains})
        elif not disputes:
            same += bool(said_of(card))
    added, disputed, alike = split_sheets(box, sheets)
    return Offer(
        tuple(new),
        tuple(more),
        added,
        (*against, *disputed),
        same + alike,
        box,
        differing_options(box.readings, readings or box.readings),
    )


def differing_options(ours: Readings, theirs: Readings) -> dict[str, Any]:
    """The rule options another table plays otherwise, with its answers."""
    own = dump_record(ours)
    return {key: said for key, said in dump_record(theirs).items() if said != own[key]}


def split_card(own: Card, other: Card) -> tuple[dict[str, Any], list[Contradiction]]:
    """What another box says of a card: where ours is silent, and where it says something else."""
    gains: dict[str, Any] = {}
    disputes: list[Contradiction] = []
    for names, value in grouped_fields(said_of(other)):
        now = {name: getattr(own, name) for name in names}
        if now == value:
            continue
        if is_known(own, names):
            key = f"{own.number}-{names[0]}"
            disputes.append(Contradiction(key, own.number, names, "", now, value))
        else:
            gains |= value
    return gains, disputes


def grouped_fields(
    said: Mapping[str, Any],
) -> Iterator[tuple[tuple[str, ...], dict[str, Any]]]:
    for name in PRINTED:
        if name in said:
            yield (name,), {name: said[name]}
    if "kind" in said:
        yield PLACE, {name: said[name] for name in PLACE}


def is_known(own: Card, names: tuple[str, ...]) -> bool:
    """Whether our box says something there; a block of numbers is only our inference."""
    if names == PLACE:
        return place_of(own) != place_of(SLOTS[own.number])
    return is_said(names[0], getattr(own, names[0]))


def split_sheets(
    box: TableState, sheets: Iterable[AgeLayout]
) -> tuple[tuple[AgeLayout, ...], tuple[Contradiction, ...], int]:
    given = {one.age: one for one in sheets if one.custom}
    added, disputed, same = [], [], 0
    for age in SHEET_AGES:
        if age not in given:
            continue
        own, other = box.sheets[age], given[age]
        if own == other:
            same += 1
        elif box.copied.get(age):
            key = f"sheet-{age.value}"
            disputed.append(Contradiction(key, 0, (), age, own, other))
        else:
            added.append(other)
    return tuple(added), tuple(disputed), same
