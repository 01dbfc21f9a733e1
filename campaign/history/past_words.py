"""Why something no longer fits, told of a moment that is past; the rules speak to people who are playing."""

from __future__ import annotations

from companion.base.wording import translate
from scoring.rules import Problem
from scoring.words import Message, Words, _

PAST: dict[str, str] = {
    "This empire has no tick left to make.": _("It had no tick left to make by then."),
    "This empire has no full track.": _("It had no full track then."),
    "This belongs to another step. Finish the current step first.": _(
        "The session wasn't at this step then."
    ),
    "This empire has already completed this mission.": _(
        "It had already completed this mission."
    ),
    "%(player)s already has an empire.": _("%(player)s already had an empire."),
    "Draw %(count)s of the remaining provinces.": _(
        "It was to draw %(count)s of the provinces that were left."
    ),
    "It's another empire's turn to buy.": _("It was another empire's turn to buy."),
    "%(missing)s more knowledge needed.": _("It was %(missing)s knowledge short."),
    "You can't buy this invention now.": _("This invention couldn't be bought then."),
    "This empire isn't in the campaign.": _("This empire wasn't in the campaign then."),
    "This empire's story is over.": _("This empire's story was over by then."),
    "This empire isn't playing in the open session.": _(
        "This empire didn't play in that session."
    ),
}


def tell_past(problem: Problem) -> str:
    return translate(put_in_past(problem.message))


def put_in_past(words: Words) -> Words:
    """The same sentence of the past, where it sounds otherwise."""
    if isinstance(words, Message):
        return Message(PAST.get(words.text, words.text), words.values)
    return PAST.get(words, words)
