"""A table's log, plain: who is who, and sheets somebody is still copying."""

import pytest

from scoring.entries import LONGEST
from scoring.records import Unfit
from scoring.rise_of_empire.layout import DEFAULT_LAYOUTS
from scoring.rules import RuleBroken
from scoring.tables.engine import ENGINE
from scoring.tables.people import MOST_NAMES, RenamePerson
from scoring.tables.state import TableState
from tests.played_campaign import through_json


def told(*acts):
    state = TableState()
    for kind, data in acts:
        state, _facts = ENGINE.apply(state, kind, through_json(data))
    return state


def refused(kind, before=(), **data):
    with pytest.raises(RuleBroken) as broken:
        told(*before, (kind, data))
    return [str(problem.message) for problem in broken.value.problems]


# Who is who


def merge(person, into):
    return "merge_people", {"person": person, "into": into}


def test_whose_names_were_somebodys_are_known_as_who_that_is_now():
    state = told(merge("Bobby", "Bob"), merge("Bob", "Robert"), merge("An", "Anna"))
    assert state.known_as == {"bobby": "Robert", "bob": "Robert", "an": "Anna"}


def test_nobody_is_merged_into_themselves_or_out_of_somebody_else():
    assert refused("merge_people", person="Bob", into="bob") == [
        "Pick two different people."
    ]
    once = [merge("Bobby", "Bob")]
    assert refused("merge_people", once, person="Bobby", into="Eva") == [
        "Bobby already counts as Bob. Undo that first."
    ]


def test_a_person_has_a_name_of_one_to_sixty_letters():
    assert told(merge("x" * LONGEST, "Bob")).known_as == {"x" * LONGEST: "Bob"}
    for name in ("", " ", "x" * (LONGEST + 1)):
        assert refused("merge_people", person=name, into="Bob") == [
            "Please fill this in."
        ]


def test_up_to_a_hundred_names_are_given_to_a_person_at_once():
    names = [f"Bob {number}" for number in range(MOST_NAMES)]
    assert MOST_NAMES == 100
    assert len(told(("give_names", {"names": names, "person": "Bob"})).known_as) == 100
    more = [*names, "Bobby"]
    assert refused("give_names", names=more, person="Bob") == ["Too many names."]
    assert refused("give_names", names=[], person="Bob") == ["Tick at least one name."]


def test_an_old_name_stays_somebodys_unless_nobody_played_under_it():
    names = {"old": "Bob", "new": "Robert"}
    assert told(("rename_person", names)).known_as == {"bob": "Robert"}
    assert told(("rename_person", {**names, "played": False})).known_as == {}


def test_a_renaming_from_before_people_had_numbers_is_of_no_numbered_person():
    assert RenamePerson("Bob", "Robert").person == 0


# Sheets that are being copied


def sketch(part, boxes, age="ancient"):
    return "sketch_sheet_part", {"age": age, "part": part, "boxes": boxes}


MAP = [["wood"], []]
TRACK = [["dove"], []]


@pytest.mark.rule("ROE-44")
def test_what_was_tapped_is_shown_on_its_own_part_until_it_is_saved():
    state = told(sketch("map", MAP), sketch("science", TRACK))
    drawn, sheet = state.drawn_sheet("ancient"), state.sheets["ancient"]
    assert drawn.map == (("wood",), ())
    assert drawn.science.boxes == ("dove", "")
    assert drawn.economy == sheet.economy
    assert sheet.map == DEFAULT_LAYOUTS["ancient"].map
    assert state.sketched_parts("ancient") == ("science", "map")
    assert state.sketched_parts("medieval") == ()


@pytest.mark.rule("ROE-44")
def test_boxes_as_they_are_on_the_sheet_are_no_sketch():
    sheet = DEFAULT_LAYOUTS["ancient"]
    as_it_is = [[one] if one else [] for one in sheet.science.boxes]
    begun = [sketch("map", MAP), sketch("science", TRACK)]
    assert told(*begun, sketch("science", as_it_is)).sketched_parts("ancient") == (
        "map",
    )
    same_map = [list(goods) for goods in sheet.map]
    assert told(*begun, sketch("map", same_map)).sketched_parts("ancient") == (
        "science",
    )


@pytest.mark.rule("ROE-44")
@pytest.mark.parametrize(
    ("part", "boxes", "fits"),
    [
        ("map", [["wood"] * 6], True),
        ("map", [["wood"] * 7], False),
        ("map", [["dove"]], False),
        ("map", [[]] * 30, True),
        ("map", [[]] * 31, False),
        ("map", [], False),
        ("science", [["dove"]], True),
        ("science", [["dove", "wall"]], False),
        ("science", [["wood"]], False),
        ("science", [[]] * 40, True),
        ("science", [[]] * 41, False),
        ("science", [], False),
    ],
)
def test_a_sketch_shows_what_a_sheet_has_room_for(part, boxes, fits):
    if fits:
        assert told(sketch(part, boxes)).sketched_parts("ancient") == (part,)
    else:
        with pytest.raises(Unfit):
            told(sketch(part, boxes))
