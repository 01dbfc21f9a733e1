"""What every page of a session carries, whatever it asks for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.urls import reverse
from django.utils import timezone

from campaign.history.annals import count_boxes
from campaign.models import Campaign
from campaign.session.forms import NoteForm
from campaign.session.log import RecentActs
from campaign.session.now import BEFORE, STEPS, SessionView
from campaign.session.open_game import open_campaign_game
from campaign.session.words import act_in_words, names_at_table
from companion.log.models import Act
from companion.sessions.aids.settlers.round_guide import RoundGuide
from companion.tables.access import TableRequest
from scoring.rise_of_empire import GAME
from scoring.rise_of_empire.layout import DEFAULT_NOTE
from scoring.rise_of_empire.outlook import SetUp
from scoring.rise_of_empire.stages import Stage

LONGEST_UNDO = 50  # letters; about what stands on one line of a phone


def page_frame(
    request: TableRequest, campaign: Campaign, now: SessionView, log: RecentActs
) -> dict[str, Any]:
    last = log.undoable(request.here)
    along = log.acts_of_same_tap(last) if last else []
    step, acts = log.last_step()
    may_go_back = step and log.may_rewrite(acts, request.here)
    return {
        "campaign": campaign,
        **helper_context(request, campaign, now),
        "view": now,
        "state": now.state,
        "steps": STEPS,
        "step": lambda: now.step,  # worked out only where the page shows it
        "undo": last,
        "undo_along": along[:-1],
        "undo_words": last and undo_words(log, along, now),
        "back": STEPS[step - 1] if may_go_back else None,
        "back_acts": acts,
        "nothing": {},
        "example_icons": has_example_icons(now),
        "note": DEFAULT_NOTE,
        "today": timezone.localdate().isoformat(),
        "note_form": NoteForm(),
        "played": GAME,
        "notes": [one.data["text"] for one in log.session if one.kind == "write_note"],
    }


def helper_context(
    request: TableRequest, campaign: Campaign, now: SessionView
) -> dict[str, Any]:
    """The helpers of the session at hand, and where a tap on this page leads back to."""
    play = open_campaign_game(campaign, request.here, now.state, now.letters)
    address = reverse("campaign-session-play", args=[campaign.pk])
    return {
        "play": play,
        "rounds": RoundGuide(request, GAME, play),
        "onward": f"{address}#rounds",
    }


def has_example_icons(now: SessionView) -> bool:
    """Whether the page shows what a sheet brings or asks for that nobody has copied yet."""
    layouts = now.state.layouts
    examples = [
        one
        for one in now.state.alive
        if one.sheet.age in layouts and not layouts[one.sheet.age].custom
    ]
    if now.stage in (BEFORE, Stage.PLAY):
        return any(is_sheet_in_use(now.set_up(one)) for one in examples)
    return bool(examples)


def is_sheet_in_use(laid: SetUp) -> bool:
    """Whether an empire gets something for its ticks or pays for its map."""
    return any((laid.bonuses, laid.tokens, laid.end_bonuses, laid.upkeep))


def undo_words(log: RecentActs, acts: Sequence[Act], now: SessionView) -> str:
    """What would be undone, without its details where they would fill the screen."""
    meant, names = log.amended(acts[-1]), names_at_table(now.state)
    if len(acts) > 1:
        whole = act_in_words(names, meant.kind, meant.data, details=False)
        return f"{whole} · {count_boxes(len(acts))}"
    told = act_in_words(names, meant.kind, meant.data)
    if len(told) <= LONGEST_UNDO:
        return told
    return act_in_words(names, meant.kind, meant.data, details=False)
