"""What was done since the last session was finished, as far as it counts, and who may take it back."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from functools import cache, cached_property

from campaign.models import Campaign, Session, SessionEnd
from companion.base.joined_rows import Joined, JoinedRows
from companion.log.models import Act
from companion.log.replay import (
    UNDO,
    EffectiveAct,
    amended_number,
    effective_acts,
    replay_acts,
    undone_numbers,
)
from companion.log.rewriting import may_undo
from companion.tables.access import Here
from scoring.rise_of_empire import state as engine_state
from scoring.rise_of_empire.act_fields import SIX_STEPS, Step
from scoring.rise_of_empire.engine import ENGINE as CAMPAIGN
from scoring.rise_of_empire.stages import Stage

# Which acts belong to which of the six steps.
STEP_OF: dict[str, int] = {
    kind: SIX_STEPS.index(Step(act.declared.step)) + 1
    for kind, act in CAMPAIGN.acts.items()
    if act.declared.step in SIX_STEPS
}
STAGE_STEP: dict[str, int] = {
    Stage.PLAY: 1,
    Stage.LOSING: 1,
    Stage.WINNER: 2,
    Stage.AGES: 3,
    Stage.KNOWLEDGE: 4,
    Stage.INVENTIONS: 5,
    Stage.PROVINCES: 6,
}
# What somebody may do on the pages of a session; each is one act of the engine.
ELSEWHERE = (Step.BOARD, Step.BOX, Step.CORRECTIONS, Step.HELP)
DEEDS = frozenset(
    kind for kind, act in CAMPAIGN.acts.items() if act.declared.step not in ELSEWHERE
)
# What is done once a campaign is won isn't undone from a session's page.
AFTER = frozenset(
    kind for kind, act in CAMPAIGN.acts.items() if act.declared.step == Step.AFTER
)
PAYING, TOGETHER = "pay_upkeep", timedelta(seconds=1)
# After these one goes on playing.
IN_PLAY = frozenset(
    kind for kind, act in CAMPAIGN.acts.items() if act.declared.step == Step.PLAY
)


@dataclass(frozen=True)
class RecentActs:
    """The acts from the finish of the last session on, of which some may be undone."""

    campaign: Campaign
    end: SessionEnd | None
    acts: tuple[Act, ...]
    until: int | None = (
        None  # the last act to be told, where later ones only undo and edit
    )

    @cached_property
    def gone(self) -> set[int]:
        return undone_numbers(self.acts)

    @cached_property
    def by_number(self) -> dict[int, Act]:
        return {act.number: act for act in self.acts}

    @cached_property
    def counting(self) -> tuple[Act, ...]:
        """What still counts and can be taken back, amendments included."""
        return tuple(
            act for act in self.acts if act.number not in self.gone and act.kind != UNDO
        )

    def amended(self, act: Act) -> Act:
        """What an amendment speaks for, as far as it lies within these acts."""
        return self.by_number.get(amended_number(self.acts, act), act)

    @cached_property
    def said(self) -> tuple[EffectiveAct, ...]:
        """What counts; a repair may also speak of acts before and after these."""
        first = self.acts[0].number if self.end and self.acts else 0
        told = (one for one in effective_acts(self.acts) if one.number >= first)
        until = self.until
        return tuple(one for one in told if until is None or one.number <= until)

    @cached_property
    def session(self) -> tuple[EffectiveAct, ...]:
        """From the opening of the session at hand on."""
        opened = self.number_of("open_session")
        return tuple(one for one in self.said if opened and one.number >= opened)

    def number_of(self, kind: str, empire: str = "") -> int | None:
        """The latest act of a kind, of one empire where it is named."""
        numbers = [
            one.number
            for one in self.said
            if one.kind == kind and empire in ("", one.data.get("empire"))
        ]
        return numbers[-1] if numbers else None

    def state_before(self, kind: str) -> engine_state.CampaignState:
        """The campaign as it was just before the latest act of a kind."""
        number = self.number_of(kind)
        if self.end:
            first, past = CAMPAIGN.load(self.end.state), self.end.act.number
        else:
            first, past = CAMPAIGN.start(self.campaign.start), 0
        acts = [one for one in self.said if past < one.number < (number or 0)]
        return replay_acts(CAMPAIGN, first, acts).state

    def last_step(self) -> tuple[int, list[int]]:
        """The latest of the six steps that something was done in, and those acts."""
        steps = {
            one.number: STEP_OF[one.kind] for one in self.session if one.kind in STEP_OF
        }
        if not steps:
            return 0, []
        latest = steps[max(steps)]
        return latest, [number for number, step in steps.items() if step == latest]

    def undoable(self, here: Here) -> Act | None:
        """One's last act of a session; an organiser's is the last of anybody."""
        own = [act for act in self.counting if may_undo(here, act)]
        of_session = [act for act in own if self.amended(act).kind in DEEDS - AFTER]
        return of_session[-1] if of_session else None

    def acts_of_same_tap(self, act: Act) -> list[Act]:
        """The act, and what the same button did just before it: all boxes of an empire are paid at once."""
        together = [act]
        for before in reversed(self.counting[: self.counting.index(act)]):
            if not is_one_payment(before, together[0]):
                break
            together.insert(0, before)
        return together

    def may_rewrite(self, numbers: Iterable[int], here: Here) -> bool:
        """Whether all these are among the recent acts and the visitor's to undo."""
        acts = [self.by_number.get(number) for number in numbers]
        return all(act is not None and may_undo(here, act) for act in acts)


def is_one_payment(act: Act, following: Act) -> bool:
    """Whether two payments were one: nobody presses two buttons within a second."""
    return (
        act.kind == following.kind == PAYING
        and act.by_name == following.by_name
        and act.data["empire"] == following.data["empire"]
        and following.at - act.at < TOGETHER
    )


def recent_acts(campaign: Campaign, played: int) -> RecentActs:
    end = find_end(campaign, played) if played else None
    since = end.act.number if end else 0
    acts = (act for (act,) in acts_since().fetch(campaign.pk, since))
    return RecentActs(campaign, end, tuple(acts))


def find_end(campaign: Campaign, session: int) -> SessionEnd | None:
    for end, act in ends_by_number().fetch(campaign.pk, session):
        end.act = act
        return end  # type: ignore[no-any-return]
    return None


# Asked by every page of a session, so these two are put together only once.
@cache
def ends_by_number() -> JoinedRows:
    """Named with its campaign, a session is found by its number and not among all of them."""
    tables = (one._meta.db_table for one in (Session, SessionEnd, Act))
    rest = """FROM {} session JOIN {} ended ON ended.session_id = session.id
JOIN {} act ON act.id = ended.act_id
WHERE session.campaign_id = %s AND session.number = %s AND ended.campaign_id = session.campaign_id"""
    end = Joined(SessionEnd, "ended", left_out=frozenset({"state"}))
    return JoinedRows(rest.format(*tables), end, Joined(Act, "act"))


@cache
def acts_since() -> JoinedRows:
    rest = "FROM {} act WHERE log_id = %s AND number >= %s ORDER BY number"
    return JoinedRows(rest.format(Act._meta.db_table), Joined(Act, "act"))
