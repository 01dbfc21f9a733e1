"""What would come of it: the scores as counted so far, knowledge to gain, a purchase, the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from scoring import imperial_settlers as base
from scoring.missing import line_keys, tie_keys
from scoring.rise_of_empire import session as counting
from scoring.rise_of_empire.checks import open_session
from scoring.rise_of_empire.ending import knowledge_gains, play_session
from scoring.rise_of_empire.finishing import FinishSession
from scoring.rise_of_empire.pools import inventions_without_colour
from scoring.rise_of_empire.stages import Stage, seats_still_in, session_stage
from scoring.rise_of_empire.state import (
    CampaignState,
    EmpireState,
    Invention,
    SeatState,
    SheetState,
)
from scoring.sheet import Ending, ScoreSheet, score_game
from scoring.words import _

# What the campaign answers for itself, so that nobody can enter it wrongly.
ANSWERED = (counting.UPKEEP, base.FACTIONS)


def score_sheet(campaign: CampaignState) -> ScoreSheet:
    """Step 1 as counted so far; nobody has won while a score is missing."""
    sheet = score_game(counting.GAME, play_session(campaign).tallies)
    problems = tuple(one for one in sheet.problems if one.rule not in ANSWERED)
    sheet = replace(sheet, problems=problems)
    seats = campaign.session.seats if campaign.session else ()
    if all(seat.entries is not None for seat in seats):
        return sheet
    waiting = Ending(False, _("Some scores are still missing."), counting.SCORE)
    return replace(sheet, ending=waiting)


def ties_to_break(campaign: CampaignState) -> tuple[str, ...]:
    """ROE-23 and 27: who is level with somebody and hasn't said what is left."""
    seats = campaign.session.seats if campaign.session else ()
    if len(seats) < 2 or any(seat.entries is None for seat in seats):
        return ()
    result = play_session(campaign)
    asked = set(tie_keys(counting.GAME, result.last))
    totals = Counter(result.totals)
    return tuple(
        seat.empire
        for seat, total in zip(seats, result.totals, strict=True)
        if totals[total] > 1 and not asked & set(seat.entries or {})
    )


def is_win_tied(campaign: CampaignState) -> bool:
    """ROE-23: whether those who lead are level and what breaks the tie isn't said yet."""
    level = ties_to_break(campaign)
    if not level:
        return False
    totals = play_session(campaign).totals
    seats = zip(open_session(campaign).seats, totals, strict=True)
    return any(seat.empire in level for seat, total in seats if total == max(totals))


def tiebreak_keys(campaign: CampaignState) -> frozenset[str]:
    """ROE-23: what is left that counts in a tie, by the table's readings."""
    last = play_session(campaign).last
    lines = counting.GAME.tie_breaks
    return frozenset(
        key for line in lines for key in line_keys(counting.GAME, line, last)
    )


def with_entries(
    campaign: CampaignState, empire: str, entries: dict[str, int]
) -> CampaignState:
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


def knowledge_sums(campaign: CampaignState) -> tuple[Sum, ...]:
    return tuple(
        Sum(
            seat.empire,
            empire_of_seat(campaign, seat).sheet.knowledge,
            tuple(knowledge_gains(campaign, seat)),
        )
        for seat in seats_still_in(campaign)
    )


def empire_of_seat(campaign: CampaignState, seat: SeatState) -> EmpireState:
    empire = campaign.empire(seat.empire)
    assert empire is not None  # noqa: S101 - a seat is always an empire's
    return empire


@dataclass(frozen=True)
class Purchase:
    """ROE-28 and 30: the knowledge left, and the cards of the same colour that go."""

    left: int
    discards: tuple[Invention, ...]


def preview_purchase(empire: EmpireState, price: int, colour: str) -> Purchase:
    kept = inventions_without_colour(empire, colour)
    gone = tuple(one for one in empire.sheet.inventions if one not in kept)
    return Purchase(empire.sheet.knowledge - price, gone)


def next_icon(campaign: CampaignState, empire: EmpireState, category: str) -> str:
    """ROE-40: the icon on the leftmost free box of a track, if there is one."""
    boxes = campaign.layout(empire).track(category).boxes
    ticks = empire.sheet.ticks.of(category)
    return boxes[ticks] if ticks < len(boxes) else ""


def empire_as_seated(empire: EmpireState, seat: SeatState) -> EmpireState:
    """ROE-40: the empire with the icons that hold in this session."""
    return replace(empire, sheet=replace(empire.sheet, ticks=seat.ticks))


@dataclass(frozen=True)
class EmpireChange:
    """One empire before and after a session; None where it wasn't there before."""

    before: EmpireState | None
    after: EmpireState

    @property
    def sheet_before(self) -> SheetState:
        """A new empire starts on a blank sheet (ROE-2)."""
        if self.before:
            return self.before.sheet
        return SheetState(self.after.sheet.name, self.after.sheet.faction)


def empire_changes(
    before: CampaignState, after: CampaignState
) -> Iterator[EmpireChange]:
    for empire in after.empires:
        yield EmpireChange(before.empire(empire.key), empire)


def preview_finish(campaign: CampaignState) -> CampaignState:
    """The campaign as it will be when the session is finished; as it is while a step is open."""
    if campaign.session is None or session_stage(campaign) != Stage.FINISH:
        return campaign
    after, _facts = FinishSession().apply(campaign)
    return after
