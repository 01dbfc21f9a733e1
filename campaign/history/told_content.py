"""What a line can't tell from its act alone: which rule options changed, and who is called otherwise now."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache

from django.utils.translation import gettext

from campaign.models import Campaign
from companion.base.wording import translate
from companion.log.act_words import Change
from companion.log.models import Act
from companion.log.replay import AMEND, REWRITING, effective_acts
from scoring.acts import act_fields
from scoring.entries import entries_of
from scoring.records import load_record
from scoring.rise_of_empire.engine import ENGINE as CAMPAIGN
from scoring.rise_of_empire.readings import Readings

OPTIONS = "change_readings"
FOUNDING = [kind for kind, act in CAMPAIGN.acts.items() if "player" in act_fields(act)]


def changed_options(
    campaign: Campaign, acts: Sequence[Act]
) -> Iterator[tuple[int, Change]]:
    """For every change of rule options among these acts that counts, the answers that are others."""
    wanted = {act.number for act in acts if act.kind == OPTIONS}
    if not wanted:
        return
    known = campaign.acts.filter(kind__in=(OPTIONS, *REWRITING)).order_by("number")
    before = CAMPAIGN.start(campaign.start).readings
    for act in effective_acts(list(known)):
        if act.kind != OPTIONS:
            continue
        after = load_record(Readings, act.data["readings"])
        if act.number in wanted:
            yield from ((act.number, one) for one in answer_changes(before, after))
        before = after


def answer_changes(old: Readings, new: Readings) -> Iterator[Change]:
    """Two sets of rule options, question by question."""
    for name, entry in entries_of(Readings).items():
        told = (
            translate(str(entry.choices.get(getattr(one, name), getattr(one, name))))
            for one in (old, new)
        )
        was, now = told
        if was != now:
            yield Change("", translate(entry.label), was, now)


def find_renames(campaign: Campaign) -> dict[int, tuple[str, str]]:
    """The edits that only say what a player is called now: by number, the names before and after."""
    kinds = (*FOUNDING, AMEND)
    content: dict[int, dict[str, object]] = {}
    found = {}
    for act in campaign.acts.filter(kind__in=kinds).order_by("number"):
        if act.kind != AMEND:
            content[act.number] = dict(act.data)
            continue
        old, new = content.get(act.data["of"]), act.data["by"]
        if old is None:
            continue
        content[act.data["of"]] = new
        if old != new and {**old, "player": new.get("player")} == new:
            found[act.number] = str(old["player"]), str(new["player"])
    return found


def rename_teller(campaign: Campaign) -> Callable[[Act], str]:
    """Looked up once for all lines, and only where something was edited."""
    renames = cache(lambda: find_renames(campaign))

    def tell_rename(act: Act) -> str:
        if act.kind != AMEND or act.number not in renames():
            return ""
        old, new = renames()[act.number]
        return gettext("%(old)s is now called %(new)s") % {"old": old, "new": new}

    return tell_rename
