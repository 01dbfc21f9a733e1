"""What a table's big screen shows: the session that is open, or else the last result."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING, TypedDict, TypeVar

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import gettext as _

from campaign.chronicle.ahead import Stake, next_stakes
from campaign.chronicle.chapter import Chapter, last_chapter
from campaign.chronicle.previously import tell_previously
from campaign.chronicle.sentences import Sentence
from campaign.models import Campaign, Result, Session, SessionEnd
from campaign.session.desk import campaign_letters
from campaign.session.now import STEPS, SeatView, SessionStep, SessionView
from campaign.session.words import card_name
from companion.base.wording import signed_points, translate
from companion.log.models import Act, Log
from companion.sessions.finale import Finale, RevealMoment, find_moment, make_finale
from companion.sessions.lineup import seat_tints
from companion.sessions.models import GameSession
from companion.sessions.result import SessionResult, tell_shared_win
from companion.sessions.services import session_state
from companion.sessions.session_form import SessionForm, result_of
from companion.tables.models import Table
from scoring.rise_of_empire.cards import Card
from scoring.rise_of_empire.engine import ENGINE as CAMPAIGN
from scoring.rise_of_empire.layout import AGE_NAMES, CATEGORY_NAMES
from scoring.rise_of_empire.missions import FIRST, LATER
from scoring.rise_of_empire.preview import score_sheet
from scoring.rise_of_empire.stages import Stage
from scoring.rise_of_empire.state import CampaignState, MissionState
from scoring.seats import LETTERS

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

L = TypeVar("L", bound=Log)
UNKNOWN = "?"
MOST_STAKES = 2  # more of them nobody reads across a room
RESULT_STAYS = timedelta(minutes=10)  # though another session is still open


@dataclass(frozen=True)
class Plate:
    """A player, as one reads it from across the room."""

    seat: int
    name: str
    about: str = ""  # the empire, faction or clan
    tint: str = ""
    points: str = ""  # nothing before there are any
    place: int = 0
    wins: bool = False
    asked: bool = False


@dataclass(frozen=True)
class MissionMarker:
    """How far one empire is with a mission."""

    at: int
    target: int | None
    done: bool


@dataclass(frozen=True)
class MissionColumn:
    """A mission with everybody's marker, in the order of the plates."""

    name: str
    category: str
    label: str
    worth: int
    turned: bool
    markers: list[MissionMarker]


@dataclass(frozen=True)
class Screen:
    title: str
    headline: str = ""  # the one sentence people look up for
    detail: str = ""
    number: int = 0  # of a campaign's session
    step: SessionStep | None = None
    plates: tuple[Plate, ...] = ()
    missions: tuple[MissionColumn, ...] = ()
    played_on: date | None = None  # of what is over
    over: bool = False
    told: tuple[Sentence, ...] = ()  # what mattered in a finished session of a campaign
    stakes: tuple[Stake, ...] = ()  # and what is at stake in the next
    log: GameSession | Campaign | None = None  # what is being played
    moment: RevealMoment | None = (
        None  # when a result was told, for it to appear as news
    )
    notes: tuple[str, ...] = ()  # why it came out like that, and records

    @property
    def steps(self) -> tuple[SessionStep, ...]:
        return STEPS

    @property
    def rows(self) -> list[tuple[Plate, list[tuple[MissionColumn, MissionMarker]]]]:
        """The missions as a table: one row per empire."""
        return [
            (plate, [(one, one.markers[row]) for one in self.missions])
            for row, plate in enumerate(self.plates)
        ]


def table_screen(table: Table, asked: str = "") -> Screen | None:
    """What the big screen shows for a table, or None if nothing was played.

    `asked` is the token of the open session it was opened from: that stays on until it is over.
    """
    if own := open_session(table, asked):
        return session_screen(table, own)
    found = [one for one in (newest_session(table), newest_campaign(table)) if one]
    if not found:
        return first_session_screen(table)
    shown = max(found, key=lambda one: (one.open, one.touched))
    if isinstance(shown, GameSession):
        return session_screen(table, shown)
    return campaign_screen(shown) if shown.open else last_result_screen(shown)


# Which one


class LastActed(TypedDict):
    """The time of the last act, queried with every log."""

    open: bool
    touched: datetime


def last_acted_at() -> Coalesce:
    """When somebody last did something there."""
    acts = Act.objects.filter(log=OuterRef("pk")).order_by("-number")
    return Coalesce(Subquery(acts.values("at")[:1]), "created")


