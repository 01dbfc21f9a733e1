"""What a table's big screen shows: the session that is open, or else what was played last."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, TypedDict, TypeVar

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import gettext as _

from campaign.models import Campaign, Empire, Session, SessionEnd
from companion.base.wording import signed_points, translate
from companion.home.campaign_screens import campaign_screen
from companion.home.screen_parts import Plate, Screen
from companion.log.models import Act, Log
from companion.sessions.finale import Finale, find_moment, make_finale
from companion.sessions.finding import TOKEN
from companion.sessions.lineup import seat_tints
from companion.sessions.models import GameSession
from companion.sessions.present_names import with_former_names
from companion.sessions.result import SessionResult
from companion.sessions.services import session_state
from companion.sessions.session_form import SessionForm, result_of
from companion.tables.models import Table

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

L = TypeVar("L", bound=Log)
UNKNOWN = "?"
LONG = 10  # digits no campaign has
RESULT_STAYS = timedelta(minutes=10)  # though another session is still open


def table_screen(table: Table, asked: str = "", campaign: str = "") -> Screen | None:
    """What the big screen shows for a table, or None if nothing was played.

    `asked` is the token of the open session it was opened from: that stays on until it is over.
    `campaign` is the number of the campaign it was opened from: that stays on unless people play something else now.
    """
    if own := open_session(table, asked):
        return session_screen(table, own)
    shown = pick_shown(table, campaign)
    if isinstance(shown, GameSession):
        return session_screen(table, shown)
    return campaign_screen(shown) if shown else None


# Which one


def pick_shown(table: Table, campaign: str) -> GameSession | Campaign | None:
    """What is open or was played last; the campaign asked for, unless another game is on right now."""
    found = [one for one in (newest_session(table), newest_campaign(table)) if one]
    newest = max(found, key=lambda one: (one.open, one.touched), default=None)
    asked = asked_campaign(table, campaign)
    if asked is None:
        return newest
    since = max(asked.touched, timezone.now() - RESULT_STAYS)
    return newest if newest and newest.open and newest.touched > since else asked


class LastActed(TypedDict):
    """The time of the last act, queried with every log."""

    open: bool
    touched: datetime


def last_acted_at() -> Coalesce:
    """When somebody last did something there."""
    acts = Act.objects.filter(log=OuterRef("pk")).order_by("-number")
    return Coalesce(Subquery(acts.values("at")[:1]), "created")


def open_session(table: Table, token: str) -> GameSession | None:
    if not TOKEN.fullmatch(token):
        return None
    found = with_former_names(table.sessions.all()).filter(
        token=token, card__finished=False
    )
    return found.filter(card__archived=False).select_related("card").first()


def newest_session(table: Table) -> WithAnnotations[GameSession, LastActed] | None:
    own = with_former_names(table.sessions.all())
    begun = own.filter(card__begun=True, card__archived=False)
    found = (
        begun.select_related("card").defer("start").annotate(touched=last_acted_at())
    )
    news = Q(touched__gt=timezone.now() - RESULT_STAYS)
    return newest_log(found.annotate(open=Q(card__finished=False) | news))


def asked_campaign(
    table: Table, number: str
) -> WithAnnotations[Campaign, LastActed] | None:
    wanted = int(number) if number.isdecimal() and len(number) < LONG else 0
    return begun_campaigns(table).filter(pk=wanted).first() if wanted else None


def begun_campaigns(table: Table) -> QuerySet[WithAnnotations[Campaign, LastActed]]:
    """With empires at least; a session that was just finished stays on like an open one."""
    own = {"campaign": OuterRef("pk")}
    logs = table.campaigns.filter(archived=False).defer("start")
    found = logs.annotate(
        touched=last_acted_at(), ended=Exists(SessionEnd.objects.filter(**own))
    )
    opened = Exists(Session.objects.filter(**own, end=None))
    news = Q(ended=True, touched__gt=timezone.now() - RESULT_STAYS)
    return found.filter(Exists(Empire.objects.filter(**own))).annotate(
        open=Q(opened) | news
    )


def newest_campaign(table: Table) -> WithAnnotations[Campaign, LastActed] | None:
    """Of an example only what people did there since it was made; a what-if only when asked for."""
    ours = Q(example=False) | Q(touched__gt=F("created"))
    return newest_log(begun_campaigns(table).filter(ours, what_if_after=None))


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
    told = replace(plain, headline="" if result.unscored else result.headline)
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
                plate,
                points=signed_points(one.total),
                place=0 if result.unscored else one.place,
                wins=one.wins,
            )
        )
