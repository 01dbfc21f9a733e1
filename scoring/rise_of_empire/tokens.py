"""Progress tokens: where each fits, what it does, and whether the box has enough of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from scoring.imperial_settlers.solo import KINDS
from scoring.rise_of_empire import rulebook as book
from scoring.rise_of_empire.layout import GOOD_NAMES, ICON_NAMES, TOKENS, Icon
from scoring.rise_of_empire.outlook import set_up
from scoring.rise_of_empire.readings import Readings
from scoring.rise_of_empire.state import CampaignState
from scoring.rules import Remark, Rule
from scoring.words import Message, Words, _, make_message

IN_THE_BOX = 8  # ROE-1: of each kind
RULES: dict[str, Rule] = {
    Icon.DOVE: book.DOVE,
    Icon.DRUDGE: book.DRUDGE,
    Icon.WALL: book.WALL,
    Icon.BRIBE: book.BRIBE,
}
# ROE-42: the kinds of locations a token fits on.
FITS: Mapping[str, tuple[str, ...]] = {
    Icon.DOVE: KINDS,
    Icon.DRUDGE: ("action",),
    Icon.WALL: KINDS,
    Icon.BRIBE: ("production",),
}
EFFECTS: dict[str, str] = {
    Icon.DOVE: _("If the location is razed, you gain: %(good)s."),
    Icon.DRUDGE: _("You can use the action location once more each round."),
    Icon.WALL: _("Enemies can't raze, remove, block or use the location."),
    Icon.BRIBE: _("The production location produces twice. Then remove it."),
}


@dataclass(frozen=True)
class TokenNote:
    """What one kind of token does at this table."""

    token: str
    effect: Words
    rule: Rule

    @property
    def name(self) -> str:
        return ICON_NAMES[self.token]


def token_effect(token: str, dove_good: str) -> Words:
    """What a token does; what the dove pays is the table's reading."""
    return make_message(EFFECTS[token], good=Message(GOOD_NAMES[dove_good]))


def token_note(token: str, readings: Readings) -> TokenNote:
    """ROE-42"""
    return TokenNote(token, token_effect(token, readings.dove_good), RULES[token])


def may_be_placed(token: str, kind: str) -> bool:
    """ROE-42: whether a token fits on a location of this kind."""
    return kind in FITS[token]


def token_shortages(campaign: CampaignState) -> list[Remark]:
    """ROE-1: the kinds of which the empires have reached more than the box holds."""
    due: Counter[str] = Counter()
    for empire in campaign.alive:
        due.update(set_up(campaign, empire).tokens)
    text = _("%(token)s: %(due)s due, but the box has only %(there)s.")
    return [
        Remark(
            make_message(
                text, token=Message(ICON_NAMES[token]), due=number, there=IN_THE_BOX
            ),
            book.BOX,
        )
        for token, number in sorted(due.items())
        if number > IN_THE_BOX
    ]


def notes_for(tokens: Iterable[str], readings: Readings) -> list[TokenNote]:
    """A note for each kind among these, in the order of the booklet."""
    there = set(tokens)
    return [token_note(icon, readings) for icon in Icon if icon in TOKENS & there]
