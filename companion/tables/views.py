"""A table: its people and its name."""

from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from companion.base.posting import post_or_page
from companion.tables import services
from companion.tables.access import TableRequest, at_table
from companion.tables.forms import PeopleForm, PersonForm, RenameForm
from companion.tables.models import Person, Table
from companion.tables.services import sort_by_name

asked_or_sent = require_http_methods(["GET", "HEAD", "POST"])


@at_table("organiser")
@asked_or_sent
def settings(request: TableRequest, table: Table) -> HttpResponse:
    posted = request.POST if request.method == "POST" else None
    form = RenameForm(posted, initial={"name": table.name})
    if form.is_bound and form.run_service(services.rename_table, table=table):
        return redirect("table", table.pk)
    return render(request, "tables/settings.html", {"table": table, "form": form})


@at_table("organiser")
@asked_or_sent
def people(request: TableRequest, table: Table) -> HttpResponse:
    form = PeopleForm(request.POST if request.method == "POST" else None)
    if form.is_bound and form.run_service(services.add_people, table=table):
        return redirect("people", table.pk)
    listed, renamed = sort_by_name(table.people.all()), request.GET.get("renamed")
    shown = {
        "table": table,
        "form": form,
        "people": listed,
        "removed": "removed" in request.GET,
        "renamed": next((one for one in listed if str(one.pk) == renamed), None),
    }
    return render(request, "tables/people.html", shown)


@at_table("organiser")
@asked_or_sent
def person(request: TableRequest, table: Table, person: int) -> HttpResponse:
    found = get_object_or_404(table.people, pk=person)
    posted = request.POST if request.method == "POST" else None
    form = PersonForm(posted, initial={"name": found.name, "colour": found.colour})
    before = found.name
    if form.is_bound and form.run_service(
        services.change_person, person=found, by=request.here.person
    ):
        said = f"?renamed={person}" if form.cleaned_data["name"] != before else ""
        return redirect(f"{reverse('people', args=[table.pk])}{said}")
    return show_person(request, table, found, form)


def person_address(table: Table, person: int) -> str:
    """The page of somebody, or of everybody where they are gone."""
    if table.people.filter(pk=person).exists():
        return reverse("person", args=[table.pk, person])
    return reverse("people", args=[table.pk])


@at_table("organiser")
@post_or_page(person_address)
def remove_person(request: TableRequest, table: Table, person: int) -> HttpResponse:
    found = table.people.filter(pk=person).first()
    if found is None:  # a second tap
        return redirect("people", table.pk)
    try:
        services.remove_person(person=found, by=request.here.person)
    except ValidationError as refusal:
        form = PersonForm(initial={"name": found.name, "colour": found.colour})
        return show_person(request, table, found, form, refusal.messages)
    return redirect(f"{reverse('people', args=[table.pk])}?removed")


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
