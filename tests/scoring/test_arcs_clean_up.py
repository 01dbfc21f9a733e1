"""Arcs: what is done after a chapter, what is asked and what stays for the next."""

from dataclasses import replace

import pytest

from scoring.arcs import GAME
from scoring.arcs.chapters import ArcsSeat
from tests.scoring.arcs_chapters import (
    EMPATH,
    KEEPER,
    TYCOON,
    TYRANT,
    WARLORD,
    broken,
    chapter,
    played,
    scored,
    stepped,
)

# Clean-up


@pytest.mark.rule("ARC-9")
@pytest.mark.parametrize(
    ("declared", "trophies", "captives"),
    [
        ((), False, False),
        ((KEEPER, EMPATH, TYCOON), False, False),
        ((WARLORD,), True, False),
        ((TYRANT,), False, True),
        ((WARLORD, WARLORD, TYRANT), True, True),
    ],
)
def test_trophies_and_captives_go_back_when_their_ambition_was_scored(
    declared, trophies, captives
):
    said = stepped(scored(declared, ArcsSeat(relic=1), ArcsSeat(), ArcsSeat()))
    assert ("Return all trophies." in said) is trophies
    assert ("Return all captives." in said) is captives


@pytest.mark.rule("ARC-9", "ARC-12")
@pytest.mark.parametrize(
    ("declared", "trophies", "told"),
    [((WARLORD,), 1, True), ((WARLORD,), 0, False), ((TYRANT,), 1, False)],
)
def test_cities_and_surplus_resources_are_told_when_trophies_go_back(
    declared, trophies, told
):
    sheet = scored(
        declared, ArcsSeat(), ArcsSeat(trophies=trophies, captives=1), ArcsSeat()
    )
    cities = [one for one in stepped(sheet) if "rightmost" in one]
    surplus = [one.seat for one in sheet.steps if one.rule.id == "ARC-12"]
    assert len(cities) == told
    assert surplus == [None] * told


@pytest.mark.rule("ARC-9")
def test_only_the_last_chapter_is_cleaned_up():
    seats = (ArcsSeat(),) * 3
    sheet = played(chapter(1, (TYRANT,), *seats), chapter(2, (WARLORD,), *seats))
    assert "Return all trophies." in stepped(sheet)
    assert "Return all captives." not in stepped(sheet)
    assert {one.tally for one in sheet.steps} == {2}


@pytest.mark.rule("ARC-9")
def test_what_is_a_step_is_not_remarked_on_too():
    cartel = ArcsSeat(trophies=1, captives=1, material_cartel=True)
    assert (
        scored((WARLORD, TYRANT, TYCOON), cartel, ArcsSeat(), ArcsSeat()).remarks == ()
    )


@pytest.mark.rule("ARC-2")
@pytest.mark.parametrize(
    ("number", "turned"),
    [
        (1, ["Turn the marker 2/0. It becomes 4/2."]),
        (2, ["Turn the marker 3/2. It becomes 6/3."]),
        (3, ["Turn the marker 5/3. It becomes 9/4."]),
        (4, []),
    ],
)
def test_after_each_of_three_chapters_the_lowest_marker_not_yet_turned_is(
    number, turned
):
    said = stepped(
        scored((KEEPER,), ArcsSeat(relic=1), ArcsSeat(), ArcsSeat(), number=number)
    )
    assert [one for one in said if one.startswith("Turn")] == turned


@pytest.mark.rule("ARC-2")
@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_turned_marker_is_worth_what_the_step_said(number):
    def faces(chapter):
        return set(GAME.at_stake(chapter).values["faces"].split(" · "))

    sheet = scored((KEEPER,), ArcsSeat(), ArcsSeat(), ArcsSeat(), number=number)
    (values,) = [
        one.message.values for one in sheet.steps if str(one.message).startswith("Turn")
    ]
    assert faces(number) - faces(number + 1) == {values["before"]}
    assert faces(number + 1) - faces(number) == {values["after"]}


