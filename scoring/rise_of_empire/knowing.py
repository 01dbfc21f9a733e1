"""Acts of the table: what it knows of its cards and sheets, how it reads the rules, its notes."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import Annotated, Self

from scoring.acts import Declaration
from scoring.engines import Data
from scoring.plain import from_plain, read_mapping, read_sequence, to_plain
from scoring.rise_of_empire import rulebook as book
from scoring.rise_of_empire.act_fields import (
    FILLS,
    LAYOUTS,
    EmpireKey,
    Note,
    SessionNumber,
    Step,
)
from scoring.rise_of_empire.acts import CampaignAct, Outcome
from scoring.rise_of_empire.cards import Card, CardKind
from scoring.rise_of_empire.checks import known_empire, problem_unless, refuse_if_any
from scoring.rise_of_empire.filling import (
    CardContent,
    LayoutContent,
    ReadingsContent,
    content_problems,
    known_slot,
)
from scoring.rise_of_empire.founding import end_story
from scoring.rise_of_empire.layout import (
    SHEET_AGES,
    AgeLayout,
    Category,
    load_layout,
)
from scoring.rise_of_empire.pools import held_inventions, held_provinces, remember_card
from scoring.rise_of_empire.state import CampaignState, Status
from scoring.rules import Problem
from scoring.words import _, make_message


@dataclass(frozen=True)
class FillCard(CardContent, CampaignAct):
    """A table writes down what a card says, or moves it to another block (an inference of ours)."""

    declared = Declaration(_("Card filled in"), step=Step.BOX)

    def apply(self, campaign: CampaignState) -> Outcome:
        slot = known_slot(campaign.catalogue, self.number)
        card = self.filled(slot)
        refuse_if_any(
            self.in_use_problem(campaign, slot, card), *content_problems(card)
        )
        moved = card.kind != CardKind.PROVINCE or card.aside
        left = tuple(
            one for one in campaign.discarded if not (moved and one == self.number)
        )
        return replace(remember_card(campaign, card), discarded=left), ()

    def in_use_problem(
        self, campaign: CampaignState, slot: Card, card: Card
    ) -> Problem | None:
        out = (
            held_provinces(campaign)
            | held_inventions(campaign)
            | cards_in_play(campaign)
        )
        moved = (slot.kind, slot.group) != (card.kind, card.group) or card.aside
        return problem_unless(
            not (moved and self.number in out),
            _("This card is in use, so it can't be moved."),
            book.BOX,
        )


def cards_in_play(campaign: CampaignState) -> set[int]:
    session = campaign.session
    drawn = (
        {number for seat in session.seats for number in seat.drawn}
        if session
        else set()
    )
    return drawn | ({one.number for one in session.missions} if session else set())


@dataclass(frozen=True)
class FillCards(CampaignAct):
    """Many cards at once, as a file brings them: one act, so that it is taken back as one."""

    declared = Declaration(
        _("Cards loaded from a file"), step=Step.BOX, role="organiser"
    )

    cards: Annotated[tuple[FillCard, ...], FILLS]

    def apply(self, campaign: CampaignState) -> Outcome:
        refuse_if_any(
            problem_unless(bool(self.cards), _("Enter the card numbers."), book.BOX)
        )
        for card in self.cards:
            campaign, _facts = card.apply(campaign)
        return campaign, ()


@dataclass(frozen=True)
class TakeFromBox(CampaignAct):
    """What is new in the table's box, cards and sheets at once: undone as one act, too."""

    declared = Declaration(_("Taken from your box"), step=Step.BOX, role="organiser")

    cards: Annotated[tuple[FillCard, ...], FILLS] = ()
    layouts: Annotated[tuple[AgeLayout, ...], LAYOUTS] = ()

    @classmethod
    def read(cls, data: Data) -> Self:
        """Layouts have a reader of their own."""
        read_mapping(data, "", ("cards", "layouts"))
        cards = from_plain(FillCards, {"cards": data.get("cards", [])}).cards
        sheets = read_sequence(data.get("layouts", []), "layouts", 0, len(SHEET_AGES))
        return cls(cards, tuple(load_layout(one, "layouts") for one in sheets))

    def apply(self, campaign: CampaignState) -> Outcome:
        refuse_if_any(
            problem_unless(
                bool(self.cards or self.layouts),
                _("There's nothing new in your box."),
                book.BOX,
            )
        )
        for card in self.cards:
            campaign, _facts = card.apply(campaign)
        for layout in self.layouts:
            campaign, _facts = ChangeLayout(layout).apply(campaign)
        return campaign, ()


