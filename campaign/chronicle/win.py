"""A campaign's win as it leaves the table: who came where, and what decided it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaign.board.letters import letters_of_empires
from campaign.chronicle.final import (
    FinalPlace,
    compared_boxes,
    final_places,
    winning_night,
)
from campaign.empires import EmpireRow, read_empires
from campaign.models import Campaign
from campaign.models.campaign import mark_what_if
from campaign.session.past import PastSession
from companion.base.wording import translate
from companion.sessions.aids.open_game import table_tints
from companion.sessions.result import Standing
from companion.sessions.sharing import ToldResult
from scoring.rise_of_empire import GAME
from scoring.rise_of_empire.rulebook import VICTORY
from scoring.rules import Rule
from scoring.sheet import Game

MOST_TOLD = 6  # empires; those that fell long ago stay in the chronicle


@dataclass(frozen=True)
class CampaignEnding:
    """How a whole campaign ended; the numbers are the boxes every empire ticked in its life."""

    places: tuple[Standing, ...]
    compared: str  # "81 > 72", where several reached the modern age
    sessions: int
    tie_break: str = ""  # ticked boxes are told as a reason
    why: str = ""
    totals_only: bool = False
    what_if: bool = False

    @property
    def game(self) -> Game[Any, Any]:
        return GAME

    @property
    def headline(self) -> str:
        winners = [who for who in self.places if who.wins]
        names, boxes = ", ".join(who.name for who in winners), winners[0].total
        if len(winners) > 1:
            return _("%(names)s won the campaign together.") % {"names": names}
        said = ngettext(
            "%(player)s won the campaign with %(boxes)s box",
            "%(player)s won the campaign with %(boxes)s boxes",
            boxes,
        )
        return said % {"player": names, "boxes": boxes}

    @property
    def reasons(self) -> list[tuple[str, Rule]]:
        if self.compared:
            said = _("Ticked boxes decided: %(counts)s.") % {"counts": self.compared}
        else:
            said = _("First in the modern age. The numbers are ticked boxes.")
        return [(said, VICTORY)]

    @property
    def night(self) -> str:
        said = ngettext(
            "The campaign's end after %(number)s session",
            "The campaign's end after %(number)s sessions",
            self.sessions,
        )
        told = said % {"number": self.sessions}
        return mark_what_if(told) if self.what_if else told


def tell_win(campaign: Campaign) -> ToldResult | None:
    """The end of a campaign that was won, also where the table played on."""
    night = winning_night(campaign)
    return tell_ending(night, read_empires(campaign)) if night else None


def tell_ending(night: PastSession, empires: Sequence[EmpireRow]) -> ToldResult:
    """The end of the campaign that was won in this session."""
    campaign, session = night.campaign, night.end.session
    places = final_places(night.state, letters_of_empires(campaign, empires))
    ending = CampaignEnding(
        tell_places(campaign, places[:MOST_TOLD]),
        compared_boxes(places),
        session.number,
        what_if=campaign.is_what_if,
    )
    return ToldResult(ending, night.day)


def tell_places(
    campaign: Campaign, places: Sequence[FinalPlace]
) -> tuple[Standing, ...]:
    """Everybody with their empire and its age, in their own colour."""
    players = tuple(one.empire.player for one in places)
    tints = table_tints(campaign.table, players)
    return tuple(
        Standing(
            seat=nth,
            name=one.empire.player,
            total=one.boxes,
            place=one.place,
            wins=one.champion,
            tint=tint,
            played_as=f"{one.empire.sheet.name} · {translate(one.age)}",
            letter=one.seat,
        )
        for nth, (one, tint) in enumerate(zip(places, tints, strict=True))
    )
