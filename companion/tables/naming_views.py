"""Who a phone plays as: it chooses a name, and asks where the name is somebody's already."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import (
    require_http_methods,
    require_safe,
)

from companion.base.onward import redirect_onward
from companion.base.posting import post_or_page
from companion.tables import joining, name_questions
from companion.tables.access import Role, TableRequest, at_table
from companion.tables.forms import JoinForm
from companion.tables.joining_views import count_question, go_on_as, names_to_tap
from companion.tables.models import Phone, Table


@at_table("spectator")
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def play_as(request: TableRequest, table: Table) -> HttpResponse:
    """A phone says who it is; an account always is its own person."""
    phone = request.here.phone
    if not (phone and may_have_name(phone)):
        return redirect("table", table.pk)
    form = JoinForm(request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid() and form.cleaned_data["name"]:
        name = form.cleaned_data["name"]
        count_question(request, table, name, phone.link_role or phone.role)
        browser = name_questions.browser_of(request)
        joining.change_player(phone, name, browser=browser)
        return go_on_as(phone)
    names = names_to_tap(request, table, phone.link_role or phone.role)
    no = request.GET.get("no")
    refused = next((one for one in names["people"] if str(one.pk) == no), None)
    shown = {"table": table, "form": form, "refused": refused, **names}
    return render(request, "tables/play_as.html", shown)


def may_have_name(phone: Phone) -> bool:
    return (phone.link_role or phone.role) != Role.SPECTATOR


@at_table("spectator")
@require_safe
@never_cache
def wait_for_name(request: TableRequest, table: Table, person: int) -> HttpResponse:
    """The page of a phone that asked; once answered it leads on."""
    phone = request.here.phone
    if phone is None or (phone.person and phone.person.pk == person):
        return redirect("open-now", table.pk)
    if phone.wants_id != person and may_have_name(phone):
        return redirect(f"{reverse('play-as', args=[table.pk])}?no={person}")
    if phone.wants is None:  # somebody who only watches
        return redirect("open-now", table.pk)
    asking = name_questions.is_asking(phone)
    shown = {"table": table, "person": phone.wants, "phone": phone, "asking": asking}
    return render(request, "tables/waiting.html", shown)


@at_table("spectator")
@require_safe
@never_cache
def name_questions_part(request: TableRequest, table: Table) -> HttpResponse:
    """What the visitor is asked just now, for a page that is open."""
    return render(request, "tables/_questions.html", {"table": table})


def table_address(table: Table, **_given: int) -> str:
    return reverse("table", args=[table.pk])


@at_table("spectator")
@post_or_page(table_address)
def answer_question(request: TableRequest, table: Table, phone: int) -> HttpResponse:
    person = request.POST.get("person", "")
    if person.isdecimal() and len(person) < 19:
        allowed = request.POST.get("answer") == "yes"
        name_questions.answer_question(
            request.here, phone=phone, person=int(person), allowed=allowed
        )
    if request.htmx:
        return render(request, "tables/_questions.html", {"table": table})
    return redirect_onward(request) or redirect("table", table.pk)
