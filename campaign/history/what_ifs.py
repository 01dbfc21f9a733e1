"""What-ifs: a campaign from any of its acts on, beside the real one, until it is kept or thrown away."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.db import transaction
from django.utils.translation import gettext as _

from campaign.board.services import free_name
from campaign.models import Campaign
from companion.log.models import Act
from companion.log.record import NewAct, append_all, begin_log
from companion.tables.models import Table
from scoring.entries import LONGEST
from scoring.records import READABLE_TEXT

MOST_WHAT_IFS = 5  # of one table at a time
ROOM_FOR_ENTRY = 24  # letters of a name, for the entry it starts from


class NoWhatIf(ValueError):
    """Raised with the words that say why there can't be one more."""


@transaction.atomic
def start_what_if(campaign: Campaign, after: int) -> Campaign:
    """A copy with the acts up to this one; an untouched one from the same place serves again."""
    Table.objects.select_for_update().get(pk=campaign.table_id)
    campaign.refresh_from_db()
    if campaign.is_what_if:
        raise NoWhatIf(_("This is a what-if already. Keep it as a campaign first."))
    if not 1 <= after <= campaign.last:
        raise NoWhatIf(_("There is no such entry."))
    if same := campaign.what_ifs.filter(what_if_after=after, last=after).first():
        return same
    if count_what_ifs(campaign.table) >= MOST_WHAT_IFS:
        raise NoWhatIf(
            _("A table has at most %(number)s what-ifs. Keep one or delete one.")
            % {"number": MOST_WHAT_IFS}
        )
    return copy_until(campaign, after)


def count_what_ifs(table: Table) -> int:
    return table.campaigns.exclude(what_if_after=None).count()


def copy_until(campaign: Campaign, after: int) -> Campaign:
    """Undos and edits up to there count; what was undone or edited later is as it was."""
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
    acts = campaign.acts.filter(number__lte=after).order_by("number")
    append_all(what_if, repeat_acts(acts.select_related("by", "for_person")))
    what_if.refresh_from_db()
    return what_if


def repeat_acts(acts: Iterable[Act]) -> Iterator[NewAct]:
    for act in acts:
        yield NewAct(
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
    own.update(name=name, what_if_of=None, what_if_after=None)
    return True
