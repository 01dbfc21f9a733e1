"""The widgets of forms, painted without templates, are those that Django's templates draw."""

from typing import Any

import pytest
from django import forms
from django.forms.renderers import DjangoTemplates, get_default_renderer
from django.template import Context, Template
from django.utils.safestring import mark_safe
from django.utils.translation import gettext_lazy, override

from companion.base.form_painting import PaintedForms

HOSTILE = "\"><script>alert('1')</script> & more"


class Everything(forms.Form):
    """Every kind of widget the companion has, and what could break out of one."""

    name = forms.CharField(
        label=HOSTILE, max_length=20, widget=forms.TextInput({"list": "people"})
    )
    count = forms.IntegerField(min_value=0, max_value=2026, disabled=True)
    note = forms.CharField(widget=forms.Textarea({"rows": 2}), required=False)
    secret = forms.CharField(widget=forms.PasswordInput({"autocomplete": "off"}))
    day = forms.DateField(widget=forms.DateInput({"type": "date"}))
    mail = forms.EmailField(label=gettext_lazy("Home"))
    hidden = forms.CharField(widget=forms.HiddenInput)
    agreed = forms.BooleanField(label=mark_safe("<b>Yes</b>"))
    pick = forms.ChoiceField(
        choices=[
            ("", "–"),
            (HOSTILE, HOSTILE),
            (3, gettext_lazy("Home")),
            ("Group & more", [("a", "A"), ("b", mark_safe("<i>B</i>"))]),
        ]
    )
    several = forms.MultipleChoiceField(choices=[("a", "A"), ("b", "B"), ("c", "C")])
    one_of = forms.ChoiceField(widget=forms.RadioSelect, choices=[("a", "A")])


TYPED = {
    "name": HOSTILE,
    "count": "12",
    "note": HOSTILE,
    "secret": "x",
    "day": "2026-11-18",
    "hidden": HOSTILE,
    "agreed": "on",
    "pick": HOSTILE,
    "several": ["a", "c"],
}


def draw(renderer: DjangoTemplates, **given: Any) -> str:
    shown = "{% for one in form %}{{ one.label_tag }}{{ one.legend_tag }}{{ one }}\n{% endfor %}"
    form = Everything(renderer=renderer, **given)
    drawn = Template(shown).render(Context({"form": form}))
    return "\n".join(line for line in drawn.splitlines() if line.strip())


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"data": {}},
        {"data": TYPED},
        {"data": TYPED, "prefix": "1s0"},
        {"initial": {"pick": 3, "count": 2026, "note": "a\nb"}},
        {"auto_id": False},
    ],
)
@pytest.mark.parametrize("language", ["en", "cs"])
def test_every_widget_is_what_djangos_template_draws(
    given: dict[str, Any], language: str
) -> None:
    with override(language):
        assert draw(PaintedForms(), **given) == draw(DjangoTemplates(), **given)


def test_every_form_is_painted_this_way() -> None:
    assert isinstance(get_default_renderer(), PaintedForms)
