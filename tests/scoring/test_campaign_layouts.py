"""What a campaign is played by: its rules, sheets, layouts and readings."""

from dataclasses import replace
from itertools import pairwise

import pytest

from scoring import rules
from scoring.entries import Kind as EntryKind
from scoring.entries import entries_of
from scoring.records import Unfit, dump_record, load_record
from scoring.rise_of_empire import rulebook
from scoring.rise_of_empire.layout import (
    AGE_NAMES,
    CATEGORY_NAMES,
    COLOUR_NAMES,
    DEFAULT_LAYOUTS,
    ENDING,
    GOOD_NAMES,
    ICON_NAMES,
    SHEET_AGES,
    STARTING,
    TOKENS,
    Age,
    Category,
    Colour,
    Good,
    Icon,
    dump_layout,
    load_layout,
    next_age,
)
from scoring.rise_of_empire.readings import Readings
from tests.played_campaign import through_json

LAYOUTS = list(DEFAULT_LAYOUTS.values())
ANCIENT = DEFAULT_LAYOUTS[Age.ANCIENT]
READINGS = entries_of(Readings)
PICKED = {key: one for key, one in READINGS.items() if one.kind == EntryKind.PICK}


# Rules


def test_every_rule_of_the_campaign_is_declared():
    declared = {rule for rule in rules.declared_rules() if rule.startswith("ROE-")}
    assert declared == {f"ROE-{number}" for number in range(1, 52)}


def test_the_rulebook_is_in_the_order_of_the_rules_list_and_leaves_four_to_the_session():
    ids = [one.id for one in vars(rulebook).values() if isinstance(one, rules.Rule)]
    left_out = {8, 11, 22, 23}
    assert ids == [f"ROE-{one}" for one in range(1, 52) if one not in left_out]


def test_every_rule_has_a_title_and_whole_sentences():
    for rule in vars(rulebook).values():
        if isinstance(rule, rules.Rule):
            assert rule.title
            assert rule.title[-1] != "."
            assert rule.text[-1] == ".", rule.id


def test_a_rule_without_a_page_says_where_it_comes_from():
    printed_nowhere = [
        one
        for one in vars(rulebook).values()
        if isinstance(one, rules.Rule) and not one.page
    ]
    assert [one.id for one in printed_nowhere] == ["ROE-16", "ROE-44"]
    assert all(one.note for one in printed_nowhere)


# Ages, categories, goods and icons


@pytest.mark.parametrize(
    ("kind", "names"),
    [
        (Age, AGE_NAMES),
        (Category, CATEGORY_NAMES),
        (Good, GOOD_NAMES),
        (Colour, COLOUR_NAMES),
        (Icon, ICON_NAMES),
    ],
)
def test_everything_on_a_sheet_has_a_name_of_its_own(kind, names):
    assert list(names) == list(kind)
    assert len(set(names.values())) == len(kind)


@pytest.mark.rule("ROE-33", "ROE-36")
def test_the_ages_follow_one_another_up_to_the_modern_age():
    assert [next_age(age) for age in SHEET_AGES] == [
        Age.MEDIEVAL,
        Age.INDUSTRIAL,
        Age.MODERN,
    ]
    with pytest.raises(IndexError):
        next_age(Age.MODERN)


@pytest.mark.rule("ROE-41", "ROE-42", "ROE-43")
def test_an_icon_is_a_starting_bonus_a_token_or_an_end_bonus():
    assert [len(STARTING), len(TOKENS), len(ENDING)] == [6, 4, 6]
    assert set(Icon) == STARTING | TOKENS | ENDING
    assert [one for one in Icon if one in TOKENS] == ["dove", "drudge", "wall", "bribe"]


# The default layout


@pytest.mark.rule("ROE-1", "ROE-44")
def test_each_age_with_a_sheet_has_a_default_layout_that_says_so():
    assert list(DEFAULT_LAYOUTS) == list(SHEET_AGES)
    assert [one.age for one in LAYOUTS] == list(SHEET_AGES)
    assert not any(one.custom for one in LAYOUTS)


