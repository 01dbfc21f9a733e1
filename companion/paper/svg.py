"""A drawing on a page: colours are classes of sheet.css, so that the theme decides them."""

from __future__ import annotations

import re
from functools import singledispatch
from xml.sax.saxutils import escape

from django.utils.safestring import SafeString, mark_safe

from companion.paper.shapes import Box, Drawing, Line, Path, Role, Shape, Text

# What XML can't hold even escaped; a name may have come from anywhere.
UNWRITABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def paint(drawing: Drawing) -> SafeString:
    """The drawing as one element; it takes its size from the page around it."""
    size = f"0 0 {number(drawing.width)} {number(drawing.height)}"
    inside = "".join(map(element, drawing.shapes))
    return mark_safe(  # noqa: S308 - every text is escaped
        f'<svg class="drawing" xmlns="http://www.w3.org/2000/svg" viewBox="{size}" role="img">'
        f"<title>{readable(drawing.title)}</title>{inside}</svg>"
    )


def readable(text: str) -> str:
    return escape(UNWRITABLE.sub("", text))


def number(value: float) -> str:
    """Two digits suffice: a hundredth of a millimetre is less than a screen shows."""
    return f"{round(value, 2) + 0:g}"


def tag(name: str, content: str = "", /, **attributes: str | float) -> str:
    """An element; its attributes are our own, only its content may be somebody's words."""
    written = "".join(
        f' {key.replace("_", "-")}="{value if isinstance(value, str) else number(value)}"'
        for key, value in attributes.items()
    )
    return f"<{name}{written}>{content}</{name}>" if content else f"<{name}{written}/>"


def classes(fill: Role, stroke: Role = Role.NONE, more: str = "") -> dict[str, str]:
    outline = "" if stroke == Role.NONE else f"stroke-{stroke}"
    return {"class": " ".join(filter(None, (f"fill-{fill}", outline, more)))}


def lined(shape: Box | Path | Line, *, unit: float = 1.0) -> dict[str, float]:
    return {} if shape.stroke == Role.NONE else {"stroke_width": shape.line / unit}


@singledispatch
def element(shape: Shape) -> str:
    raise TypeError(f"{shape!r} is no shape")


@element.register
def box(shape: Box) -> str:
    rounded = {"rx": shape.round} if shape.round else {}
    return tag(
        "rect",
        x=shape.x,
        y=shape.y,
        width=shape.width,
        height=shape.height,
        **rounded,
        **classes(shape.fill, shape.stroke),
        **lined(shape),
    )


@element.register
def path(shape: Path) -> str:
    scale = shape.size / shape.square
    moved = f"translate({number(shape.x)} {number(shape.y)}) scale({scale:.4f})"
    return tag(
        "path",
        d=shape.d,
        transform=moved,
        fill_rule="evenodd",
        **classes(shape.fill, shape.stroke),
        **lined(shape, unit=scale),
    )


def face(shape: Text) -> str:
    return "display" if shape.display else "bold" if shape.bold else ""


@element.register
def text(shape: Text) -> str:
    return tag(
        "text",
        readable(shape.text),
        x=shape.x,
        y=shape.y,
        font_size=shape.size,
        text_anchor=shape.align.value,
        **classes(shape.fill, more=face(shape)),
    )


@element.register
def line(shape: Line) -> str:
    return tag(
        "line",
        x1=shape.x,
        y1=shape.y,
        x2=shape.to_x,
        y2=shape.to_y,
        **classes(Role.NONE, shape.stroke),
        **lined(shape),
        **({"stroke_dasharray": shape.dash} if shape.dash else {}),
    )
