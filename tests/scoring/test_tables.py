"""A table's box: what its acts add up to, and how it stands beside campaigns and other boxes."""

from dataclasses import replace

import pytest

from scoring.records import Unfit
from scoring.rise_of_empire.cards import SLOTS
from scoring.rise_of_empire.layout import DEFAULT_LAYOUTS, dump_layout
from scoring.rules import RuleBroken
from scoring.tables.comparing import Offer, compare_boxes, find_news, said_of
from scoring.tables.engine import ENGINE
from scoring.tables.state import PARTS
from tests.played_campaign import PlayedCampaign, layout, through_json, track

KOLO = {"number": 57, "name": "Kolo", "price": 35, "colour": "grey"}


def box_of(*acts):
    """A box after these acts, each through JSON as a log keeps it."""
    state = ENGINE.start({})
    for kind, data in acts:
        state, facts = ENGINE.apply(state, kind, through_json(data))
        assert facts == ()
    assert ENGINE.load(through_json(ENGINE.dump(state))) == state
    return state


def filled(*cards):
    return box_of(*(("fill_box_card", card) for card in cards))


# Acts


def test_a_card_keeps_what_was_said_before():
    box = filled(KOLO, {"number": 57, "row": "feature", "points": 0, "text": "Rolls."})
    card = box.catalogue[57]
    assert (card.name, card.price, card.row, card.points) == ("Kolo", 35, "feature", 0)


@pytest.mark.rule("ROE-1")
@pytest.mark.parametrize(
    "said",
    [
        {"price": 1000},
        {"target": 31},
        {"points": 100},
        {"row": "roof"},
        {"name": "x" * 61},
        {"text": "x" * 201},
    ],
)
def test_what_no_card_says_is_refused(said):
    with pytest.raises(RuleBroken):
        filled({"number": 57, **said})


def test_a_card_moves_only_to_a_shelf_there_is():
    moved = {"number": 57, "kind": "mission", "group": "science"}
    box = box_of(("move_box_card", moved))
    assert (box.catalogue[57].kind, box.catalogue[57].group) == ("mission", "science")
    with pytest.raises(RuleBroken):
        box_of(("move_box_card", {**moved, "group": "ancient"}))
    with pytest.raises(RuleBroken):
        box_of(("move_box_card", {**moved, "number": 500}))


def test_a_sheet_is_the_tables_own_once_all_its_parts_are_copied():
    own = layout(science=track("dove"), map=[["gold"]])
    steps = [("copy_sheet_part", {"layout": own, "part": part}) for part in PARTS]
    begun = box_of(*steps[:3])
    assert begun.copied_sheets == ()
    assert begun.sheets["ancient"].map == DEFAULT_LAYOUTS["ancient"].map
    assert len(begun.parts_left) == 9
    done = box_of(*steps)
    assert [one.age for one in done.copied_sheets] == ["ancient"]
    assert done.sheets["ancient"].map == (("gold",),)
    assert done == box_of(("change_box_sheet", {"layout": own}))


def test_many_things_come_as_one_act_or_not_at_all():
    own = layout(science=track("dove"))
    box = box_of(("take_into_box", {"cards": [KOLO], "layouts": [own], "source": "x"}))
    assert box.catalogue[57].price == 35
    assert len(box.copied_sheets) == 1
    assert box_of(("take_into_box", {"cards": [KOLO]})).catalogue[57].price == 35
    with pytest.raises(RuleBroken):
        box_of(("take_into_box", {}))
    with pytest.raises(Unfit):
        box_of(("take_into_box", {"cards": [KOLO] * 1001}))


def test_preferred_options_are_kept():
    box = box_of(("prefer_options", {"readings": {"twilight": "two_falls"}}))
    assert box.readings.twilight == "two_falls"


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        ("dance", {}),
        ("fill_box_card", {"number": "x"}),
        ("copy_sheet_part", {"layout": layout(), "part": "roof"}),
        ("copy_sheet_part", {"part": "map"}),
        ("prefer_options", {"readings": {"twilight": "never"}}),
    ],
)
def test_what_is_no_act_of_a_table_is_refused(kind, data):
    with pytest.raises(Unfit):
        ENGINE.apply(ENGINE.start({}), kind, through_json(data))


def test_a_box_starts_empty_and_with_nothing_else():
    assert not ENGINE.start({}).cards
    with pytest.raises(Unfit):
        ENGINE.start({"cards": []})


# A campaign follows


def test_what_the_booklet_shows_is_not_said_by_a_table():
    assert said_of(SLOTS[66]) == said_of(SLOTS[57]) == {}
    assert said_of(replace(SLOTS[66], price=65)) == {"price": 65}
    assert said_of(replace(SLOTS[140], progressive=False)) == {"progressive": False}
    assert said_of(replace(SLOTS[126], progressive=None)) == {}


def test_a_card_the_box_lacks_is_lacking_in_its_campaigns():
    at = PlayedCampaign(cards=[]).found("anna")
    news = find_news(filled({"number": 57, "aside": True}), at.state)
    assert news.cards == ({"number": 57, "aside": True},)