@pytest.mark.rule("ARC-2")
@pytest.mark.parametrize(("declared", "told"), [((), False), ((KEEPER,), True)])
def test_markers_go_back_only_where_some_were_placed(declared, told):
    said = stepped(scored(declared, ArcsSeat(relic=1), ArcsSeat(), ArcsSeat()))
    assert ("Return all ambition markers." in said) is told


@pytest.mark.rule("ARC-20")
def test_a_chapter_is_followed_by_cards_clean_up_marker_end_check_and_new_hands():
    sheet = scored(
        (WARLORD, TYRANT, TYCOON),
        ArcsSeat(material_cartel=True, trophies=1),
        ArcsSeat(captives=1, leader="fuel_drinker"),
        ArcsSeat(),
    )
    assert stepped(sheet) == [
        "Material Cartel: rivals discard their materials.",
        "Fuel-Drinker discards fuel.",
        "Return all trophies.",
        "Return all captives.",
        "Cities among the trophies return to the rightmost empty places.",
        "Discard resources that don't fit your slots.",
        "Return all ambition markers.",
        "Turn the marker 2/0. It becomes 4/2.",
        "Nobody has 30 power. Move the chapter marker to 2.",
        "Chapter 2 begins. Everyone draws 6 cards.",
    ]
    assert [one.rule.id for one in sheet.steps] == [
        *["ARC-13"] * 2,
        *["ARC-9"] * 3,
        "ARC-12",
        *["ARC-2"] * 2,
        "ARC-10",
        "ARC-20",
    ]


@pytest.mark.rule("ARC-20")
@pytest.mark.parametrize(("players", "may"), [(2, True), (3, False), (4, False)])
def test_of_two_players_who_lacks_the_initiative_may_swap_the_new_hand(players, may):
    set_up = "homelands" if players == 2 else ""
    sheet = scored((KEEPER,), *(ArcsSeat(),) * players, set_up=set_up)
    assert ("initiative" in stepped(sheet)[-1]) is may


@pytest.mark.rule("ARC-20")
def test_an_empty_chapter_has_no_steps():
    empty = chapter(2, (), ArcsSeat(), ArcsSeat(), ArcsSeat())
    assert played(replace(empty, number=1)).steps == ()
    before = chapter(
        1, (WARLORD,), ArcsSeat(leader="elder"), ArcsSeat(trophies=1), ArcsSeat()
    )
    assert played(before).steps != ()
    assert played(before, empty).steps == ()


@pytest.mark.rule("ARC-20")
def test_cities_left_from_the_chapter_before_do_not_make_a_chapter_played():
    before = chapter(
        1, ["warlord"], ArcsSeat(trophies=1, cities=2), ArcsSeat(), ArcsSeat()
    )
    carried = (ArcsSeat(cities=2), ArcsSeat(), ArcsSeat())
    assert played(before, chapter(2, (), *carried)).steps == ()
    built = (ArcsSeat(cities=1), ArcsSeat(), ArcsSeat())
    assert played(before, chapter(2, (), *built)).steps != ()
    assert played(before, chapter(2, ["tyrant"], *carried)).steps != ()


@pytest.mark.rule("ARC-20")
def test_what_is_entered_once_does_not_make_a_chapter_played():
    assert (
        scored((), ArcsSeat(leader="elder"), ArcsSeat(), set_up="homelands").steps == ()
    )


@pytest.mark.rule("ARC-20")
@pytest.mark.parametrize(
    ("declared", "entered"), [((), {"relic": 1}), ((), {"cities": 3}), ((KEEPER,), {})]
)
def test_anything_entered_or_declared_makes_a_chapter_played(declared, entered):
    assert scored(declared, ArcsSeat(), ArcsSeat(**entered), ArcsSeat()).steps != ()


# What is asked, and what stays on the boards


def needs(declared, *seats):
    return GAME.needed(chapter(1, declared, *seats))


@pytest.mark.rule("ARC-4")
def test_only_what_the_declared_ambitions_count_is_asked():
    assert needs((), ArcsSeat(), ArcsSeat(), ArcsSeat()) == ()
    assert needs((WARLORD, TYCOON), ArcsSeat(), ArcsSeat()) == (
        "tycoon",
        "trophies",
        "cities",
    )
    assert needs((EMPATH, EMPATH), ArcsSeat(), ArcsSeat()) == ("empath", "cities")
    assert needs((TYRANT, KEEPER), ArcsSeat(), ArcsSeat()) == (
        "captives",
        "keeper",
        "cities",
    )


