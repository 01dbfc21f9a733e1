"""A session told in sentences, from its facts and nothing else, in the reader's language.

Czech tells it in the present tense, which needs nobody's gender, and names empires and cards behind
a noun that is declined, so that the names themselves stay as people wrote them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaign.chronicle.chapter import OldResult, Part, SessionStory
from campaign.chronicle.story import card_called
from companion.base.wording import signed_points
from scoring.rise_of_empire.falling import falling_scores
from scoring.rise_of_empire.finishing import lifetime_ticks
from scoring.rise_of_empire.layout import Age
from scoring.rise_of_empire.state import CampaignState, Fall, Status

CLOSE, CLEAR = 3, 15  # points between the first two that are worth another sentence


@dataclass(frozen=True)
class Sentence:
    sign: str
    text: str
    weight: int  # how much it matters where there is room for a few


Teller = Callable[[SessionStory], Iterable[Sentence]]


def tell_session(story: SessionStory) -> list[Sentence]:
    """The whole session, in the order it happened."""
    return [one for teller in TELLERS for one in teller(story)]


def pick_variant(variants: Sequence[str], story: SessionStory, nth: int = 0) -> str:
    """Another wording every session and time, and the same whenever it is told again."""
    return variants[(story.number + nth) % len(variants)]


def join_words(words: Iterable[str]) -> str:
    """“Anna, Bára and Cyril”."""
    *first, last = words or [""]
    if not first:
        return last
    return _("%(first)s and %(last)s") % {"first": ", ".join(first), "last": last}


# Beginning


def tell_beginning(story: SessionStory) -> Iterator[Sentence]:
    if story.number == 1:
        if story.parts:
            values = {"empires": join_words(one.name for one in story.parts)}
            text = (
                _("The campaign went on from paper with %(empires)s.")
                if any(one.from_paper for one in story.parts)
                else _("The campaign began with %(empires)s.")
            )
            yield Sentence("foundations", text % values, 30)
        return
    for one in story.newcomers:
        text = (
            _("%(player)s started again with %(empire)s.")
            if one.player in story.veterans
            else _("%(player)s joined with %(empire)s.")
        )
        values = {"player": one.player, "empire": one.name}
        yield Sentence("foundations", text % values, 45)


# Who won


def tell_winner(story: SessionStory) -> Iterator[Sentence]:
    winners = story.winners
    if not winners:
        return
    score = winners[0].score
    values = {
        "player": winners[0].player,
        "names": join_words(one.player for one in winners),
        "number": story.number,
        "score": signed_points(score),
    }
    yield Sentence("vp", winning_text(story, score) % values, 95)
    if len(winners) == 1 and not story.solo:
        yield from tell_form(story, winners[0].player)
        yield from tell_margin(story)


def winning_text(story: SessionStory, score: int) -> str:
    if story.solo:
        return ngettext(
            "%(player)s played alone and scored %(score)s point.",
            "%(player)s played alone and scored %(score)s points.",
            abs(score),
        )
    if len(story.winners) > 1:
        return ngettext(
            "%(names)s shared the win with %(score)s point.",
            "%(names)s shared the win with %(score)s points.",
            abs(score),
        )
    variants = (
        ngettext(
            "%(player)s won session %(number)s with %(score)s point.",
            "%(player)s won session %(number)s with %(score)s points.",
            abs(score),
        ),
        ngettext(
            "Session %(number)s went to %(player)s: %(score)s point.",
            "Session %(number)s went to %(player)s: %(score)s points.",
            abs(score),
        ),
        ngettext(
            "With %(score)s point, %(player)s took session %(number)s.",
            "With %(score)s points, %(player)s took session %(number)s.",
            abs(score),
        ),
    )
    return pick_variant(variants, story)


def tell_margin(story: SessionStory) -> Iterator[Sentence]:
    first, second = story.parts[0], story.parts[1]
    margin = first.score - second.score
    values = {
        "second": second.player,
        "margin": margin,
        "score": signed_points(second.score),
    }
    weight = 50 if margin <= CLOSE else 25
    yield Sentence("tick", margin_text(story, margin) % values, weight)


def margin_text(story: SessionStory, margin: int) -> str:
    if margin == 0:
        return _("%(second)s had just as many points. The tie-break decided.")
    if margin <= CLOSE:
        return ngettext(
            "Only %(margin)s point separated %(second)s from the win.",
            "Only %(margin)s points separated %(second)s from the win.",
            margin,
        )
    if margin >= CLEAR:
        return ngettext(
            "Nobody came close: %(second)s was %(margin)s point behind.",
            "Nobody came close: %(second)s was %(margin)s points behind.",
            margin,
        )
    variants = (
        ngettext(
            "%(second)s came second, %(margin)s point behind.",
            "%(second)s came second, %(margin)s points behind.",
            margin,
        ),
        _("Second place: %(second)s with %(score)s."),
    )
    return pick_variant(variants, story)


def tell_form(story: SessionStory, player: str) -> Iterator[Sentence]:
    """How the win fits to what the winner did before."""
    before = played_by(story.earlier, player)
    wins = wins_in_a_row(before)
    if wins:
        text = ngettext(
            "That's %(count)s win in a row.",
            "That's %(count)s wins in a row.",
            wins + 1,
        ) % {"count": wins + 1}
        yield Sentence("vp", text, 40 + 5 * wins)
    elif before and came_last(story.earlier, before[-1]):
        yield Sentence("vp", _("Last time it was last place."), 42)
    elif len(before) > 1 and not any(one.place == 1 for one in before):
        values = {"player": player}
        text = _("It was the first win for %(player)s.") % values
        yield Sentence("vp", text, 42)


def played_by(results: Iterable[OldResult], player: str) -> list[OldResult]:
    return [one for one in results if one.player == player]


def wins_in_a_row(results: Sequence[OldResult]) -> int:
    """How many of somebody's last sessions were won, one after the other."""
    lost = [nth for nth, one in enumerate(reversed(results)) if one.place != 1]
    return lost[0] if lost else len(results)


