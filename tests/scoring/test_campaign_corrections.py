"""Corrections, and empires taken over from paper: rules may bend, the cards stay where they are."""

import pytest

from scoring.rise_of_empire.choices import choices
from scoring.rise_of_empire.engine import ENGINE
from scoring.rise_of_empire.pools import inventions_left, province_deck
from scoring.rise_of_empire.stages import Stage
from scoring.rules import RuleBroken
from tests.played_campaign import (
    CAESAR,
    PlayedCampaign,
    check,
    check_cards,
    founded_campaign,
    invention,
    layout,
    through_json,
    ticks,
    track,
    with_icons,
)

CORRECTIONS = {
    "ticks": ({"category": "economy", "ticks": 9}, "economy"),
    "boxes": ({"boxes": [2, 4]}, "boxes"),
    "knowledge": ({"knowledge": 33}, "knowledge"),
    "provinces": ({"provinces": [38, 40]}, "provinces"),
    "inventions": ({"inventions": [invention(60)]}, "inventions"),
    "age": ({"age": "medieval"}, "age"),
    "score": ({"position": 1, "score": 44}, "scores"),
    "name": ({"name": "Nova"}, "name"),
    "faction": ({"faction": "amazons"}, "faction"),
}


def standing(**sheet):
    """Anna in the middle of a campaign, Bára beside her."""
    own = {
        "ticks": ticks(3, 4, 5),
        "boxes": [0],
        "provinces": [1],
        "inventions": [invention(57)],
        "knowledge": 12,
        "scores": [40, 41],
    }
    at = PlayedCampaign().take_over("anna", **{**own, **sheet})
    return at.take_over("bara", provinces=[2], inventions=[invention(58)], boxes=[1])


# Corrections


@pytest.mark.parametrize("what", CORRECTIONS)
def test_a_correction_sets_its_value_and_marks_it(what):
    values, mark = CORRECTIONS[what]
    at = standing()
    before = ENGINE.dump(at.state)["empires"][0]["sheet"]
    at.correct(what, "anna", **values)
    after = ENGINE.dump(at.state)["empires"][0]["sheet"]
    assert after["corrected"] == [mark]
    changed = {key for key in after if after[key] != before[key]} - {"corrected"}
    assert changed == {"ticks" if what == "ticks" else mark}
    check(at.state, at.facts)


def test_several_corrections_are_all_marked_and_each_only_once():
    at = standing().correct("knowledge", "anna", knowledge=1)
    at.correct("boxes", "anna", boxes=[]).correct("knowledge", "anna", knowledge=2)
    assert at.sheet("anna").corrected == ("boxes", "knowledge")


@pytest.mark.parametrize("what", CORRECTIONS)
def test_a_correction_needs_a_reason_and_an_empire_that_stands(what):
    values, _mark = CORRECTIONS[what]
    at = standing()
    nothing = {"empire": "anna", "reason": " ", **values}
    assert at.refuses(f"correct_{what}", **nothing) == ["ROE-2"]
    nobody = {"empire": "zoe", "reason": "typing error", **values}
    assert at.refuses(f"correct_{what}", **nobody) == ["ROE-2"]


@pytest.mark.parametrize(
    ("what", "values"),
    [
        ("ticks", {"category": "economy", "ticks": 17}),
        ("ticks", {"category": "economy", "ticks": -1}),
        ("ticks", {"category": "magic", "ticks": 1}),
        ("boxes", {"boxes": [10]}),
        ("boxes", {"boxes": [-1]}),
        ("boxes", {"boxes": [3, 3]}),
        ("knowledge", {"knowledge": -1}),
        ("provinces", {"provinces": [1, 2]}),
        ("provinces", {"provinces": [1, 1]}),
        ("provinces", {"provinces": [56]}),
        ("inventions", {"inventions": [invention(58)]}),
        ("inventions", {"inventions": [invention(57), invention(62)]}),
        ("inventions", {"inventions": [{**invention(57), "age": "medieval"}]}),
        ("inventions", {"inventions": [{**invention(57), "colour": ""}]}),
        ("inventions", {"inventions": [{**invention(57), "price": -1}]}),
        ("inventions", {"inventions": [{**invention(57), "number": 999}]}),
        ("age", {"age": "modern"}),
        ("score", {"position": 2, "score": 1}),
        ("score", {"position": -1, "score": 1}),
        ("name", {"name": " "}),
        ("faction", {"faction": ""}),
    ],
)
def test_a_correction_never_breaks_what_always_holds(what, values):
    at = standing()
    assert at.refuses(f"correct_{what}", empire="anna", reason="typing error", **values)


@pytest.mark.rule("ROE-12")
def test_two_inventions_of_a_colour_are_not_corrected_in_however_it_is_typed():
    two = [invention(57, colour="red"), invention(59, colour=" Red")]
    twice = {"empire": "anna", "reason": "typing error", "inventions": two}
    assert standing().refuses("correct_inventions", **twice) == ["ROE-12"]


