"""No form shows the framework's own words: every mistake is named in ours, in both languages."""

from __future__ import annotations

from typing import Any

import pytest
from django import forms
from django.utils.translation import override

from companion.base.plain_forms import PlainForm
from companion.tables.forms import LogInForm, SignUpForm


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
            "Příliš dlouhé. Nejvyšší počet znaků je 4.",
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
