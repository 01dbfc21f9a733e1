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

from campaign.chronicle.chapter import Chapter, OldResult, Part
from campaign.chronicle.story import card_called
from companion.base.wording import signed_points
from scoring.rise_of_empire.falling import falling_scores
from scoring.rise_of_empire.finishing import lifetime_ticks
from scoring.rise_of_empire.layout import Age
from scoring.rise_of_empire.state import CampaignState, Fall, Status

CLOSE, CLEAR = 3, 15  # points between the first two that are worth another sentence
REMEMBERED = 3  # sentences of “previously”


@dataclass(frozen=True)
class Sentence:
    sign: str
    text: str
    weight: int  # how much it matters where there is room for a few


Teller = Callable[[Chapter], Iterable[Sentence]]


def tell_session(chapter: Chapter) -> list[Sentence]:
    """The whole session, in the order it happened."""
    return [one for teller in TELLERS for one in teller(chapter)]


def tell_previously(chapter: Chapter) -> list[Sentence]:
    """What mattered most, in the order it happened."""
    told = [*tell_session(chapter), *tell_records(chapter)]
    best = sorted(told, key=lambda one: -one.weight)[:REMEMBERED]
    return [one for one in told if one in best]


def pick_variant(variants: Sequence[str], chapter: Chapter) -> str:
    """Another wording every session, and the same whenever it is told again."""
    return variants[chapter.number % len(variants)]


def join_words(words: Iterable[str]) -> str:
    """“Anna, Bára and Cyril”."""
    *first, last = words
    if not first:
        return last
    return _("%(first)s and %(last)s") % {"first": ", ".join(first), "last": last}


# Beginning


def tell_beginning(chapter: Chapter) -> Iterator[Sentence]:
    if chapter.number == 1:
        if chapter.parts:
            values = {"empires": join_words(one.name for one in chapter.parts)}
            text = (
                _("The campaign went on from paper with %(empires)s.")
                if any(one.from_paper for one in chapter.parts)
                else _("The campaign began with %(empires)s.")
            )
            yield Sentence("foundations", text % values, 30)
        return
    for one in chapter.newcomers:
        text = (
            _("%(player)s started again with %(empire)s.")
            if one.player in chapter.veterans
            else _("%(player)s joined with %(empire)s.")
        )
        values = {"player": one.player, "empire": one.name}
        yield Sentence("foundations", text % values, 45)


# Who won


def tell_winner(chapter: Chapter) -> Iterator[Sentence]:
    winners = chapter.winners
    if not winners:
        return
    score = winners[0].score
    values = {
        "player": winners[0].player,
        "names": join_words(one.player for one in winners),
        "number": chapter.number,
        "score": signed_points(score),
    }
    yield Sentence("vp", winning_text(chapter, score) % values, 95)
    if len(winners) == 1 and not chapter.solo:
        yield from tell_form(chapter, winners[0].player)
        yield from tell_margin(chapter)


def winning_text(chapter: Chapter, score: int) -> str:
    if chapter.solo:
        return ngettext(
            "%(player)s played alone and scored %(score)s point.",
            "%(player)s played alone and scored %(score)s points.",
            abs(score),
        )
    if len(chapter.winners) > 1:
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
    return pick_variant(variants, chapter)


def tell_margin(chapter: Chapter) -> Iterator[Sentence]:
    first, second = chapter.parts[0], chapter.parts[1]
    margin = first.score - second.score
    values = {
        "second": second.player,
        "margin": margin,
        "score": signed_points(second.score),
    }
    weight = 50 if margin <= CLOSE else 25
    yield Sentence("tick", margin_text(chapter, margin) % values, weight)


def margin_text(chapter: Chapter, margin: int) -> str:
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
    return pick_variant(variants, chapter)


def tell_form(chapter: Chapter, player: str) -> Iterator[Sentence]:
    """How the win fits to what the winner did before."""
    before = played_by(chapter.earlier, player)
    wins = wins_in_a_row(before)
    if wins:
        text = _("That is win number %(count)s in a row.") % {"count": wins + 1}
        yield Sentence("vp", text, 40 + 5 * wins)
    elif before and came_last(chapter.earlier, before[-1]):
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


def tell_missions(chapter: Chapter) -> Iterator[Sentence]:
    if not chapter.completions:
        yield Sentence("mission", _("Nobody completed a mission."), 15)
    by_mission = sorted(
        chapter.completions, key=lambda one: mission_order(chapter, one["mission"])
    )
    for number, group in groupby(by_mission, key=lambda one: one["mission"]):
        done = list(group)
        first = [chapter.names[one["empire__key"]] for one in done if one["first"]]
        later = [chapter.names[one["empire__key"]] for one in done if not one["first"]]
        text = mission_text(chapter, number, first, later)
        sign = chapter.state.catalogue[number].group
        yield Sentence(sign, text, 20 + 5 * len(done))


