"""The rule options a table prefers: every campaign it starts begins with them."""

from __future__ import annotations

from django.db.models import QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.timezone import localtime
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from campaign.board.forms import chosen_readings, readings_form
from campaign.board.open_questions import (
    answers_by,
    answers_of,
    ask_questions,
    differing_keys,
    merge_answers,
    questions_by_topic,
    write_seen,
)
from campaign.box.keeping import box_state, find_box, open_box
from campaign.models import Campaign
from companion.base.dates import full_date
from companion.log.acting import try_act
from companion.sessions.forms import RecordForm
from companion.tables.access import TableRequest, at_table
from companion.tables.models import Table
from scoring.entries import entries_of
from scoring.records import dump_record
from scoring.rise_of_empire.readings import Readings
from scoring.rules import Problem
from scoring.tables.state import TableState


@at_table("spectator")
@require_http_methods(["GET", "HEAD", "POST"])
def table_options(request: TableRequest, table: Table) -> HttpResponse:
    """Campaigns under way keep their own; they say where the table would play otherwise."""
    box = box_state(table)
    if request.method != "POST":
        form = readings_form(chosen_readings(box.readings))
        return show_options(request, table, box, form)
    if not request.here.organises:
        raise Http404
    form = readings_form(request.POST)
    if not form.is_valid():
        form.focus_mistake()
        return show_options(request, table, box, form)
    wanted = merge_answers(box.readings, form.record, request.POST.get("seen", ""))
    problems: tuple[Problem, ...] = ()
    if wanted != box.readings:
        data = {"readings": dump_record(wanted)}
        problems = try_act(request, open_box(table), "prefer_options", data)
    if problems:
        return show_options(request, table, box, form, problems)
    changed = ",".join(differing_keys(box.readings, wanted))
    address = reverse("table-options", args=[table.pk])
    return redirect(f"{address}?{urlencode({'saved': changed})}")


def show_options(
    request: TableRequest,
    table: Table,
    box: TableState,
    form: RecordForm,
    problems: tuple[Problem, ...] = (),
) -> HttpResponse:
    questions = ask_questions(form, say_since(table))
    shown = {
        "table": table,
        "form": form,
        "questions": questions,
        "topics": questions_by_topic(questions),
        "seen": request.POST.get("seen") or write_seen(box.readings),
        "saved": answers_of(box.readings, request.GET.get("saved", "").split(",")),
        "campaigns": own_campaigns(table),
        "problems": problems,
    }
    status = 422 if request.method == "POST" else 200
    return render(request, "campaign/box/options.html", shown, status=status)


def own_campaigns(table: Table) -> QuerySet[Campaign]:
    played = table.campaigns.filter(archived=False, example=False, what_if_after=None)
    return played.only("name")


def say_since(table: Table) -> dict[str, str]:
    """The day on which the table changed its mind, for each option where it did."""
    box = find_box(table)
    never = dict.fromkeys(entries_of(Readings), gettext("never changed"))
    if box is None:
        return never
    text = gettext("since %(day)s")
    return never | {
        key: text % {"day": full_date(localtime(act.at).date())}
        for act, changed in answers_by(box, "prefer_options", dump_record(Readings()))
        for key in changed
    }
