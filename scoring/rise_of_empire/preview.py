"""What would come of it: the scores as counted so far, knowledge to gain, a purchase, the end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from scoring import imperial_settlers as base
from scoring.rise_of_empire import session as counting
from scoring.rise_of_empire.ending import counted, knowledge_of
from scoring.rise_of_empire.finishing import FinishSession
from scoring.rise_of_empire.pools import without_colour
from scoring.rise_of_empire.stages import Stage, stage, still_in
from scoring.rise_of_empire.state import (
    Campaign,
    Empire,
    EmpireSheet,
    Invention,
    Playing,
)
from scoring.sheet import Ending, ScoreSheet, score
from scoring.words import _

# What the campaign answers for itself, so that nobody can enter it wrongly.
ANSWERED = (counting.UPKEEP, base.FACTIONS)


def score_sheet(campaign: Campaign) -> ScoreSheet:
    """Step 1 as counted so far; nobody has won while a score is missing."""
    sheet = score(counting.GAME, counted(campaign).tallies)
    problems = tuple(one for one in sheet.problems if one.rule not in ANSWERED)
    sheet = replace(sheet, problems=problems)
    seats = campaign.session.seats if campaign.session else ()
    if all(seat.entries is not None for seat in seats):
        return sheet
    waiting = Ending(False, _("Some scores are still missing."), counting.SCORE)
    return replace(sheet, ending=waiting)


def with_entries(campaign: Campaign, empire: str, entries: dict[str, int]) -> Campaign:
    """As if a player had counted this."""
    seat = campaign.session.seat(empire) if campaign.session else None
    return campaign.put_seat(replace(seat, entries=entries)) if seat else campaign


@dataclass(frozen=True)
class Sum:
    """ROE-26: what an empire has saved, gains now, and has then."""

    empire: str
    saved: int
    gains: tuple[tuple[str, int], ...]

    @property
    def total(self) -> int:
        return self.saved + sum(amount for _why, amount in self.gains)


def knowledge_sums(campaign: Campaign) -> tuple[Sum, ...]:
    return tuple(
        Sum(
            seat.empire,
            held(campaign, seat).sheet.knowledge,
            tuple(knowledge_of(campaign, seat)),
        )
        for seat in still_in(campaign)
    )


def held(campaign: Campaign, seat: Playing) -> Empire:
    empire = campaign.empire(seat.empire)
    assert empire is not None  # noqa: S101 - a seat is always an empire's
    return empire


@dataclass(frozen=True)
class Purchase:
    """ROE-28 and 30: the knowledge left, and the cards of the same colour that go."""

    left: int
    discards: tuple[Invention, ...]


def if_bought(empire: Empire, price: int, colour: str) -> Purchase:
    kept = without_colour(empire, colour)
    gone = tuple(one for one in empire.sheet.inventions if one not in kept)
    return Purchase(empire.sheet.knowledge - price, gone)


def next_icon(campaign: Campaign, empire: Empire, category: str) -> str:
    """ROE-40: the icon on the leftmost free box of a track, if there is one."""
    boxes = campaign.layout(empire).track(category).boxes
    ticks = empire.sheet.ticks.of(category)
    return boxes[ticks] if ticks < len(boxes) else ""


def as_seated(empire: Empire, seat: Playing) -> Empire:
    """ROE-40: the empire with the icons that hold in this session."""
    return replace(empire, sheet=replace(empire.sheet, ticks=seat.ticks))


@dataclass(frozen=True)
class Change:
    """One empire before and after a session; None where it wasn't there before."""

    before: Empire | None
    after: Empire

    @property
    def sheet_before(self) -> EmpireSheet:
        """A new empire starts on a blank sheet (ROE-2)."""
        if self.before:
            return self.before.sheet
        return EmpireSheet(self.after.sheet.name, self.after.sheet.faction)


def changes(before: Campaign, after: Campaign) -> Iterator[Change]:
    for empire in after.empires:
        yield Change(before.empire(empire.key), empire)


def if_finished(campaign: Campaign) -> Campaign:
    """The campaign as it will be when the session is finished; as it is while a step is open."""
    if campaign.session is None or stage(campaign) != Stage.FINISH:
        return campaign
    after, _facts = FinishSession().apply(campaign)
    return after