@pytest.mark.rule("ROE-21")
def test_every_track_has_16_boxes_unless_a_table_says_otherwise():
    assert {one.length(track) for one in LAYOUTS for track in Category} == {16}


@pytest.mark.rule("ROE-44")
def test_the_icons_of_the_example_sheets_stand_on_the_same_six_boxes():
    for track in (one.track(category) for one in LAYOUTS for category in Category):
        places = [box for box, icon in enumerate(track.boxes, start=1) if icon]
        assert places == [2, 4, 6, 9, 11, 14]


@pytest.mark.rule("ROE-41", "ROE-42", "ROE-43", "ROE-44")
@pytest.mark.parametrize("layout", LAYOUTS, ids=SHEET_AGES)
def test_every_icon_occurs_in_every_age(layout):
    assert {icon for one in Category for icon in layout.reached(one, 16)} == set(Icon)


@pytest.mark.rule("ROE-35")
def test_each_age_has_its_own_icons_and_its_own_upkeep():
    assert len({one.map for one in LAYOUTS}) == 3
    for category in Category:
        assert len({one.track(category) for one in LAYOUTS}) == 3


@pytest.mark.rule("ROE-25")
def test_the_last_box_needs_no_icon_because_it_ends_the_age():
    assert {one.track(track).boxes[-1] for one in LAYOUTS for track in Category} == {""}


@pytest.mark.rule("ROE-9", "ROE-35")
def test_upkeep_grows_over_the_map_and_over_the_ages():
    sizes = [[len(goods) for goods in one.map] for one in LAYOUTS]
    assert [(one[0], one[-1], len(one)) for one in sizes] == [
        (1, 2, 10),
        (1, 3, 10),
        (2, 4, 10),
    ]
    assert all(one == sorted(one) for one in sizes)
    for earlier, later in pairwise(sizes):
        assert all(a <= b for a, b in zip(earlier, later, strict=True))
        assert sum(earlier) < sum(later)


@pytest.mark.rule("ROE-40")
def test_an_icon_is_reached_with_its_box_and_equal_ones_add_up():
    assert ANCIENT.reached("science", 1) == []
    assert ANCIENT.reached("science", 2) == ["card_in_hand"]
    assert ANCIENT.reached("science", 11).count("card_in_hand") == 2


# Layouts as data


@pytest.mark.rule("ROE-44")
@pytest.mark.parametrize("layout", LAYOUTS, ids=SHEET_AGES)
def test_a_layout_comes_back_from_data_as_it_was(layout):
    own = replace(layout, custom=True)
    assert load_layout(through_json(dump_layout(layout))) == layout
    assert load_layout(through_json(dump_layout(own))) == own


@pytest.mark.rule("ROE-9", "ROE-44")
def test_the_goods_of_a_box_are_the_same_in_whatever_order_they_are_written():
    written = {**dump_layout(ANCIENT), "map": [["wood", "food", "wood"]]}
    assert load_layout(written).map == (("food", "wood", "wood"),)


@pytest.mark.rule("ROE-44")
@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"moon": []}, "“moon” is unknown here"),
        ({"age": "modern"}, "age: “modern” is unknown"),
        ({"age": None}, "age: “None” is unknown"),
        ({"science": ["", "owl"]}, "science[1]: “owl” is unknown"),
        ({"science": [[]]}, "science[0]: “[]” is unknown"),
        ({"science": []}, "science: must have 1 to 40 items, not 0"),
        ({"science": [""] * 41}, "science: must have 1 to 40 items, not 41"),
        ({"science": "dove"}, "science: must be a list"),
        ({"map": []}, "map: must have 1 to 30 items"),
        ({"map": [["wood"]] * 31}, "map: must have 1 to 30 items"),
        ({"map": [["wood"], []]}, "map[1]: must have 1 to 6 items"),
        ({"map": [["wood"] * 7]}, "map[0]: must have 1 to 6 items"),
        ({"map": [["wood", "silk"]]}, "map[0][1]: “silk” is unknown"),
        ({"map": [[""]]}, "map[0][0]: “” is unknown"),
        ({"custom": "no"}, "custom: must be true or false"),
    ],
)
def test_what_is_strange_in_a_layout_is_refused_by_name(change, said):
    with pytest.raises(Unfit) as refused:
        load_layout({**dump_layout(ANCIENT), **change})
    assert said in str(refused.value)


