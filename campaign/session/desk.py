"""Whose part of a session a browser does: its own empire's, and that of players without a phone."""

from __future__ import annotations

from django.utils import timezone

from campaign.board.letters import campaign_letters
from campaign.models import Campaign
from campaign.session.now import SessionView
from companion.tables.access import Here
from companion.tables.joining import EVENING
from companion.tables.models import Membership, Table
from scoring.rise_of_empire.engine import ENGINE as CAMPAIGN
from scoring.rise_of_empire.state import CampaignState


def view_session(
    campaign: Campaign,
    here: Here,
    state: CampaignState | None = None,
    helping: str = "",
) -> SessionView:
    """The session as this visitor works on it; `helping` is an empire they do the work for."""
    state = state or CAMPAIGN.load(campaign.state)
    own = own_empire(state, here)
    letters = campaign_letters(campaign)
    if not here.plays:
        return SessionView(state, letters, own)
    serves = (helping,) if helping else served_empires(state, here, own)
    return SessionView(state, letters, own, serves, helping)


def own_empire(state: CampaignState, here: Here) -> str:
    """The visitor's empire in the session, or the one that would play the next."""
    name = here.person.name.casefold() if here.person else None
    seats = state.session.seats if state.session else ()
    playing = [seat.empire for seat in seats] or [one.key for one in state.alive]
    own = [one.key for one in state.empires if one.player.casefold() == name]
    return next((key for key in playing if key in own), "")


def served_empires(state: CampaignState, here: Here, own: str) -> tuple[str, ...]:
    """Whom this browser asks about unasked: a player's only themselves, a watcher's nobody, the host's all without a phone."""
    seats = [seat.empire for seat in state.session.seats] if state.session else []
    if here.only_own or not here.organises:
        return tuple(key for key in seats if key == own)
    elsewhere = players_with_phone(here.table)
    players = {one.key: one.player.casefold() for one in state.empires}
    return tuple(key for key in seats if key == own or players[key] not in elsewhere)


def players_with_phone(table: Table | None) -> set[str]:
    """Who has a phone of their own here tonight."""
    if table is None:
        return set()
    lately = timezone.now() - EVENING
    phones = table.phones.filter(gone=False, seen__gte=lately, person__isnull=False)
    at_work = phones.exclude(role=Membership.Role.SPECTATOR)
    return {name.casefold() for name in at_work.values_list("person__name", flat=True)}
