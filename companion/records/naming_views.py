"""Who is who: names without a person, people who are one, and the way back."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from itertools import combinations
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from campaign.box.box_history import box_lines
from campaign.box.keeping import find_box
from companion.base.posting import post_or_page
from companion.log.acting import read_whole_number, request_id
from companion.log.history_pages import ask_along, history_rows
from companion.log.models import Act
from companion.log.replay import UNDO, undone_numbers
from companion.log.undoing import Refused, try_rewrite
from companion.records.book import RecordBook, open_book
from companion.records.naming import NAMING, give_names, merge_people
from companion.records.players import TYPED, Player
from companion.tables.access import TableRequest, at_table
from companion.tables.models import Person, Table
from companion.tables.near_names import is_near
from companion.tables.services import plain_letters, sort_by_name
from scoring.house import OUT_OF_DATE
from scoring.records import Unfit
from scoring.rules import Problem, RuleBroken
from scoring.tables.people import WHO_IS_WHO
from scoring.words import _


@at_table("organiser")
@require_safe
def who_is_who(request: TableRequest, table: Table) -> HttpResponse:
    return show_who_is_who(request, table)


def show_who_is_who(
    request: TableRequest, table: Table, problems: tuple[Problem, ...] = ()
) -> HttpResponse:
    book = open_book(table)
    shown = {
        "table": table,
        "people": sort_by_name(table.people.all()),
        "names": loose_names(book),
        "pairs": find_alike(book),
        "rows": naming_rows(request, table),
        "said": "said" in request.GET,
        "undone": tell_undone(request, table),
        "problems": problems,
        **what_was_chosen(request),
    }
    status = 422 if problems else 200
    return render(request, "records/who_is_who.html", shown, status=status)


def what_was_chosen(request: TableRequest) -> dict[str, Any]:
    """What stays chosen after a refusal, in the form it was chosen in."""
    person, into = (request.POST.get(field, "") for field in ("person", "into"))
    merging = "into" in request.POST
    return {
        "ticked": request.POST.getlist("name"),
        "give_to": "" if merging else person,
        "merge_person": person if merging else "",
        "merge_into": into,
    }


def loose_names(book: RecordBook) -> list[tuple[Player, int]]:
    """Names in finished games that are no person's, with how many games each."""
    counted = Counter(seat.who for play in book.plays for seat in play.seats)
    typed = [
        (who, many) for who, many in counted.most_common() if who.startswith(TYPED)
    ]
    return [(book.players.player(who), many) for who, many in typed]


def find_alike(book: RecordBook) -> list[tuple[Person, Person]]:
    """Who may be one person, by names that are nearly the same; the one with fewer games first.

    Two who played each other are two people.
    """
    people = {one: plain_letters(one.name) for one in book.players.people}
    near: dict[Person, list[Person]] = defaultdict(list)
    for one, other in combinations(people, 2):
        if is_near(people[one], people[other]):
            near[one].append(other)
            near[other].append(one)

    def weigh(one: Person) -> tuple[int, int]:
        return book.person(str(one.pk)).plays, one.pk

    pairs = ((one, max(near[one], key=weigh)) for one in sorted(near, key=weigh))
    return [
        (one, most)
        for one, most in pairs
        if weigh(one) < weigh(most) and not have_met(book, one, most)
    ]


def have_met(book: RecordBook, one: Person, other: Person) -> bool:
    rivals = book.person(str(one.pk)).rivals
    return any(rival.who == str(other.pk) for rival in rivals)


def naming_rows(request: TableRequest, table: Table) -> list[Any]:
    """What was said about who is who and still holds, the newest first."""
    box = find_box(table)
    if box is None:
        return []
    acts = list(box.acts.order_by("number"))
    gone = undone_numbers(acts)
    own = [one for one in acts if one.kind in NAMING and one.number not in gone]
    return history_rows(request, box, box_lines(box, own[::-1]))


def tell_undone(request: TableRequest, table: Table) -> str:
    """What was just undone, in words; nothing where it counts once more."""
    number = read_whole_number(request.GET.get("undone", "")) or 0
    box = find_box(table)
    own = box.acts.filter(number=number, kind__in=NAMING).first() if box else None
    lines = box_lines(box, [own]) if box and own else []
    return next((line.told.how for line in lines if line.gone_by), "")


def page_address(table: Table, **_given: Any) -> str:
    return reverse("who-is-who", args=[table.pk])


def chosen_person(request: TableRequest, table: Table, field: str) -> Person:
    """Raises RuleBroken where nobody was chosen, or somebody who is gone by now."""
    asked = request.POST.get(field, "")
    if not asked:
        raise RuleBroken(Problem(_("Choose a person first."), WHO_IS_WHO))
    found = table.people.filter(pk=asked).first() if asked.isdecimal() else None
    if found is None:
        raise RuleBroken(OUT_OF_DATE)
    return found


def do_naming(
    request: TableRequest, table: Table, name_people: Callable[[], Act]
) -> HttpResponse:
    try:
        name_people()
    except RuleBroken as broken:
        return show_who_is_who(request, table, broken.problems)
    except Unfit:
        return show_who_is_who(request, table, (OUT_OF_DATE,))
    return redirect(f"{page_address(table)}?said")


@at_table("organiser")
@post_or_page(page_address)
def merge_two(request: TableRequest, table: Table) -> HttpResponse:
    """Two people of the list are one."""
    return do_naming(
        request,
        table,
        lambda: merge_people(
            table,
            person=chosen_person(request, table, "person"),
            into=chosen_person(request, table, "into"),
            client_id=request_id(request),
            by=request.here.person,
        ),
    )


@at_table("organiser")
@post_or_page(page_address)
def give_names_to(request: TableRequest, table: Table) -> HttpResponse:
    """Names of old games are a person's."""
    return do_naming(
        request,
        table,
        lambda: give_names(
            table,
            names=request.POST.getlist("name"),
            person=chosen_person(request, table, "person"),
            client_id=request_id(request),
            by=request.here.person,
        ),
    )


@at_table("organiser")
@post_or_page(page_address)
def undo_naming(request: TableRequest, table: Table, act: int) -> HttpResponse:
    """Undoes what was said about people; somebody who was quicker changes nothing."""
    box = find_box(table)
    if box is None:
        raise Http404
    found = get_object_or_404(box.acts, number=act, kind__in=NAMING)
    if act not in undone_numbers(list(box.acts.order_by("number"))):
        done = try_rewrite(request, box, UNDO, {"of": [act]})
        if isinstance(done, Refused) and done.fallen:
            return ask_along(request, box, [found], done, back=page_address(table))
        if isinstance(done, Refused):
            return show_who_is_who(request, table, done.problems)
    return redirect(f"{page_address(table)}?undone={act}")
