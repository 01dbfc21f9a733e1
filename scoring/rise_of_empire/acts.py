"""What every act of a campaign has in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar, Self, TypeAlias

from scoring.acts import Declaration
from scoring.engines import Data, Fact
from scoring.plain import from_plain
from scoring.rise_of_empire.layout import ICON_NAMES
from scoring.rise_of_empire.state import CampaignState
from scoring.words import _

# What the ledger says knowledge came from or went to; a bonus icon says its own name.
REASONS: dict[str, str] = {
    "score": _("final score"),
    "invention": _("invention bought"),
    "paper": _("copied from paper"),
    "correction": _("correction"),
    **ICON_NAMES,
}
Outcome: TypeAlias = tuple[CampaignState, tuple[Fact, ...]]


@dataclass(frozen=True)
class CampaignAct(ABC):
    """What people did. Chance, prices and colours stand in it, so applying it looks up nothing."""

    declared: ClassVar[Declaration]

    @classmethod
    def read(cls, data: Data) -> Self:
        """The act that was recorded; raises Unfit for what isn't one."""
        return from_plain(cls, dict(data))

    @abstractmethod
    def apply(self, campaign: CampaignState) -> Outcome: ...

    def check(self, campaign: CampaignState) -> None:
        """Raises RuleBroken where it can't be done now; for what is offered by the dozen, without doing it."""
        self.apply(campaign)


def knowledge_facts(
    campaign: CampaignState, empire: str, amount: int, why: str
) -> tuple[Fact, ...]:
    """An entry of the ledger; nothing gained or spent is no entry."""
    if not amount:
        return ()
    session = campaign.session.number if campaign.session else None
    fields = {"session": session, "empire": empire, "amount": amount, "why": why}
    return (Fact("knowledge", fields),)