@pytest.mark.rule("ARC-13")
@pytest.mark.parametrize("cartel", ["material_cartel", "fuel_cartel"])
def test_with_a_cartel_fuel_and_material_are_asked_one_by_one(cartel):
    apart = ("material", "material_cards", "fuel", "fuel_cards", "cities")
    assert needs((TYCOON,), ArcsSeat(), ArcsSeat(**{cartel: True})) == apart
    assert needs((KEEPER,), ArcsSeat(), ArcsSeat(**{cartel: True})) == (
        "keeper",
        "cities",
    )


@pytest.mark.rule("ARC-1")
def test_who_began_to_count_one_by_one_goes_on_so():
    asked = needs((KEEPER, WARLORD), ArcsSeat(relic_cards=1), ArcsSeat())
    assert asked == ("trophies", "relic", "relic_cards", "cities")


@pytest.mark.rule("ARC-1")
@pytest.mark.parametrize(
    ("ambition", "together", "apart"),
    [(TYCOON, "tycoon", "fuel"), (KEEPER, "keeper", "relic"), (EMPATH, "empath", "psionic")],
)  # fmt: skip
def test_pieces_counted_together_are_worth_as_much_as_one_by_one(
    ambition, together, apart
):
    for own, totals in ((1, (3, 5, 0)), (2, (3, 3, 0)), (3, (5, 3, 0))):
        sheet = scored(
            (ambition,), ArcsSeat(**{together: own}), ArcsSeat(**{apart: 2}), ArcsSeat()
        )
        assert sheet.totals == totals
        assert not sheet.problems


@pytest.mark.rule("ARC-13")
def test_nobody_counts_the_same_pieces_twice():
    both = ArcsSeat(tycoon=2, fuel=2)
    assert broken(scored((TYCOON,), both, ArcsSeat(), ArcsSeat())) == [("ARC-13", 0, 1)]
    assert (
        broken(scored((TYCOON,), ArcsSeat(tycoon=2, relic=2), ArcsSeat(), ArcsSeat()))
        == []
    )


@pytest.mark.rule("ARC-13")
def test_a_cartel_needs_to_know_the_supply():
    seats = ArcsSeat(tycoon=2), ArcsSeat(fuel_cartel=True, fuel_cards=1), ArcsSeat()
    assert broken(scored((TYCOON,), *seats)) == [("ARC-13", 0, 1)]


@pytest.mark.rule("ARC-14")
@pytest.mark.parametrize(
    ("ambition", "key", "most"),
    [(TYCOON, "tycoon", 20), (KEEPER, "keeper", 10), (EMPATH, "empath", 10)],
)
def test_there_is_only_so_much_of_a_suit(ambition, key, most):
    def problems(more, **set_up):
        seats = ArcsSeat(**{key: most - 1}), ArcsSeat(**{key: more})
        return broken(
            scored((ambition,), *seats, *(() if set_up else (ArcsSeat(),)), **set_up)
        )

    assert problems(1) == []
    assert problems(2) == [("ARC-14", None, 1)]
    out_of_play = {TYCOON: "frontiers", KEEPER: "mix_up_1", EMPATH: "mix_up_1"}
    assert problems(1, set_up=out_of_play[ambition]) == [("ARC-14", None, 1)]


@pytest.mark.rule("ARC-9")
@pytest.mark.parametrize(
    ("declared", "stays"),
    [
        ((TYCOON,), {"tycoon": 3, "captives": 2, "trophies": 4}),
        ((TYRANT,), {"tycoon": 3, "trophies": 4}),
        ((WARLORD, TYRANT), {"tycoon": 3}),
    ],
)
def test_what_the_clean_up_leaves_is_carried_to_the_next_chapter(declared, stays):
    seat = ArcsSeat(tycoon=3, captives=2, trophies=4, cities=1)
    carried = GAME.carried(chapter(1, declared, seat, ArcsSeat()))
    assert carried == [{**stays, "cities": 1}, {"cities": 4}]