def open_session(table: Table, token: str) -> GameSession | None:
    found = table.sessions.filter(token=token, card__finished=False)
    return found.filter(card__archived=False).select_related("card").first()


def newest_session(table: Table) -> WithAnnotations[GameSession, LastActed] | None:
    begun = table.sessions.filter(card__begun=True, card__archived=False)
    found = (
        begun.select_related("card").defer("start").annotate(touched=last_acted_at())
    )
    news = Q(touched__gt=timezone.now() - RESULT_STAYS)
    return newest_log(found.annotate(open=Q(card__finished=False) | news))


def newest_campaign(table: Table) -> WithAnnotations[Campaign, LastActed] | None:
    own = {"campaign": OuterRef("pk")}
    opened = Exists(Session.objects.filter(**own, end=None))
    ended = Exists(SessionEnd.objects.filter(**own))
    found = (
        table.campaigns.filter(archived=False)
        .defer("start")
        .annotate(open=opened, touched=last_acted_at())
    )
    played = Q(ended) & Q(example=False)  # nobody played what was made up
    return newest_log(found.filter(Q(open=True) | played))


def newest_log(logs: QuerySet[L]) -> L | None:
    return logs.order_by("-open", "-touched", "-pk").first()


# A session of any game


def session_screen(table: Table, session: GameSession) -> Screen:
    state = session_state(session)
    tints = seat_tints(state, table.people.all())
    result = result_of(state, SessionForm(state), tints)
    moment = find_moment(session, state)
    plain = Screen(
        title=translate(state.rules.name),
        headline=_("Scores are hidden until you reveal them."),
        detail=chapter_label(result),
        plates=tuple(session_plates(result)),
        played_on=session.card.played_on,
        over=state.finished,
        log=session,
    )
    if state.covered:
        return plain
    told = replace(plain, headline=result.headline)
    if moment is None:
        return told
    return tell_result(told, make_finale(session, result, moment))


def tell_result(screen: Screen, finale: Finale) -> Screen:
    """The result as everybody's phone shows it in the same moment, the first first."""
    return replace(
        screen,
        plates=tuple(sorted(screen.plates, key=lambda one: (one.place, one.seat))),
        moment=finale.moment,
        notes=(*(words for words, _rule in finale.reasons), *finale.records),
    )


def chapter_label(result: SessionResult) -> str:
    """The chapter a game of several is in."""
    name, number = result.form.game.tally_name, len(result.form.tallies)
    return f"{translate(name)} {number}" if name else ""


def session_plates(result: SessionResult) -> Iterable[Plate]:
    for one in result.standings:
        plate = Plate(one.seat, one.name, one.played_as, one.tint, UNKNOWN)
        yield (
            plate
            if result.covered
            else replace(
                plate, points=signed_points(one.total), place=one.place, wins=one.wins
            )
        )


# A session of a campaign


def campaign_screen(campaign: Campaign) -> Screen:
    state = CAMPAIGN.load(campaign.state)
    view = SessionView(state, campaign_letters(campaign))
    playing = view.stage == Stage.PLAY
    return Screen(
        title=campaign.name,
        headline=turn_label(view),
        detail=progress_label(view),
        number=view.number,
        step=view.step if view.counting or not playing else None,
        plates=tuple(campaign_plates(view)),
        missions=() if view.counting else tuple(mission_columns(state, view.seats)),
        log=campaign,
    )


def turn_label(view: SessionView) -> str:
    """Whose turn it is, in words."""
    if view.stage == Stage.FINISH:
        return _("All six steps done")
    if view.stage == Stage.PLAY and not view.counting:
        return ""
    seat = seat_on_turn(view)
    if seat is None:
        return _("Everyone")
    return _("%(player)s's turn") % {"player": seat.player}


def seat_on_turn(view: SessionView) -> SeatView | None:
    if view.stage == Stage.PLAY:
        waiting = [one for one in view.seats if one.playing.entries is None]
        return waiting[0] if waiting else None
    return view.turn


def progress_label(view: SessionView) -> str:
    seat = seat_on_turn(view) if view.counting else None
    if seat is None or view.stage == Stage.FINISH:
        return ""
    sheet = seat.empire.sheet
    words = [sheet.name, translate(AGE_NAMES[sheet.age])]
    if view.stage == Stage.INVENTIONS:
        words.append(_("%(number)s knowledge") % {"number": sheet.knowledge})
    return " · ".join(words)


