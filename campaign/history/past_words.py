"""Why something no longer fits, told of a moment that is past; the rules speak to people who are playing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.base.wording import translate
from scoring.rules import Problem
from scoring.words import Message, Words, _, make_message

NAMED = "%(empire)s"
OTHER_STEP = "This belongs to another step. Finish the current step first."
OTHER_TURN = "It's another empire's turn to buy."
NO_TICK = "This empire has no tick left to make."
PAST: dict[str, str] = {
    NO_TICK: _("%(empire)s had no tick left to make."),
    "This empire has no full track.": _("%(empire)s had no full track."),
    OTHER_STEP: _("The session wasn't at this step then."),
    "This empire has already completed this mission.": _(
        "%(empire)s had already completed this mission."
    ),
    "A collapsed empire gains no province.": _(
        "%(empire)s had collapsed and gained no province."
    ),
    "It can still afford an invention.": _(
        "%(empire)s could still afford an invention."
    ),
    "It has already bought an invention.": _(
        "%(empire)s had already bought an invention."
    ),
    "This map box isn't ticked.": _("This map box wasn't ticked then."),
    "No session is open.": _("No session was open then."),
    "%(player)s already has an empire.": _("%(player)s already had an empire."),
    "Draw %(count)s of the remaining provinces.": _(
        "It was to draw %(count)s of the provinces that were left."
    ),
    OTHER_TURN: _("It was another empire's turn to buy."),
    "%(missing)s more knowledge needed.": _(
        "%(empire)s was %(missing)s knowledge short."
    ),
    "You can't buy this invention now.": _("This invention couldn't be bought then."),
    "This empire isn't in the campaign.": _("This empire wasn't in the campaign then."),
    "This empire's story is over.": _("This empire's story was over by then."),
    "This empire isn't playing in the open session.": _(
        "This empire didn't play in that session."
    ),
}


@dataclass(frozen=True)
class PastMoment:
    """Where the campaign was when an entry no longer fits, as far as a reason can say more for it."""

    empire: str = ""  # the entry is about
    lost_session: int | None = None  # which that empire no longer won
    buyer: str = ""  # whose turn to buy it was
    step: str = ""  # the session was at
    past_step: bool = False  # whether the step of the entry was over

    def better_words(self, text: str) -> Words | None:
        """A reason that names what would have to happen first."""
        if text == NO_TICK and self.lost_session:
            return make_message(
                _("%(empire)s no longer won session %(session)s."),
                session=self.lost_session,
                empire=self.empire,
            )
        if text == OTHER_TURN and self.buyer:
            return Message(_("%(buyer)s was to buy first."), {"buyer": self.buyer})
        if text == OTHER_STEP and self.past_step:
            return _("The session was already past this step.")
        if text == OTHER_STEP and self.step:
            return Message(
                _("Another step had to be finished first: %(step)s."),
                {"step": Message(self.step)},
            )
        return None


def tell_reasons(problems: Sequence[Problem], moment: PastMoment) -> list[str]:
    """Why it no longer fits: what is about the empire first, as another step only follows from it."""
    in_order = sorted(problems, key=lambda one: one.message == OTHER_STEP)
    return [translate(put_in_past(one.message, moment)) for one in in_order]


def put_in_past(words: Words, moment: PastMoment | None = None) -> Words:
    """The same sentence of the past, where it sounds otherwise; the empire by its name."""
    text, values = (
        (words.text, words.values) if isinstance(words, Message) else (words, {})
    )
    if moment and (better := moment.better_words(text)):
        return better
    past, empire = PAST.get(text, text), moment.empire if moment else ""
    if NAMED in past:
        return Message(past, {**values, "empire": empire or Message(_("This empire"))})
    return Message(past, values) if isinstance(words, Message) else past
