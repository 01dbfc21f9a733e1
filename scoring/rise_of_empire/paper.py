"""An empire from paper, and what no sheet can show however it came about."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from scoring.acts import Declaration
from scoring.rise_of_empire import rulebook as book
from scoring.rise_of_empire.act_fields import (
    DeckRule,
    EarlierTicks,
    EmpireKey,
    EmpireName,
    Faction,
    Inventions,
    Knowledge,
    MapBoxes,
    PlayerName,
    Provinces,
    Scores,
    SheetAge,
    SheetTicks,
    Step,
)
from scoring.rise_of_empire.acts import CampaignAct, Outcome, knowledge_facts
from scoring.rise_of_empire.cards import LONGEST_COLOUR, CardKind
from scoring.rise_of_empire.checks import problem_unless, refuse_if_any
from scoring.rise_of_empire.founding import (
    MOST_KNOWLEDGE,
    MOST_POINTS,
    MOST_TICKS,
    add_empire,
    name_problems,
    newcomer_problems,
)
from scoring.rise_of_empire.layout import Age, Category, as_colour
from scoring.rise_of_empire.pools import (
    cards_in_hand,
    numbers_of,
    remember_card,
)
from scoring.rise_of_empire.state import (
    CampaignState,
    EmpireState,
    Invention,
    SheetState,
    Ticks,
)
from scoring.rules import Problem
from scoring.words import _, make_message


@dataclass(frozen=True)
class TakeOverEmpire(CampaignAct):
    """A campaign begun on paper goes on here: everything the paper sheet shows."""

    declared = Declaration(_("Empire copied from paper"), step=Step.BOARD, told=True)

    empire: EmpireKey
    player: PlayerName
    name: EmpireName
    faction: Faction
    age: SheetAge = Age.ANCIENT
    ticks: SheetTicks = Ticks()  # noqa: RUF009 - frozen
    boxes: MapBoxes = ()
    provinces: Provinces = ()
    inventions: Inventions = ()
    knowledge: Knowledge = 0
    scores: Scores = ()
    earlier_ticks: EarlierTicks = 0
    deck: DeckRule = ""

    def apply(self, campaign: CampaignState) -> Outcome:
        refuse_if_any(*self.problems(campaign))
        first = campaign.played + 1
        empire = EmpireState(
            self.empire,
            self.player,
            self.sheet(),
            self.deck,
            founded=first,
            earlier_ticks=self.earlier_ticks,
        )
        after = add_empire(campaign, empire)
        for card in empire.sheet.inventions:
            after = remember_invention(after, card)
        left = tuple(one for one in after.discarded if one not in self.provinces)
        gained = knowledge_facts(after, self.empire, self.knowledge, "paper")
        return replace(after, discarded=left), gained

    def problems(self, campaign: CampaignState) -> list[Problem | None]:
        """Everything that is wrong at once: nobody likes to type a sheet four times."""
        who = newcomer_problems(campaign, self.empire, self.player, self.deck)
        names = name_problems(self.name, self.faction)
        real = self.age in campaign.layouts
        age = problem_unless(real, _("There's no sheet for this age."), book.START)
        if age:
            return [*who, *names, age]
        sheet = self.sheet()
        return [
            *who,
            *names,
            *sheet_problems(campaign, sheet),
            *paper_problems(campaign, sheet, self.earlier_ticks),
        ]

    def sheet(self) -> SheetState:
        return SheetState(
            name=self.name.strip(),
            faction=self.faction.strip(),
            age=self.age,
            ticks=self.ticks,
            boxes=self.boxes,
            provinces=self.provinces,
            inventions=tuple(
                replace(card, colour=as_colour(card.colour)) for card in self.inventions
            ),
            knowledge=self.knowledge,
            scores=self.scores,
        )


def sheet_problems(
    campaign: CampaignState, sheet: SheetState, *, own: EmpireState | None = None
) -> list[Problem | None]:
    """What no sheet can show, however it came about: also a correction is held to it."""
    layout = campaign.layouts[sheet.age]
    ticked = [
        problem_unless(
            0 <= sheet.ticks.of(category) <= layout.length(category),
            make_message(
                _("This track has only %(length)s boxes."),
                length=layout.length(category),
            ),
            book.OVERFLOW,
        )
        for category in Category
    ]
    boxes = set(sheet.boxes)
    real = boxes <= set(range(len(layout.map))) and len(boxes) == len(sheet.boxes)
    return [
        *ticked,
        problem_unless(
            real,
            _("A map box doesn't exist, or it's ticked twice."),
            book.GAIN_PROVINCE,
        ),
        problem_unless(
            sheet.knowledge >= 0, _("Knowledge can't be below 0."), book.LEFT_OVER
        ),
        problem_unless(
            is_believable(sheet),
            _("This number is too high. Please check it."),
            book.LEFT_OVER,
        ),
        *card_problems(campaign, sheet, own),
    ]


def is_believable(sheet: SheetState) -> bool:
    scores = all(-MOST_POINTS <= score <= MOST_POINTS for score in sheet.scores)
    return scores and sheet.knowledge <= MOST_KNOWLEDGE


def card_problems(
    campaign: CampaignState, sheet: SheetState, own: EmpireState | None
) -> list[Problem | None]:
    """No card is in two places, and every card is of its kind."""
    provinces = set(numbers_of(campaign, CardKind.PROVINCE))
    colours = [card.colour for card in sheet.inventions]
    return [
        *(
            card_problem(_("Card %(card)s isn't a province."), number)
            for number in sheet.provinces
            if number not in provinces
        ),
        *(
            card_problem(
                _("Card %(card)s isn't an invention of that age."), card.number
            )
            for card in sheet.inventions
            if not is_invention(campaign, card)
        ),
        *place_problems(campaign, sheet, own),
        problem_unless(
            all(map(is_colour, colours)) and len(set(colours)) == len(colours),
            _("An empire can have only one invention of each colour."),
            book.INVENTIONS,
        ),
        problem_unless(
            all(0 <= card.price <= 999 for card in sheet.inventions),
            _("Enter a price from 0 to 999."),
            book.BUYING,
        ),
    ]


def place_problems(
    campaign: CampaignState, sheet: SheetState, own: EmpireState | None
) -> Iterator[Problem]:
    """Cards that are entered twice, belong to another empire or were just drawn."""
    cards = [*sheet.provinces, *(card.number for card in sheet.inventions)]
    others = [one for one in campaign.holders if not own or one.key != own.key]
    for number in sorted(set(cards)):
        holder = next((one for one in others if holds_card(one.sheet, number)), None)
        if cards.count(number) > 1:
            yield card_problem(_("Card %(card)s is entered twice."), number)
        elif holder:
            text = _("Card %(card)s already belongs to %(empire)s.")
            yield card_problem(text, number, empire=holder.sheet.name)
        elif number in cards_in_hand(campaign):
            text = _("Card %(card)s was just drawn in the open session.")
            yield card_problem(text, number)


def holds_card(sheet: SheetState, number: int) -> bool:
    return number in sheet.provinces or any(
        card.number == number for card in sheet.inventions
    )


def card_problem(text: str, number: int, **values: str) -> Problem:
    return Problem(make_message(text, card=f"{number:03}", **values), book.BOX)


def is_colour(colour: str) -> bool:
    return 0 < len(colour.strip()) <= LONGEST_COLOUR


def is_invention(campaign: CampaignState, card: Invention) -> bool:
    slot = campaign.catalogue.get(card.number)
    return bool(slot and slot.kind == CardKind.INVENTION and slot.group == card.age)


def paper_problems(
    campaign: CampaignState, sheet: SheetState, earlier: int
) -> list[Problem | None]:
    """What a sheet between two sessions can't show: it would have changed."""
    layout, ages = campaign.layouts[sheet.age], list(Age)
    full = any(sheet.ticks.of(one) >= layout.length(one) for one in Category)
    own = ages.index(Age(sheet.age))
    lived = all(
        card.age not in ages or ages.index(Age(card.age)) <= own
        for card in sheet.inventions
    )
    ticked = 0 <= earlier <= (MOST_TICKS if own else 0)
    return [
        problem_unless(
            not full,
            _("A full track means a new age. Copy the new sheet."),
            book.AGE_CHANGE,
        ),
        problem_unless(
            len(sheet.scores) <= 3,
            _("Enter only the last three scores."),
            book.CARRIED_OVER,
        ),
        problem_unless(
            ticked,
            _("Too many boxes for the ages before. Please check."),
            book.CARRIED_OVER,
        ),
        problem_unless(
            lived,
            _("One invention is from an age this empire hasn't reached."),
            book.BUYING,
        ),
    ]


def remember_invention(campaign: CampaignState, card: Invention) -> CampaignState:
    slot = campaign.catalogue[card.number]
    name = card.name or slot.name
    return remember_card(
        campaign, replace(slot, price=card.price, colour=card.colour, name=name)
    )
