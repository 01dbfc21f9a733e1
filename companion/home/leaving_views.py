"""Deleting a table or an account, with a last copy offered first."""

from __future__ import annotations

from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from campaign.files.views import as_file
from companion.home import leaving
from companion.hosting.backup import last_copy
from companion.tables import rate_limits, services
from companion.tables.access import TableRequest, at_table, open_to_all
from companion.tables.account_views import render_form
from companion.tables.forms import OwnPasswordForm, count_or_refuse
from companion.tables.models import Account, Table

asked_or_sent = require_http_methods(["GET", "HEAD", "POST"])


def check_owner(request: TableRequest) -> None:
    """An organiser with an account; a phone with an organiser's link can't end a table."""
    if (
        request.here.phone
        or request.here.looks_only
        or not request.user.is_authenticated
    ):
        raise Http404


@at_table("organiser")
@require_safe
@never_cache
def table_copy(request: TableRequest, table: Table) -> HttpResponse:
    check_owner(request)
    name = f"{slugify(table.name) or 'table'}.zip"
    return as_file(leaving.pack_table(table), "application/zip", name)


@at_table("organiser")
@asked_or_sent
@never_cache
def delete_table(request: TableRequest, table: Table) -> HttpResponse:
    check_owner(request)
    typed = request.POST.get("name", "")
    if request.method == "POST" and leaving.is_same_name(typed, table.name):
        leaving.delete_table(table)
        return redirect(f"{reverse('account')}?done=table")
    shown = {
        "table": table,
        "typed": typed,
        "mistake": wrong_name(table.name) if request.method == "POST" else "",
        "backup": last_copy(),
    }
    return render(
        request,
        "home/delete_table.html",
        shown,
        status=422 if shown["mistake"] else 200,
    )


def wrong_name(name: str) -> str:
    return _("To delete it, type the name exactly: %(name)s") % {"name": name}


@open_to_all
@asked_or_sent
@never_cache
@sensitive_post_parameters("old")
@login_required
def delete_account(request: HttpRequest) -> HttpResponse:
    own = services.own_account(request.user.pk)
    form = OwnPasswordForm(own, request.POST if request.method == "POST" else None)
    if form.is_bound and try_deletion(request, form, own):
        logout(request)
        return redirect("home")
    shown = {
        "form": form,
        "tables": leaving.only_own_tables(own),
        "typed": request.POST.get("name", ""),
        "backup": last_copy(),
    }
    return render_form(request, "home/delete_account.html", shown)


def try_deletion(request: HttpRequest, form: OwnPasswordForm, account: Account) -> bool:
    """Whether the account is gone; a wrong password counts as a failed log-in."""
    name = account.username
    try:
        count_or_refuse("log-in", request, name)
        if not form.is_valid():
            return False
        rate_limits.forget_attempts("log-in", request, name)
        if not leaving.is_same_name(request.POST.get("name", ""), name):
            raise ValidationError(wrong_name(name))
        leaving.delete_account(account, heirs=chosen_heirs(request))
    except ValidationError as refusal:
        form.add_error(None, refusal)
        return False
    return True


def chosen_heirs(request: HttpRequest) -> dict[int, str]:
    """Who gets which table, as it was typed beside it."""
    own = leaving.only_own_tables(services.own_account(request.user.pk))
    return {one.pk: request.POST.get(f"heir-{one.pk}", "") for one in own}
