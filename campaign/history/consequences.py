"""What an undo or amendment means for a campaign once everything that no longer fits is gone."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

from django.utils.translation import gettext as _

from campaign.empires import read_empires
from campaign.history.rescoring import tell_score
from campaign.history.spans import SessionSpan, find_spans
from campaign.models import Campaign
from companion.log.act_words import Change
from companion.log.history_pages import Consequences, LogPart
from companion.log.replay import EffectiveAct, effective_acts, replay_acts
from scoring.rise_of_empire.engine import ENGINE as CAMPAIGN
from scoring.rise_of_empire.rescoring import Scores, SessionScore

NOTHING = "–"


def find_consequences(campaign: Campaign, asked: EffectiveAct) -> Consequences:
    """Who wins which session instead, how many stay finished, and each session before and after."""
    acts = campaign.acts.order_by("number")
    said = effective_acts([*acts, asked])
    then = replay_acts(CAMPAIGN, CAMPAIGN.start(campaign.start), said)
    spans = find_spans(campaign)
    before = recorded_scores(campaign)
    # By the acts they stand in: what is left of later sessions may count them otherwise.
    results = [
        (number, fact.fields)
        for number, fact in then.facts
        if fact.projection == "result"
    ]
    after = {
        span.number: {
            one["empire"]: SessionScore(one["score"], one["place"])
            for number, one in results
            if span.first <= number <= span.last
        }
        for span in spans
    }
    holds = {act.number for act in said} - {one.number for one in then.fallen}
    empires = {one.key: f"{one.name} ({one.player})" for one in read_empires(campaign)}
    played = CAMPAIGN.load(campaign.state).played
    return Consequences(
        [
            *changed_winners(before, after, empires),
            *changed_count(played, then.state.played),
        ],
        [
            session_part(span, before, after, empires, holds=span.finished in holds)
            for span in spans
        ],
    )


def recorded_scores(campaign: Campaign) -> dict[int, Scores]:
    columns = ("session__number", "empire__key", "score", "place")
    found: dict[int, dict[str, SessionScore]] = defaultdict(dict)
    results = campaign.results.order_by("session__number", "pk").values_list(*columns)
    for session, empire, score, place in results:
        found[session][empire] = SessionScore(score, place)
    return dict(found)


def changed_winners(
    before: Mapping[int, Scores],
    after: Mapping[int, Scores],
    empires: Mapping[str, str],
) -> Iterator[Change]:
    for session, scores in after.items():
        was, now = (name_winners(one, empires) for one in (before.get(session), scores))
        if now and now != was:
            label = _("Winner of session %(number)s") % {"number": session}
            yield Change("", label, was, now)


def name_winners(scores: Scores | None, empires: Mapping[str, str]) -> str:
    """The empires that won; nothing where nobody has."""
    won = (key for key, one in (scores or {}).items() if one.place == 1)
    return ", ".join(sorted(empires.get(key, key) for key in won))


def changed_count(before: int, after: int) -> Iterator[Change]:
    if before != after:
        yield Change("", _("Finished sessions"), str(before), str(after))


def session_part(
    span: SessionSpan,
    before: Mapping[int, Scores],
    after: Mapping[int, Scores],
    empires: Mapping[str, str],
    *,
    holds: bool,
) -> LogPart:
    was, now = before.get(span.number, {}), after.get(span.number, {})
    title = _("Session %(number)s") % {"number": span.number}
    lost = span.finished is not None and not holds
    return LogPart(
        title if span.number else _("Before the first session"),
        span.first,
        span.last,
        list(score_differences(was, now, empires)),
        _("no longer finished") if lost else "",
    )


def score_differences(
    was: Scores, now: Scores, empires: Mapping[str, str]
) -> Iterator[Change]:
    """Winner and scores that were entered, and what is left of them."""
    winners = [name_winners(one, empires) or NOTHING for one in (was, now)]
    if winners[0] != winners[1]:
        yield Change("", _("Winner"), *winners)
    for key, old in was.items():
        told = tell_score(now[key]) if key in now else NOTHING
        if told != tell_score(old):
            yield Change(empires.get(key, key), _("Score"), tell_score(old), told)
