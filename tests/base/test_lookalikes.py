"""Which names look the same, and which only nearly."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.base.lookalikes import LATIN, TWINS, look_of_name


@pytest.mark.parametrize(
    "written",
    [
        *("anna", "ANNA", " Anna ", "Anna\u00a0", "Ａｎｎａ", "𝒜nna"),
        *("Anna\u200b", "An\u00adna", "\u202eAnna", "Anna\ufe0f", "Anna\u3164"),
        *("Аnna", "Annа", "АNNА", "Αnna", "ANΝA", "Ann\u0251"),
    ],
)
def test_what_looks_like_anna_is_anna(written):
    assert look_of_name(written) == look_of_name("Anna")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Bára", "Ba\u0301ra"),
        ("Bára", "Bа\u0301ra"),  # a Cyrillic а with an accent of its own
        ("Bára", "Вára"),
        ("Bára", "Bá\u0301ra"),
        ("Alice", "AIice"),
        ("Karel", "KareI"),
        ("Ivan", "lvan"),
        ("Ivan", "Ιvan"),
        ("Ivan", "Ӏvan"),
        ("Nikol", "Νikοl"),
        ("Mila", "Mıla"),
        ("Jan Novák", "Jan  Novák"),
    ],
)
def test_these_look_the_same(one, other):
    assert look_of_name(one) == look_of_name(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        *(("Bára", "Bara"), ("Bára", "Bářa"), ("Anna", "Ana"), ("Anna", "Анна")),
        *(("Jiří", "Jiri"), ("Lia", "Ila"), ("Ida", "Lada"), ("Vova", "Вова")),
        *(("Emil", "Emily"), ("Jan Novák", "JanNovák"), ("Š", "S"), ("👩", "👨")),
    ],
)
def test_these_are_two_people(one, other):
    assert look_of_name(one) != look_of_name(other)


def test_names_that_people_type_look_like_themselves_in_any_case():
    for name in (
        "Jiří",
        "Květoslav",
        "Żaneta",
        "Ωmega",
        "Ілля",
        "李雷",
        "Lili",
        "O'Neill",
    ):
        assert look_of_name(name.lower()) == look_of_name(name)


@given(st.text(max_size=40))
def test_a_look_is_found_for_any_text(text):
    assert look_of_name(f" {text} ") == look_of_name(text)


def test_every_twin_stands_below_its_letter():
    assert [len(one) for one in LATIN] == [len(one) for one in TWINS]
    assert len(set("".join(TWINS))) == len("".join(TWINS))
