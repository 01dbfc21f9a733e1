"""What the last session is remembered for, told once per language and kept."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from django.utils.translation import get_language

from campaign.chronicle.chapter import last_chapter
from campaign.chronicle.previously import tell_previously
from campaign.chronicle.sentences import Sentence
from campaign.empires import EmpireRow
from campaign.models import Campaign
from companion.base.kept import KeptOnce
from scoring.rise_of_empire.state import CampaignState

MOST_BYTES, ABOUT_A_SENTENCE = 1_000_000, 400
Told = tuple[Sentence, ...]


def size_of(told: Told) -> int:
    return ABOUT_A_SENTENCE * (1 + len(told))


REMEMBERED: KeptOnce[Told] = KeptOnce(MOST_BYTES, size_of)


def remember_last(
    campaign: Campaign,
    version: Hashable,
    state: CampaignState,
    empires: Sequence[EmpireRow],
) -> Told:
    """Three sentences about the last finished session; none before the first."""
    if not state.played:
        return ()
    # Sentences name empires and players as they are called now.
    called = tuple((one.key, one.player, one.name, one.age) for one in empires)
    key = (version, get_language(), called)

    def tell() -> Told:
        chapter = last_chapter(campaign, state, empires)
        return tuple(tell_previously(chapter)) if chapter else ()

    return REMEMBERED.get_or_make(key, tell) or ()
