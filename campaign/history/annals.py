"""A campaign's acts as its history shows them: what counts, what was taken back, what it changed.

Only undos and amendments say which acts count, so they are read for every page and nothing else is;
what one act changed is replayed from the end of the session before it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Q, Sum
from django.utils.translation import gettext

from campaign.history.telling import (
    ActWords,
    Change,
    Names,
    count_differences,
    kind_label,
    show_value,
    show_value_after_label,
    tell_act,
)
from campaign.history.words import FIELDS
from campaign.models import Campaign
from companion.base.wording import place_name, signed_points, translate
from companion.log.models import Act
from companion.log.replay import (
    AMEND,
    REWRITING,
    UNDO,
    EffectiveAct,
    numbers_undone_by,
    replay_acts,
)
from scoring.engines import Data
from scoring.rise_of_empire.acts import REASONS
from scoring.rise_of_empire.engine import ENGINE as CAMPAIGN
from scoring.rise_of_empire.state import CampaignState

SCORING, COMPLETING = "settle_scores", "complete_mission"


@dataclass(frozen=True)
class ActStanding:
    """Which acts are taken out, by which others, and which have another content now."""

    by: Mapping[int, tuple[int, ...]]
    instead: Mapping[int, Act]

    def said(self, act: Act) -> Data:
        """The content that counts."""
        amendment = self.instead.get(act.number)
        said: Data = amendment.data["by"] if amendment else act.data
        return said


def act_standing(campaign: Campaign) -> ActStanding:
    acts = campaign.acts.filter(kind__in=REWRITING).order_by("number")
    rewriting = {act.number: act for act in acts}
    by: dict[int, list[int]] = defaultdict(list)
    for act in reversed(rewriting.values()):
        if act.number not in by:  # what is taken out itself takes out nothing
            for number in numbers_undone_by(act):
                by[number].append(act.number)
    instead = {
        act_amended(act, rewriting): act
        for act in rewriting.values()
        if act.kind == AMEND and act.number not in by
    }
    return ActStanding({one: tuple(sorted(acts)) for one, acts in by.items()}, instead)


def act_amended(act: Act, rewriting: Mapping[int, Act]) -> int:
    """The act an amendment speaks for, be it an amendment of an amendment."""
    number = act.number
    while number in rewriting and rewriting[number].kind == AMEND:
        number = rewriting[number].data["of"]
    return number


@dataclass(frozen=True)
class ActLine:
    """An act with everything a reader wants to know of it."""

    act: Act
    told: ActWords
    gone_by: tuple[int, ...] = ()
    amended_by: int | None = None
    changes: tuple[Change, ...] = ()
    refers: tuple[int, ...] = ()  # the acts it takes back or amends


@dataclass(frozen=True)
class Teller:
    """Tells acts of one campaign; what all its lines need is looked up once."""

    campaign: Campaign
    state: CampaignState
    names: Names
    standing: ActStanding

    def lines(self, acts: Sequence[Act]) -> list[ActLine]:
        made = look_up_changes(self.campaign, acts, self.names)
        kinds = self.kinds(acts)
        return [self.line(act, made.get(act.number, ()), kinds) for act in acts]

    def kinds(self, acts: Sequence[Act]) -> dict[int, str]:
        """What the acts are that these take back or amend."""
        numbers = {number for act in acts for number in rewritten_numbers(act)}
        found = self.campaign.acts.filter(number__in=numbers) if numbers else ()
        return {act.number: act.kind for act in found}

    def line(
        self,
        act: Act,
        made: Iterable[Change] = (),
        kinds: Mapping[int, str] | None = None,
    ) -> ActLine:
        gone_by = self.standing.by.get(act.number, ())
        if act.kind in REWRITING:
            kinds = self.kinds([act]) if kinds is None else kinds
            told = ActWords(
                kind_label(act.kind), (), list_acts(rewritten_numbers(act), kinds)
            )
            return ActLine(act, told, gone_by, refers=rewritten_numbers(act))
        amendment = self.standing.instead.get(act.number)
        return ActLine(
            act,
            tell_act(act.kind, self.standing.said(act), self.names),
            gone_by,
            amendment.number if amendment else None,
            (*self.amended(act), *made),
        )

    def amended(self, act: Act) -> list[Change]:
        """Field by field what an amendment put in the place of what was first said."""
        before, after = act.data, self.standing.said(act)
        counted = count_differences(before.get("entries"), after.get("entries"))
        return [Change("", *one) for one in counted] + [
            Change("", translate(label), old, new)
            for name, label in FIELDS.items()
            if name != "entries"
            and (
                old := show_value_after_label(
                    act.kind, name, before.get(name), self.names
                )
            )
            != (
                new := show_value_after_label(
                    act.kind, name, after.get(name), self.names
                )
            )
        ]


def campaign_teller(campaign: Campaign) -> Teller:
    """Empires are called as they are now, those of the past too."""
    state = CAMPAIGN.load(campaign.state)
    empires = dict(campaign.empires.values_list("key", "name"))
    names = Names(empires, state.catalogue)
    return Teller(campaign, state, names, act_standing(campaign))


def rewritten_numbers(act: Act) -> tuple[int, ...]:
    """The acts an undo or an amendment is about."""
    if act.kind == UNDO:
        return tuple(act.data["of"])
    return (act.data["of"], *act.data.get("without", ())) if act.kind == AMEND else ()


def list_acts(numbers: Iterable[int], kinds: Mapping[int, str]) -> str:
    return ", ".join(f"{one} {kind_label(kinds.get(one, ''))}" for one in numbers)


# What acts made true, looked up by act


def look_up_changes(
    campaign: Campaign, acts: Sequence[Act], names: Names
) -> dict[int, list[Change]]:
    """Results, completed missions and knowledge, from the facts of these acts."""
    made: dict[int, list[Change]] = defaultdict(list)
    if not acts:
        return made
    numbers = [act.number for act in acts]
    within = Q(act__number__gte=min(numbers), act__number__lte=max(numbers))
    kinds = {act.kind for act in acts}
    results = campaign.results.filter(within).select_related("act", "empire")
    for one in results if SCORING in kinds else ():
        said = f"{signed_points(one.score)} · {place_name(one.place)}"
        change = Change(one.empire.name, gettext("Final score"), "", said)
        made[one.act.number].append(change)
    completions = campaign.completions.filter(within).select_related("act", "empire")
    for done in completions if COMPLETING in kinds else ():
        ticks = f"+{show_value('', 'ticks', done.ticks, names)}"
        said = gettext("%(ticks)s, first") % {"ticks": ticks} if done.first else ticks
        change = Change(done.empire.name, gettext("Track"), "", said)
        made[done.act.number].append(change)
    for number, change in knowledge_balances(campaign, min(numbers), within):
        made[number].append(change)
    return made


def knowledge_balances(
    campaign: Campaign, first: int, within: Q
) -> Iterable[tuple[int, Change]]:
    """Every entry of the ledgers, with what the empire had before and after it."""
    earlier = campaign.ledger.filter(act__number__lt=first).order_by()
    sums = dict(earlier.values_list("empire_id").annotate(Sum("amount")))
    entries = campaign.ledger.filter(within).select_related("act", "empire")
    for one in entries.order_by("act__number", "nth"):
        before = sums.get(one.empire_id, 0)
        after = sums[one.empire_id] = before + one.amount
        why = translate(REASONS.get(one.why, one.why))
        what = gettext("Knowledge (%(why)s)") % {"why": why}
        yield one.act.number, Change(one.empire.name, what, str(before), str(after))


# One act, replayed


@dataclass(frozen=True)
class ActMoment:
    """The campaign just before and just after an act that counts."""

    before: CampaignState
    after: CampaignState


def replay_moment(
    campaign: Campaign, act: Act, standing: ActStanding
) -> ActMoment | None:
    """Replays from the end of the last session before it; None for what doesn't count."""
    if act.kind in REWRITING or act.number in standing.by:
        return None
    ends = campaign.ends.filter(act__number__lt=act.number).select_related("act")
    base = ends.order_by("act__number").last()
    start = CAMPAIGN.load(base.state) if base else CAMPAIGN.start(campaign.start)
    since = base.act.number if base else 0
    acts = campaign.acts.filter(number__gt=since, number__lte=act.number)
    said = [
        EffectiveAct(one.number, one.kind, standing.said(one))
        for one in acts.order_by("number")
        if one.kind not in REWRITING and one.number not in standing.by
    ]
    before = replay_acts(CAMPAIGN, start, said[:-1]).state
    return ActMoment(before, replay_acts(CAMPAIGN, before, said[-1:]).state)
