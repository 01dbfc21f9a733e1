"""The cards of a campaign: the blocks of the box, what the booklet shows of them, and cards as data."""

from dataclasses import asdict, replace

import pytest

from scoring.records import Unfit
from scoring.rise_of_empire.cards import (
    BLOCKS,
    GROUPS,
    NUMBERS,
    SEEN,
    SLOTS,
    UNNUMBERED,
    Card,
    CardKind,
    block_numbers,
    catalogue_numbers,
    dump_card,
    expected_kind,
    load_card,
    number_label,
)
from scoring.rise_of_empire.layout import SHEET_AGES, Age, Category
from tests.played_campaign import through_json

# Cards


@pytest.mark.rule("ROE-1")
def test_the_box_holds_55_provinces_66_inventions_and_42_missions():
    assert list(SLOTS) == list(NUMBERS) == list(range(1, 164))
    assert [len(block_numbers(kind)) for kind in CardKind] == [55, 66, 42]


@pytest.mark.rule("ROE-1")
def test_each_age_has_22_inventions_and_each_category_14_missions():
    assert [len(block_numbers(CardKind.INVENTION, age)) for age in SHEET_AGES] == [
        22
    ] * 3
    assert [len(block_numbers(CardKind.MISSION, one)) for one in Category] == [14] * 3


def test_the_blocks_follow_one_another_without_a_gap():
    assert [number for block in BLOCKS for number in block.numbers] == list(NUMBERS)


@pytest.mark.parametrize(
    ("number", "block"),
    [
        (1, ("province", "")),
        (55, ("province", "")),
        (56, ("invention", "ancient")),
        (77, ("invention", "ancient")),
        (78, ("invention", "medieval")),
        (121, ("invention", "industrial")),
        (122, ("mission", "diplomacy")),
        (149, ("mission", "economy")),
        (163, ("mission", "science")),
    ],
)
def test_a_number_tells_the_block_of_a_card(number, block):
    assert expected_kind(number) == block
    assert (SLOTS[number].kind, SLOTS[number].group) == block


@pytest.mark.parametrize("number", [0, 164])
def test_a_number_outside_the_box_has_no_block(number):
    with pytest.raises(KeyError):
        expected_kind(number)


def test_a_card_is_called_by_its_printed_number():
    assert [number_label(1), number_label(61), number_label(161)] == [
        "001",
        "061",
        "161",
    ]


def test_only_the_cards_the_booklet_shows_are_filled_in():
    assert [card.number for card in SEEN] == [
        *(11, 12, 38, 56, 61, 66, 70, 101, 110, 126, 130, 161)
    ]
    for number, card in SLOTS.items():
        assert bool(card.name) is bool(card.text or card.demand) is (card in SEEN)
        assert card.number == number
        assert not card.aside
        assert not card.example


@pytest.mark.rule("ROE-32")
def test_a_price_is_known_and_a_colour_that_is_not_named_is_left_open():
    prices = {card.name: card.price for card in SEEN if card.price}
    assert prices == {
        "Lukostřelba": 30,
        "Stavitelství": 45,
        "Hrnčířství": 60,
        "Jezdectví": 70,
        "Směna": 55,
    }
    assert not any(card.colour for card in SLOTS.values())
    assert "Hrnčířství" in SLOTS[56].text
    assert "Lukostřelba" in SLOTS[66].text


@pytest.mark.rule("ROE-17", "ROE-18")
def test_caesar_is_progressive_and_lady_trieu_is_about_possession():
    caesar, trieu = SLOTS[126], SLOTS[130]
    assert (caesar.target, caesar.progressive) == (4, True)
    assert (trieu.target, trieu.progressive) == (3, False)


@pytest.mark.rule("ROE-18", "ROE-19")
def test_three_known_missions_have_no_number_and_no_category():
    assert [(one.target, one.progressive, one.in_a_row) for one in UNNUMBERED] == [
        (5, False, False),
        (3, True, True),
        (3, True, True),
    ]
    assert {(one.number, one.kind, one.group) for one in UNNUMBERED} == {
        (0, "mission", "")
    }