def test_a_correction_may_break_a_rule():
    at = standing().correct("ticks", "anna", category="economy", ticks=16)
    at.correct("provinces", "anna", provinces=[]).correct("boxes", "anna", boxes=[5, 6])
    assert at.sheet("anna").ticks.economy == 16
    check(at.state, at.facts)


def test_corrected_knowledge_is_an_entry_of_the_ledger():
    at = standing().correct("knowledge", "anna", knowledge=5)
    assert at.known("knowledge", empire="anna", why="correction") == [
        {"session": None, "empire": "anna", "amount": -7, "why": "correction"}
    ]
    assert at.ledger("anna") == 5


def test_a_province_taken_off_a_sheet_can_be_drawn_again_and_an_invention_bought():
    at = standing().correct("provinces", "anna", provinces=[])
    at.correct("inventions", "anna", inventions=[])
    assert 1 in province_deck(at.state)
    assert 57 in inventions_left(at.state, "ancient")


def test_a_discarded_province_that_turns_out_to_be_held_is_no_longer_discarded():
    at = discarding()
    assert 8 in at.state.discarded
    at.correct("provinces", "bara", provinces=[8])
    assert 8 not in at.state.discarded
    check(at.state, at.facts)


def discarding():
    """Province 8 was drawn and not kept."""
    at = with_icons("more_provinces").settle(anna=60, bara=50).to(Stage.PROVINCES)
    at.do("draw_provinces", empire="anna", provinces=[7, 8])
    return at.do("keep_province", empire="anna", province=7).finish()


def test_a_province_in_somebodys_hand_is_not_corrected_into_an_empire():
    at = with_icons("more_provinces").settle(anna=60, bara=50).to(Stage.PROVINCES)
    at.do("draw_provinces", empire="anna", provinces=[7, 8])
    held = {"empire": "bara", "reason": "typing error", "provinces": [8]}
    assert not at.allows("correct_provinces", **held)


@pytest.mark.rule("ROE-34")
def test_a_mark_goes_along_to_the_next_sheet_with_the_value_it_stands_for():
    at = standing(ticks=ticks(economy=15))
    at.correct("name", "anna", name="Nova").correct("boxes", "anna", boxes=[])
    at.open().complete(136, "anna").settle(anna=60, bara=50).finish()
    sheet = at.sheet("anna")
    assert (sheet.name, sheet.age) == ("Nova", "medieval")
    assert sheet.corrected == ("name",)


def test_however_the_age_is_corrected_an_empire_has_one_sheet_of_each_age():
    at = standing(age="medieval", ticks=ticks(15), boxes=[], provinces=[])
    at.open().complete(CAESAR, "anna").settle(anna=60, bara=50).finish()
    assert at.sheet("anna").age == "industrial"
    for age in ("ancient", "medieval"):
        correction = {"empire": "anna", "reason": "typing error", "age": age}
        if at.allows("correct_age", **correction):
            at.do("correct_age", **correction)
    at.correct("ticks", "anna", category="science", ticks=16)
    at.open().settle(anna=60, bara=50).finish()
    lived = [one.age for one in at.empire("anna").past] + [at.sheet("anna").age]
    assert len(set(lived)) == len(lived)


# Corrections while a session is open


def has_a_way_on(state):
    return any(one.allowed or one.draws for one in choices(state) if one.needed)


def test_a_full_map_corrected_in_step_6_leaves_a_way_on():
    at = (
        founded_campaign("anna", "bara")
        .open()
        .settle(anna=60, bara=50)
        .to(Stage.PROVINCES)
    )
    at.do("draw_provinces", empire="anna", provinces=[7])
    at.do("keep_province", empire="anna", province=7)
    full = {"empire": "anna", "reason": "typing error", "boxes": [*range(10)]}
    if at.allows("correct_boxes", **full):
        at.do("correct_boxes", **full).finish()


def test_full_tracks_corrected_in_step_2_leave_a_way_on():
    tiny = {one: track(length=1) for one in ("diplomacy", "economy", "science")}
    at = PlayedCampaign(layouts=[layout(**tiny)]).found("anna", "bara").open()
    at.settle(anna=60, bara=50)
    for category in tiny:
        full = {"empire": "anna", "reason": "typing error", "category": category}
        if at.allows("correct_ticks", **full, ticks=1):
            at.do("correct_ticks", **full, ticks=1)
    assert has_a_way_on(at.state)
    assert at.finish().sheet("anna").age == "medieval"


def test_provinces_corrected_while_they_are_being_lost_leave_a_way_on():
    at = with_icons(boxes=[0, 3], unpaid_province="lost")
    at.enter("anna", track=50).enter("bara", track=60).do("settle_scores")
    none_left = {"empire": "anna", "reason": "typing error", "provinces": []}
    if at.allows("correct_provinces", **none_left):
        at.do("correct_provinces", **none_left).finish()


