"""What the pages of a campaign follow from, for those that are drawn once for everybody."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any

from django.db import connection

from campaign.models import Campaign
from companion.paper.printing import print_wish_cookies
from companion.tables.access import Here
from companion.tables.drawn_once import Sharing, View, draw_once
from companion.tables.models import Person, Table

# Every log of a table with the id of its last act, which nobody else's log has: a number alone
# would be the same in a copy that was put back. Then its people, and whether friends have come.
EVERYTHING = """
SELECT 'log', log.id, CAST(log.last AS TEXT), CAST(act.client_id AS TEXT), ''
FROM campaign_log log
LEFT JOIN campaign_act act ON act.log_id = log.id AND act.number = log.last
WHERE log.id IN (
    SELECT log_ptr_id FROM campaign_campaign WHERE table_id = %(table)s
    UNION ALL SELECT log_ptr_id FROM campaign_tablelog WHERE table_id = %(table)s)
UNION ALL SELECT 'person', id, name, colour, CAST(merged_into_id AS TEXT)
FROM companion_person WHERE table_id = %(table)s
UNION ALL SELECT DISTINCT 'player', 0, player, '', ''
FROM campaign_empire WHERE campaign_id = %(campaign)s
UNION ALL SELECT 'guest', 0, '', '', ''
WHERE EXISTS (
    SELECT 1 FROM companion_phone WHERE table_id = %(table)s AND role <> 'organiser')
OR EXISTS (
    SELECT 1 FROM companion_membership
    WHERE table_id = %(table)s AND role <> 'organiser' AND account_id IS NOT NULL)
ORDER BY 1, 2, 3"""
# Phones come and go without changing what a page says.
NOT_SHOWN = {"phones_version", "last_asked"}


@dataclass(frozen=True)
class CampaignVersion:
    """What names everything of a table that a page of its campaign may show."""

    campaign: Hashable
    table: Hashable
    rows: tuple[tuple[Any, ...], ...]

    def has_player(self, name: str) -> bool:
        own = (row[2] for row in self.rows if row[0] == "player")
        return name.casefold() in map(str.casefold, own)


def campaign_version(campaign: Campaign) -> CampaignVersion:
    with connection.cursor() as cursor:
        given = {"table": campaign.table_id, "campaign": campaign.pk}
        cursor.execute(EVERYTHING, given)
        rows = tuple(map(tuple, cursor.fetchall()))
    return CampaignVersion(own_row(campaign), table_row(campaign.table), rows)


def own_row(campaign: Campaign) -> Hashable:
    """What a campaign says of itself outside its log."""
    return (
        campaign.pk,
        campaign.last,
        campaign.name,
        campaign.created.isoformat(),
        campaign.example,
        campaign.archived,
        campaign.what_if_of_id,
        campaign.what_if_after,
        tuple(sorted(campaign.letters.items())),
        campaign.copy_of_id,
    )


def table_row(table: Table) -> Hashable:
    shown = [one for one in Table._meta.concrete_fields if one.name not in NOT_SHOWN]
    return tuple(str(one.value_from_object(table)) for one in shown)


def who_plays(here: Here, version: CampaignVersion) -> Person | None:
    """Whoever has an empire sees it first; everybody else sees the same."""
    person = here.person
    return person if person and version.has_player(person.name) else None


def who_acts(here: Here, version: CampaignVersion) -> Person | None:
    """For a page that offers to undo what somebody did: whoever may has it to themselves."""
    return here.person if here.plays else who_plays(here, version)


def asks_for_phones(here: Here) -> bool:
    """A session serves its host with everybody who has no phone, and phones come and go."""
    return here.organises


def nobody(_here: Here, _version: CampaignVersion) -> None:
    """For a page that doesn't ask who looks at it."""


def draw_campaign_once(
    whose: Callable[[Here, Any], Person | None], **more: Any
) -> Callable[[View], View]:
    return draw_once(Sharing(campaign_version, whose, print_wish_cookies, **more))
