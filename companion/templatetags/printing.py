"""What a place to print offers: the papers with the one this browser used last, and the languages."""

from typing import Any

from django import template
from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import get_language_info

from companion.paper.page import PAPERS
from companion.paper.printing import print_wish
from scoring.rise_of_empire.layout import AGE_NAMES, DEFAULT_LAYOUTS

register = template.Library()


@register.simple_tag
def print_choices(request: HttpRequest) -> dict[str, Any]:
    wished = print_wish(request)
    languages = [
        (code, get_language_info(code)["name_local"].capitalize())
        for code, _name in settings.LANGUAGES
    ]
    return {
        "papers": [(key, name, key == wished.paper) for key, name in PAPERS.items()],
        "languages": [
            (code, name, code == wished.language) for code, name in languages
        ],
        "ages": [(age, AGE_NAMES[age]) for age in DEFAULT_LAYOUTS],
    }