def test_a_faction_corrected_during_a_session_leaves_a_way_on():
    at = founded_campaign("anna", "bara").open()
    same = {"empire": "anna", "reason": "typing error", "faction": "barbarians"}
    if at.allows("correct_faction", **same):
        at.do("correct_faction", **same)
    assert at.settle(anna=60, bara=50).finish().state.played == 1


def test_a_corrected_tick_is_no_icon_of_the_open_session():
    own = layout(science=track("extra_tick"))
    at = PlayedCampaign(layouts=[own]).found("anna", "bara").open()
    at.correct("ticks", "anna", category="science", ticks=1)
    assert at.settle(anna=60, bara=50).seat("anna").ticks_due == 1


# Taken over from paper


def test_everything_the_paper_sheet_shows_is_taken_over():
    at = founded_campaign("bara").session(bara=50)
    at.take_over(
        "anna",
        age="medieval",
        ticks=ticks(1, 2, 3),
        boxes=[1, 2],
        provinces=[38, 40],
        inventions=[invention(57), invention(83, 50, "turquoise")],
        knowledge=21,
        scores=[40, 41, 42],
        earlier_ticks=30,
        deck="standard",
    )
    empire, sheet = at.empire("anna"), at.sheet("anna")
    assert (empire.all_ticks, empire.founded, empire.deck) == (36, 2, "standard")
    assert (sheet.boxes, sheet.provinces) == ((1, 2), (38, 40))
    assert sheet.scores == (40, 41, 42)
    assert at.ledger("anna") == sheet.knowledge == 21
    assert at.state.catalogue[83].price == 50
    assert at.state.catalogue[83].colour == "turquoise"
    assert 57 not in inventions_left(at.state, "ancient")
    check(at.state, at.facts)


@pytest.mark.parametrize(
    ("wrong", "rules"),
    [
        ({"age": "modern"}, ["ROE-2"]),
        ({"ticks": ticks(17)}, ["ROE-21", "ROE-33"]),
        ({"ticks": ticks(-1)}, ["ROE-21"]),
        ({"ticks": ticks(16)}, ["ROE-33"]),
        ({"boxes": [10]}, ["ROE-9"]),
        ({"knowledge": -1}, ["ROE-30"]),
        ({"provinces": [2]}, ["ROE-1"]),
        ({"inventions": [invention(58)]}, ["ROE-1"]),
        ({"inventions": [invention(57), invention(62)]}, ["ROE-12"]),
        ({"inventions": [invention(100)]}, ["ROE-27"]),
        ({"scores": [1, 2, 3, 4]}, ["ROE-34"]),
        ({"earlier_ticks": -1, "age": "medieval"}, ["ROE-34"]),
        ({"earlier_ticks": 5}, ["ROE-34"]),
    ],
)
def test_what_no_paper_sheet_shows_is_refused(wrong, rules):
    at = PlayedCampaign().take_over("bara", provinces=[2], inventions=[invention(58)])
    new = {"empire": "a", "player": "A", "name": "A", "faction": "japanese"}
    assert at.refuses("take_over_empire", **new, **wrong) == rules


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"provinces": [2]}, "Card 002 already belongs to bara's realm."),
        ({"provinces": [3, 3]}, "Card 003 is entered twice."),
        ({"provinces": [58]}, "Card 058 isn't a province."),
        (
            {"inventions": [invention(1)]},
            "Card 001 isn't an invention of that age.",
        ),
    ],
)
def test_the_card_that_is_wrong_is_named(wrong, words):
    at = PlayedCampaign().take_over("bara", provinces=[2])
    new = {"empire": "a", "player": "A", "name": "A", "faction": "japanese"}
    with pytest.raises(RuleBroken) as refused:
        ENGINE.apply(at.state, "take_over_empire", through_json({**new, **wrong}))
    assert words in [str(one.message) for one in refused.value.problems]


def test_everything_wrong_with_a_paper_sheet_is_said_at_once():
    at = standing()
    said = at.refuses(
        "take_over_empire",
        empire="a",
        player="A",
        name="",
        faction="",
        ticks=ticks(17, -1),
        boxes=[99],
        provinces=[1],
        knowledge=-5,
        scores=[1, 2, 3, 4],
    )
    assert sorted(set(said)) == [
        *("ROE-1", "ROE-2", "ROE-21", "ROE-30", "ROE-33", "ROE-34", "ROE-9")
    ]


def test_a_discarded_province_on_a_paper_sheet_is_no_longer_discarded():
    at = discarding().take_over("cyril", provinces=[8])
    assert 8 not in at.state.discarded
    check_cards(at.state)


def test_a_discarded_province_that_is_really_an_invention_is_no_longer_discarded():
    at = discarding().do("fill_card", number=8, kind="invention", group="ancient")
    assert 8 in inventions_left(at.state, "ancient")
    assert 8 not in at.state.discarded
