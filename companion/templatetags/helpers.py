"""What the pages of helpers show alike: taps, and seats in people's own colours."""

from typing import Any

from django import template
from django.middleware.csrf import get_token
from django.template import Context
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

from companion.base.holes import act_id, holds_for_now
from companion.sessions.aids.checklist import box_of_words
from companion.sessions.aids.clock import ClockFace
from companion.sessions.aids.desk import Tap
from companion.sessions.aids.open_game import OpenGame
from companion.sessions.aids.ticking import draw_tick, find_context_play, see_boxes
from companion.sessions.models import GameSession
from companion.sessions.timing import describe_seconds, find_end, measure_session
from scoring.checklist import CHECKLIST
from scoring.seats import seat_letter
from scoring.sheet import Game, TableStep
from scoring.turn_clock import CLOCK, CLOCK_HELPER

register = template.Library()


@register.simple_block_tag(takes_context=True)
def tap(
    context: Context,
    content: str,
    one: Tap | None,
    look: str = "button",
    key: str = "",
    says: str = "",
) -> SafeString | str:
    """A link for a quick look, a button that posts the move in a session; nothing where it can't be."""
    if not one:
        return ""
    attributes = format_html('class="{}"', look)
    if key:
        attributes += format_html(' id="{}"', key)
    if says:
        attributes += format_html(' aria-label="{}"', says)
    if one.href:
        return format_html('<a {} href="{}">{}</a>', attributes, one.href, content)
    if not one.allowed:
        return format_html(
            '<button type="button" disabled {}>{}</button>', attributes, content
        )
    return post_button(context, one, attributes, content)


def post_button(
    context: Context, one: Tap, attributes: SafeString, content: str
) -> SafeString:
    """A form of its own, so that it works without a script as well."""
    request: Any = context["request"]
    onward = context.get("onward", "")
    return format_html(
        '<form class="tap" method="post" action="{}">'
        '<input type="hidden" name="csrfmiddlewaretoken" value="{}">{}'
        '<input type="hidden" name="move" value="{}">'
        '<input type="hidden" name="data" value="{}">'
        '<input type="hidden" name="next" value="{}">'
        '<button type="submit" {}>{}</button></form>',
        one.action,
        context.get("csrf_token") or get_token(request),
        act_id(),
        one.move,
        one.data,
        onward,
        attributes,
        content,
    )


@register.simple_block_tag(takes_context=True)
def tick(context: Context, content: str, box: str) -> SafeString:
    """A box to tick: kept in a session, by the form `_ticks.html`; otherwise only on this page."""
    return draw_tick(see_boxes(find_context_play(context)), content, box)


@register.inclusion_tag("sessions/aids/_ticks.html", takes_context=True)
def tick_form(context: Context) -> dict[str, Any]:
    """The form all boxes of a page belong to; once on each page that has some."""
    play, request = find_context_play(context), context["request"]
    action = play.move_address(CHECKLIST.page) if play and play.may_move else ""
    onward = request.get_full_path()
    token = context.get("csrf_token") or get_token(request)
    return {"action": action, "onward": onward, "csrf_token": token}


@register.filter
def box_key(step: TableStep, tally: int) -> str:
    """The key of a step to do now, in this chapter."""
    return box_of_words(step.message, step.rule.id, step.seat, tally)


@register.inclusion_tag("sessions/aids/_links.html", takes_context=True)
def helper_links(context: Context, game: Game[Any, Any]) -> dict[str, Any]:
    """The helpers of a game; alone the solo opponent comes first, with others it stays away."""
    play = find_context_play(context)
    links = list(game.helpers)
    if play:
        own = [one for one in links if one.alone and play.players == 1]
        links = [*own, *(one for one in links if not one.alone), CLOCK_HELPER]
    return {"links": links, "play": play}


@register.inclusion_tag("sessions/aids/_clock_strip.html", takes_context=True)
def clock_strip(context: Context) -> dict[str, Any]:
    """Whose turn it is, with the tap that passes it on; empty until a clock was started."""
    play, request = find_context_play(context), context["request"]
    clock = ClockFace(play) if play and play.open else None
    on = clock if clock and clock.turn else None
    if on:
        holds_for_now()
    onward = request.get_full_path() if request.method == "GET" else ""
    return {"clock": on, "play": play, "onward": onward, "request": request}


@register.inclusion_tag("sessions/aids/_player_times.html", takes_context=True)
def player_times(context: Context) -> dict[str, Any]:
    """How long everybody took, where a clock ran."""
    play = find_context_play(context)
    return {"play": play, "times": list_times(context, play) if play else []}


def list_times(context: Context, play: OpenGame) -> list[tuple[int, str, int]]:
    clock = CLOCK.read_state(play.kept, play.around)
    if not clock.begun:
        return []
    session = context.get("session")
    ended = find_end(session) if isinstance(session, GameSession) else None
    holds_for_now()
    at = int((ended or timezone.now()).timestamp())
    return [(n, name, clock.spent_by(n, at)) for n, name in enumerate(play.names)]


@register.inclusion_tag("sessions/_time.html", takes_context=True)
def session_time(context: Context) -> dict[str, Any]:
    """When a session began and how long it took, as far as that is known."""
    session, state = context["session"], context["state"]
    return {"time": measure_session(session, state)}


@register.filter
def clock_time(seconds: int) -> str:
    return describe_seconds(seconds)


@register.filter
def dress(seat: int, play: OpenGame | None) -> str:
    """The classes of a seat: its letter's, and the colour of whoever sits there."""
    return f"seat-{letter_in(seat, play)}{play.seat_class(seat) if play else ''}"


@register.filter
def letter_in(seat: int, play: OpenGame | None) -> str:
    """The letter of whoever sits there: in a campaign their own, whoever else is away."""
    return play.letter(seat) if play else seat_letter(seat)
