"""Acts between sessions: empires come and go, and the table writes down what it knows."""

from __future__ import annotations

from dataclasses import dataclass, replace

from scoring.rise_of_empire import rulebook as book
from scoring.rise_of_empire.acts import Act, Outcome, learned_knowledge
from scoring.rise_of_empire.cards import Card, Kind, catalogue_numbers
from scoring.rise_of_empire.checks import (
    known_empire,
    living_empire,
    refuse_for,
    unless,
)
from scoring.rise_of_empire.layout import Age, AgeLayout, Category
from scoring.rise_of_empire.pools import (
    held_inventions,
    held_provinces,
    learned,
)
from scoring.rise_of_empire.readings import Readings
from scoring.rise_of_empire.state import (
    Campaign,
    Empire,
    EmpireSheet,
    Invention,
    Status,
    Ticks,
)
from scoring.rules import Problem
from scoring.words import _, say

LONGEST_NAME = 60


def name_problems(name: str, faction: str) -> list[Problem | None]:
    return [
        unless(
            0 < len(name.strip()) <= LONGEST_NAME,
            _("An empire needs a name."),
            book.START,
        ),
        unless(
            0 < len(faction.strip()) <= LONGEST_NAME,
            _("An empire needs a faction."),
            book.START,
        ),
    ]


def newcomer_problems(
    campaign: Campaign, key: str, player: str
) -> list[Problem | None]:
    own = [one for one in campaign.alive if one.player == player]
    return [
        unless(bool(key.strip()), _("An empire needs a key."), book.START),
        unless(
            campaign.empire(key) is None,
            _("This empire is already in the campaign."),
            book.START,
        ),
        unless(bool(player.strip()), _("An empire needs a player."), book.START),
        unless(not own, _("This player's empire still stands."), book.NEW_EMPIRE),
        unless(not campaign.over, _("The campaign is over."), book.VICTORY),
    ]


def joined(campaign: Campaign, empire: Empire) -> Campaign:
    return replace(campaign, empires=(*campaign.empires, empire))


@dataclass(frozen=True)
class FoundEmpire(Act):
    """ROE-2: an empire starts on a blank ancient sheet; ROE-39: also after a collapse."""

    empire: str
    player: str
    name: str
    faction: str
    deck: str = ""  # ROE-3: recorded, not enforced

    def apply(self, campaign: Campaign) -> Outcome:
        refuse_for(
            *newcomer_problems(campaign, self.empire, self.player),
            *name_problems(self.name, self.faction),
        )
        sheet = EmpireSheet(self.name.strip(), self.faction.strip())
        first = campaign.played + 1
        founded = Empire(self.empire, self.player, sheet, self.deck, founded=first)
        return joined(campaign, founded), ()


@dataclass(frozen=True)
class RenameEmpire(Act):
    empire: str
    name: str

    def apply(self, campaign: Campaign) -> Outcome:
        empire = known_empire(campaign, self.empire)
        refuse_for(*name_problems(self.name, empire.sheet.faction))
        sheet = replace(empire.sheet, name=self.name.strip())
        return campaign.put(replace(empire, sheet=sheet)), ()


@dataclass(frozen=True)
class RetireEmpire(Act):
    """A player leaves the campaign: the cards return, the story stays."""

    empire: str

    def apply(self, campaign: Campaign) -> Outcome:
        empire = living_empire(campaign, self.empire)
        playing = campaign.session and campaign.session.seat(self.empire)
        refuse_for(
            unless(
                not playing,
                _("It plays in the open session; finish that first."),
                book.NEW_EMPIRE,
            )
        )
        return campaign.put(ended(empire, Status.RETIRED)), ()


def ended(empire: Empire, status: str, fall: str = "") -> Empire:
    """ROE-39: an empire whose cards have returned to the pools."""
    sheet = replace(empire.sheet, provinces=(), inventions=())
    return replace(empire, status=status, fall=fall, sheet=sheet)


