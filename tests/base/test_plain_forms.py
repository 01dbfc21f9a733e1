"""No form shows the framework's own words: every mistake is named in ours, in both languages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import django
import pytest
from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import override
from polib import POEntry, pofile

from companion.base.plain_forms import PlainForm, plain_error
from companion.log.act_forms import ActForm
from companion.tables.forms import LogInForm, SignUpForm
from scoring.rise_of_empire.engine import ENGINE as CAMPAIGN
from tests.played_campaign import founded_campaign

PROJECT = Path(__file__).resolve().parents[2]
ODD_INPUTS = [None, "", "x", "\0", "-1", "1.5", "9" * 400, "x" * 5000, "7,,8"]


class EveryField(PlainForm):
    text = forms.CharField(max_length=4, required=False)
    whole = forms.IntegerField(min_value=1, max_value=9, required=False)
    day = forms.DateField(required=False)
    pick = forms.ChoiceField(choices=[("a", "A")], required=False)
    picks = forms.MultipleChoiceField(choices=[("a", "A")], required=False)
    needed = forms.CharField()


def mistakes(name: str, typed: Any) -> list[str]:
    form = EveryField({"needed": "x", name: typed})
    return form.errors.get(name, [])


@pytest.mark.parametrize(
    ("name", "typed", "english", "czech"),
    [
        ("needed", "", "Please fill this in.", "Vyplňte to prosím."),
        (
            "text",
            "abcde",
            "Too long. The limit is 4 characters.",
            "Příliš dlouhé. Znaků může být nejvýš 4.",
        ),
        ("text", "a\0", "This has a character we can't save.", None),
        ("whole", "x", "Enter a whole number.", "Zadejte celé číslo."),
        ("whole", "0", "This can't be less than 1.", None),
        ("whole", "10", "This can't be more than 9.", "Víc než 9 to být nemůže."),
        ("day", "x", "Enter a date like 2026-11-16.", None),
        ("pick", "b", "Please choose one of the options.", None),
        ("picks", ["b"], "Please choose one of the options.", None),
    ],
)
def test_each_mistake_is_named_in_our_words(name, typed, english, czech):
    assert mistakes(name, typed) == [english]
    with override("cs"):
        assert mistakes(name, typed) != [english]
        assert czech is None or mistakes(name, typed) == [czech]


def test_our_own_refusals_stay_as_they_are():
    form = EveryField({"needed": "x"})
    form.add_error("needed", "Not that one.")
    form.add_error(None, forms.ValidationError("Not now.", code="required"))
    assert form.errors == {"needed": ["Not that one."], "__all__": ["Not now."]}


@pytest.mark.parametrize(
    ("password", "words"),
    [
        ("short", "Too short. Use at least 8 characters."),
        ("password", "This password is too easy to guess."),
    ],
)
def test_passwords_are_refused_in_our_words(password, words):
    form = SignUpForm({"table": "T", "organiser": "Anna", "password": password})
    assert form.errors["password"] == [words]


def test_logging_in_asks_for_what_is_missing(rf):
    form = LogInForm(rf.post("/"), {"username": "", "password": ""})
    assert form.errors == {
        "username": ["Please fill this in."],
        "password": ["Please fill this in."],
    }


# Every form there is, whatever is typed into it


def project_forms() -> Iterator[type[forms.BaseForm]]:
    for package in ("campaign", "companion"):
        for path in sorted((PROJECT / package).rglob("*form*.py")):
            named = path.relative_to(PROJECT).with_suffix("").parts
            import_module(".".join(named))
    waiting = [forms.BaseForm]
    while waiting:
        kind = waiting.pop()
        waiting += kind.__subclasses__()
        if kind.__module__.startswith(("campaign.", "companion.")):
            yield kind


@cache
def framework_texts(language: str) -> re.Pattern[str]:
    """What Django's own catalogues say in a language, but not where ours says the same."""
    ours = {one.msgid for one in catalogue(PROJECT / "locale", "cs")}
    home = Path(django.__file__).parent
    known = [
        text
        for part in ("conf/locale", "contrib/auth/locale")
        for one in catalogue(home / part, language)
        if one.msgid not in ours
        for text in spoken(one, language)
        if len(text.split()) > 2
    ]
    patterns = (re.sub(r"%\\\(\w+\\\)[sd]", ".*", re.escape(one)) for one in known)
    return re.compile("|".join(patterns))


def catalogue(folder: Path, language: str) -> list[POEntry]:
    return list(pofile(str(folder / language / "LC_MESSAGES" / "django.po")))


def spoken(one: POEntry, language: str) -> list[str]:
    if language == "en":
        return [text for text in (one.msgid, one.msgid_plural) if text]
    return [text for text in (one.msgstr, *one.msgstr_plural.values()) if text]


def refusals(field: forms.Field) -> Iterator[ValidationError]:
    several = isinstance(field, forms.MultipleChoiceField)
    for typed in [["x"]] if several else ODD_INPUTS:
        try:
            field.clean(typed)
        except ValidationError as error:
            yield from error.error_list


@pytest.mark.parametrize("language", ["en", "cs"])
def test_no_form_of_the_project_shows_the_frameworks_words(language):
    shown = set()
    with override(language):
        for kind in project_forms():
            assert issubclass(kind, PlainForm), kind
            for field in kind.base_fields.values():
                for error in refusals(field):
                    shown.update(plain_error(field, error).messages)
    theirs = framework_texts(language)
    assert len(shown) > 5
    assert [text for text in shown if theirs.fullmatch(text)] == []


@pytest.mark.parametrize("language", ["en", "cs"])
def test_no_form_of_an_act_shows_the_frameworks_words(language):
    """Fields of these forms are made from the acts, so no class has them."""
    state, shown = founded_campaign("anna").state, set()
    with override(language):
        for kind in CAMPAIGN.acts:
            form = ActForm(CAMPAIGN, kind, {"empire": "anna"}, state, {"anna": "Anna"})
            for field in form.fields.values():
                for error in refusals(field):
                    shown.update(plain_error(field, error).messages)
    theirs = framework_texts(language)
    assert len(shown) > 3
    assert [text for text in shown if theirs.fullmatch(text)] == []


def test_the_frameworks_words_are_recognised():
    for language, text in (
        ("en", "This field is required."),
        ("cs", "Toto pole je třeba vyplnit."),
    ):
        assert framework_texts(language).fullmatch(text)
