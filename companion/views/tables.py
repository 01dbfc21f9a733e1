"""A table: what is going on there, its people, its name."""

from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)

from campaign.chronicle import campaigns_of
from companion import services
from companion.access import TableRequest, at_table
from companion.forms import PeopleForm, PersonForm, RenameForm
from companion.glances import by_name, listed
from companion.models import Person, Table
from scoring.games import GAMES

LAST = 5  # sessions on the table's page
asked_or_sent = require_http_methods(["GET", "HEAD", "POST"])


@at_table("spectator")
@require_safe
def table(request: TableRequest, table: Table) -> HttpResponse:
    sessions = table.sessions.filter(card__begun=True, card__archived=False)
    shown = {
        "table": table,
        "games": GAMES.values(),
        "people": by_name(table.people.all()),
        "sessions": listed(sessions)[:LAST],
        "campaigns": campaigns_of(table),
    }
    return render(request, "tables/table.html", shown)


@at_table("organiser")
@asked_or_sent
def settings(request: TableRequest, table: Table) -> HttpResponse:
    posted = request.POST if request.method == "POST" else None
    form = RenameForm(posted, initial={"name": table.name})
    if form.is_bound and form.done(services.rename_table, table=table):
        return redirect("table", table.pk)
    return render(request, "tables/settings.html", {"table": table, "form": form})


@at_table("organiser")
@asked_or_sent
def people(request: TableRequest, table: Table) -> HttpResponse:
    form = PeopleForm(request.POST if request.method == "POST" else None)
    if form.is_bound and form.done(services.add_people, table=table):
        return redirect("people", table.pk)
    shown = {"table": table, "form": form, "people": by_name(table.people.all())}
    return render(request, "tables/people.html", shown)


@at_table("organiser")
@asked_or_sent
def person(request: TableRequest, table: Table, person: int) -> HttpResponse:
    found = get_object_or_404(table.people, pk=person)
    posted = request.POST if request.method == "POST" else None
    form = PersonForm(posted, initial={"name": found.name, "colour": found.colour})
    if form.is_bound and form.done(services.change_person, person=found):
        return redirect("people", table.pk)
    return show_person(request, table, found, form)


@at_table("organiser")
@require_POST
def remove_person(request: TableRequest, table: Table, person: int) -> HttpResponse:
    found = table.people.filter(pk=person).first()
    if found is None:  # a second tap
        return redirect("people", table.pk)
    try:
        services.remove_person(person=found)
    except ValidationError as refusal:
        form = PersonForm(initial={"name": found.name, "colour": found.colour})
        return show_person(request, table, found, form, refusal.messages)
    return redirect("people", table.pk)


def show_person(
    request: TableRequest,
    table: Table,
    person: Person,
    form: PersonForm,
    refusals: list[str] | None = None,
) -> HttpResponse:
    shown = {"table": table, "person": person, "form": form, "refusals": refusals}
    shown["accounts"] = person.memberships.filter(account__isnull=False)
    return render(request, "tables/person.html", shown)
