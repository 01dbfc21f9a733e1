"""What a session is remembered for: its best sentences, and the records it broke."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaign.chronicle.chapter import SessionStory
from campaign.chronicle.sentences import Sentence, tell_session
from companion.base.wording import signed_points
from scoring.rise_of_empire.layout import Age

REMEMBERED = 3  # sentences of “previously”


def tell_previously(story: SessionStory) -> list[Sentence]:
    """What mattered most, in the order it happened."""
    told = [*tell_session(story), *tell_records(story)]
    best = sorted(told, key=lambda one: -one.weight)[:REMEMBERED]
    return [one for one in told if one in best]


# Records


def tell_records(story: SessionStory) -> Iterator[Sentence]:
    """What nobody did before in this campaign; there is none in the first session."""
    if story.earlier:
        yield from tell_highest_score(story)
        yield from tell_narrowest_win(story)
        yield from tell_first_of_age(story)


def tell_highest_score(story: SessionStory) -> Iterator[Sentence]:
    best = max(story.parts, key=lambda one: one.score, default=None)
    if best and best.score > max(one.score for one in story.earlier):
        values = {"player": best.player, "score": signed_points(best.score)}
        text = _("Highest score so far: %(score)s, %(player)s.")
        yield Sentence("vp", text % values, 55)


def tell_narrowest_win(story: SessionStory) -> Iterator[Sentence]:
    own = 0 if story.solo else winning_margin(one.score for one in story.parts)
    others = earlier_margins(story)
    first = next(others, 0)
    if 0 < own < first and all(own < other for other in others):
        text = ngettext(
            "Closest win so far: %(margin)s point.",
            "Closest win so far: %(margin)s points.",
            own,
        )
        yield Sentence("tick", text % {"margin": own}, 35)


def earlier_margins(story: SessionStory) -> Iterator[int]:
    """One after another: mostly the first few already say that a win wasn't the closest."""
    for _session, group in groupby(story.earlier, key=lambda one: one.session):
        scores = [one.score for one in group]
        if len(scores) > 1:
            yield winning_margin(scores)


def winning_margin(scores: Iterable[int]) -> int:
    """By how much a session of several players was won."""
    first, second, *_rest = sorted(scores, reverse=True)
    return first - second


def tell_first_of_age(story: SessionStory) -> Iterator[Sentence]:
    ages = [str(age) for age in Age]
    furthest = max((ages.index(one) for one in story.ages_before), default=0)
    rose = [one for one in story.parts if one.rose]
    for one in rose[:1]:
        if ages.index(one.empire.sheet.age) > furthest:
            values = {"empire": one.name}
            text = _("%(empire)s has come further than any empire before.") % values
            yield Sentence(one.empire.sheet.age, text, 58)