def came_last(results: Iterable[OldResult], own: OldResult) -> bool:
    places = [one.place for one in results if one.session == own.session]
    return len(places) > 1 and own.place == max(places)


# Missions


def tell_missions(story: SessionStory) -> Iterator[Sentence]:
    if not story.completions:
        variants = (_("All missions stayed open."), _("Nobody completed a mission."))
        yield Sentence("mission", pick_variant(variants, story), 15)
    order = [one["mission"] for one in story.completions]
    by_mission = sorted(story.completions, key=lambda one: order.index(one["mission"]))
    groups = groupby(by_mission, key=lambda one: one["mission"])
    for nth, (number, group) in enumerate(groups):
        done = list(group)
        first = [story.names[one["empire__key"]] for one in done if one["first"]]
        later = [story.names[one["empire__key"]] for one in done if not one["first"]]
        told = [
            *first_text(story, nth, first, later),
            *later_text(story, nth, first, later),
        ]
        text = " ".join(told) % {
            "mission": card_called(story.state, number),
            "first": join_words(first),
            "later": join_words(later),
        }
        sign = story.state.catalogue[number].group
        yield Sentence(sign, text, 20 + 5 * len(done))


def first_text(
    story: SessionStory, nth: int, first: list[str], later: list[str]
) -> Iterator[str]:
    """Who was first; that nobody came after is only said where somebody could have."""
    if first and story.solo:
        yield _("%(first)s completed %(mission)s.")
    elif len(first) > 1:
        yield _("%(first)s completed %(mission)s together.")
    elif first and later:
        followed = (
            _("%(first)s was the first to complete %(mission)s."),
            _("%(first)s completed %(mission)s before anyone else."),
        )
        yield pick_variant(followed, story, nth)
    elif first:
        variants = (
            _("%(first)s was the first to complete %(mission)s."),
            _("Only %(first)s completed %(mission)s."),
            _("%(mission)s was completed by %(first)s alone."),
        )
        yield pick_variant(variants, story, nth)


def later_text(
    story: SessionStory, nth: int, first: list[str], later: list[str]
) -> Iterator[str]:
    if later and first:
        variants = (_("Then came %(later)s."), _("%(later)s followed."))
        yield pick_variant(variants, story, nth)
    elif later:
        yield _("%(later)s completed %(mission)s.")


# Rise and fall


def tell_ages(story: SessionStory) -> Iterator[Sentence]:
    for one in story.parts:
        if one.rose:
            text = pick_variant(age_texts(one.empire.sheet.age), story)
            age = one.empire.sheet.age
            yield Sentence(age, text % {"empire": one.name}, 85)


def age_texts(age: str) -> tuple[str, ...]:
    return {
        Age.MEDIEVAL.value: (
            _("%(empire)s entered the medieval age."),
            _("The medieval age began for %(empire)s."),
        ),
        Age.INDUSTRIAL.value: (
            _("%(empire)s entered the industrial age."),
            _("The industrial age began for %(empire)s."),
        ),
    }.get(age, (_("%(empire)s reached the modern age."),))


def tell_falls(story: SessionStory) -> Iterator[Sentence]:
    for one in story.parts:
        if one.fell:
            yield Sentence("fall", fall_text(one), 90)


def fall_text(part: Part) -> str:
    scores = ", ".join(map(signed_points, falling_scores(part.empire)))
    text = {
        Fall.TWILIGHT.value: _(
            "%(empire)s collapsed. Its score kept falling: %(scores)s."
        ),
        Fall.DARK_AGE.value: _(
            "%(empire)s collapsed in a dark age. It couldn't buy any invention."
        ),
        Fall.SOLO.value: _(
            "%(empire)s collapsed. Fewer than two missions were completed."
        ),
    }.get(part.empire.fall, _("%(empire)s collapsed."))
    return text % {"empire": part.name, "scores": scores}


# The end


def tell_victory(story: SessionStory) -> Iterator[Sentence]:
    if not story.won_campaign:
        return
    champions = [one for one in story.parts if one.key in story.state.champions]
    if len(champions) == 1:
        values = {"player": champions[0].player, "empire": champions[0].name}
        text = _("%(player)s won the campaign with %(empire)s.") % values
    else:
        values = {"names": join_words(one.player for one in champions)}
        text = _("%(names)s won the campaign together.") % values
    yield Sentence("modern", text, 100)
    yield from tell_boxes(story)


def tell_boxes(story: SessionStory) -> Iterator[Sentence]:
    """ROE-36: what told several apart who reached the modern age in the same session."""
    arrived = [one for one in story.parts if one.empire.status == Status.WON]
    if len(arrived) > 1:
        counts = sorted((boxes_of(story.state, one) for one in arrived), reverse=True)
        values = {"counts": " : ".join(map(str, counts))}
        yield Sentence("tick", _("Ticked boxes decided: %(counts)s.") % values, 88)


def boxes_of(state: CampaignState, part: Part) -> int:
    return lifetime_ticks(state, part.empire)


TELLERS: tuple[Teller, ...] = (
    tell_beginning,
    tell_missions,
    tell_winner,
    tell_ages,
    tell_falls,
    tell_victory,
)
