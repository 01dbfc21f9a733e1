"""An empire from paper, and what no sheet can show however it came about."""

from __future__ import annotations

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
from scoring.rise_of_empire.cards import CardKind, catalogue_numbers
from scoring.rise_of_empire.checks import problem_unless, refuse_if_any
from scoring.rise_of_empire.founding import (
    LONGEST_COLOUR,
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
    held_inventions,
    held_provinces,
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
    mine = set(own.sheet.provinces) if own and own.alive else set()
    mine_too = (
        {card.number for card in own.sheet.inventions} if own and own.alive else set()
    )
    held = (held_provinces(campaign) - mine) | (held_inventions(campaign) - mine_too)
    taken = held | cards_in_hand(campaign)
    cards = [*sheet.provinces, *(card.number for card in sheet.inventions)]
    provinces = set(catalogue_numbers(campaign.catalogue, CardKind.PROVINCE))
    colours = [card.colour for card in sheet.inventions]
    return [
        problem_unless(
            set(sheet.provinces) <= provinces,
            _("One of these numbers isn't a province."),
            book.BOX,
        ),
        problem_unless(
            all(is_invention(campaign, card) for card in sheet.inventions),
            _("One of these numbers isn't an invention of that age."),
            book.BOX,
        ),
        problem_unless(
            len(set(cards)) == len(cards) and not taken & set(cards),
            _("One of these cards already belongs to another empire."),
            book.BOX,
        ),
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
