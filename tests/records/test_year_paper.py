"""The lists of a year's page: whole names, all of one size."""

import pytest

from companion.paper.areas import Area
from companion.paper.letters import text_width
from companion.paper.shapes import Text
from companion.records.paper_parts import draw_list

LONG = "Maximiliána z Lichtenštejnska-Kastelkornu"
PANEL = Area(10, 100, 90, 70)


def drawn_texts(lines):
    return [one for one in draw_list(PANEL, "vp", "List", lines) if type(one) is Text]


@pytest.mark.parametrize("count", [2, 7])
def test_names_of_a_list_have_one_size_and_none_is_cut(count):
    names = [LONG, *"BCDEFG"][:count]
    texts = drawn_texts([(name, "15 wins", "56 %") for name in names])
    sizes = {one.text: one.size for one in texts}
    assert sizes.keys() >= {*names}
    assert len({sizes[name] for name in names}) == 1


def test_two_names_too_long_for_a_line_stand_in_two():
    texts = drawn_texts([(f"{LONG} – {LONG}", "", "25 : 20")])
    said = " ".join(one.text for one in texts).replace("\u00a0", " ")
    assert said.count(LONG) == 2
    assert "…" not in said
    inside = [one for one in texts if LONG[:9] in one.text]
    rows = {one.y for one in inside}
    assert len(rows) == 2
    assert all(text_width(one.text, one.size, bold=True) <= 70 for one in inside)
