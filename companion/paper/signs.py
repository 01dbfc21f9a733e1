"""Our own signs as parts of a page."""

from functools import lru_cache

from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString

from companion.paper.pictograms import pictogram


@lru_cache(maxsize=256)
def draw_sign(name: str, kind: str = "") -> SafeString:
    """A page may show hundreds of the same few."""
    return format_html(
        '<svg class="sign {}" viewBox="0 0 24 24" aria-hidden="true"><path fill-rule="evenodd" d="{}" /></svg>',
        kind,
        pictogram(name),
    )


def drawn_signs(request: HttpRequest) -> set[str]:
    """The signs whose shapes stand on the page that is drawn for this request."""
    drawn: set[str] = vars(request).setdefault("drawn_signs", set())
    return drawn


@lru_cache(maxsize=256)
def draw_sign_again(name: str, kind: str = "", *, again: bool) -> SafeString:
    """The same sign many times: its shape stands on the page once."""
    shape = (
        '<symbol id="sign-{}" viewBox="0 0 24 24">'
        '<path fill-rule="evenodd" d="{}"/></symbol>'
    )
    return format_html(
        '<svg class="{}" aria-hidden="true">{}<use href="#sign-{}"/></svg>',
        f"sign {kind}".rstrip(),
        "" if again else format_html(shape, name, pictogram(name)),
        name,
    )


def sign_on_page(request: HttpRequest, name: str) -> SafeString:
    """A sign of the page that is drawn for this request: its shape where it comes first."""
    seen = drawn_signs(request)
    again = name in seen
    seen.add(name)
    return draw_sign_again(name, again=again)
