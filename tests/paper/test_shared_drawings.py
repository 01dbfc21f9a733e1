"""Drawings that share their shapes on a page look as if each were painted alone."""

import re
from xml.etree import ElementTree

import pytest
from django.utils.translation import override

from campaign.documents.sheet import draw_sheet
from companion.paper.letters import text_width
from companion.paper.shapes import Align, Box, Drawing, Line, Path, Text, Tone
from companion.paper.shared_svg import paint_together
from companion.paper.short_numbers import short_number
from companion.paper.svg import paint_svg
from tests.paper.sheets import ANCIENT, DRAWINGS, SHEET, both_languages, drawn

SVG = "{http://www.w3.org/2000/svg}"
INHERITED = ("class", "stroke-width", "fill-rule", "font-size", "text-anchor")


def parse(painted):
    """An element of a page, which needs no name for its space, as one that stands alone."""
    return ElementTree.fromstring(
        painted.replace("<svg ", f'<svg xmlns="{SVG[1:-1]}" ', 1)
        if "xmlns" not in painted
        else painted
    )


def defined(roots):
    return {
        one.get("id"): one for root in roots for one in root.iter() if one.get("id")
    }


class Looked:
    """What is seen of a painted drawing: every shape with its place, scale and looks, in order."""

    def __init__(self, root, names):
        self.names, self.seen = names, []
        for child in root:
            if child.tag not in (f"{SVG}title", f"{SVG}defs"):
                self.look(child, (0, 0, 1), self.looks(root, {}))

    def looks(self, element, above):
        own = {key: element.get(key) for key in INHERITED if element.get(key)}
        classes = set(own.pop("class", "").split()) - {"drawing"}
        given = dict(above) | own
        for kind in ("fill", "stroke"):
            mine = {one for one in classes if one.startswith(f"{kind}-")}
            given[kind] = mine or given.get(kind, set())
        faces = classes & {"bold", "display"}
        given["face"] = faces or given.get("face", set())
        return given

    def look(self, element, at, above):
        looks, (x, y, scale) = self.looks(element, above), at
        moved = re.match(
            r"(?:translate\((\S+) (\S+)\) )?scale\((\S+)\)",
            element.get("transform", ""),
        )
        if moved:
            x += scale * float(moved[1] or 0)
            y += scale * float(moved[2] or 0)
            scale *= float(moved[3])
        if element.tag == f"{SVG}use":
            x += scale * float(element.get("x", 0))
            y += scale * float(element.get("y", 0))
            self.look(self.names[element.get("href")[1:]], (x, y, scale), looks)
        elif element.tag == f"{SVG}g":
            for child in element:
                self.look(child, (x, y, scale), looks)
        else:
            self.seen.append(self.describe(element, (x, y, scale), looks))

    def describe(self, element, at, looks):
        x, y, scale = at
        kind = element.tag.removeprefix(SVG)
        keys = ("x1", "y1", "x2", "y2") if kind == "line" else ("x", "y")
        places = [
            (x if key.startswith("x") else y) + scale * float(element.get(key, 0))
            for key in keys
        ]
        sizes = [
            scale * float(element.get(key, 0)) for key in ("width", "height", "rx")
        ]
        outlined = looks["stroke"] and float(looks.get("stroke-width", 1)) * scale
        return (
            kind,
            element.get("d") or element.text,
            element.get("stroke-dasharray"),
            *self.colours(kind, looks),
            [round(one, 3) for one in (*places, *sizes, outlined or 0)],
            round(scale, 4) if kind == "path" else 1,
        )

    def colours(self, kind, looks):
        fill = {"fill-none"} if kind == "line" else looks["fill"]
        if kind != "text":
            return sorted(fill), sorted(looks["stroke"])
        size = float(looks["font-size"])
        return (
            sorted(fill),
            sorted(looks["face"]),
            size,
            looks.get("text-anchor", "start"),
        )


def is_about(one, other):
    """The same to about two hundredths of a millimetre."""
    *plain, places, scale = one
    *others, other_places, other_scale = other
    near = (abs(a - b) <= 0.025 for a, b in zip(places, other_places, strict=True))
    return plain == others and all(near) and abs(scale - other_scale) < 0.001


def seen_alone(drawing):
    root = parse(paint_svg(drawing))
    return Looked(root, {}).seen


def seen_together(drawings):
    roots = [parse(one) for one in paint_together(drawings)]
    return [Looked(root, defined(roots)).seen for root in roots]


@pytest.mark.parametrize("name", DRAWINGS)
@both_languages
def test_everything_is_seen_as_when_it_is_painted_alone(name, language):
    with override(language):
        drawings = [drawn(name, language), draw_sheet(ANCIENT, SHEET)]
    for drawing, together in zip(drawings, seen_together(drawings), strict=True):
        alone = seen_alone(drawing)
        words = [one for one in alone if one[0] == "text"]
        shapes = [one for one in alone if one[0] != "text"]
        assert len(together) == len(alone)
        ours = together[: len(shapes)]
        assert all(is_about(*pair) for pair in zip(shapes, ours, strict=True))
        rest = together[len(shapes) :]
        assert all(any(is_about(one, other) for other in rest) for one in words)


@pytest.mark.parametrize("name", DRAWINGS)
def test_words_may_be_painted_last_because_nothing_covers_them(name):
    words = []
    for shape in drawn(name).shapes:
        if isinstance(shape, Text):
            words.append(word_area(shape))
        elif isinstance(shape, Box) and shape.fill != Tone.NONE:
            area = (shape.x, shape.y, shape.x + shape.width, shape.y + shape.height)
            assert not [one for one in words if overlap(one, area)]


def word_area(text):
    wide = text_width(text.text, text.size, bold=text.bold, display=text.display)
    left = {Align.START: 0, Align.MIDDLE: wide / 2, Align.END: wide}[text.align]
    return text.x - left, text.y - text.size * 0.7, text.x - left + wide, text.y


def overlap(one, other):
    return (
        one[0] < other[2]
        and other[0] < one[2]
        and one[1] < other[3]
        and other[1] < one[3]
    )


def test_each_name_is_defined_once_on_a_page():
    painted = "".join(paint_together([drawn(name) for name in DRAWINGS]))
    names = re.findall(r' id="([^"]*)"', painted)
    assert len(set(names)) == len(names)
    assert set(re.findall(r'href="#([^"]*)"', painted)) <= set(names)
    assert not set(names) & set(
        re.findall(r' id="([^"]*)"', "".join(paint_together([drawn("blank")], "p")))
    )


def test_three_sheets_are_less_than_one_alone():
    sheets = [draw_sheet(ANCIENT)] * 3
    assert len("".join(paint_together(sheets))) < len(paint_svg(sheets[0]))


def test_names_are_text_and_nothing_else():
    said = '<script>alert("&")</script>'
    shapes = (
        Text(1, 2, said, 3),
        Line(0, 0, 1, 1),
        Path("M1 2z", 1, 1, 5),
        Box(0, 0, 1, 1),
    )
    (painted,) = paint_together([Drawing(10, 10, shapes, said)])
    assert "<script" not in painted
    assert [one.text for one in parse(painted).iter(f"{SVG}text")] == [said]


def test_numbers_are_as_short_as_they_can_be():
    given = (0.35, -0.5, 12.0, 0.004, -0.001, 276.654, 100)
    assert [short_number(one) for one in given] == [
        *(".35", "-.5", "12", "0", "0", "276.65", "100")
    ]
