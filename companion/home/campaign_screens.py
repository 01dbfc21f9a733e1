"""A campaign on the big screen: the session that is on, how the last one came out, or what comes first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date

from django.utils import timezone
from django.utils.translation import gettext as _

from campaign.board.letters import campaign_letters
from campaign.chronicle.ahead import Stake, next_stakes
from campaign.chronicle.chapter import Chapter, Part, last_chapter
from campaign.chronicle.previously import tell_records
from campaign.chronicle.sentences import (
    Sentence,
    tell_session,
    tell_victory,
    tell_winner,
)
from campaign.models import Campaign, Result
from campaign.session.now import SeatView, SessionView
from campaign.session.words import card_name
from companion.base.wording import signed_points, translate
from companion.home.screen_parts import MissionColumn, MissionMarker, Plate, Screen
from companion.sessions.result import tell_shared_win
from scoring.rise_of_empire.cards import Card
from scoring.rise_of_empire.engine import ENGINE as CAMPAIGN
from scoring.rise_of_empire.layout import AGE_NAMES, CATEGORY_NAMES
from scoring.rise_of_empire.missions import FIRST, LATER
from scoring.rise_of_empire.preview import score_sheet
from scoring.rise_of_empire.stages import Stage
from scoring.rise_of_empire.state import CampaignState, MissionState
from scoring.seats import LETTERS

MOST_LINES, MOST_STAKES = 5, 2  # more of them nobody reads across a room


def campaign_screen(campaign: Campaign) -> Screen:
    """What is on in a campaign now."""
    state = CAMPAIGN.load(campaign.state)
    if state.session:
        return open_session_screen(campaign, state)
    if state.played:
        return last_result_screen(campaign, state)
    return first_session_screen(campaign, state)


# A session that is on


def open_session_screen(campaign: Campaign, state: CampaignState) -> Screen:
    view = SessionView(state, campaign_letters(campaign))
    playing = view.stage == Stage.PLAY
    return Screen(
        title=campaign.title,
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


# Between two sessions


def last_result_screen(campaign: Campaign, state: CampaignState) -> Screen:
    """How the last finished session came out, what it brought, and what comes next."""
    results = campaign.results.filter(session__number=state.played)
    found = list(results.select_related("empire", "session").order_by("place", "pk"))
    chapter = last_chapter(campaign, state)
    letters = campaign_letters(campaign)
    stakes = tuple(closing_stakes(state))[:MOST_STAKES]
    most = MOST_LINES - len(stakes)
    return Screen(
        title=campaign.title,
        headline=(victory_words(chapter) if chapter else "") or winner_names(found),
        number=state.played,
        plates=tuple(result_plates(found, letters, chapter)),
        played_on=day_played(chapter) if chapter else None,
        over=True,
        told=tuple(closing_words(chapter, most)) if chapter else (),
        stakes=stakes,
    )


def victory_words(chapter: Chapter) -> str:
    """Who won the whole campaign with this session, if somebody did."""
    return next((one.text for one in tell_victory(chapter)), "")


def closing_words(chapter: Chapter, most: int) -> list[Sentence]:
    """What mattered most, in the order of the closing page; the headline names the winner."""
    teller = tell_victory if chapter.won_campaign else tell_winner
    headline = next(iter(teller(chapter)), None)
    told = [*tell_session(chapter), *tell_records(chapter)]
    news = [one for one in told if one != headline]
    best = sorted(news, key=lambda one: -one.weight)[:most]
    return [one for one in news if one in best]


def closing_stakes(state: CampaignState) -> Iterable[Stake]:
    """The gravest of every empire."""
    found: dict[str, Stake] = {}
    for one in next_stakes(state):
        found.setdefault(one.empire, one)
    return found.values()


def winner_names(results: list[Result]) -> str:
    first = [one for one in results if one.place == 1]
    if not first:
        return ""
    names = ", ".join(one.empire.player for one in first)
    values = {"names": names, "total": signed_points(first[0].score)}
    if len(first) > 1:
        return tell_shared_win([one.empire.player for one in first], values["total"])
    return _("%(names)s wins with %(total)s") % values


def result_plates(
    results: list[Result], letters: Mapping[str, str], chapter: Chapter | None
) -> Iterable[Plate]:
    """The first first, each with the letter its player has in the whole campaign."""
    parts: dict[str, Part] = {one.key: one for one in chapter.parts} if chapter else {}
    for one in results:
        own = parts.get(one.empire.key)
        yield Plate(
            LETTERS.index(letters[one.empire.player]),
            one.empire.player,
            one.empire.name,
            points=signed_points(one.score),
            place=one.place,
            wins=one.place == 1,
            gains=own.gains if own else (),
        )


def day_played(chapter: Chapter) -> date:
    return chapter.played_on or timezone.localtime(chapter.past.end.act.at).date()


def first_session_screen(campaign: Campaign, state: CampaignState) -> Screen:
    """The empires before the first session, with the last scores of their paper."""
    letters = campaign_letters(campaign)
    plates = (
        Plate(
            LETTERS.index(letters[one.player]), one.player, one.sheet.name, points=last
        )
        for one in state.alive
        for last in (signed_points(one.sheet.scores[-1]) if one.sheet.scores else "",)
    )
    said = _("Session %(number)s comes next.") % {"number": state.played + 1}
    return Screen(title=campaign.title, headline=said, plates=tuple(plates))
