"""The same drawing with as little ink as it can do with: outlines instead of grounds."""

from __future__ import annotations

from dataclasses import replace

from companion.paper.shapes import THIN, Box, Drawing, Line, Path, Shape, Text, Tone

BARE = (Tone.NONE, Tone.PAPER)
# The colours of cards, which have their word beside them.
COLOURED = (
    Tone.CARD_RED,
    Tone.CARD_GREY,
    Tone.CARD_BROWN,
    Tone.CARD_GOLD,
    Tone.CARD_BLUE,
)


def save_ink(drawing: Drawing) -> Drawing:
    """Black lines and letters, nothing filled but signs."""
    lighter = (lighten_shape(one) for one in drawing.shapes)
    return replace(drawing, shapes=tuple(one for one in lighter if one is not None))


def lighten_shape(shape: Shape) -> Shape | None:
    """The shape without its ground; nothing where it was nothing else."""
    if isinstance(shape, Box):
        return lighten_box(shape)
    if isinstance(shape, Text):
        return shape._replace(fill=Tone.INK)
    if isinstance(shape, Line):
        return shape._replace(stroke=Tone.INK, line=min(shape.line, THIN))
    return lighten_path(shape) if isinstance(shape, Path) else shape


def lighten_box(shape: Box) -> Box | None:
    """A block of colour stays as an outline; a tint without a rim and a mere colour go."""
    rimmed = shape.stroke != Tone.NONE or shape.fill == Tone.ACCENT
    if shape.fill not in BARE and (not rimmed or shape.fill in COLOURED):
        return None
    if not rimmed:
        return shape
    fill = Tone.NONE if shape.fill == Tone.NONE else Tone.PAPER
    return shape._replace(fill=fill, stroke=Tone.INK, line=min(shape.line, THIN))


def lighten_path(shape: Path) -> Path:
    """A sign is black; the outline of a place, which has a rim, is left empty."""
    if shape.stroke == Tone.NONE:
        return shape._replace(fill=Tone.INK)
    return shape._replace(fill=Tone.PAPER, stroke=Tone.INK, line=min(shape.line, THIN))