@dataclass(frozen=True)
class TakeOverEmpire(Act):
    """A campaign begun on paper goes on here: everything the paper sheet shows."""

    empire: str
    player: str
    name: str
    faction: str
    age: str = Age.ANCIENT
    ticks: Ticks = Ticks()  # noqa: RUF009 - frozen
    boxes: tuple[int, ...] = ()
    provinces: tuple[int, ...] = ()
    inventions: tuple[Invention, ...] = ()
    knowledge: int = 0
    scores: tuple[int, ...] = ()
    earlier_ticks: int = 0
    deck: str = ""

    def apply(self, campaign: Campaign) -> Outcome:
        refuse_for(
            *newcomer_problems(campaign, self.empire, self.player),
            *name_problems(self.name, self.faction),
            unless(
                self.age in campaign.layouts,
                _("There is no sheet of this age."),
                book.START,
            ),
        )
        sheet = self.sheet()
        refuse_for(
            *sheet_problems(campaign, sheet),
            *paper_problems(campaign, sheet),
            unless(
                self.earlier_ticks >= 0,
                _("Boxes ticked earlier can't be fewer than 0."),
                book.CARRIED_OVER,
            ),
        )
        first = campaign.played + 1
        empire = Empire(
            self.empire,
            self.player,
            sheet,
            self.deck,
            founded=first,
            earlier_ticks=self.earlier_ticks,
        )
        after = joined(campaign, empire)
        for card in self.inventions:
            after = learned_invention(after, card)
        return after, learned_knowledge(after, self.empire, self.knowledge, "paper")

    def sheet(self) -> EmpireSheet:
        return EmpireSheet(
            name=self.name.strip(),
            faction=self.faction.strip(),
            age=self.age,
            ticks=self.ticks,
            boxes=self.boxes,
            provinces=self.provinces,
            inventions=self.inventions,
            knowledge=self.knowledge,
            scores=self.scores,
        )


def sheet_problems(
    campaign: Campaign, sheet: EmpireSheet, *, own: Empire | None = None
) -> list[Problem | None]:
    """What no sheet can show, however it came about: also a correction is held to it."""
    layout = campaign.layouts[sheet.age]
    ticked = [
        unless(
            0 <= sheet.ticks.of(category) <= layout.length(category),
            say(_("This track has %(length)s boxes."), length=layout.length(category)),
            book.OVERFLOW,
        )
        for category in Category
    ]
    boxes = set(sheet.boxes)
    real = boxes <= set(range(len(layout.map))) and len(boxes) == len(sheet.boxes)
    return [
        *ticked,
        unless(
            real,
            _("The map has no such boxes, or one is ticked twice."),
            book.GAIN_PROVINCE,
        ),
        unless(sheet.knowledge >= 0, _("Knowledge can't be below 0."), book.LEFT_OVER),
        *card_problems(campaign, sheet, own),
    ]


def card_problems(
    campaign: Campaign, sheet: EmpireSheet, own: Empire | None
) -> list[Problem | None]:
    """No card is in two places, and every card is of its kind."""
    mine = set(own.sheet.provinces) if own and own.alive else set()
    mine_too = (
        {card.number for card in own.sheet.inventions} if own and own.alive else set()
    )
    taken = (held_provinces(campaign) - mine) | (held_inventions(campaign) - mine_too)
    cards = [*sheet.provinces, *(card.number for card in sheet.inventions)]
    provinces = set(catalogue_numbers(campaign.catalogue, Kind.PROVINCE))
    colours = [card.colour for card in sheet.inventions]
    return [
        unless(
            set(sheet.provinces) <= provinces,
            _("One of these numbers is no province."),
            book.BOX,
        ),
        unless(
            all(is_invention(campaign, card) for card in sheet.inventions),
            _("One of these numbers is no invention of its age."),
            book.BOX,
        ),
        unless(
            len(set(cards)) == len(cards) and not taken & set(cards),
            _("One of these cards is already somewhere else."),
            book.BOX,
        ),
        unless(
            all(colours) and len(set(colours)) == len(colours),
            _("An empire has at most one invention of each colour."),
            book.INVENTIONS,
        ),
        unless(
            all(0 <= card.price <= 999 for card in sheet.inventions),
            _("The price of an invention is a number from 0 to 999."),
            book.BUYING,
        ),
    ]


def is_invention(campaign: Campaign, card: Invention) -> bool:
    slot = campaign.catalogue.get(card.number)
    return bool(slot and slot.kind == Kind.INVENTION and slot.group == card.age)


def paper_problems(campaign: Campaign, sheet: EmpireSheet) -> list[Problem | None]:
    """What a sheet between two sessions can't show: it would have changed."""
    layout = campaign.layouts[sheet.age]
    full = any(sheet.ticks.of(one) >= layout.length(one) for one in Category)
    return [
        unless(
            not full,
            _("A full track means a new age: enter the new sheet."),
            book.AGE_CHANGE,
        ),
        unless(
            len(sheet.scores) <= 3,
            _("Only the last three scores matter."),
            book.CARRIED_OVER,
        ),
    ]


def learned_invention(campaign: Campaign, card: Invention) -> Campaign:
    slot = campaign.catalogue[card.number]
    name = card.name or slot.name
    return learned(
        campaign, replace(slot, price=card.price, colour=card.colour, name=name)
    )


