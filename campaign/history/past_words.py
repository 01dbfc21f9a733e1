"""Why something no longer fits, told of a moment that is past; the rules speak to people who are playing."""

from __future__ import annotations

from collections.abc import Sequence

from companion.base.wording import translate
from scoring.rules import Problem
from scoring.words import Message, Words, _

NAMED = "%(empire)s"
OTHER_STEP = "This belongs to another step. Finish the current step first."
PAST: dict[str, str] = {
    "This empire has no tick left to make.": _("%(empire)s had no tick left to make."),
    "This empire has no full track.": _("%(empire)s had no full track."),
    OTHER_STEP: _("The session wasn't at this step then."),
    "This empire has already completed this mission.": _(
        "%(empire)s had already completed this mission."
    ),
    "%(player)s already has an empire.": _("%(player)s already had an empire."),
    "Draw %(count)s of the remaining provinces.": _(
        "It was to draw %(count)s of the provinces that were left."
    ),
    "It's another empire's turn to buy.": _("It was another empire's turn to buy."),
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


def tell_reasons(problems: Sequence[Problem], empire: str) -> list[str]:
    """Why it no longer fits: what is about the empire first, as another step only follows from it."""
    in_order = sorted(problems, key=lambda one: one.message == OTHER_STEP)
    return [translate(put_in_past(one.message, empire)) for one in in_order]


def put_in_past(words: Words, empire: str = "") -> Words:
    """The same sentence of the past, where it sounds otherwise; the empire by its name."""
    text, values = (
        (words.text, words.values) if isinstance(words, Message) else (words, {})
    )
    past = PAST.get(text, text)
    if NAMED in past:
        return Message(past, {**values, "empire": empire or Message(_("This empire"))})
    return Message(past, values) if isinstance(words, Message) else past
