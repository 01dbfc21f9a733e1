"""The buttons of a session, each a form that does one act.

A page of missions has dozens of them, so they are put together here and not in a template, which
would take longer for them than for everything else.
"""

import json
from collections.abc import Iterable
from typing import Any

from django import template
from django.template.context import Context
from django.utils.html import conditional_escape, escape
from django.utils.safestring import SafeString

from companion.templatetags.acting import act_id
from companion.templatetags.lasting import known_address

register = template.Library()


@register.simple_tag(takes_context=True)
def deed(
    context: Context,
    kind: str,
    *,
    data: Any = None,
    label: str | None = None,
    title: str = "",
    look: str = "",
    at: str | None = None,
    then: str = "",
    sure: bool = False,
    queue: str | None = None,
    repeats: bool = False,
) -> SafeString:
    """One act as one button: its `kind`, its content `data`, its `label`; `at` is where the page goes on.

    With `queue`, what it is about, it may wait for the laptop, and with `repeats` more than once.
    What isn't said here is what the page calls so.
    """
    get = context.get
    data, label, at, queue = (
        get(name) if own is None else own
        for name, own in (
            ("data", data),
            ("label", label),
            ("at", at),
            ("queue", queue),
        )
    )
    address = known_address("campaign-session-do", get("campaign").pk, kind)
    further = (("then", then), ("sure", "on" if sure else ""), ("at", at))
    carried = (
        ("csrfmiddlewaretoken", get("csrf_token")),
        ("data", json.dumps(data, ensure_ascii=False)),
        *session_told(context),
        *(one for one in further if one[1]),
    )
    named = f' aria-label="{escape(title)}"' if title else ""
    return SafeString(
        f'<form method="post" action="{escape(address)}" class="deed"'
        f"{waiting_words(queue, repeats=repeats)}>{hidden_fields(carried)}{act_id()}"
        f'<button type="submit" class="{escape(look)}"{named}>'
        f"{conditional_escape(label or '')}</button></form>"
    )


def waiting_words(queue: str | None, *, repeats: bool) -> str:
    """On a form that may wait for the laptop: what it is about, and whether it is pressed again."""
    again = " data-repeats" if repeats else ""
    return f' data-queue="{escape(queue)}"{again}' if queue else ""


@register.simple_tag(takes_context=True)
def told_along(context: Context) -> SafeString:
    """For which session this is done, and for whom, so that the page stays with them."""
    return hidden_fields(session_told(context))


def session_told(context: Context) -> list[tuple[str, int]]:
    view = context.get("view")
    if not view:
        return []
    told = []
    if getattr(context.get("state"), "session", None):
        told.append(("session", view.number))
    if view.helping:
        helped = (one.number for one in view.seats if one.key == view.helping)
        told += [("help", number) for number in helped]
    return told


def hidden_fields(told: Iterable[tuple[str, Any]]) -> SafeString:
    return SafeString(
        "".join(
            f'<input type="hidden" name="{name}" value="{escape(value)}">\n'
            for name, value in told
        )
    )
