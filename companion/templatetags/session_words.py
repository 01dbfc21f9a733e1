"""Filters for lists of sessions, which know a game by its key only."""

from datetime import datetime

from django import template
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.timesince import timesince
from django.utils.translation import gettext, ngettext

from companion.base.kept_parts import keep_part
from companion.base.wording import player_names, translate
from companion.sessions.models import GameSession, SeatTaken
from companion.tables.access import Here
from scoring.games import GAMES

register = template.Library()


@register.filter
def game_name(slug: str) -> str:
    return translate(GAMES[slug].name)


@register.filter
def seat_name(seat: SeatTaken) -> str:
    """Who sat there; who gave no name is called by the seat."""
    blank = [""] * seat.position
    return player_names([*blank, seat.name])[-1]


@register.simple_tag
def session_card(session: GameSession) -> SafeString:
    """A session in a list, the same for everybody until something in it changes."""
    card = session.card
    shows = (
        *(session.token, card.game, card.played_on, card.place),
        *(card.totals_only, card.finished, card.covered),
        *((one.position, one.name, one.total, one.wins) for one in session.seats.all()),
    )
    return keep_part("sessions/_card.html", shows, lambda: {"session": session})


@register.filter
def way_in(session: GameSession, here: Here) -> str:
    """What the visitor does in an open session: goes on at their seat, joins or watches."""
    if not here.plays:
        return gettext("Watch")
    own = here.person.name.casefold() if here.person else ""
    names = [seat.name.casefold() for seat in session.seats.all()]
    if own and own in names:
        return gettext("Continue at your seat")
    if here.organises:
        return gettext("Continue")
    full = all(names) and len(names) >= GAMES[session.card.game].players[-1]
    return gettext("Watch") if full else gettext("Join")


@register.filter
def ago(at: datetime) -> str:
    """How long ago, to the second while that matters."""
    seconds = int((timezone.now() - at).total_seconds())
    if seconds < 5:
        return gettext("a moment")
    if seconds < 60:
        return ngettext("%(count)s second", "%(count)s seconds", seconds) % {
            "count": seconds
        }
    return timesince(at)