@pytest.mark.parametrize("key", dump_layout(ANCIENT))
def test_a_layout_with_something_missing_is_refused(key):
    incomplete = dump_layout(ANCIENT)
    del incomplete[key]
    with pytest.raises(Unfit, match=f"layouts: “{key}” is missing"):
        load_layout(incomplete, "layouts")


def test_the_place_of_a_fault_starts_where_the_layout_stands():
    with pytest.raises(Unfit, match=r"^layouts\.ancient\.map\[0\]: "):
        load_layout({**dump_layout(ANCIENT), "map": [3]}, "layouts.ancient")


# Readings


def test_every_reading_has_a_rule_a_label_and_a_sentence():
    for name, entry in READINGS.items():
        assert entry.rule.id.startswith(("ROE-", "IS-")), name
        assert entry.label, name
        assert entry.help.endswith((".", "?")), name
        assert entry.once, name


def test_every_reading_has_its_default_first():
    standard = Readings()
    for name, entry in PICKED.items():
        first = next(iter(entry.choices))
        assert entry.default == first == getattr(standard, name)
        assert len(entry.choices) > 1


@pytest.mark.parametrize(
    ("rule", "names"),
    [
        pytest.param(rule, names, marks=pytest.mark.rule(rule))
        for rule, names in {
            "ROE-8": {"province_points"},
            "ROE-10": {"gold_upkeep"},
            "ROE-11": {"unpaid", "unpaid_province"},
            "ROE-12": {"invention_scores"},
            "ROE-22": {"below_zero", "gold_points"},
            "ROE-26": {"third_icon", "icons_after_age"},
            "ROE-28": {"discard_available"},
            "ROE-31": {"full_map", "empty_deck"},
            "ROE-36": {"earlier_empires"},
            "ROE-37": {"twilight", "twilight_when"},
            "ROE-41": {"good_one", "good_two"},
            "ROE-42": {"dove_good"},
            "ROE-45": {"solo_tick", "solo_lost", "solo_markers"},
        }.items()
    ],
)
def test_what_a_rule_leaves_open_is_a_reading(rule, names):
    assert {key for key, one in READINGS.items() if one.rule.id == rule} == names


@pytest.mark.rule("ROE-8")
def test_a_province_costs_5_unless_the_table_enters_another_number():
    assert Readings().province_points == 5
    assert READINGS["province_points"].maximum == 20


@pytest.mark.rule("ROE-41", "ROE-42")
@pytest.mark.parametrize("name", ["good_one", "good_two", "dove_good"])
def test_a_lost_sign_may_be_any_good_and_the_guess_is_called_one(name):
    assert set(READINGS[name].choices) == set(Good)
    assert "guess" in READINGS[name].help


@pytest.mark.parametrize("name", PICKED)
def test_a_reading_comes_back_from_data_whatever_is_chosen(name):
    for choice in PICKED[name].choices:
        chosen = replace(Readings(), **{name: choice})
        assert load_record(Readings, through_json(dump_record(chosen))) == chosen


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ({"unpaid": "maybe"}, "unpaid: must be one of score, knowledge"),
        ({"province_points": 21}, "province_points: must be a whole number"),
        ({"dice": "yes"}, "“dice” is unknown here"),
    ],
)
def test_a_strange_reading_is_refused_by_name(written, said):
    with pytest.raises(Unfit, match=said):
        load_record(Readings, written)
