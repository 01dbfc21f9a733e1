"""The buttons of a session, each a form that does one act.

A page of missions has dozens of them, so they are put together here and not in a template, which
would take longer for them than for everything else.
"""

import json
from collections.abc import Iterator, Mapping
from html import escape  # Django's looks for words that are still to be translated
from typing import Any

from django import template
from django.template.context import Context
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from campaign.templatetags.campaign_session import name_of
from companion.base.form_painting import paint_hidden_fields
from companion.base.holes import act_id
from companion.base.known_addresses import known_address
from companion.paper.signs import sign_on_page

register = template.Library()


@register.simple_tag(takes_context=True, name="deed")
def deed_button(
    context: Context,
    kind: str,
    *,
    title: str = "",
    look: str = "",
    repeats: bool = False,
    **further: Any,
) -> SafeString:
    """One act as one button: its `kind`, its content `data`, its `label`; `at` is where the page goes on.

    With `queue`, what it is about, it may wait for the laptop, and with `repeats` more than once.
    What isn't said here is what the page calls so.
    """
    of_page = {name: context.get(name) for name in ("data", "label", "at", "queue")}
    told = of_page | further
    address = known_address("campaign-session-do", context["campaign"].pk, kind)
    wait = waiting_words(told["queue"], repeats=repeats)
    named = f' aria-label="{escape(title)}"' if title else ""
    return SafeString(
        f'<form method="post" action="{escape(address)}" class="deed"{wait}>'
        f"{paint_hidden_fields(carried_along(told))}{of_session(context)}{act_id()}"
        f'<button type="submit" class="{escape(look)}"{named}>'
        f"{conditional_escape(told['label'] or '')}</button></form>"
    )


@register.simple_tag(takes_context=True)
def pay_deed(context: Context, data: Mapping[str, Any], player: str) -> SafeString:
    """One way to pay for a map box, of whoever plays its empire."""
    goods = (
        f"{sign_on_page(context['request'], good)} {escape(name_of(good))}"
        for good in data["goods"]
    )
    label = SafeString(" ".join((escape(_("Pay")), *goods)))
    told: dict[str, Any] = {"at": "upkeep", "queue": player}
    told |= {"data": data, "label": label}
    return deed_button(context, "pay_upkeep", **told)


def carried_along(told: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """What a button sends besides its id and what all of its page send."""
    yield "data", json.dumps(told["data"], ensure_ascii=False)
    if then := told.get("then"):
        yield "then", then
    if told.get("sure"):
        yield "sure", "on"
    if told["at"]:
        yield "at", told["at"]


def waiting_words(queue: str | None, *, repeats: bool) -> str:
    """On a form that may wait for the laptop: what it is about, and whether it is pressed again."""
    again = " data-repeats" if repeats else ""
    return f' data-queue="{escape(queue)}"{again}' if queue else ""


def of_session(context: Context) -> SafeString:
    """What every button of a page sends: that it is this browser's, for which session and for whom."""
    known: dict[str, SafeString] = vars(context["request"])
    if "of_session" not in known:
        token = ("csrfmiddlewaretoken", context.get("csrf_token"))
        known["of_session"] = paint_hidden_fields([token, *session_told(context)])
    return known["of_session"]


@register.simple_tag(takes_context=True)
def told_along(context: Context) -> SafeString:
    """For which session this is done, and for whom, so that the page stays with them."""
    return paint_hidden_fields(session_told(context))


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
