"""Organisers: starting a table, logging in and out. Everybody else needs no account."""

import sys
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth import login, logout
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render, resolve_url
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from companion.base.onward import safe_next
from companion.base.posting import post_or_page
from companion.tables import rate_limits
from companion.tables.access import open_to_all
from companion.tables.forms import LogInForm, SignUpForm, TableForm, count_or_refuse
from companion.tables.known_devices import remember_device
from companion.tables.models import Account
from companion.tables.services import start_another_table, start_first_table

asked_or_sent = require_http_methods(["GET", "HEAD", "POST"])


@open_to_all
@asked_or_sent
@never_cache
@sensitive_post_parameters("password")
def start_table(request: HttpRequest) -> HttpResponse:
    """Starts a table; a new organiser enters a name and a password too."""
    if request.user.is_authenticated:
        return start_another_table_page(request)
    form = SignUpForm(request.POST if request.method == "POST" else None)
    if form.is_bound and try_sign_up(request, form):
        account, table = form.outcome
        login(request, account)
        answer = redirect(page_of_new_table(request), table.pk)
        return remember_log_in(answer, account)
    shown = {"form": form, "for_campaign": wants_campaign(request)}
    return render_form(request, "tables/start.html", shown)


def page_of_new_table(request: HttpRequest) -> str:
    """Whoever came to start a campaign goes on with that."""
    return "start-campaign" if wants_campaign(request) else "table"


def wants_campaign(request: HttpRequest) -> bool:
    return "campaign" in request.GET


def try_sign_up(request: HttpRequest, form: SignUpForm) -> bool:
    """Whether the account and its table were made; a wrong password counts as a failed log-in."""
    if not form.is_valid():
        return False
    name = form.cleaned_data["organiser"]
    try:
        count_or_refuse("log-in", request, name)
        count_or_refuse("sign-up", request)
    except ValidationError as refusal:
        form.add_error(None, refusal)
        return False
    done = form.run_service(start_first_table)
    if done:
        rate_limits.forget_attempts("log-in", request, name)
    return done


def render_form(
    request: HttpRequest, template: str, shown: dict[str, Any]
) -> HttpResponse:
    """The page with its form, and the status that says whether to come back later."""
    refusals = shown["form"].errors.as_data().get(NON_FIELD_ERRORS, ())
    waits = [one.params["seconds"] for one in refusals if one.code == "too_many"]
    answer = render(request, template, shown, status=429 if waits else 200)
    if waits:
        answer["Retry-After"] = str(max(waits))
    return answer


def start_another_table_page(request: HttpRequest) -> HttpResponse:
    form = TableForm(request.POST if request.method == "POST" else None)
    if form.is_bound and form.run_service(start_another_table, account=request.user):
        return redirect(page_of_new_table(request), form.outcome.pk)
    shown = {"form": form, "for_campaign": wants_campaign(request)}
    return render(request, "tables/start.html", shown)


@open_to_all
@asked_or_sent
@never_cache
@sensitive_post_parameters("password")
def log_in(request: HttpRequest) -> HttpResponse:
    onward = wanted_page(request)
    if request.user.is_authenticated:
        return HttpResponseRedirect(onward)
    form = LogInForm(request, request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        login(request, form.get_user())
        return remember_log_in(HttpResponseRedirect(onward), form.get_user())
    shown = {"form": form, "next": onward, "command": reset_command()}
    return render_form(request, "tables/log_in.html", shown)


def remember_log_in(answer: HttpResponse, account: Account) -> HttpResponse:
    """Wrong guesses of others won't lock out this browser."""
    remember_device(answer, rate_limits.name_digest(account.username))
    return answer


def wanted_page(request: HttpRequest) -> str:
    """Where somebody was going when asked to log in, on this site only."""
    return safe_next(request) or resolve_url("home")


def reset_command() -> str:
    """The command that sets a new password on this laptop."""
    if not settings.IN_CLONE:
        return 'empire-companion changepassword "Anna"'
    python = Path(sys.executable)
    ours = python.is_relative_to(settings.BASE_DIR)
    shown = python.relative_to(settings.BASE_DIR) if ours else python.name
    return f'{shown} manage.py changepassword "Anna"'


@open_to_all
@post_or_page(lambda: reverse("home"))
def log_out(request: HttpRequest) -> HttpResponse:
    """Logs out; the browser keeps its sessions without a table and the tables it has joined."""
    kept = {key: request.session.get(key) for key in ("sessions", "begun", "phones")}
    logout(request)
    request.session.update({key: value for key, value in kept.items() if value})
    return redirect("home")
