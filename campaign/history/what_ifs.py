"""What-ifs: a campaign from any of its acts on, beside the real one, until it is kept or thrown away."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from django.db import transaction
from django.utils.translation import gettext as _

from campaign.board.letters import letters_to_keep
from campaign.board.services import free_name
from campaign.history.carried_corrections import CannotCarry, carry_corrections
from campaign.models import Campaign
from companion.log.models import Act
from companion.log.record import NewAct, append_all, begin_log
from companion.log.replay import REWRITING
from companion.tables.models import Table
from scoring.entries import LONGEST
from scoring.records import READABLE_TEXT

MOST_WHAT_IFS = 5  # of one table at a time
ROOM_FOR_ENTRY = 24  # letters of a name, for the entry it starts from


class NoWhatIf(ValueError):
    """Raised with the words that say why there can't be one more."""


@transaction.atomic
def start_what_if(campaign: Campaign, after: int, *, as_then: bool = False) -> Campaign:
    """A copy as it counts now up to this act; an untouched one from the same place serves again."""
    Table.objects.select_for_update().get(pk=campaign.table_id)
    campaign.refresh_from_db()
    if campaign.is_what_if:
        raise NoWhatIf(_("This is a what-if already. Keep it as a campaign first."))
    if not 1 <= after <= campaign.last:
        raise NoWhatIf(_("There is no such entry."))
    plan = plan_acts(campaign, after, as_then=as_then)
    if same := find_untouched(campaign, after, plan):
        return same
    if count_what_ifs(campaign.table) >= MOST_WHAT_IFS:
        raise NoWhatIf(
            _("A table has at most %(number)s what-ifs. Keep one or delete one.")
            % {"number": MOST_WHAT_IFS}
        )
    return copy_until(campaign, after, plan)


def find_untouched(
    campaign: Campaign, after: int, plan: list[NewAct]
) -> Campaign | None:
    """The what-if that starts with the same acts and has no others yet."""
    ids = [one.client_id for one in plan[after:]]
    for one in campaign.what_ifs.filter(what_if_after=after, last=len(plan)):
        added = one.acts.filter(number__gt=after).order_by("number")
        if list(added.values_list("client_id", flat=True)) == ids:
            return one
    return None


def count_what_ifs(table: Table) -> int:
    return table.campaigns.exclude(what_if_after=None).count()


def copy_until(campaign: Campaign, after: int, plan: list[NewAct]) -> Campaign:
    told = {"name": campaign.name[: LONGEST - ROOM_FOR_ENTRY], "number": after}
    what_if = Campaign(
        table=campaign.table,
        name=free_name(campaign.table, _("%(name)s from entry %(number)s") % told),
        engine=campaign.engine,
        example=campaign.example,
        what_if_of=campaign,
        what_if_after=after,
    )
    begin_log(what_if, start=campaign.start)
    append_all(what_if, plan)
    what_if.refresh_from_db()
    return what_if


def plan_acts(campaign: Campaign, after: int, *, as_then: bool) -> list[NewAct]:
    """The acts up to this one, then what was undone, edited or repaired of them later.

    Corrections that can't be told without later acts stay away; comparing both says so.
    """
    own = campaign.acts.select_related("by", "for_person").order_by("number")
    first = list(own.filter(number__lte=after))
    later = [] if as_then else list(own.filter(number__gt=after, kind__in=REWRITING))
    carried = []
    with suppress(CannotCarry):
        carried = carry_corrections(first, later, after)
    corrections = [
        replace(repeat_act(one.act), kind=one.kind, data=one.data) for one in carried
    ]
    return [*map(repeat_act, first), *corrections]


def repeat_act(act: Act) -> NewAct:
    return NewAct(
        kind=act.kind,
        data=act.data,
        client_id=act.client_id,
        by=act.by,
        by_name=act.by_name,
        for_person=act.for_person,
        for_name=act.for_name,
        at=act.at,
    )


@transaction.atomic
def keep_what_if(what_if: Campaign, name: str) -> bool:
    """From now on an ordinary campaign under a name of its own; False where the name is none."""
    name = name.strip()[:LONGEST]
    if not name or not READABLE_TEXT.fullmatch(name):
        return False
    Table.objects.select_for_update().get(pk=what_if.table_id)
    others = what_if.table.campaigns.exclude(pk=what_if.pk)
    if others.filter(name=name).exists():
        return False
    own = Campaign.objects.filter(pk=what_if.pk)
    letters = letters_to_keep(what_if)
    own.update(name=name, what_if_of=None, what_if_after=None, letters=letters)
    return True
