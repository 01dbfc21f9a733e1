"""A what-if beside the campaign it came from: empires, sessions, and who won."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext

from campaign.history.moments import find_moment
from campaign.models import Campaign
from companion.base.wording import signed_points, translate
from scoring.rise_of_empire.engine import ENGINE as CAMPAIGN
from scoring.rise_of_empire.layout import AGE_NAMES
from scoring.rise_of_empire.state import STATUS_NAMES, CampaignState, EmpireState
from scoring.words import _

NOTHING = "–"
ROWS = (
    _("Empire"),
    _("Age"),
    _("Boxes ticked in all ages"),
    _("Knowledge"),
    _("Inventions"),
    _("Provinces"),
    _("Last score"),
)


@dataclass(frozen=True)
class Pair:
    """Something in the real campaign and in the other one."""

    label: str
    real: str
    other: str

    @property
    def differs(self) -> bool:
        return self.real != self.other


@dataclass(frozen=True)
class ComparedPlayer:
    player: str
    pairs: list[Pair]


@dataclass(frozen=True)
class ComparedSession:
    """A session that isn't the same in both: who won, and the scores."""

    number: int
    winners: Pair
    scores: Pair


@dataclass(frozen=True)
class ComparedCampaigns:
    won: Pair
    played: Pair
    when: str  # of the real campaign, that its empires are told of
    players: list[ComparedPlayer]
    same: int  # sessions that ended alike, from the first on
    sessions: list[ComparedSession]


def compare_campaigns(real: Campaign, other: Campaign) -> ComparedCampaigns:
    states = CAMPAIGN.load(real.state), CAMPAIGN.load(other.state)
    results = scores_by_session(real), scores_by_session(other)
    sessions = list(compare_sessions(*results))
    same = min((one.number - 1 for one in sessions), default=len(results[0]))
    then, when = find_same_moment(real, other, states)
    return ComparedCampaigns(
        won=Pair(gettext("Won the campaign"), *map(name_champions, states)),
        played=Pair(gettext("Finished sessions"), *(str(one.played) for one in states)),
        when=when,
        players=list(compare_players(then, states[1])),
        same=same,
        sessions=sessions,
    )


def find_same_moment(
    real: Campaign, other: Campaign, states: tuple[CampaignState, CampaignState]
) -> tuple[CampaignState, str]:
    """The real campaign after as many sessions; where none was played since, at the fork itself."""
    now, tried = states
    began = find_moment(real, other.what_if_after or 0).after
    if tried.played == began.played:
        return began, gettext("Where the what-if began, and now")
    end = real.ends.filter(session__number=tried.played).first()
    if end is None:
        return now, gettext("As both stand now")
    when = gettext("Both after session %(number)s") % {"number": tried.played}
    return CAMPAIGN.load(end.state), when


def name_champions(state: CampaignState) -> str:
    won = [one.player for one in state.empires if one.key in state.champions]
    return ", ".join(won) or gettext("nobody yet")


def compare_players(
    real: CampaignState, other: CampaignState
) -> Iterator[ComparedPlayer]:
    empires = last_empires(real), last_empires(other)
    for player in dict.fromkeys([*empires[0], *empires[1]]):
        told = (tell_empire(one.get(player)) for one in empires)
        pairs = [
            Pair(translate(label), *both)
            for label, *both in zip(ROWS, *told, strict=True)
        ]
        yield ComparedPlayer(player, pairs)


def last_empires(state: CampaignState) -> dict[str, EmpireState]:
    """The empire every player has now, or had last; in the order of the board."""
    found: dict[str, EmpireState] = {}
    for one in state.empires:
        if one.alive or one.player not in found or not found[one.player].alive:
            found[one.player] = one
    return found


def tell_empire(empire: EmpireState | None) -> list[str]:
    """What stands in the rows of the comparison."""
    if empire is None:
        return [NOTHING] * len(ROWS)
    sheet, status = empire.sheet, translate(STATUS_NAMES[empire.status])
    numbers = (
        empire.all_ticks,
        sheet.knowledge,
        len(sheet.inventions),
        len(sheet.provinces),
    )
    return [
        sheet.name if empire.alive else f"{sheet.name} ({status})",
        translate(AGE_NAMES.get(sheet.age, sheet.age)),
        *map(str, numbers),
        signed_points(sheet.scores[-1]) if sheet.scores else NOTHING,
    ]


Scores = Mapping[int, list[tuple[str, int, int]]]  # by session: player, score, place


def scores_by_session(campaign: Campaign) -> Scores:
    found: dict[int, list[tuple[str, int, int]]] = defaultdict(list)
    rows = campaign.results.order_by("session__number", "place", "pk").values_list(
        "session__number", "empire__player", "score", "place"
    )
    for number, player, score, place in rows:
        found[number].append((player, score, place))
    return found


def compare_sessions(real: Scores, other: Scores) -> Iterator[ComparedSession]:
    for number in sorted({*real, *other}):
        both = real.get(number, []), other.get(number, [])
        if both[0] != both[1]:
            yield ComparedSession(
                number,
                Pair(gettext("Winner"), *map(tell_winners, both)),
                Pair(gettext("Scores"), *map(tell_scores, both)),
            )


def tell_winners(results: Iterable[tuple[str, int, int]]) -> str:
    return ", ".join(who for who, _score, place in results if place == 1) or NOTHING


def tell_scores(results: Iterable[tuple[str, int, int]]) -> str:
    told = (f"{player} {signed_points(score)}" for player, score, _place in results)
    return ", ".join(told) or NOTHING
