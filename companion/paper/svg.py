"""A drawing on a page: colours are classes of sheet.css, so that the theme decides them."""

from __future__ import annotations

import re
from functools import singledispatch
from xml.sax.saxutils import escape

from django.utils.safestring import SafeString, mark_safe

from companion.paper.shapes import (
    Anchor,
    Box,
    Drawing,
    Line,
    Path,
    Shape,
    Text,
    Tone,
)

# What XML can't hold even escaped; a name may have come from anywhere.
UNWRITABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def paint_svg(drawing: Drawing) -> SafeString:
    """The drawing as one element; it takes its size from the page around it."""
    size = f"0 0 {format_number(drawing.width)} {format_number(drawing.height)}"
    inside = "".join(map(shape_element, drawing.shapes))
    kind = f"drawing {drawing.accent.name}" if drawing.accent else "drawing"
    return mark_safe(  # noqa: S308 - every text is escaped
        f'<svg class="{kind}" xmlns="http://www.w3.org/2000/svg" viewBox="{size}" role="img">'
        f"<title>{readable_text(drawing.title)}</title>{inside}</svg>"
    )


def readable_text(text: str) -> str:
    return escape(UNWRITABLE.sub("", text))


def format_number(value: float) -> str:
    """Two digits suffice: a hundredth of a millimetre is less than a screen shows."""
    return f"{round(value, 2) + 0:g}"


def make_element(name: str, content: str = "", /, **attributes: str | float) -> str:
    """An element; its attributes are our own, only its content may be somebody's words."""
    written = "".join(
        f' {key.replace("_", "-")}="{value if isinstance(value, str) else format_number(value)}"'
        for key, value in attributes.items()
    )
    return f"<{name}{written}>{content}</{name}>" if content else f"<{name}{written}/>"


def class_attributes(
    fill: Tone, stroke: Tone = Tone.NONE, more: str = ""
) -> dict[str, str]:
    outline = "" if stroke == Tone.NONE else f"stroke-{stroke}"
    return {"class": " ".join(filter(None, (f"fill-{fill}", outline, more)))}


def stroke_attributes(
    shape: Box | Path | Line, *, unit: float = 1.0
) -> dict[str, float]:
    return {} if shape.stroke == Tone.NONE else {"stroke_width": shape.line / unit}


@singledispatch
def shape_element(shape: Shape) -> str:
    raise TypeError(f"{shape!r} is no shape")


@shape_element.register
def box_element(shape: Box) -> str:
    rounded = {"rx": shape.round} if shape.round else {}
    return make_element(
        "rect",
        x=shape.x,
        y=shape.y,
        width=shape.width,
        height=shape.height,
        **rounded,
        **class_attributes(shape.fill, shape.stroke),
        **stroke_attributes(shape),
    )


@shape_element.register
def path_element(shape: Path) -> str:
    scale = shape.size / shape.square
    moved = f"translate({format_number(shape.x)} {format_number(shape.y)}) scale({scale:.4f})"
    return make_element(
        "path",
        d=shape.d,
        transform=moved,
        fill_rule="evenodd",
        **class_attributes(shape.fill, shape.stroke),
        **stroke_attributes(shape, unit=scale),
    )


def face(shape: Text) -> str:
    return "display" if shape.display else "bold" if shape.bold else ""


@shape_element.register
def text_element(shape: Text) -> str:
    return make_element(
        "text",
        readable_text(shape.text),
        x=shape.x,
        y=shape.y,
        font_size=shape.size,
        text_anchor=shape.align.value,
        **class_attributes(shape.fill, more=face(shape)),
    )


@shape_element.register
def line_element(shape: Line) -> str:
    return make_element(
        "line",
        x1=shape.x,
        y1=shape.y,
        x2=shape.to_x,
        y2=shape.to_y,
        **class_attributes(Tone.NONE, shape.stroke),
        **stroke_attributes(shape),
        **({"stroke_dasharray": shape.dash} if shape.dash else {}),
    )


@shape_element.register
def anchor_element(_shape: Anchor) -> str:
    """Nothing: a page is already where a code on paper leads."""
    return ""
