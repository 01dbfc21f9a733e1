"""A what-if beside the campaign it came from: empires, sessions, and who won."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from campaign.board.letters import campaign_letters
from campaign.history.moments import counted_acts, find_corrected
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
    letter: str
    pairs: list[Pair]

    @property
    def differing(self) -> list[Pair]:
        return [one for one in self.pairs if one.differs]

    @property
    def alike(self) -> str:
        """What is the same in both, in one line."""
        return ", ".join(one.label for one in self.pairs if not one.differs)


@dataclass(frozen=True)
class ComparedSession:
    """A session that isn't the same in both: who won, and the scores."""

    number: int
    winners: Pair
    scores: Pair


@dataclass(frozen=True)
class ComparedCampaigns:
    alike_before: bool  # the same acts count in both up to where the other one began
    won: Pair
    when: str  # that the empires are told of
    real_when: str  # of the real campaign alone
    players: list[ComparedPlayer]
    same: int  # sessions that ended alike, from the first on
    sessions: list[ComparedSession]
    only_real: str = ""  # sessions nobody has played in the other one yet

    @property
    def differing(self) -> list[ComparedPlayer]:
        return [one for one in self.players if one.differing]

    @property
    def alike(self) -> str:
        return ", ".join(one.player for one in self.players if not one.differing)


def compare_campaigns(real: Campaign, other: Campaign) -> ComparedCampaigns:
    states = CAMPAIGN.load(real.state), CAMPAIGN.load(other.state)
    results = scores_by_session(real), scores_by_session(other)
    ahead = sorted({*results[0]} - {*results[1]})
    sessions = [one for one in compare_sessions(*results) if one.number not in ahead]
    others = (one.number - 1 for one in sessions)
    same = min(others, default=len(results[0]) - len(ahead))
    then, when, real_when = find_same_moment(real, other, states)
    began = other.what_if_after or 0
    return ComparedCampaigns(
        alike_before=counted_acts(real, began) == counted_acts(other, began),
        won=Pair(gettext("Won the campaign"), *map(name_champions, states)),
        when=when,
        real_when=real_when,
        players=list(compare_players(then, states[1], campaign_letters(other))),
        same=same,
        sessions=sessions,
        only_real=tell_numbers(ahead),
    )


def find_same_moment(
    real: Campaign, other: Campaign, states: tuple[CampaignState, CampaignState]
) -> tuple[CampaignState, str, str]:
    """The real campaign after as many sessions; where none was played since, at the fork itself."""
    now, tried = states
    began = find_corrected(real, other.what_if_after or 0)
    if tried.played == began.played:
        text = gettext("at entry %(number)s")
        told = text % {"number": other.what_if_after or 0}
        return began, gettext("Where the what-if began, and now"), told
    end = real.ends.filter(session__number=tried.played).first()
    if end is None:
        return now, gettext("As both stand now"), gettext("now")
    number = {"number": tried.played}
    when = gettext("Both after session %(number)s") % number
    return CAMPAIGN.load(end.state), when, gettext("after session %(number)s") % number


def tell_numbers(numbers: Sequence[int]) -> str:
    """Sessions that follow each other, from the first to the last."""
    if len(numbers) < 2:
        return "".join(map(str, numbers))
    return f"{numbers[0]}–{numbers[-1]}"


def name_champions(state: CampaignState) -> str:
    won = [one.player for one in state.empires if one.key in state.champions]
    return ", ".join(won) or gettext("nobody yet")


def compare_players(
    real: CampaignState, other: CampaignState, letters: Mapping[str, str]
) -> Iterator[ComparedPlayer]:
    empires = last_empires(real), last_empires(other)
    for player in dict.fromkeys([*empires[0], *empires[1]]):
        told = (tell_empire(one.get(player)) for one in empires)
        pairs = [
            Pair(translate(label), *both)
            for label, *both in zip(ROWS, *told, strict=True)
        ]
        yield ComparedPlayer(player, letters.get(player, ""), pairs)


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
