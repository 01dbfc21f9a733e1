"""Acts between sessions: empires come and go, and the table writes down what it knows."""

from __future__ import annotations

from dataclasses import dataclass, replace

from scoring.acts import Declaration
from scoring.rise_of_empire import rulebook as book
from scoring.rise_of_empire.act_fields import (
    DeckRule,
    EmpireKey,
    EmpireName,
    Faction,
    PlayerName,
    Step,
)
from scoring.rise_of_empire.acts import CampaignAct, Outcome
from scoring.rise_of_empire.checks import (
    known_empire,
    living_empire,
    problem_unless,
    refuse_if_any,
)
from scoring.rise_of_empire.state import (
    CampaignState,
    EmpireState,
    SheetState,
    Status,
)
from scoring.rules import Problem
from scoring.words import _, make_message

LONGEST_NAME = 60
MOST_KNOWLEDGE, MOST_POINTS, MOST_TICKS = 99_999, 9_999, 999  # far beyond any table


def name_problems(name: str, faction: str) -> list[Problem | None]:
    return [
        problem_unless(
            0 < len(name.strip()) <= LONGEST_NAME,
            _("Give the empire a name."),
            book.START,
        ),
        problem_unless(
            0 < len(faction.strip()) <= LONGEST_NAME,
            _("Pick a faction for the empire."),
            book.START,
        ),
    ]


def newcomer_problems(
    campaign: CampaignState, key: str, player: str, deck: str
) -> list[Problem | None]:
    own = [one for one in campaign.alive if one.player == player]
    short = all(len(word) <= LONGEST_NAME for word in (key, player, deck))
    here = campaign.empire(key) is not None or key in campaign.former_keys
    return [
        problem_unless(bool(key.strip()), _("The empire has no key."), book.START),
        problem_unless(
            not here, _("This empire is already in the campaign."), book.START
        ),
        problem_unless(
            bool(player.strip()), _("Enter who plays this empire."), book.START
        ),
        problem_unless(short, _("This name is too long."), book.START),
        problem_unless(
            not own,
            make_message(_("%(player)s already has an empire."), player=player),
            book.NEW_EMPIRE,
        ),
        problem_unless(not campaign.over, _("The campaign is over."), book.VICTORY),
    ]


def add_empire(campaign: CampaignState, empire: EmpireState) -> CampaignState:
    return replace(campaign, empires=(*campaign.empires, empire))


@dataclass(frozen=True)
class FoundEmpire(CampaignAct):
    """ROE-2: an empire starts on a blank ancient sheet; ROE-39: also after a collapse."""

    declared = Declaration(_("Empire founded"), step=Step.BOARD)

    empire: EmpireKey
    player: PlayerName
    name: EmpireName
    faction: Faction
    deck: DeckRule = ""  # ROE-3: recorded, not enforced

    def apply(self, campaign: CampaignState) -> Outcome:
        refuse_if_any(
            *newcomer_problems(campaign, self.empire, self.player, self.deck),
            *name_problems(self.name, self.faction),
        )
        sheet = SheetState(self.name.strip(), self.faction.strip())
        first = campaign.played + 1
        founded = EmpireState(self.empire, self.player, sheet, self.deck, founded=first)
        return add_empire(campaign, founded), ()


@dataclass(frozen=True)
class RenameEmpire(CampaignAct):
    declared = Declaration(_("Empire renamed"), step=Step.BOARD)

    empire: EmpireKey
    name: EmpireName

    def apply(self, campaign: CampaignState) -> Outcome:
        empire = known_empire(campaign, self.empire)
        refuse_if_any(*name_problems(self.name, empire.sheet.faction))
        sheet = replace(empire.sheet, name=self.name.strip())
        return campaign.put(replace(empire, sheet=sheet)), ()


@dataclass(frozen=True)
class RetireEmpire(CampaignAct):
    """A player leaves the campaign: the cards return, the story stays."""

    declared = Declaration(_("Empire retired"), step=Step.BOARD, role="organiser")

    empire: EmpireKey

    def apply(self, campaign: CampaignState) -> Outcome:
        empire = living_empire(campaign, self.empire)
        playing = campaign.session and campaign.session.seat(self.empire)
        refuse_if_any(
            problem_unless(
                not playing,
                _("It plays in the open session. Finish that first."),
                book.NEW_EMPIRE,
            )
        )
        return campaign.put(end_story(empire, Status.RETIRED)), ()


def end_story(empire: EmpireState, status: str, fall: str = "") -> EmpireState:
    """ROE-39: an empire whose cards have returned to the pools."""
    sheet = replace(empire.sheet, provinces=(), inventions=())
    return replace(empire, status=status, fall=fall, sheet=sheet)
