"""What is typed about tables and people; a mistake is said beside its field."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from typing import Any, Literal

from django import forms
from django.contrib.admin.forms import AdminAuthenticationForm
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from companion.base.lookalikes import look_of_name
from companion.base.plain_forms import PlainForm
from companion.tables import rate_limits
from companion.tables.colours import COLOURS
from companion.tables.models import Account
from companion.tables.services import known_name
from scoring.entries import LONGEST

MOST_AT_ONCE = 20  # names in one line
COMMA = re.compile("[,;،、，]")  # of several scripts


class NameField(forms.CharField):
    """A name in any script, on one line, of which something can be seen."""

    def __init__(self, *, form: Literal["NFC", "NFKC"] = "NFC", **shown: Any) -> None:
        super().__init__(max_length=LONGEST, **shown)
        self.form = form

    def to_python(self, value: Any) -> str:
        text = unicodedata.normalize(self.form, super().to_python(value) or "")
        return " ".join(text.split())

    def validate(self, value: str) -> None:
        super().validate(value)
        if value and not any(map(can_be_seen, look_of_name(value))):
            raise ValidationError(
                _("This name has characters nobody can read. Please type another one.")
            )


def can_be_seen(character: str) -> bool:
    return unicodedata.category(character)[0] not in "CZ"


class NamesField(forms.CharField):
    """Several names, separated by commas."""

    def clean(self, value: Any) -> list[str]:
        parts = COMMA.split(super().clean(value))
        typed = [part for part in parts if part.strip()]
        if not typed:
            raise ValidationError(self.error_messages["required"], code="required")
        if len(typed) > MOST_AT_ONCE:
            said = _("Add up to %(most)s names at once.")
            raise ValidationError(said, params={"most": MOST_AT_ONCE})
        return [clean_listed_name(name) for name in typed]


def clean_listed_name(typed: str) -> str:
    """One name of several: where it is too long, the mistake says which one it is."""
    try:
        name: str = NameField().clean(typed)
        return name
    except ValidationError as error:
        if error.error_list[0].code != "max_length":
            raise
    said = _("%(name)s… is too long. The limit is %(most)s characters.")
    raise ValidationError(said, params={"name": typed.strip()[:20], "most": LONGEST})


class ServiceForm(PlainForm):
    """A form whose fields are what a service takes."""

    outcome: Any = None

    def run_service(self, service: Callable[..., Any], **given: Any) -> bool:
        """Whether the service did it; if not, the form says why."""
        if not self.is_valid():
            return False
        try:
            self.outcome = service(**given, **self.cleaned_data)
        except ValidationError as refusal:
            self.add_error(None, refusal)
            return False
        return True


class TableForm(ServiceForm):
    table = NameField(
        label=_("Table name"),
        help_text=_("For example “Friday table”."),
    )


def password_field(label: Any, *, new: bool) -> forms.CharField:
    kind = "new-password" if new else "current-password"
    return forms.CharField(
        label=label,
        strip=False,
        help_text=_("At least 8 characters.") if new else "",
        widget=forms.PasswordInput(attrs={"autocomplete": kind}),
    )


class SignUpForm(TableForm):
    organiser = NameField(
        form="NFKC",  # as log-in names are compared
        label=_("Your name"),
        help_text=_("You play and log in with this name."),
        widget=forms.TextInput(
            attrs={"autocomplete": "username", "autocapitalize": "words"}
        ),
    )
    password = password_field(_("Password"), new=True)

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        validate_password(password, Account(username=self.data.get("organiser", "")))
        return password


class GuardedLogIn(PlainForm, AuthenticationForm):
    """Refuses to check a password after too many wrong ones."""

    request: HttpRequest  # every page that asks for a password gives it

    def clean(self) -> dict[str, Any]:
        name = self.cleaned_data.get("username")
        if not (name and self.cleaned_data.get("password")):
            return super().clean()
        count_or_refuse("log-in", self.request, name)
        cleaned = super().clean()
        rate_limits.forget_attempts("log-in", self.request, name)
        return cleaned


def count_or_refuse(kind: str, request: HttpRequest, name: str = "") -> None:
    """Counts an attempt; what is too many is said in the form."""
    try:
        rate_limits.count_attempt(kind, request, name)
    except rate_limits.TooMany as refusal:
        raise ValidationError(
            str(refusal), code="too_many", params={"seconds": refusal.seconds}
        ) from refusal


class AdminLogInForm(GuardedLogIn, AdminAuthenticationForm):
    """Log-in to the admin, with the same limit."""


class LogInForm(GuardedLogIn):
    error_messages = {  # noqa: RUF012 - as Django declares it
        "invalid_login": _("Wrong name or password."),
        "inactive": _("This account is turned off. Ask the organiser."),
    }

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["username"].label = _("Your name")
        self.fields["password"].label = _("Password")

    def clean_username(self) -> str:
        return known_name(self.cleaned_data["username"])


class OwnPasswordForm(PlainForm):
    """Asks for the password of the account once more."""

    old = password_field(_("Current password"), new=False)

    def __init__(self, account: Account, *given: Any, **options: Any) -> None:
        super().__init__(*given, **options)
        self.account = account

    def clean_old(self) -> str:
        old: str = self.cleaned_data["old"]
        if not self.account.check_password(old):
            raise ValidationError(_("This isn't your password."))
        return old


class PasswordForm(OwnPasswordForm):
    new = password_field(_("New password"), new=True)

    def clean_new(self) -> str:
        new: str = self.cleaned_data["new"]
        validate_password(new, self.account)
        return new


class RenameForm(ServiceForm):
    name = NameField(label=_("Table name"))


class PeopleForm(ServiceForm):
    names = NamesField(
        label=_("Who else plays here?"),
        help_text=_("Add several with commas: Anna, Bára, Cyril."),
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "words"}
        ),
    )


class PersonForm(ServiceForm):
    name = NameField(
        label=_("Name"), widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    colour = forms.ChoiceField(
        label=_("Colour"),
        choices=[("", _("no colour")), *COLOURS.items()],
        required=False,
        widget=forms.RadioSelect,
    )


class JoinForm(PlainForm):
    """Who comes in: a name of the table, a new one, or nobody who only watches."""

    name = NameField(required=False, label=_("Another name"))
    watching = forms.BooleanField(required=False)

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        if not given.get("name") and not given.get("watching") and not self.errors:
            self.add_error("name", _("Tell us who you are."))
        return given
