"""Finished sessions, named by what alone can change them, and their states, loaded once and kept."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from campaign.models import Campaign
from companion.base.kept import KeptOnce
from companion.log.replay import REWRITING
from scoring.rise_of_empire.state import CampaignState

END = "end"  # the moment a session was finished
SETTLING = ("finish_session", *REWRITING)
MOST_BYTES, ABOUT_A_STATE = 6_000_000, 150_000
STATES: KeptOnce[CampaignState] = KeptOnce(MOST_BYTES, lambda _state: ABOUT_A_STATE)


def settled_version(campaign: Campaign) -> Hashable:
    """Another one whenever a finished session came, went or changed.

    Only another finish, an undo, an edit or a repair does that. So the last act of these kinds
    names them all: also after another process wrote, and in a copy that was put back.
    """
    acts = campaign.acts.filter(kind__in=SETTLING).order_by("-number")
    return campaign.pk, acts.values_list("client_id", flat=True).first()


def keep_state(moment: Hashable, load: Callable[[], CampaignState]) -> CampaignState:
    """A state of a finished session; the version in `moment` was read before it is loaded."""
    return STATES.get_or_make(moment, load) or load()