def test_a_table_may_move_a_card_to_another_block_or_not_have_it():
    moved = replace(SLOTS[78], group=Age.ANCIENT)
    table = {**SLOTS, 78: moved, 56: replace(SLOTS[56], aside=True)}
    ancient = catalogue_numbers(table, CardKind.INVENTION, Age.ANCIENT)
    assert ancient == tuple(range(57, 79))
    assert 78 not in catalogue_numbers(table, CardKind.INVENTION, Age.MEDIEVAL)
    assert len(catalogue_numbers(table, CardKind.INVENTION)) == 65
    assert expected_kind(78) == ("invention", "medieval")


@pytest.mark.rule("ROE-45", "ROE-46")
def test_without_a_group_all_missions_and_all_provinces_are_meant():
    assert catalogue_numbers(SLOTS, CardKind.MISSION) == tuple(range(122, 164))
    assert catalogue_numbers(SLOTS, CardKind.PROVINCE) == tuple(range(1, 56))


# Cards as data


FILLED = Card(
    83,
    CardKind.INVENTION,
    Age.MEDIEVAL,
    "Kompas",
    price=50,
    colour="tyrkysová",
    aside=True,
    example=True,
    text="Vidíš sever.",
)


def test_a_card_comes_back_from_data_as_it_was():
    for card in (*SLOTS.values(), FILLED):
        written = through_json(dump_card(card))
        assert written == asdict(card)
        assert load_card(written) == card


def test_what_is_missing_of_a_card_is_not_known():
    written = {"number": 83.0, "kind": "invention", "group": "medieval"}
    assert load_card(written) == SLOTS[83]
    assert load_card({**written, "price": None, "progressive": None}) == SLOTS[83]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"author": "?"}, "“author” is unknown here"),
        ({"number": 0}, "number: must be from 1 to 163, not 0"),
        ({"number": 164}, "number: must be from 1 to 163, not 164"),
        ({"number": "83"}, "number: must be a whole number"),
        ({"number": True}, "number: must be a whole number"),
        ({"kind": "treasure"}, "kind: “treasure” is unknown"),
        ({"kind": []}, "kind: “[]” is unknown"),
        ({"group": "modern"}, "group: “modern” is unknown"),
        ({"group": "science"}, "group: “science” is unknown"),
        ({"group": 5}, "group: must be a text"),
        ({"kind": "province"}, "it must be one of nothing"),
        ({"name": "x" * 61}, "name: must be a text of at most 60"),
        ({"name": "\x00"}, "name: must be a text"),
        ({"price": -1}, "price: must be from 0 to 999"),
        ({"price": 1000}, "price: must be from 0 to 999"),
        ({"price": 4.5}, "price: must be a whole number"),
        ({"colour": "x" * 21}, "colour: must be a text of at most 20"),
        ({"colour": None}, "colour: must be a text"),
        ({"target": 31}, "target: must be from 0 to 30"),
        ({"progressive": 1}, "progressive: must be true or false"),
        ({"in_a_row": None}, "in_a_row: must be true or false"),
        ({"aside": "yes"}, "aside: must be true or false"),
        ({"example": 0}, "example: must be true or false"),
        ({"text": "x" * 201}, "text: must be a text of at most 200"),
    ],
)
def test_what_is_strange_in_a_card_is_refused_by_name(change, said):
    with pytest.raises(Unfit) as refused:
        load_card({**dump_card(FILLED), **change})
    assert said in str(refused.value)


@pytest.mark.parametrize("key", ["number", "kind", "group"])
def test_a_card_without_its_place_in_the_catalogue_is_refused(key):
    incomplete = dump_card(FILLED)
    del incomplete[key]
    with pytest.raises(Unfit, match=f"cards.83.: “{key}” is missing"):
        load_card(incomplete, "cards[83]")


@pytest.mark.parametrize("written", [None, [], "ROTE083"])
def test_what_is_no_object_is_no_card(written):
    with pytest.raises(Unfit, match="must be an object"):
        load_card(written)


def test_every_group_belongs_to_one_kind():
    assert {(block.kind, block.group) for block in BLOCKS} == {
        (kind, group) for kind, groups in GROUPS.items() for group in groups
    }


@pytest.mark.parametrize(
    ("number", "target", "progressive"),
    [(126, 4, True), (130, 3, False), (161, 10, False)],
)
def test_a_mission_the_booklet_shows_says_how_many_it_takes(
    number, target, progressive
):
    """Caesar razes step by step; Trieu's deals and Galileo's locations lie there at once."""
    card = SLOTS[number]
    assert (card.target, card.progressive) == (target, progressive)