def campaign_plates(view: SessionView) -> Iterable[Plate]:
    asked = seat_on_turn(view) if view.counting else None
    counted = points_so_far(view)
    for seat in view.seats:
        yield Plate(
            LETTERS.index(seat.letter),
            seat.player,
            seat.empire.sheet.name,
            points=counted.get(seat.key, ""),
            place=seat.playing.place or 0,
            wins=seat.playing.place == 1,
            asked=asked == seat,
        )


def points_so_far(view: SessionView) -> dict[str, str]:
    """Each player's final score, or the points entered so far."""
    if view.stage == Stage.PLAY and view.counting:
        totals = score_sheet(view.state).totals
        seats = zip(view.seats, totals, strict=True)
        return {
            seat.key: signed_points(total)
            for seat, total in seats
            if seat.playing.entries is not None
        }
    return {
        seat.key: signed_points(seat.playing.score)
        for seat in view.seats
        if seat.playing.score is not None
    }


def mission_columns(
    state: CampaignState, seats: list[SeatView]
) -> Iterable[MissionColumn]:
    for mission in state.session.missions if state.session else ():
        card = state.catalogue[mission.number]
        yield MissionColumn(
            name=card_name(state, mission.number),
            category=mission.category,
            label=CATEGORY_NAMES[mission.category],
            worth=LATER if mission.turned else FIRST,
            turned=mission.turned,
            markers=[mission_marker(card, mission, seat.key) for seat in seats],
        )


def mission_marker(card: Card, mission: MissionState, key: str) -> MissionMarker:
    target = card.target if card.progressive else None
    return MissionMarker(mission.markers.get(key, 0), target, key in mission.completed)


def last_result_screen(campaign: WithAnnotations[Campaign, LastActed]) -> Screen:
    """How the last finished session of a campaign came out."""
    state = CAMPAIGN.load(campaign.state)
    results = campaign.results.filter(session__number=state.played)
    found = list(results.select_related("empire", "session").order_by("place", "pk"))
    session = found[0].session if found else None
    chapter = last_chapter(campaign, state)
    return Screen(
        title=campaign.name,
        headline=winner_names(found),
        number=state.played,
        plates=tuple(result_plates(found, campaign_letters(campaign))),
        played_on=day_played(session.played_on, campaign.touched) if session else None,
        over=True,
        told=tuple(closing_words(chapter)) if chapter else (),
        stakes=tuple(next_stakes(state))[:MOST_STAKES],
    )


def first_session_screen(table: Table) -> Screen | None:
    """A campaign's empires before its first session, with the last scores of their paper."""
    begun = table.campaigns.filter(archived=False, example=False).order_by("-pk")
    if not (campaign := begun.exclude(empires=None).first()):
        return None
    letters, state = campaign_letters(campaign), CAMPAIGN.load(campaign.state)
    plates = (
        Plate(
            LETTERS.index(letters[one.player]), one.player, one.sheet.name, points=last
        )
        for one in state.alive
        for last in (signed_points(one.sheet.scores[-1]) if one.sheet.scores else "",)
    )
    said = _("Session %(number)s comes next.") % {"number": state.played + 1}
    return Screen(title=campaign.name, headline=said, plates=tuple(plates))


def closing_words(chapter: Chapter) -> Iterable[Sentence]:
    """What mattered, but who won: that is the headline."""
    return (one for one in tell_previously(chapter) if one.sign != "vp")


def winner_names(results: list[Result]) -> str:
    first = [one for one in results if one.place == 1]
    if not first:
        return ""
    names = ", ".join(one.empire.player for one in first)
    values = {"names": names, "total": signed_points(first[0].score)}
    if len(first) > 1:
        return tell_shared_win([one.empire.player for one in first], values["total"])
    return _("%(names)s wins with %(total)s") % values


def result_plates(results: list[Result], letters: Mapping[str, str]) -> Iterable[Plate]:
    """The first first, each with the letter its player has in the whole campaign."""
    for one in results:
        yield Plate(
            LETTERS.index(letters[one.empire.player]),
            one.empire.player,
            one.empire.name,
            points=signed_points(one.score),
            place=one.place,
            wins=one.place == 1,
        )


def day_played(played_on: date | None, otherwise: datetime) -> date:
    return played_on or timezone.localtime(otherwise).date()