@dataclass(frozen=True)
class FillCard(Act):
    """A table writes down what a card says, or moves it to another block (an inference of ours)."""

    number: int
    name: str | None = None
    price: int | None = None
    colour: str | None = None
    target: int | None = None
    progressive: bool | None = None
    in_a_row: bool | None = None
    kind: str | None = None
    group: str | None = None
    aside: bool | None = None  # “we don't have it”
    example: bool | None = None

    def apply(self, campaign: Campaign) -> Outcome:
        slot = campaign.catalogue.get(self.number)
        refuse_for(
            unless(slot is not None, _("There is no card with this number."), book.BOX)
        )
        assert slot is not None  # noqa: S101 - refused above
        card = self.filled(slot)
        refuse_for(*self.problems(campaign, slot, card))
        return learned(campaign, card), ()

    def filled(self, slot: Card) -> Card:
        said = {key: value for key, value in vars(self).items() if value is not None}
        return replace(slot, **said)

    def problems(
        self, campaign: Campaign, slot: Card, card: Card
    ) -> list[Problem | None]:
        out = held_provinces(campaign) | held_inventions(campaign) | in_play(campaign)
        moved = (slot.kind, slot.group) != (card.kind, card.group) or card.aside
        price = card.price is None or 0 <= card.price <= 999
        return [
            unless(
                not (moved and self.number in out),
                _("This card is in use; it can't be moved."),
                book.BOX,
            ),
            unless(valid_group(card), _("There is no such kind of card."), book.BOX),
            unless(
                price,
                _("The price of an invention is a number from 0 to 999."),
                book.BUYING,
            ),
            unless(
                len(card.name) <= LONGEST_NAME, _("This name is too long."), book.BOX
            ),
        ]


def in_play(campaign: Campaign) -> set[int]:
    session = campaign.session
    drawn = (
        {number for seat in session.seats for number in seat.drawn}
        if session
        else set()
    )
    return drawn | ({one.number for one in session.missions} if session else set())


def valid_group(card: Card) -> bool:
    groups: dict[str, tuple[str, ...]] = {
        Kind.PROVINCE: ("",),
        Kind.INVENTION: (Age.ANCIENT, Age.MEDIEVAL, Age.INDUSTRIAL),
        Kind.MISSION: tuple(Category),
    }
    return card.group in groups.get(card.kind, ())


@dataclass(frozen=True)
class ChangeLayout(Act):
    """ROE-44: a table copies its printed sheet; it holds from the next session on."""

    layout: AgeLayout

    def apply(self, campaign: Campaign) -> Outcome:
        age = self.layout.age
        refuse_for(
            unless(
                age in campaign.layouts,
                _("There is no sheet of this age."),
                book.LAYOUTS,
            )
        )
        layout = replace(self.layout, custom=True)
        if campaign.session:
            waiting = {**campaign.next_layouts, age: layout}
            return replace(campaign, next_layouts=waiting), ()
        refuse_for(*layout_problems(campaign, layout))
        return replace(campaign, layouts={**campaign.layouts, age: layout}), ()


def layout_problems(campaign: Campaign, layout: AgeLayout) -> list[Problem | None]:
    """Ticks that are already there must still fit."""
    there = [one.sheet for one in campaign.alive if one.sheet.age == layout.age]
    fits = all(
        sheet.ticks.of(category) <= layout.length(category)
        for sheet in there
        for category in Category
    )
    boxes = all(box < len(layout.map) for sheet in there for box in sheet.boxes)
    return [
        unless(
            fits,
            _("An empire has more ticks than this track has boxes."),
            book.OVERFLOW,
        ),
        unless(
            boxes,
            _("An empire has ticked a map box that isn't here."),
            book.GAIN_PROVINCE,
        ),
    ]


@dataclass(frozen=True)
class ChangeReadings(Act):
    """The table reads an open rule another way, from the next session on."""

    readings: Readings

    def apply(self, campaign: Campaign) -> Outcome:
        if campaign.session:
            return replace(campaign, next_readings=self.readings), ()
        return replace(campaign, readings=self.readings), ()


@dataclass(frozen=True)
class WriteNote(Act):
    """A sentence for the chronicle; it changes nothing."""

    text: str
    empire: str = ""

    def apply(self, campaign: Campaign) -> Outcome:
        refuse_for(
            unless(bool(self.text.strip()), _("A note needs words."), book.START)
        )
        if self.empire:
            known_empire(campaign, self.empire)
        return campaign, ()


@dataclass(frozen=True)
class PlayOn(Act):
    """ROE-36: after a victory the table may go on playing."""

    def apply(self, campaign: Campaign) -> Outcome:
        refuse_for(
            unless(campaign.over, _("The campaign is still going on."), book.VICTORY)
        )
        return replace(campaign, over=False), ()
