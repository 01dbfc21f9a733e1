"""The page of an account: its tables, and another password."""

from __future__ import annotations

from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from companion.tables import rate_limits, services
from companion.tables.access import open_to_all
from companion.tables.account_views import remember_log_in, render_form
from companion.tables.forms import PasswordForm, count_or_refuse
from companion.tables.models import Account

TOLD = ("password", "table")  # what the page may say was done


@open_to_all
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@sensitive_post_parameters("old", "new")
@login_required
def account(request: HttpRequest) -> HttpResponse:
    own = services.own_account(request.user.pk)
    form = PasswordForm(own, request.POST if request.method == "POST" else None)
    if form.is_bound and try_new_password(request, form, own):
        update_session_auth_hash(request, own)  # here the log-in lasts, elsewhere not
        return remember_log_in(redirect(f"{reverse('account')}?done=password"), own)
    done = request.GET.get("done", "")
    shown = {
        "form": form,
        "done": done if done in TOLD else "",
        "memberships": services.memberships_of(own),
    }
    return render_form(request, "tables/account.html", shown)


def try_new_password(
    request: HttpRequest, form: PasswordForm, account: Account
) -> bool:
    """Whether the password was changed; a wrong old one counts as a failed log-in."""
    try:
        count_or_refuse("log-in", request, account.username)
    except ValidationError as refusal:
        form.add_error(None, refusal)
        return False
    if not form.is_valid():
        return False
    rate_limits.forget_attempts("log-in", request, account.username)
    services.change_password(account=account, password=form.cleaned_data["new"])
    return True
