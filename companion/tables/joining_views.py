"""Joining: the table shows a code, a phone scans it, picks a name and is in."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

import segno
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import Resolver404, get_script_prefix, resolve, reverse
from django.utils.safestring import mark_safe
from django.views.decorators.cache import never_cache
from django.views.decorators.http import (
    require_http_methods,
    require_safe,
)

from companion.base import addresses
from companion.base.hosts import LOOPBACK
from companion.base.posting import post_or_page
from companion.tables import joining, name_questions, rate_limits
from companion.tables.access import TableRequest, at_table, open_to_all
from companion.tables.forms import JoinForm
from companion.tables.models import Invitation, Membership, Phone, Table
from companion.tables.services import sort_by_name

Role = Membership.Role
ROLES = (Role.PLAYER, Role.SPECTATOR, Role.ORGANISER)


@open_to_all
@require_safe
def join_by_typed_code(request: HttpRequest) -> HttpResponse:
    """Goes to the invitation whose code was typed, or to the page whose link was; or asks for one."""
    given = request.GET.get("code", "").strip()
    if page := find_shared_page(given):
        return redirect(page)
    typed = given.rstrip("/").rpartition("/")[2].strip()
    if not typed:
        return render(request, "tables/enter_code.html")
    return redirect("join", typed)


def find_shared_page(link: str) -> str:
    """A game that somebody sent a link to, on whatever name of this laptop; nothing else."""
    _host, _slash, path = re.sub("^.*://|[?#].*", "", link).partition("/")
    try:
        found = resolve(f"/{path.removeprefix(get_script_prefix()[1:])}")
    except Resolver404:
        return ""
    return (
        reverse("session", kwargs=found.kwargs) if found.view_name == "session" else ""
    )


@open_to_all
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def join(request: HttpRequest, code: str) -> HttpResponse:
    guess = rate_limits.count_attempt("join", request)
    invitation = joining.find_invitation(code)
    known = request.session.get("phones", [])
    if invitation is None or joining.is_sent_away(invitation, known):
        return render(request, "tables/enter_code.html", {"typed": code}, status=404)
    guess.delete()
    table = invitation.table
    form = JoinForm(request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        return let_phone_in(request, invitation, form.cleaned_data["name"])
    names = names_to_tap(request, table, invitation.role)
    shown = {"table": table, "invitation": invitation, "form": form, **names}
    return render(request, "tables/join.html", shown)


def names_to_tap(request: HttpRequest, table: Table, role: str) -> dict[str, Any]:
    """The people of the table, and whose names have to be asked for."""
    browser = name_questions.browser_of(request)
    return {
        "people": sort_by_name(table.people.all()),
        "in_use": name_questions.find_names_in_use(browser, table, role),
    }


def let_phone_in(
    request: HttpRequest, invitation: Invitation, name: str
) -> HttpResponse:
    """Connects the browser to the table as a phone; a second tap changes nothing."""
    known = request.session.get("phones", [])
    phone = joining.find_same_phone(invitation, name, known)
    if phone is None:
        phone = add_phone(request, invitation, name, known)
    joining.disconnect_other_phones(phone, known)
    request.session.cycle_key()  # a key known from before opens nothing new
    joining.remember_phone(request, phone)
    return go_on_as(phone)


def add_phone(
    request: HttpRequest, invitation: Invitation, name: str, known: list[int]
) -> Phone:
    """A new phone; one that has to ask for its name stays meanwhile who it was."""
    table, browser = invitation.table, name_questions.browser_of(request)
    if count_question(request, table, name, invitation.role):
        for phone in joining.own_phones(invitation, known):
            joining.change_player(phone, name, browser=browser)
            return phone
    count_newcomer(request, table, name)
    agent = request.headers.get("user-agent", "")
    return joining.join_table(
        invitation=invitation, name=name, about=agent, browser=browser
    )


def count_question(request: HttpRequest, table: Table, name: str, role: str) -> bool:
    """Whether somebody has to be asked, which is counted; raises TooMany."""
    person = joining.find_person(table, name)
    browser = name_questions.browser_of(request)
    if person is None or not name_questions.must_ask(browser, person, role):
        return False
    rate_limits.count_attempt("name", request, f"table {table.pk}")
    return True


def go_on_as(phone: Phone) -> HttpResponse:
    if phone.wants_id:
        return redirect("wait-for-name", phone.table_id, phone.wants_id)
    return redirect("open-now", phone.table_id)


def count_newcomer(request: HttpRequest, table: Table, name: str) -> None:
    """Counts a new phone, and a new name, for its address and for the table; raises TooMany."""
    rate_limits.count_attempt("phone", request, f"table {table.pk}")
    if name and joining.find_person(table, name) is None:
        rate_limits.count_attempt("person", request, f"table {table.pk}")


@at_table("organiser")
@require_safe
def invite(request: TableRequest, table: Table) -> HttpResponse:
    role = request.GET.get("role", Role.PLAYER)
    if role not in ROLES or request.here.looks_only:
        raise Http404
    invitation = joining.current_invitation(table=table, role=role)
    link = base_address(request) + reverse("join", args=[invitation.code])
    shown = {
        "table": table,
        "invitation": invitation,
        "roles": [(one, one.label) for one in ROLES],
        "link": link,
        "code": joining.spaced_code(invitation.code),
        "picture": qr_code(link),
        "unreachable": is_loopback(link),
        "phones": table.phones.filter(gone=False).select_related("person"),
    }
    return render(request, "tables/invite.html", shown)


def is_loopback(link: str) -> bool:
    """Whether the address leads a phone to itself: this laptop is in no network yet."""
    return link.split("/")[2].partition(":")[0] in LOOPBACK


def base_address(request: HttpRequest) -> str:
    """Where phones find this laptop: a browser on the laptop itself asks for localhost."""
    host, _, port = request.get_host().partition(":")
    if host not in LOOPBACK:
        return f"{request.scheme}://{request.get_host()}"
    named = settings.COMPANION_HOSTS if settings.COMPANION_HTTPS else []  # as certified
    found = next(iter(named), None) or addresses.network_address() or host
    return f"{request.scheme}://{found}" + (f":{port}" if port else "")


@lru_cache(maxsize=64)  # the same link is always the same picture
def qr_code(link: str) -> str:
    """The QR code of a link, black on white in both themes because scanners expect it."""
    drawn = segno.make(link, error="m", micro=False)
    svg = drawn.svg_inline(scale=8, border=4, dark="#000", light="#fff", omitsize=True)
    return mark_safe(svg)  # noqa: S308 - drawn here, from an address of ours


def invite_address(table: Table, **_given: object) -> str:
    return reverse("invite", args=[table.pk])


def settings_address(table: Table) -> str:
    return reverse("table-settings", args=[table.pk])


@at_table("organiser")
@post_or_page(invite_address)
def renew_invitation(request: TableRequest, table: Table) -> HttpResponse:
    role = request.POST.get("role", "")
    if role not in ROLES:
        raise Http404
    invitation = joining.current_invitation(table=table, role=role)
    joining.renew_invitation(invitation, tonight="tonight" in request.POST)
    return redirect(f"{reverse('invite', args=[table.pk])}?role={role}")


@at_table("organiser")
@post_or_page(invite_address)
def revoke_invitation(request: TableRequest, table: Table) -> HttpResponse:
    """The link leads nowhere any more; the page with the code makes another when it is asked for."""
    role = request.POST.get("role", "")
    if role not in ROLES:
        raise Http404
    joining.revoke_invitation(table=table, role=role)
    return redirect("table", table.pk)


@at_table("organiser")
@post_or_page(invite_address)
def disconnect_phone(_request: TableRequest, table: Table, phone: int) -> HttpResponse:
    joining.disconnect_phone(get_object_or_404(table.phones, pk=phone))
    return redirect("invite", table.pk)


@at_table("organiser")
@post_or_page(settings_address)
def choose_who_enters(request: TableRequest, table: Table) -> HttpResponse:
    """Sets whether players may enter only for themselves."""
    joining.set_only_own(table, only_own="only_own" in request.POST)
    return redirect("table-settings", table.pk)