def mission_order(chapter: Chapter, number: int) -> int:
    """Missions come in the order they were first completed."""
    return [one["mission"] for one in chapter.completions].index(number)


def mission_text(
    chapter: Chapter, number: int, first: list[str], later: list[str]
) -> str:
    values = {"mission": card_called(chapter.state, number)}
    said = []
    if len(first) == 1:
        text = _("%(player)s was the first to complete %(mission)s.")
        said.append(text % {**values, "player": first[0]})
    elif first:
        text = _("%(names)s completed %(mission)s together.")
        said.append(text % {**values, "names": join_words(first)})
    if later and first:
        said.append(_("%(names)s followed.") % {"names": join_words(later)})
    elif later:
        text = _("%(names)s completed %(mission)s.")
        said.append(text % {**values, "names": join_words(later)})
    return " ".join(said)


# Rise and fall


def tell_ages(chapter: Chapter) -> Iterator[Sentence]:
    for one in chapter.parts:
        if one.rose:
            text = pick_variant(age_texts(one.empire.sheet.age), chapter)
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


def tell_falls(chapter: Chapter) -> Iterator[Sentence]:
    for one in chapter.parts:
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


def tell_victory(chapter: Chapter) -> Iterator[Sentence]:
    if not chapter.won_campaign:
        return
    champions = [one for one in chapter.parts if one.key in chapter.state.champions]
    if len(champions) == 1:
        values = {"player": champions[0].player, "empire": champions[0].name}
        text = _("%(player)s won the campaign with %(empire)s.") % values
    else:
        values = {"names": join_words(one.player for one in champions)}
        text = _("%(names)s won the campaign together.") % values
    yield Sentence("modern", text, 100)
    yield from tell_boxes(chapter)


def tell_boxes(chapter: Chapter) -> Iterator[Sentence]:
    """ROE-36: what told several apart who reached the modern age in the same session."""
    arrived = [one for one in chapter.parts if one.empire.status == Status.WON]
    if len(arrived) > 1:
        counts = sorted((boxes_of(chapter.state, one) for one in arrived), reverse=True)
        values = {"counts": " : ".join(map(str, counts))}
        yield Sentence("tick", _("Ticked boxes decided: %(counts)s.") % values, 60)


def boxes_of(state: CampaignState, part: Part) -> int:
    return lifetime_ticks(state, part.empire)


# Records


def tell_records(chapter: Chapter) -> Iterator[Sentence]:
    """What nobody did before in this campaign; there is none in the first session."""
    if chapter.earlier:
        yield from tell_highest_score(chapter)
        yield from tell_narrowest_win(chapter)
        yield from tell_first_of_age(chapter)


def tell_highest_score(chapter: Chapter) -> Iterator[Sentence]:
    best = max(chapter.parts, key=lambda one: one.score, default=None)
    if best and best.score > max(one.score for one in chapter.earlier):
        values = {"player": best.player, "score": signed_points(best.score)}
        text = _("Highest score so far: %(score)s, %(player)s.")
        yield Sentence("vp", text % values, 55)


def tell_narrowest_win(chapter: Chapter) -> Iterator[Sentence]:
    margins = winning_margins(chapter.results)
    own = margins.pop(chapter.number, 0)
    if own and margins and own < min(margins.values()):
        text = ngettext(
            "Closest win so far: %(margin)s point.",
            "Closest win so far: %(margin)s points.",
            own,
        )
        yield Sentence("tick", text % {"margin": own}, 35)


def winning_margins(results: Iterable[OldResult]) -> dict[int, int]:
    """By how much each session of several players was won."""
    found = {}
    for session, group in groupby(results, key=lambda one: one.session):
        scores = sorted((one.score for one in group), reverse=True)
        if len(scores) > 1:
            found[session] = scores[0] - scores[1]
    return found


def tell_first_of_age(chapter: Chapter) -> Iterator[Sentence]:
    ages = [str(age) for age in Age]
    others = [one.age for one in chapter.gone_before]
    if chapter.past.before:
        others += [one["sheet"]["age"] for one in chapter.past.before.state["empires"]]
    furthest = max((ages.index(one) for one in others), default=0)
    rose = [one for one in chapter.parts if one.rose]
    for one in rose[:1]:
        if ages.index(one.empire.sheet.age) > furthest:
            values = {"empire": one.name}
            text = _("No empire has come this far: %(empire)s.") % values
            yield Sentence(one.empire.sheet.age, text, 58)


TELLERS: tuple[Teller, ...] = (
    tell_beginning,
    tell_missions,
    tell_winner,
    tell_ages,
    tell_falls,
    tell_victory,
)
