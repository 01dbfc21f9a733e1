"""Fixed texts and addresses in templates are worked out once, and still what Django's tags say."""

from types import ModuleType
from typing import Any

import pytest
from django.http import HttpResponse
from django.template import Context, Engine, Template
from django.test import override_settings
from django.urls import NoReverseMatch, path, set_script_prefix
from django.utils.translation import override

DJANGO = Engine(builtins=["django.templatetags.i18n"])


def draw(source: str, **shown: Any) -> str:
    return Template(source).render(Context(shown))


@pytest.mark.parametrize(
    "source",
    [
        '{% translate "Home" %}',
        '{% translate "Home" as there %}{{ there }}',
        "{% translate word %}",
        '{% translate "Home"|upper %}',
        '{% translate "100 %" %}',
        '{% translate "Home" noop %}',
        '{% url "home" %}',
        '{% url "campaign" 7 %}',
        '{% url "campaign" number %}',
        '{% url "empire" number key %}',
        '{% url "campaign" campaign=7 %}',
        '{% url "campaign" number as there %}{{ there }}',
        '{% url "nowhere" as there %}“{{ there }}”',
        "{% url named number %}",
        '{% autoescape off %}{% url "empire" 7 key %}{% endautoescape %}',
    ],
)
def test_a_tag_says_what_djangos_own_says(source: str) -> None:
    shown = {"number": 7, "key": "e1&e2 <3", "word": "Home", "named": "campaign"}
    for language in ("en", "cs", "en"):
        with override(language):
            for _again in range(2):
                drawn = DJANGO.from_string(source).render(Context(shown))
                assert draw(source, **shown) == drawn


def test_one_template_is_right_in_each_language() -> None:
    page = Template('{% translate "Home" %}')
    said = []
    for language in ("en", "cs", "en"):
        with override(language):
            said.append(page.render(Context()))
    assert said == ["Home", "Domů", "Home"]


def test_an_address_nobody_knows_is_a_mistake_in_the_template() -> None:
    with pytest.raises(NoReverseMatch):
        draw('{% url "nowhere" %}')


def test_a_number_and_a_truth_are_two_addresses() -> None:
    assert draw('{% url "campaign" one %}', one=1) == "/campaigns/1/"
    with pytest.raises(NoReverseMatch):
        draw('{% url "campaign" one %}', one=True)


def test_addresses_follow_where_the_companion_is_served() -> None:
    page = Template('{% url "campaign" 7 %}')
    assert page.render(Context()) == "/campaigns/7/"
    set_script_prefix("/games/")
    try:
        assert page.render(Context()) == "/games/campaigns/7/"
    finally:
        set_script_prefix("/")


def test_addresses_follow_which_pages_there_are() -> None:
    other = ModuleType("other_addresses")
    vars(other)["urlpatterns"] = [
        path("elsewhere/", lambda _request: HttpResponse(), name="home")
    ]
    page = Template('{% url "home" %}')
    assert page.render(Context()) == "/"
    with override_settings(ROOT_URLCONF=other):
        assert page.render(Context()) == "/elsewhere/"
    assert page.render(Context()) == "/"
