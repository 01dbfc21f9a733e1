"""The empires of a campaign, also those that are gone, by what they are called."""

from __future__ import annotations

from typing import NamedTuple

from campaign.models import Campaign


class EmpireRow(NamedTuple):
    """An empire as it is called now; its sheets are read where they are shown."""

    pk: int
    key: str
    player: str
    name: str
    faction: str
    age: str
    status: str
    founded: int

    def __str__(self) -> str:
        return f"{self.name} ({self.player})"


def read_empires(campaign: Campaign) -> list[EmpireRow]:
    """In the order they were founded; after two hundred sessions there may be a hundred."""
    rows = campaign.empires.values_list(*EmpireRow._fields)
    return [EmpireRow(*row) for row in rows]
