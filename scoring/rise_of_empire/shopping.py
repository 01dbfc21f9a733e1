"""Step 5: inventions are bought, from the highest score to the lowest."""

from __future__ import annotations

from dataclasses import dataclass, replace

from scoring.acts import Declaration
from scoring.remembering import remember_in_record
from scoring.rise_of_empire import rulebook as book
from scoring.rise_of_empire.act_fields import (
    CardColour,
    CardName,
    CardNumber,
    EmpireKey,
    EmpireOrder,
    Price,
    Step,
)
from scoring.rise_of_empire.acts import CampaignAct, Outcome, knowledge_facts
from scoring.rise_of_empire.checks import (
    open_session,
    problem_unless,
    refuse_if_any,
    seat_and_empire,
    seat_of,
)
from scoring.rise_of_empire.ending import add_knowledge
from scoring.rise_of_empire.founding import LONGEST_NAME
from scoring.rise_of_empire.layout import as_colour
from scoring.rise_of_empire.paper import is_colour, remember_invention
from scoring.rise_of_empire.pools import inventions_left, inventions_without_colour
from scoring.rise_of_empire.stages import (
    Stage,
    seats_still_in,
    session_stage,
    stage_problem,
)
from scoring.rise_of_empire.state import (
    CampaignState,
    EmpireState,
    Fall,
    Invention,
    SeatState,
)
from scoring.rules import Problem
from scoring.words import _, make_message


@remember_in_record
def next_buyer(campaign: CampaignState) -> SeatState | None:
    """ROE-27: whose turn it is to buy, from the highest score to the lowest."""
    return next(iter(buyers_in_order(campaign)), None)


def buyers_in_order(campaign: CampaignState) -> list[SeatState]:
    """Who hasn't bought yet, from the highest score to the lowest."""
    order = open_session(campaign).order
    waiting = [seat for seat in seats_still_in(campaign) if not seat.shopped]
    settled = {key: position for position, key in enumerate(order)}
    return sorted(waiting, key=lambda seat: (seat.place, settled.get(seat.empire, 0)))


def buyers_before(campaign: CampaignState, key: str) -> list[str]:
    """ROE-27: whom an empire has to wait for before it may buy."""
    waiting = [seat.empire for seat in buyers_in_order(campaign)]
    return waiting[: waiting.index(key)] if key in waiting else []


@remember_in_record
def order_is_open(campaign: CampaignState) -> bool:
    """Whether equals are still to buy, and the table hasn't said who goes first."""
    places = [seat.place for seat in seats_still_in(campaign)]
    return not open_session(campaign).order and len(set(places)) < len(places)


@dataclass(frozen=True)
class SettleTie(CampaignAct):
    """ROE-27: the table decides in which order equals buy."""

    declared = Declaration(
        _("Buying order decided"), step=Step.INVENTIONS, shared=True, quiet=True
    )

    order: EmpireOrder

    def apply(self, campaign: CampaignState) -> Outcome:
        session = open_session(campaign)
        refuse_if_any(
            stage_problem(campaign, Stage.INVENTIONS),
            problem_unless(
                order_is_open(campaign), _("The order is clear."), book.BUYING
            ),
        )
        places = {seat.empire: seat.place for seat in seats_still_in(campaign)}
        complete = sorted(self.order) == sorted(places)
        fits = complete and [places[key] for key in self.order] == sorted(
            places.values()
        )
        refuse_if_any(
            problem_unless(
                fits, _("The order must follow the scores, highest first."), book.BUYING
            )
        )
        return replace(campaign, session=replace(session, order=self.order)), ()


def turn_problems(campaign: CampaignState, key: str) -> list[Problem | None]:
    seat_of(campaign, key)
    now = next_buyer(campaign) if session_stage(campaign) == Stage.INVENTIONS else None
    return [
        stage_problem(campaign, Stage.INVENTIONS),
        problem_unless(
            not order_is_open(campaign),
            _("First decide who buys first."),
            book.BUYING,
        ),
        problem_unless(
            now is not None and now.empire == key,
            _("It's another empire's turn to buy."),
            book.BUYING,
        ),
    ]


def price_problem(missing: int) -> Problem | None:
    message = make_message(_("%(missing)s more knowledge needed."), missing=missing)
    return problem_unless(missing <= 0, message, book.BUYING)


