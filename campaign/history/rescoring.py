"""What other rule options or other sheets would have made of finished sessions: each alone, and all in a row."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.utils.translation import gettext

from campaign.history.past_moments import find_past_moment
from campaign.history.past_words import PastMoment, tell_reasons
from campaign.models import Campaign
from companion.base.wording import place_name, signed_points, translate
from companion.log.act_words import Change, gather_changes, kind_label
from companion.log.replay import REWRITING, effective_acts
from scoring.rise_of_empire.engine import ENGINE as CAMPAIGN
from scoring.rise_of_empire.layout import AGE_NAMES
from scoring.rise_of_empire.rescoring import (
    OtherRules,
    PlayedAct,
    Rescored,
    Scores,
    SessionScore,
    StoppedAt,
    replay_plainly,
    replay_under,
)
from scoring.rise_of_empire.state import STATUS_NAMES, CampaignState, EmpireState

MOST_SESSIONS = 40  # at once, so that no answer takes long


# What was played


class KeptEnd(NamedTuple):
    """A finished session: the numbers of its first and last act, and the state it left."""

    number: int
    opened: int
    finished: int
    state: dict[str, Any]


@dataclass(frozen=True)
class PlayedSession:
    """A finished session: what was before it, its acts, and what it came to."""

    number: int
    before: CampaignState
    acts: Sequence[PlayedAct]
    after: CampaignState
    scores: Scores


@dataclass(frozen=True)
class PlayedSpan:
    """Finished sessions in a row, with all that lies between them."""

    start: CampaignState
    acts: Sequence[PlayedAct]
    sessions: Sequence[PlayedSession]


def read_span(campaign: Campaign, first: int, last: int) -> PlayedSpan:
    """From the state kept before the first of these sessions to the end of the last."""
    columns = ("session__number", "session__act__number", "act__number", "state")
    near = campaign.ends.filter(
        session__number__gte=first - 1, session__number__lte=last
    )
    rows = near.order_by("act__number").values_list(*columns)
    ends = [KeptEnd(*row) for row in rows]
    base = ends.pop(0) if ends and ends[0].number < first else None
    start = CAMPAIGN.load(base.state) if base else CAMPAIGN.start(campaign.start)
    since, until = base.finished if base else 0, ends[-1].finished if ends else 0
    acts = read_acts_between(campaign, since, until)
    scores = read_scores(campaign, first, last)
    return PlayedSpan(start, acts, list(split_sessions(start, acts, ends, scores)))


def read_acts_between(campaign: Campaign, since: int, until: int) -> list[PlayedAct]:
    """Those that count, as they stand now."""
    own = campaign.acts.filter(number__gt=since, number__lte=until)
    rewriting = campaign.acts.filter(kind__in=REWRITING)
    known = {act.number: act for act in (*own, *rewriting)}
    counted = effective_acts([known[number] for number in sorted(known)])
    return [
        PlayedAct(one.number, one.kind, one.data)
        for one in counted
        if since < one.number <= until
    ]


def read_scores(campaign: Campaign, first: int, last: int) -> dict[int, Scores]:
    found: dict[int, dict[str, SessionScore]] = defaultdict(dict)
    rows = campaign.results.filter(
        session__number__gte=first, session__number__lte=last
    ).values_list("session__number", "empire__key", "score", "place")
    for number, key, score, place in rows:
        found[number][key] = SessionScore(score, place)
    return dict(found)


def split_sessions(
    start: CampaignState,
    acts: Sequence[PlayedAct],
    ends: Sequence[KeptEnd],
    scores: dict[int, Scores],
) -> Iterator[PlayedSession]:
    left, since = start, 0
    for end in ends:
        between = [one for one in acts if since < one.number < end.opened]
        own = [one for one in acts if end.opened <= one.number <= end.finished]
        before, left = replay_plainly(left, between), CAMPAIGN.load(end.state)
        yield PlayedSession(end.number, before, own, left, scores.get(end.number, {}))
        since = end.finished


# What it would have been


@dataclass(frozen=True)
class StopWords:
    """Where it would stop: the act, its session and empire, and why."""

    stopped: StoppedAt
    session: int | None = None
    empire: str = ""
    why: tuple[str, ...] = ()

    @property
    def what(self) -> str:
        return kind_label(CAMPAIGN, self.stopped.kind) if self.stopped.kind else ""


@dataclass(frozen=True)
class RescoredSession:
    """One session under other rules, from the state it really began with."""

    number: int
    changes: list[Change]
    stop: StopWords | None

    @property
    def differs(self) -> bool:
        return bool(self.changes or self.stop)


@dataclass(frozen=True)
class RescoredSpan:
    sessions: list[RescoredSession]
    stop: StopWords | None  # of all sessions in a row

    @property
    def different(self) -> list[RescoredSession]:
        return [one for one in self.sessions if one.differs]


def rescore_span(span: PlayedSpan, rules: OtherRules) -> RescoredSpan:
    sessions = [rescore_session(one, rules) for one in span.sessions]
    chain = replay_under(rules, span.start, span.acts)
    return RescoredSpan(sessions, stop_words(chain, span.acts))


def stop_words(again: Rescored, acts: Sequence[PlayedAct]) -> StopWords | None:
    stopped, state = again.stopped, again.state
    if stopped is None:
        return None
    act = next((one for one in acts if one.number == stopped.number), None)
    if act is None:
        return StopWords(
            stopped, why=tuple(tell_reasons(stopped.problems, PastMoment()))
        )
    moment = find_past_moment(state, act, lambda key: name_empire(state, key))
    session = state.session.number if state.session else None
    why = tuple(tell_reasons(stopped.problems, moment))
    return StopWords(stopped, session, moment.empire, why)


def rescore_session(played: PlayedSession, rules: OtherRules) -> RescoredSession:
    again = replay_under(rules, played.before, played.acts)
    scores = again.scores.get(played.number, {})
    changes = gather_changes(
        [
            *winner_changes(played, scores),
            *score_changes(played, scores),
            *(() if again.stopped else empire_changes(played.after, again.state)),
        ]
    )
    return RescoredSession(played.number, changes, stop_words(again, played.acts))


def name_empire(state: CampaignState, key: str) -> str:
    """With its player: people know each other, and two empires may share a name."""
    empire = state.empire(key)
    return f"{empire.sheet.name} ({empire.player})" if empire else key


def winner_changes(played: PlayedSession, scores: Scores) -> Iterator[Change]:
    before, after = (winners_of(played.before, one) for one in (played.scores, scores))
    if scores and before != after:
        yield Change("", gettext("Winner"), before, after)


def winners_of(state: CampaignState, scores: Scores) -> str:
    first = (key for key, one in scores.items() if one.place == 1)
    return ", ".join(sorted(name_empire(state, key) for key in first))


def score_changes(played: PlayedSession, scores: Scores) -> Iterator[Change]:
    for key, old in played.scores.items():
        new = scores.get(key, old)
        if new != old:
            name = name_empire(played.before, key)
            yield Change(name, gettext("Score"), tell_score(old), tell_score(new))


def tell_score(score: SessionScore) -> str:
    return f"{signed_points(score.score)} · {place_name(score.place)}"


def empire_changes(real: CampaignState, other: CampaignState) -> Iterator[Change]:
    """What the sheets would show else when the session is over."""
    for empire in real.empires:
        then = other.empire(empire.key)
        for label, old, new in zip(
            sheet_labels(), sheet_values(empire), sheet_values(then), strict=True
        ):
            if old != new:
                yield Change(name_empire(real, empire.key), label, old, new)


def sheet_labels() -> tuple[str, ...]:
    return (
        gettext("Empire"),
        gettext("Age"),
        gettext("Boxes ticked in all ages"),
        gettext("Knowledge"),
        gettext("Provinces"),
    )


def sheet_values(empire: EmpireState | None) -> tuple[str, ...]:
    if empire is None:
        return ("–",) * len(sheet_labels())
    sheet = empire.sheet
    return (
        translate(STATUS_NAMES[empire.status]),
        translate(AGE_NAMES.get(sheet.age, sheet.age)),
        str(empire.all_ticks),
        str(sheet.knowledge),
        str(len(sheet.provinces)),
    )
