"""A game alone as a session keeps it: how it is played, and every word that was told."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from scoring.helping import Around, HelperMove, KeptHelper, refuse_move
from scoring.imperial_settlers import solo
from scoring.imperial_settlers.rulebook import ATTACK
from scoring.imperial_settlers.solo_log import Alone, Setting, play_words
from scoring.words import Message, Words, _, make_message


@dataclass(frozen=True)
class SoloStory:
    """A game alone as a session keeps it: how it is played, and what happened."""

    setting: Setting = field(default_factory=Setting)
    words: tuple[str, ...] = ()

    def play(self) -> Alone:
        return play_words(self.words, self.setting)


def put_word(words: tuple[str, ...], word: str, *, pending: bool) -> tuple[str, ...]:
    """The log with one word more; a choice takes the place of the card that asked for it.

    Taps in a row on plus and minus leave one word, not many.
    """
    kind = word.partition(".")[0]
    again = kind == "have" and bool(words) and words[-1].startswith("have.")
    chosen = pending and kind == "reveal"
    return (*(words[:-1] if again or chosen else words), word)


@dataclass(frozen=True)
class AddToStory(HelperMove[SoloStory]):
    """The next thing that happened, in the words of the log."""

    word: str

    def apply(self, state: SoloStory, _around: Around) -> SoloStory:
        pending = state.play().pending is not None
        words = put_word(state.words, self.word, pending=pending)
        fits = play_words(words, state.setting).words == words
        refuse_move(not fits, _("This doesn't fit what happened so far."), ATTACK)
        return replace(state, words=words)

    @property
    def words(self) -> Words:
        kind, _dot, rest = self.word.partition(".")
        if kind == "build":
            return make_message(_("Built: %(what)s"), what=rest.split(".", 4)[-1])
        what = rest.split(".")[0]
        good = Message(solo.GOOD_NAMES[what]) if kind == "reveal" else what
        return make_message(STORY_WORDS[kind], what=good)


STORY_WORDS = {
    "lose": _("Location %(what)s gone"),
    "have": _("Faction locations: %(what)s"),
    "collect": _("Cards collected: %(what)s"),
    "reveal": _("Attack card: %(what)s"),
}


@dataclass(frozen=True)
class ChangeSetting(HelperMove[SoloStory]):
    """How this game alone is played; what already happened has to fit."""

    setting: Setting

    def apply(self, state: SoloStory, _around: Around) -> SoloStory:
        chosen = (self.setting.rounds, self.setting.order, self.setting.points)
        offered = (("4", "5"), SOLO_ORDERS, SOLO_POINTS)
        known = all(one in of for one, of in zip(chosen, offered, strict=True))
        refuse_move(not known, _("Please choose one of the options."), ATTACK)
        told = play_words(state.words, self.setting)
        refuse_move(
            told.words != state.words,
            _("This doesn't fit what happened so far."),
            ATTACK,
        )
        return replace(state, setting=self.setting)

    @property
    def words(self) -> Words:
        return _("Options of the solo game changed")


SOLO_ORDERS = (solo.NEW_FIRST, solo.PARTNER_FIRST)
SOLO_POINTS = (solo.FACTION_FIRST, solo.COMMON_FIRST)


def begin_story(around: Around) -> SoloStory:
    return SoloStory(Setting(rounds=str(around.rounds)))


SOLO_STORY = KeptHelper(
    "settlers-solo", SoloStory, (AddToStory, ChangeSetting), begin_story
)