@dataclass(frozen=True)
class DeclineFromBox(TakeFromBox):
    """What the box says and this campaign doesn't want; only something else is offered again."""

    declared = Declaration(
        _("Not taken from your box"), step=Step.BOX, role="organiser"
    )

    def apply(self, campaign: CampaignState) -> Outcome:
        keys = {*map(news_key, self.cards), *map(news_key, self.layouts)}
        declined = sorted({*campaign.declined, *keys})
        return replace(campaign, declined=tuple(declined)), ()


def news_key(news: FillCard | AgeLayout) -> str:
    """A short name for exactly what the box says of a card or a sheet."""
    said = json.dumps(to_plain(news), sort_keys=True)
    about = news.number if isinstance(news, FillCard) else news.age
    return f"{about}-{blake2b(said.encode(), digest_size=6).hexdigest()}"


@dataclass(frozen=True)
class ChangeLayout(LayoutContent, CampaignAct):
    """ROE-44: a table copies its printed sheet; it holds from the next session on."""

    declared = Declaration(_("Sheet changed"), step=Step.BOX, role="organiser")

    def apply(self, campaign: CampaignState) -> Outcome:
        age = self.layout.age
        refuse_if_any(
            problem_unless(
                age in campaign.layouts,
                _("There's no sheet for this age."),
                book.LAYOUTS,
            )
        )
        layout = replace(self.layout, custom=True)
        if campaign.session:
            waiting = {**campaign.next_layouts, age: layout}
            return replace(campaign, next_layouts=waiting), ()
        refuse_if_any(*layout_problems(campaign, layout))
        return replace(campaign, layouts={**campaign.layouts, age: layout}), ()


def missing_goods(layout: AgeLayout) -> tuple[Problem, ...]:
    """ROE-9: what a copied sheet still lacks; every box of the map asks for something."""
    return tuple(
        Problem(
            make_message(
                _("Map box %(box)s has no goods yet. Add at least one."), box=box
            ),
            book.GAIN_PROVINCE,
        )
        for box, goods in enumerate(layout.map, start=1)
        if not goods
    )


def layout_problems(campaign: CampaignState, layout: AgeLayout) -> list[Problem | None]:
    """Ticks that are already there must still fit."""
    there = [one.sheet for one in campaign.alive if one.sheet.age == layout.age]
    fits = all(
        sheet.ticks.of(category) <= layout.length(category)
        for sheet in there
        for category in Category
    )
    boxes = all(box < len(layout.map) for sheet in there for box in sheet.boxes)
    return [
        problem_unless(
            fits,
            _("An empire already has more ticks than this track has boxes."),
            book.OVERFLOW,
        ),
        problem_unless(
            boxes,
            _("An empire has ticked a map box you removed."),
            book.GAIN_PROVINCE,
        ),
    ]


@dataclass(frozen=True)
class ChangeReadings(ReadingsContent, CampaignAct):
    """The table reads an open rule another way, from the next session on."""

    declared = Declaration(_("Rule options changed"), step=Step.BOX, role="organiser")

    def apply(self, campaign: CampaignState) -> Outcome:
        if campaign.session:
            return replace(campaign, next_readings=self.readings), ()
        return replace(campaign, readings=self.readings), ()


@dataclass(frozen=True)
class WriteNote(CampaignAct):
    """A sentence for the chronicle; it changes nothing."""

    declared = Declaration(_("Note"), step=Step.PLAY, quiet=True, told=True)

    text: Note
    empire: EmpireKey = ""
    session: SessionNumber = 0  # the one that is on, or a finished one

    def apply(self, campaign: CampaignState) -> Outcome:
        refuse_if_any(
            problem_unless(
                0 <= self.session <= campaign.played,
                _("This session hasn't been finished."),
                book.START,
            ),
            problem_unless(
                bool(self.text.strip()),
                _("The note is empty. Write something first."),
                book.START,
            ),
        )
        if self.empire:
            known_empire(campaign, self.empire)
        return campaign, ()


@dataclass(frozen=True)
class PlayOn(CampaignAct):
    """ROE-36: after a victory the table may go on playing."""

    declared = Declaration(_("Campaign continued"), step=Step.AFTER)

    def apply(self, campaign: CampaignState) -> Outcome:
        refuse_if_any(
            problem_unless(
                campaign.over, _("The campaign isn't over yet."), book.VICTORY
            )
        )
        after = replace(campaign, over=False)
        for empire in campaign.empires:
            if (
                empire.status == Status.WON
            ):  # its story is told, and its cards are needed
                after = after.put(end_story(empire, Status.WON))
        return after, ()
