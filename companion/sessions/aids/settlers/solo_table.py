"""A game alone against the virtual player, as its page shows it."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

from django.forms import BoundField
from django.http import HttpRequest, QueryDict

from companion.base.wording import translate
from companion.sessions.aids.at_hand import QueryRecords
from companion.sessions.aids.desk import HelperDesk, Tap, open_desk
from companion.sessions.aids.open_game import OpenGame
from companion.sessions.aids.tapping import LEFT_OUT, is_partly_unread
from companion.sessions.aids.typed_moves import Move, register_typed_move
from companion.sessions.forms import record_query
from scoring.imperial_settlers import solo
from scoring.imperial_settlers.solo_log import (
    EXAMPLE_NAMES,
    MOST_FACTION,
    SHOWN,
    Alone,
    NewLocation,
    Setting,
    example_words,
    missing_details,
    play_words,
    write_location,
)
from scoring.imperial_settlers.solo_story import SOLO_STORY, AddToStory, SoloStory
from scoring.plain import to_plain
from scoring.rules import Problem, RuleBroken

BETWEEN = "|"  # the words of the log in an address


def write_story(story: SoloStory) -> dict[str, str]:
    """A game alone as its address holds it."""
    told = BETWEEN.join(story.words)
    setting = record_query(story.setting, "set")
    return {**setting, **({"did": told} if told else {})}


class SoloTable:
    def __init__(self, request: HttpRequest, play: OpenGame | None) -> None:
        self.request, self.play = request, play
        self.form = QueryRecords(request.GET, {"set": Setting, "new": NewLocation})
        self.desk: HelperDesk[SoloStory] = open_desk(
            request, SOLO_STORY, play, read=self.read_story, write=write_story
        )
        self.game = self.desk.state.play()

    def read_story(self, data: QueryDict) -> SoloStory:
        """What an address tells, with the location somebody has just filled in."""
        words = [word for word in data.get("did", "").split(BETWEEN) if word]
        setting = self.form.record("set")
        if self.asked and not self.faulty:
            words.append(location_word(self.form.record("new"), setting))
        played = play_words(words, setting)
        self.unread = played.unread
        return SoloStory(setting, played.words)

    @property
    def asked(self) -> bool:
        return "add" in self.request.GET

    @cached_property
    def problems(self) -> list[tuple[str, Problem]]:
        """Why a location can't be added."""
        if not self.asked:
            return []
        return [("", one) for one in missing_details(self.form.record("new"))]

    @property
    def faulty(self) -> bool:
        unreadable = self.asked and any(self.form["new"].mistakes)
        return bool(self.problems) or unreadable

    @property
    def new_fields(self) -> list[BoundField]:
        """IS-17: only Japanese locations are told apart by their deal."""
        japanese = self.game.setting.japanese
        return [one for one in self.form["new"] if japanese or one.name != "deal"]

    @cached_property
    def setting_form(self) -> object:
        """How this game is played, to be changed."""
        if self.play is None:
            return self.form["set"]
        values = QueryDict(mutable=True)
        values.update(record_query(self.game.setting, "set"))
        return QueryRecords(values, {"set": Setting})["set"]

    @property
    def kept(self) -> dict[str, str]:
        return self.desk.query

    @property
    def told(self) -> dict[str, str]:
        return {key: value for key, value in self.kept.items() if key == "did"}

    @property
    def query(self) -> dict[str, str]:
        """The address; what was typed for a location stays in it until it can be added."""
        if self.play:
            return {}
        typed = {**self.form["new"].entered, "add": "on"} if self.faulty else {}
        left = LEFT_OUT if self.left_out else {}
        return {**self.form["set"].entered, **self.told, **typed, **left}

    @property
    def left_out(self) -> bool:
        return self.play is None and is_partly_unread(self.request, self.unread)

    def then(self, word: str) -> Tap | None:
        return self.desk.tap(AddToStory(word))

    @property
    def reveals(self) -> list[tuple[str, str, Tap | None]]:
        goods = [(good.value, solo.GOOD_NAMES[good]) for good in solo.AttackGood]
        return [(good, name, self.then(f"reveal.{good}")) for good, name in goods]

    @property
    def collects(self) -> list[tuple[int, Tap | None]]:
        return [(cards, self.then(f"collect.{cards}")) for cards in range(SHOWN + 1)]

    @property
    def choices(self) -> list[tuple[solo.Location, Tap | None]]:
        """IS-15: the equal targets, each with the tap that razes it."""
        wave = self.game.pending
        if wave is None:
            return []
        return [
            (one, self.then(f"reveal.{wave.revealed}.{one.number}"))
            for one in wave.targets
        ]

    @property
    def locations(self) -> list[tuple[solo.Location, Tap | None]]:
        own = self.game.stand.locations
        return [(one, self.then(f"lose.{one.number}")) for one in own]

    @property
    def fewer(self) -> Tap | None:
        return self.have_faction(self.game.stand.faction - 1)

    @property
    def more(self) -> Tap | None:
        return self.have_faction(self.game.stand.faction + 1)

    def have_faction(self, faction: int) -> Tap | None:
        if self.game.pending or not 0 <= faction <= MOST_FACTION:
            return None
        return self.then(f"have.{faction}")

    @property
    def take_back(self) -> Tap | None:
        story = self.desk.state
        shorter = replace(story, words=story.words[:-1])
        return self.desk.jump(shorter) if story.words else None

    @property
    def example(self) -> Tap | None:
        names = [translate(name) for name in EXAMPLE_NAMES]
        return self.desk.jump(SoloStory(words=example_words(names)))

    @property
    def waves(self) -> tuple[object, ...]:
        """The newest on top."""
        return self.game.waves[::-1]

    @property
    def alone(self) -> Alone:
        return self.game


def location_word(new: NewLocation, setting: Setting) -> str:
    """A location that was filled in, as a word of the log."""
    if not setting.japanese:
        new = replace(new, deal="")
    return write_location(new).replace(BETWEEN, "/")


def read_new_location(data: QueryDict, play: OpenGame) -> Move:
    form = QueryRecords(data, {"new": NewLocation})
    new: NewLocation = form.record("new")
    if problems := list(missing_details(new)):
        raise RuleBroken(*problems)
    story = SOLO_STORY.read_state(play.kept, play.around)
    return "add_to_story", {"word": location_word(new, story.setting)}


def read_setting(data: QueryDict, _play: OpenGame) -> Move:
    setting = QueryRecords(data, {"set": Setting}).record("set")
    return "change_setting", {"setting": to_plain(setting)}


register_typed_move(SOLO_STORY.page, "new_location", read_new_location)
register_typed_move(SOLO_STORY.page, "change_setting", read_setting)
