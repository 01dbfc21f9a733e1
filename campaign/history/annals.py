"""What acts of a campaign changed: looked up in its facts, or replayed from the session before.

A page of a long history replays nothing; the page of one act does.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain

from django.db.models import Sum
from django.utils.translation import gettext, ngettext

from campaign.history.moments import state_after_session
from campaign.history.spans import find_spans, span_at
from campaign.history.telling import (
    NamedEmpire,
    all_empires,
    campaign_names,
    tell_apart,
)
from campaign.history.told_content import changed_options, rename_teller
from campaign.models import Campaign, Completion, KnowledgeEntry, Result
from companion.base.wording import place_name, signed_points, translate
from companion.log.act_words import Change
from companion.log.history import ActStanding, Teller, act_standing
from companion.log.models import Act
from companion.log.replay import replay_acts
from scoring.rise_of_empire.acts import REASONS
from scoring.rise_of_empire.engine import ENGINE as CAMPAIGN
from scoring.rise_of_empire.state import CampaignState

SCORING, COMPLETING = "settle_scores", "complete_mission"


def campaign_teller(
    campaign: Campaign, empires: Sequence[NamedEmpire] | None = None
) -> Teller:
    """Empires are called as they are now, those of the past too; undone ones as they were founded."""
    state, standing = CAMPAIGN.load(campaign.state), act_standing(campaign)
    named = tell_apart(all_empires(campaign) if empires is None else empires)
    names = campaign_names(state, {**undone_empires(campaign, standing), **named})
    return Teller(
        campaign,
        CAMPAIGN,
        state,
        names,
        standing,
        lambda acts: look_up_changes(campaign, acts),
        lambda number: name_session(campaign, number),
        rename_teller(campaign),
    )


def name_session(campaign: Campaign, number: int) -> str:
    """The session an act lies in, as a word before it."""
    span = span_at(find_spans(campaign), number)
    if span is None or not span.number:
        return ""
    return gettext("Session %(number)s ·") % {"number": span.number}


def undone_empires(campaign: Campaign, standing: ActStanding) -> dict[str, str]:
    """Those whose founding was undone or says something else now."""
    changed = {*standing.by, *standing.instead, *standing.repaired}
    if not changed:
        return {}
    founded = campaign.acts.filter(
        kind__in=("found_empire", "take_over_empire"), number__in=changed
    )
    told = founded.order_by("number").values_list("data", flat=True)
    return {data["empire"]: data["name"] for data in told if data.get("name")}


# What acts made true, looked up by act


def look_up_changes(campaign: Campaign, acts: Sequence[Act]) -> dict[int, list[Change]]:
    """Results, completed missions and knowledge, from the facts of these acts."""
    made: dict[int, list[Change]] = defaultdict(list)
    if not acts:
        return made
    for number, change in chain(
        final_scores(acts),
        completed_missions(acts),
        knowledge_balances(campaign, {act.number for act in acts}),
        changed_options(campaign, acts),
    ):
        made[number].append(change)
    return made


def final_scores(acts: Sequence[Act]) -> Iterable[tuple[int, Change]]:
    if not any(act.kind == SCORING for act in acts):
        return
    numbers = {act.pk: act.number for act in acts}
    columns = ("act_id", "empire__name", "score", "place")
    results = Result.objects.filter(act__in=numbers).order_by("place", "pk")
    for act, name, score, place in results.values_list(*columns):
        said = f"{signed_points(score)} · {place_name(place)}"
        yield numbers[act], Change(name, gettext("Final score"), "", said)


def completed_missions(acts: Sequence[Act]) -> Iterable[tuple[int, Change]]:
    if not any(act.kind == COMPLETING for act in acts):
        return
    numbers = {act.pk: act.number for act in acts}
    columns = ("act_id", "empire__name", "ticks", "first")
    completions = Completion.objects.filter(act__in=numbers).order_by("pk")
    for act, name, boxes, first in completions.values_list(*columns):
        ticks = f"+{count_boxes(boxes)}"
        said = gettext("%(ticks)s, first") % {"ticks": ticks} if first else ticks
        yield numbers[act], Change(name, gettext("Track"), "", said)


def count_boxes(count: int) -> str:
    return ngettext("%(count)s box", "%(count)s boxes", count) % {"count": count}


def knowledge_balances(
    campaign: Campaign, numbers: Collection[int]
) -> Iterable[tuple[int, Change]]:
    """Every entry these acts made in the ledgers, with what the empire had before and after it."""
    first, last = min(numbers), max(numbers)
    between = entries_between(campaign, first, last)
    own = {empire for _number, empire, *_rest in between}
    # Of these empires alone: all ledgers of a long campaign have thousands of entries.
    earlier = campaign.ledger.filter(empire__in=own, act__number__lt=first).order_by()
    sums = dict(earlier.values_list("empire_id").annotate(Sum("amount")))
    for number, empire, name, amount, reason in between:
        before = sums.get(empire, 0)
        after = sums[empire] = before + amount
        if number in numbers:
            why = translate(REASONS.get(reason, reason))
            what = gettext("Knowledge (%(why)s)") % {"why": why}
            yield number, Change(name, what, str(before), str(after))


def entries_between(
    campaign: Campaign, first: int, last: int
) -> list[tuple[int, int, str, int, str]]:
    acts = campaign.acts.filter(number__gte=first, number__lte=last)
    entries = KnowledgeEntry.objects.filter(act__in=acts.order_by())
    columns = ("act__number", "empire_id", "empire__name", "amount", "why")
    return list(entries.order_by("act__number", "nth").values_list(*columns))


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
    counted = standing.counted(act)
    if not counted:
        return None
    start, since = state_after_session(campaign, act.number)
    acts = campaign.acts.filter(number__gt=since, number__lt=act.number)
    said = [said for one in acts.order_by("number") for said in standing.counted(one)]
    before = replay_acts(CAMPAIGN, start, said).state
    return ActMoment(before, replay_acts(CAMPAIGN, before, counted).state)
