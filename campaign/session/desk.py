"""Whose part of a session a browser does: its own empire's, and that of players without a phone."""

from __future__ import annotations

from functools import cache

from django.db import connection
from django.utils import timezone

from campaign.board.letters import campaign_letters, letters_of_state
from campaign.models import Campaign
from campaign.session.now import SessionView
from companion.base.joined_rows import Joined, JoinedRows
from companion.tables.access import Here
from companion.tables.joining import EVENING
from companion.tables.models import Membership, Person, Phone, Table
from scoring.rise_of_empire.engine import ENGINE as CAMPAIGN
from scoring.rise_of_empire.state import CampaignState


def view_session(
    campaign: Campaign,
    here: Here,
    state: CampaignState | None = None,
    helping: str = "",
) -> SessionView:
    """The session as this visitor works on it; `helping` is an empire they do the work for."""
    if state:
        letters = campaign_letters(campaign)
    else:
        state = CAMPAIGN.load(campaign.state)
        letters = letters_of_state(campaign, state)
    own = own_empire(state, here)
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
    lately = connection.ops.adapt_datetimefield_value(timezone.now() - EVENING)
    found = people_with_phones().fetch(table.pk, lately, Membership.Role.SPECTATOR)
    return {person.name.casefold() for (person,) in found}


@cache
def people_with_phones() -> JoinedRows:
    rest = """FROM {} phone JOIN {} person ON person.id = phone.person_id
WHERE phone.table_id = %s AND NOT phone.gone AND phone.seen >= %s AND phone.role <> %s"""
    tables = (one._meta.db_table for one in (Phone, Person))
    return JoinedRows(rest.format(*tables), Joined(Person, "person"))
