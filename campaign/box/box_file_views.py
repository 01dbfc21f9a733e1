"""A box given to friends as a file, and what a file or a campaign brings to a box."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, replace
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.text import slugify
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from campaign.board.open_questions import answer_in_words
from campaign.box.box_files import box_bytes, read_box
from campaign.box.editing import offer_of
from campaign.box.keeping import box_state
from campaign.box.offer_taking import (
    box_digest,
    option_key,
    take_offer,
    was_taken,
)
from campaign.files.kinds import BOX, explain_refusal
from campaign.files.tables import SHOWN, NoFile, pack_file
from campaign.files.views import as_file, given_file
from campaign.history.differences import card_label, field_change, one_card
from campaign.history.layout_differences import one_layout
from companion.base.uploads import takes_files
from companion.base.wording import translate
from companion.log.act_words import Change, Names
from companion.tables.access import TableRequest, at_table
from companion.tables.models import Table
from scoring.entries import entries_of
from scoring.records import dump_record, load_record
from scoring.rise_of_empire.layout import AGE_NAMES, AgeLayout
from scoring.rise_of_empire.readings import Readings
from scoring.rules import Problem
from scoring.tables.comparing import Contradiction, Offer, compare_boxes
from scoring.tables.state import TableState

get_or_post = require_http_methods(["GET", "HEAD", "POST"])
OURS, THEIRS = "ours", "theirs"


@at_table("spectator")
@require_safe
def download_box(_request: TableRequest, table: Table) -> HttpResponse:
    content = box_bytes(box_state(table), table.name)
    name = f"{slugify(table.name) or 'table'}-box.json"
    return as_file(content, "application/json", name)


@at_table("organiser")
@takes_files
@get_or_post
def open_box_file(request: TableRequest, table: Table) -> HttpResponse:
    """Chosen, shown, taken: each step knows the file, and nothing is kept in between."""
    shown: dict[str, Any] = {"table": table, "file": True}
    if request.method != "POST":
        return render(request, "campaign/box/offer.html", shown)
    texts, raw = "texts" in request.POST, b""
    try:
        raw = given_file(request)
        given = read_box(raw, texts=texts)
    except NoFile as error:
        shown |= explain_refusal(error, raw, BOX)
        return render(request, "campaign/box/offer.html", shown, status=422)
    shown |= {
        "given": given,
        "bad": given.bad[:SHOWN],
        "texts": texts,
        "carried": pack_file(raw),
    }

    def find_offer() -> Offer:
        box = box_state(table)
        return compare_boxes(box, given.cards, given.sheets, given.options)

    return answer_offer(request, table, find_offer, shown, source=given.name)


@at_table("organiser")
@get_or_post
def box_from_campaign(request: TableRequest, table: Table, other: int) -> HttpResponse:
    """What a campaign knows that the box doesn't, as it was played before there was one."""
    campaign = get_object_or_404(table.campaigns, pk=other)
    shown = {"table": table, "other": campaign}

    def find_offer() -> Offer:
        return offer_of(campaign, box_state(table))

    return answer_offer(request, table, find_offer, shown, source=campaign.name)


def answer_offer(
    request: TableRequest,
    table: Table,
    find_offer: Callable[[], Offer],
    shown: dict[str, Any],
    *,
    source: str,
) -> HttpResponse:
    taking = "take" in request.POST
    if taking and was_taken(request, table):
        return redirect("box-history", table.pk)
    problems: tuple[Problem, ...] = ()
    offer, open_questions = find_offer(), 0
    if taking:
        answers = given_answers(request, offer)
        open_questions = len(asked_keys(offer)) - len(answers)
        if not open_questions:
            theirs = [key for key, whose in answers.items() if whose == THEIRS]
            problems = take_offer(request, table, offer, theirs, source)
            if not problems:
                return redirect(page_after_taking(table, offer, answers))
            offer = find_offer()
    shown |= {
        "offer": offer,
        "seen": box_digest(offer.before),
        "changes": list(offer_changes(offer)),
        "questions": [
            *describe_questions(request, offer),
            *describe_options(request, offer),
        ],
        "open_questions": open_questions,
        "problems": problems,
    }
    status = 422 if problems or open_questions else 200
    return render(request, "campaign/box/offer.html", shown, status=status)