def test_a_campaign_takes_what_the_box_says_and_keeps_the_rest():
    at = PlayedCampaign(cards=[]).found("anna")
    at.do("fill_card", number=57, name="Kolečko", in_a_row=True)
    news = find_news(filled(KOLO), at.state)
    assert news.cards == (KOLO,)
    at.do("take_from_box", cards=news.cards)
    known = at.state.catalogue[57]
    assert (known.name, known.price, known.in_a_row) == ("Kolo", 35, True)
    assert not find_news(filled(KOLO), at.state)


def test_a_copied_sheet_waits_for_the_next_session():
    at = PlayedCampaign(cards=[]).found("anna", "bara").open()
    box = box_of(("change_box_sheet", {"layout": layout(science=track("dove"))}))
    news = find_news(box, at.state)
    assert news
    at.do("take_from_box", layouts=[dump_layout(one) for one in news.layouts])
    assert at.state.layouts["ancient"] == DEFAULT_LAYOUTS["ancient"]
    assert at.state.next_layouts["ancient"].science.boxes[0] == "dove"
    assert not find_news(box, at.state)


@pytest.mark.rule("ROE-21")
def test_a_sheet_too_short_for_what_is_ticked_is_held_back():
    at = PlayedCampaign(cards=[]).take_over("anna", ticks={"science": 9})
    box = box_of(("change_box_sheet", {"layout": layout(science=track(length=5))}))
    news = find_news(box, at.state)
    assert not news
    assert [(one.age, one.number) for one in news.held_back] == [("ancient", 0)]
    assert at.refuses("take_from_box", layouts=[dump_layout(box.sheets["ancient"])])


def test_nothing_new_is_no_act():
    at = PlayedCampaign(cards=[]).found("anna")
    assert at.refuses("take_from_box") == ["ROE-1"]
    assert not find_news(ENGINE.start({}), at.state)


# Another box


def cards(*fills):
    return filled(*fills).cards.values()


def test_another_box_adds_completes_and_contradicts():
    own = filled(KOLO, {"number": 58, "name": "Tkaní"})
    offer = compare_boxes(
        own,
        cards(
            {"number": 57, "name": "Kolo", "price": 40},
            {"number": 58, "name": "Tkaní", "price": 45},
            {"number": 59, "name": "Voda"},
        ),
        (),
    )
    assert offer.new == ({"number": 59, "name": "Voda"},)
    assert offer.more == ({"number": 58, "price": 45},)
    (against,) = offer.contradictions
    assert (against.key, against.own, against.other) == (
        "57-price",
        {"price": 35},
        {"price": 40},
    )


def test_who_is_right_is_decided_one_by_one():
    own = filled(KOLO)
    offer = compare_boxes(own, cards({"number": 57, "name": "Vůz", "price": 40}), ())
    kept = offer.accept(())
    assert kept["cards"] == []
    assert offer.accept(["57-price"])["cards"] == [{"number": 57, "price": 40}]


def test_what_the_booklet_shows_can_be_contradicted():
    offer = compare_boxes(ENGINE.start({}), cards({"number": 66, "price": 65}), ())
    assert [one.key for one in offer.contradictions] == ["66-price"]


def test_a_card_they_moved_moves_unless_we_moved_it_elsewhere():
    theirs = box_of(
        ("move_box_card", {"number": 57, "kind": "mission", "group": "science"})
    )
    offer = compare_boxes(ENGINE.start({}), theirs.cards.values(), ())
    assert offer.new == ({"number": 57, "kind": "mission", "group": "science"},)
    ours = box_of(
        ("move_box_card", {"number": 57, "kind": "mission", "group": "economy"})
    )
    offer = compare_boxes(ours, theirs.cards.values(), ())
    assert [one.names for one in offer.contradictions] == [("kind", "group")]


def test_sheets_are_added_or_asked_about():
    sheet = box_of(
        ("change_box_sheet", {"layout": layout(science=track("dove"))})
    ).sheets["ancient"]
    empty = ENGINE.start({})
    assert compare_boxes(empty, (), [sheet]).sheets == (sheet,)
    assert compare_boxes(empty, (), [sheet]).adds
    assert not compare_boxes(empty, (), [replace(sheet, custom=False)])
    own = box_of(("change_box_sheet", {"layout": layout()}))
    offer = compare_boxes(own, (), [sheet])
    assert [one.key for one in offer.contradictions] == ["sheet-ancient"]
    assert [one.number for one in offer.contradictions] == [0]
    assert offer
    assert not offer.adds
    assert offer.accept(["sheet-ancient"])["layouts"] == [sheet]
    assert compare_boxes(own, (), own.copied_sheets).same == 1


def test_the_same_box_brings_nothing():
    own = filled(KOLO)
    offer = compare_boxes(own, own.cards.values(), own.sheets.values())
    assert not offer
    assert offer.same == 1
    assert Offer().same == 0
    assert not compare_boxes(own, SLOTS.values(), ())