@dataclass(frozen=True)
class BuyInvention(CampaignAct):
    """Step 5 (ROE-27, 28): an invention of the own age, paid in full; an old one of its colour goes."""

    declared = Declaration(_("Invention bought"), step=Step.INVENTIONS, told=True)

    empire: EmpireKey
    number: CardNumber
    price: Price
    colour: CardColour
    name: CardName = ""

    def apply(self, campaign: CampaignState) -> Outcome:
        """Colours are compared as people mean them, not as they type them."""
        self.check(campaign)
        return self.meant.bought(campaign)

    def check(self, campaign: CampaignState) -> None:
        refuse_if_any(*turn_problems(campaign, self.empire))
        _seat, empire = seat_and_empire(campaign, self.empire)
        refuse_if_any(*self.meant.problems(campaign, empire))

    @property
    def meant(self) -> BuyInvention:
        return replace(self, colour=as_colour(self.colour))

    def bought(self, campaign: CampaignState) -> Outcome:
        seat, empire = seat_and_empire(campaign, self.empire)
        card = Invention(
            self.number, empire.sheet.age, self.colour, self.price, self.name
        )
        kept = inventions_without_colour(empire, self.colour)
        gone = tuple(old.number for old in empire.sheet.inventions if old not in kept)
        sheet = replace(empire.sheet, inventions=(*kept, card))
        after = campaign.put(replace(empire, sheet=sheet))
        after = add_knowledge(after, self.empire, -self.price)
        bought = replace(
            seat, bought=(*seat.bought, self.number), returned=(*seat.returned, *gone)
        )
        after = remember_invention(after.put_seat(bought), card)
        return after, knowledge_facts(campaign, self.empire, -self.price, "invention")

    def problems(
        self, campaign: CampaignState, empire: EmpireState
    ) -> list[Problem | None]:
        slot = campaign.catalogue.get(self.number)
        known = slot.price if slot else None
        colour = slot.colour if slot else ""
        missing = self.price - empire.sheet.knowledge
        there = self.number in inventions_left(campaign, empire.sheet.age)
        return [
            problem_unless(there, _("You can't buy this invention now."), book.BUYING),
            problem_unless(
                0 <= self.price <= 999,
                _("Enter a price from 0 to 999."),
                book.BUYING,
            ),
            problem_unless(
                known in (None, self.price),
                _("The card has another price in our list. Correct the card first."),
                book.BUYING,
            ),
            problem_unless(
                colour in ("", self.colour),
                _("The card has another colour in our list. Correct the card first."),
                book.INVENTIONS,
            ),
            problem_unless(
                is_colour(self.colour),
                _("Pick the invention's colour."),
                book.INVENTIONS,
            ),
            problem_unless(
                len(self.name) <= LONGEST_NAME,
                _("This name is too long."),
                book.INVENTIONS,
            ),
            price_problem(missing),
        ]


@dataclass(frozen=True)
class StopBuying(CampaignAct):
    """Step 5: an empire has bought at least one invention and keeps the rest of its knowledge."""

    declared = Declaration(_("Done buying"), step=Step.INVENTIONS, quiet=True)

    empire: EmpireKey

    def apply(self, campaign: CampaignState) -> Outcome:
        seat = seat_of(campaign, self.empire)
        message = _("Buy at least one invention.")
        refuse_if_any(
            *turn_problems(campaign, self.empire),
            problem_unless(bool(seat.bought), message, book.BUYING),
        )
        return campaign.put_seat(replace(seat, shopped=True)), ()


def affordable_inventions(campaign: CampaignState, empire: EmpireState) -> list[int]:
    """ROE-29: what is left of the own age and known to be paid for with the knowledge there is."""
    return [
        number
        for number in inventions_left(campaign, empire.sheet.age)
        if (price := campaign.catalogue[number].price) is not None
        and price <= empire.sheet.knowledge
    ]


@dataclass(frozen=True)
class AffordNothing(CampaignAct):
    """Step 5 (ROE-29, 38): “no, none”: the empire collapses in a dark age."""

    declared = Declaration(_("Can't afford any invention"), step=Step.INVENTIONS)

    empire: EmpireKey

    def apply(self, campaign: CampaignState) -> Outcome:
        seat, empire = seat_and_empire(campaign, self.empire)
        can = affordable_inventions(campaign, empire)
        refuse_if_any(
            *turn_problems(campaign, self.empire),
            problem_unless(
                not seat.bought,
                _("It has already bought an invention."),
                book.CANNOT_BUY,
            ),
            problem_unless(
                not can, _("It can still afford an invention."), book.CANNOT_BUY
            ),
        )
        return campaign.put_seat(replace(seat, shopped=True, fall=Fall.DARK_AGE)), ()