def given_answers(request: TableRequest, offer: Offer) -> dict[str, str]:
    """Whose word counts, for every contradiction that was answered, or one side's for all others."""
    otherwise = request.POST["take"]
    asked = {key: request.POST.get(f"c-{key}", otherwise) for key in asked_keys(offer)}
    return {key: said for key, said in asked.items() if said in (OURS, THEIRS)}


def asked_keys(offer: Offer) -> list[str]:
    return [*(one.key for one in offer.contradictions), *map(option_key, offer.options)]


def page_after_taking(table: Table, offer: Offer, answers: dict[str, str]) -> str:
    """The box, which says in one line how much of it is new."""
    cards = {*(one["number"] for one in offer.new)}
    added = len(cards) + len(offer.sheets)
    theirs = [key for key, whose in answers.items() if whose == THEIRS]
    settled = {
        one.number or one.age for one in offer.contradictions if one.key in theirs
    }
    more = {one["number"] for one in offer.more}
    options = [name for name in offer.options if option_key(name) in theirs]
    changed = len((settled | more) - cards) + len(options)
    return f"{reverse('box', args=[table.pk])}?{urlencode({'added': added, 'changed': changed})}"


# In words


def box_names(box: TableState) -> Names:
    return Names({}, {number: card.name for number, card in box.catalogue.items()})


def offer_changes(offer: Offer) -> Iterator[Change]:
    """What is added where our box says nothing."""
    names = box_names(offer.before)
    fills = sorted((*offer.new, *offer.more), key=lambda one: one["number"])
    for fill in fills:
        own = offer.before.catalogue[fill["number"]]
        said = {name: value for name, value in fill.items() if name != "number"}
        yield from one_card(own, replace(own, **said), names)
    for sheet in offer.sheets:
        own_sheet = offer.before.sheets[sheet.age]
        yield from one_layout(translate(AGE_NAMES[sheet.age]), own_sheet, sheet)


@dataclass(frozen=True)
class Question:
    """A contradiction as it is asked: what, what we say, what they say, and the answer so far."""

    key: str
    whose: str
    parts: tuple[Change, ...]
    answer: str

    @property
    def field(self) -> str:
        return f"c-{self.key}"


def describe_questions(request: TableRequest, offer: Offer) -> Iterator[Question]:
    names = box_names(offer.before)
    for one in offer.contradictions:
        parts = tuple(contradiction_parts(one, offer.before, names))
        whose = names.card(one.number) if one.number else translate(AGE_NAMES[one.age])
        answer = request.POST.get(f"c-{one.key}", "")
        yield Question(one.key, whose, parts, answer)


def describe_options(request: TableRequest, offer: Offer) -> Iterator[Question]:
    """Rule options that the other table plays otherwise."""
    ours = offer.before.readings
    theirs = load_record(Readings, {**dump_record(ours), **offer.options}, "options")
    for name in offer.options:
        answers = (answer_in_words(one, name) for one in (ours, theirs))
        part = Change("", gettext("Rule option"), *answers)
        key = option_key(name)
        answer = request.POST.get(f"c-{key}", "")
        label = translate(entries_of(Readings)[name].label)
        yield Question(key, label, (part,), answer)


def contradiction_parts(
    one: Contradiction, box: TableState, names: Names
) -> Iterator[Change]:
    if isinstance(one.other, AgeLayout):
        yield from one_layout("", box.sheets[one.age], one.other)
        return
    own = asdict(box.catalogue[one.number])
    for name in one.names:
        label = card_label(name)
        yield from field_change("", name, own, one.other, names, label)
