"""The chapters of an empire's story, drawn once for the same words."""

from collections.abc import Iterable
from datetime import date
from typing import Any, NamedTuple

from django import template
from django.http import HttpRequest
from django.template.context import Context
from django.utils.safestring import SafeString

from campaign.chronicle.story import EmpireChapter, Event
from companion.base.kept_parts import keep_part
from companion.base.wording import translate
from companion.paper.signs import drawn_signs

register = template.Library()


class ToldEvent(NamedTuple):
    sign: str
    words: str
    grave: bool


class ToldChapter(NamedTuple):
    """A session of an empire in the reader's language."""

    session: int
    played_on: date | None
    score: int
    place: int
    events: tuple[ToldEvent, ...]


@register.simple_tag(takes_context=True)
def tell_chapters(context: Context, story: Iterable[EmpireChapter]) -> SafeString:
    """The same until an event, a name or a result in them changes."""
    told = tuple(tell_chapter(one) for one in story)
    drawn = drawn_signs(context["request"])
    signs = {event.sign for one in told for event in one.events}
    known = frozenset(drawn & signs)
    drawn |= signs

    def gather() -> dict[str, Any]:
        page = HttpRequest()  # with the signs of the page it comes to, and nothing else
        drawn_signs(page).update(known)
        return {"story": told, "request": page}

    return keep_part("campaign/board/_story.html", (told, known), gather)


def tell_chapter(one: EmpireChapter) -> ToldChapter:
    events = tuple(tell_event(event) for event in one.events)
    return ToldChapter(one.session, one.played_on, one.score, one.place, events)


def tell_event(one: Event) -> ToldEvent:
    return ToldEvent(one.sign, translate(one.words), one.grave)
