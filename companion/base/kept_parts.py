"""Parts of pages that stay the same as long as what they show does: drawn once and kept in this process."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

from django.template.loader import render_to_string
from django.urls import get_script_prefix
from django.utils.safestring import SafeString
from django.utils.timezone import get_current_timezone_name, localdate
from django.utils.translation import get_language

from companion.base.kept import KeptOnce

MOST_BYTES = 8_000_000
PARTS: KeptOnce[SafeString] = KeptOnce(MOST_BYTES, lambda drawn: 200 + len(drawn))


def keep_part(
    template: str, shows: Hashable, gather: Callable[[], dict[str, Any]]
) -> SafeString:
    """A template without any visitor's own; `shows` names all that it is made of.

    Beside that a part says where pages are, in which language, and what was today or yesterday.
    """
    reader = (get_language(), get_current_timezone_name(), localdate())
    key = (template, get_script_prefix(), *reader, shows)

    def draw() -> SafeString:
        return render_to_string(template, gather())

    return PARTS.get_or_make(key, draw) or draw()
