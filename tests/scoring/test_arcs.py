"""Arcs, rule by rule."""

from dataclasses import replace

import pytest

from scoring.arcs import GAME
from scoring.arcs.chapters import ArcsBoard, ArcsSeat
from scoring.entries import entries_of
from scoring.sheet import Tally, score_game

TYCOON, TYRANT, WARLORD, KEEPER, EMPATH = (
    "tycoon",
    "tyrant",
    "warlord",
    "keeper",
    "empath",
)
LABELS = {
    TYCOON: "Tycoon",
    TYRANT: "Tyrant",
    WARLORD: "Warlord",
    KEEPER: "Keeper",
    EMPATH: "Empath",
}
MARKERS = {
    1: ((5, 3), (3, 2), (2, 0)),
    2: ((5, 3), (4, 2), (3, 2)),
    3: ((6, 3), (5, 3), (4, 2)),
    4: ((9, 4), (6, 3), (4, 2)),
    5: ((9, 4), (6, 3), (4, 2)),
}


def chapter(number, declared, *seats, set_up=""):
    places = ("first", "second", "third")
    board = ArcsBoard(set_up=set_up, **dict(zip(places, declared, strict=False)))
    return Tally(number, board, seats)


def scored(declared, *seats, number=1, **more):
    """One chapter, alone on its sheet."""
    return score_game(GAME, [chapter(number, declared, *seats, **more)])


def played(*chapters):
    return score_game(GAME, chapters)


def row(sheet, label, tally=1):
    (found,) = [r for r in sheet.rows if r.label == label and r.tally == tally]
    return found.points


def bonus(sheet):
    return row(sheet, "City bonus")


def broken(sheet):
    return [(one.rule.id, one.seat, one.tally) for one in sheet.problems]


def stepped(sheet):
    return [str(one.message) for one in sheet.steps]


def discarded(sheet):
    return [
        (one.rule.id, one.seat, one.tally)
        for one in sheet.steps
        if "discard" in str(one.message) and one.seat is not None
    ]


def warlords(*trophies, cities=4):
    return tuple(ArcsSeat(trophies=one, cities=cities) for one in trophies)


# The worked example


@pytest.mark.rule("ARC-15", "ARC-3", "ARC-6", "ARC-7")
def test_a_fuel_with_a_material_card_ties_with_two_materials_for_3_power_each():
    sheet = scored(
        (TYCOON, KEEPER, TYCOON),
        ArcsSeat(fuel=1, material_cards=1, cities=1),
        ArcsSeat(material=2),
        ArcsSeat(),
    )
    assert sheet.totals == (3, 3, 0)
    assert bonus(sheet) == (0, 0, 0)
    assert sheet.problems == ()


@pytest.mark.rule("ARC-15", "ARC-3", "ARC-7")
def test_the_same_tycoon_won_alone_is_worth_7_and_the_bonus_of_2():
    sheet = scored(
        (TYCOON, KEEPER, TYCOON),
        ArcsSeat(fuel=1, material_cards=1, cities=1),
        ArcsSeat(material=1),
        ArcsSeat(),
    )
    assert sheet.totals == (9, 3, 0)


# What counts


@pytest.mark.rule("ARC-1")
@pytest.mark.parametrize(
    ("ambition", "counting"),
    [
        (TYCOON, ("material", "fuel", "material_cards", "fuel_cards")),
        (TYRANT, ("captives",)),
        (WARLORD, ("trophies",)),
        (KEEPER, ("relic", "relic_cards")),
        (EMPATH, ("psionic", "psionic_cards")),
    ],
)
def test_each_ambition_counts_its_own_pieces_one_each_and_no_others(ambition, counting):
    pieces = (
        "material",
        "fuel",
        "relic",
        "psionic",
        "material_cards",
        "fuel_cards",
        "relic_cards",
        "psionic_cards",
        "captives",
        "trophies",
    )
    for piece in pieces:
        sheet = scored((ambition,), ArcsSeat(**{piece: 1}), ArcsSeat(), ArcsSeat())
        assert sheet.totals == (5 * (piece in counting), 0, 0)


@pytest.mark.rule("ARC-1")
@pytest.mark.parametrize(
    ("ambition", "mixed", "plain"),
    [
        (
            TYCOON,
            {"material": 1, "fuel": 1, "material_cards": 1, "fuel_cards": 1},
            "fuel_cards",
        ),
        (KEEPER, {"relic": 2, "relic_cards": 2}, "relic"),
        (EMPATH, {"psionic": 2, "psionic_cards": 2}, "psionic"),
    ],
)
def test_tokens_and_guild_cards_add_up(ambition, mixed, plain):
    for rival, totals in ((3, (5, 3, 0)), (4, (3, 3, 0)), (5, (3, 5, 0))):
        sheet = scored(
            (ambition,), ArcsSeat(**mixed), ArcsSeat(**{plain: rival}), ArcsSeat()
        )
        assert sheet.totals == totals


@pytest.mark.rule("ARC-1")
def test_weapons_are_not_asked_for():
    assert not [key for key in entries_of(ArcsSeat) if "weapon" in key]


# Markers and declaring


@pytest.mark.rule("ARC-2")
@pytest.mark.parametrize("number", MARKERS)
@pytest.mark.parametrize("declaration", [0, 1, 2])
def test_the_markers_of_each_chapter_are_taken_highest_first(number, declaration):
    declared = [EMPATH, KEEPER, TYRANT]
    declared[declaration] = WARLORD
    sheet = scored(declared, *warlords(3, 2, 1), number=number)
    assert sheet.totals == (*MARKERS[number][declaration], 0)


@pytest.mark.rule("ARC-2")
@pytest.mark.parametrize(
    ("number", "faces"),
    [
        (1, "5/3 · 3/2 · 2/0"),
        (2, "5/3 · 4/2 · 3/2"),
        (3, "6/3 · 5/3 · 4/2"),
        (4, "9/4 · 6/3 · 4/2"),
        (5, "9/4 · 6/3 · 4/2"),
    ],
)
def test_a_chapter_shows_what_it_is_played_for(number, faces):
    assert GAME.at_stake(number).values["faces"] == faces


@pytest.mark.rule("ARC-3")
@pytest.mark.parametrize(
    ("declared", "totals"),
    [
        ((WARLORD,), (5, 3, 0)),
        ((WARLORD, WARLORD), (8, 5, 0)),
        ((WARLORD, KEEPER, WARLORD), (7, 3, 0)),
        ((KEEPER, WARLORD, WARLORD), (5, 2, 0)),
        ((WARLORD, WARLORD, WARLORD), (10, 5, 0)),
    ],
)
def test_the_values_of_several_markers_on_an_ambition_add_up(declared, totals):
    assert scored(declared, *warlords(3, 2, 1)).totals == totals


@pytest.mark.rule("ARC-3")
@pytest.mark.parametrize(
    ("board", "problems"),
    [
        ({}, []),
        ({"first": KEEPER}, []),
        ({"first": KEEPER, "second": KEEPER}, []),
        ({"first": KEEPER, "second": TYRANT, "third": KEEPER}, []),
        ({"second": KEEPER}, [("ARC-3", None, 2)]),
        ({"third": KEEPER}, [("ARC-3", None, 2)]),
        ({"first": KEEPER, "third": KEEPER}, [("ARC-3", None, 2)]),
        ({"second": KEEPER, "third": KEEPER}, [("ARC-3", None, 2)]),
    ],
)
def test_no_declaration_comes_before_an_earlier_one(board, problems):
    chapters = [chapter(1, (), ArcsSeat(), ArcsSeat(), ArcsSeat())]
    chapters.append(Tally(2, ArcsBoard(**board), (ArcsSeat(),) * 3))
    assert broken(played(*chapters)) == problems


@pytest.mark.rule("ARC-4")
def test_an_ambition_that_nobody_declared_gives_nothing():
    seat = ArcsSeat(material=1, captives=1, trophies=1, relic=1, psionic=1, cities=0)
    for declared in LABELS:
        sheet = scored((declared,), seat, ArcsSeat(), ArcsSeat())
        gains = {ambition: row(sheet, LABELS[ambition])[0] for ambition in LABELS}
        assert gains == {**dict.fromkeys(LABELS, 0), declared: 5}
        assert bonus(sheet) == (5, 0, 0)


@pytest.mark.rule("ARC-4")
def test_an_ambition_that_nobody_declared_is_not_told():
    sheet = scored(
        (WARLORD, KEEPER), ArcsSeat(trophies=1, captives=1), ArcsSeat(), ArcsSeat()
    )
    told = [one.label for one in sheet.rows if one.shown]
    assert told == ["Warlord", "Keeper", "City bonus"]
    (tyrant,) = [one for one in sheet.rows if one.label == "Tyrant"]
    assert tyrant.why == ("", "", "")


@pytest.mark.rule("ARC-4")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_nobody_gains_from_an_ambition_with_nothing_of_its_kind(players):
    sheet = scored((WARLORD, WARLORD), *warlords(*[0] * players, cities=0))
    assert sheet.totals == (0,) * players


@pytest.mark.rule("ARC-4")
def test_with_nothing_one_is_not_even_second():
    assert scored((WARLORD,), *warlords(1, 0, 0, 0)).totals == (5, 0, 0, 0)
    assert scored((WARLORD,), *warlords(1, 0, 0)).totals == (5, 0, 0)


# Places


@pytest.mark.rule("ARC-5")
@pytest.mark.parametrize(
    ("trophies", "totals"),
    [
        ((2, 1, 0), (5, 3, 0)),
        ((1, 2, 3), (0, 3, 5)),
        ((9, 8, 7, 1), (5, 3, 0, 0)),
        ((3, 4, 2, 1), (3, 5, 0, 0)),
    ],
)
def test_the_sole_first_and_the_sole_second_gain_their_values(trophies, totals):
    assert scored((WARLORD,), *warlords(*trophies)).totals == totals


@pytest.mark.rule("ARC-6")
@pytest.mark.parametrize(
    ("trophies", "totals"),
    [
        ((2, 2, 0), (3, 3, 0)),
        ((2, 2, 1), (3, 3, 0)),
        ((1, 2, 2, 1), (0, 3, 3, 0)),
        ((4, 4, 4, 1), (3, 3, 3, 0)),
        ((4, 4, 4, 4), (3, 3, 3, 3)),
    ],
)
def test_all_who_tie_for_first_gain_the_second_values_and_nobody_else(trophies, totals):
    assert scored((WARLORD,), *warlords(*trophies)).totals == totals


@pytest.mark.rule("ARC-6")
@pytest.mark.parametrize(
    ("trophies", "totals"),
    [
        ((3, 2, 2), (5, 0, 0)),
        ((2, 3, 2, 1), (0, 5, 0, 0)),
        ((2, 2, 3, 2), (0, 0, 5, 0)),
    ],
)
def test_a_tie_for_second_gains_nothing(trophies, totals):
    assert scored((WARLORD,), *warlords(*trophies)).totals == totals


@pytest.mark.rule("ARC-6")
def test_a_tie_for_first_on_the_lowest_marker_gains_nothing():
    assert scored((KEEPER, TYRANT, WARLORD), *warlords(2, 2, 1)).totals == (0, 0, 0)


@pytest.mark.rule("ARC-4", "ARC-5", "ARC-6")
def test_each_place_says_how_it_came_about():
    sheet = scored(
        (WARLORD, KEEPER), ArcsSeat(trophies=2), ArcsSeat(trophies=2), ArcsSeat()
    )
    (why,) = [one.why for one in sheet.rows if one.label == "Warlord"]
    assert str(why[0]) == str(why[1]) == "tied for first with 2 (ARC-6)"
    assert str(why[2]) == "no place with 0"


# City bonus


@pytest.mark.rule("ARC-7")
@pytest.mark.parametrize(
    ("cities", "more"), [(0, 5), (1, 2), (2, 0), (3, 0), (4, 0), (5, 0)]
)
def test_the_bonus_depends_on_the_cities_left_on_the_board(cities, more):
    sheet = scored(
        (WARLORD,), ArcsSeat(trophies=1, cities=cities), ArcsSeat(), ArcsSeat()
    )
    assert bonus(sheet) == (more, 0, 0)
    assert sheet.totals == (5 + more, 0, 0)


@pytest.mark.rule("ARC-7")
def test_the_bonus_comes_once_per_ambition_however_many_markers():
    sheet = scored(
        (WARLORD,) * 3, ArcsSeat(trophies=1, cities=0), ArcsSeat(), ArcsSeat()
    )
    assert sheet.totals == (10 + 5, 0, 0)


@pytest.mark.rule("ARC-7")
def test_the_bonus_comes_for_each_ambition_won():
    seat = ArcsSeat(trophies=1, captives=1, relic=1, cities=1)
    sheet = scored((WARLORD, TYRANT, KEEPER), seat, ArcsSeat(), ArcsSeat())
    assert bonus(sheet) == (6, 0, 0)
    assert sheet.totals == (5 + 3 + 2 + 6, 0, 0)


@pytest.mark.rule("ARC-6", "ARC-7")
def test_no_bonus_comes_for_a_tie_or_a_second_place():
    assert bonus(scored((WARLORD,), *warlords(2, 2, 1, cities=0))) == (0, 0, 0)
    assert bonus(scored((WARLORD,), *warlords(3, 2, 1, cities=0))) == (5, 0, 0)


# Two players


@pytest.mark.rule("ARC-8")
@pytest.mark.parametrize(
    ("set_up", "ambition", "piece", "tokens"),
    [
        ("frontiers", TYCOON, "fuel_cards", 4),
        ("frontiers", WARLORD, "trophies", 1),
        ("frontiers", KEEPER, "relic_cards", 0),
        ("frontiers", EMPATH, "psionic_cards", 1),
        ("mix_up_1", TYCOON, "fuel_cards", 0),
        ("mix_up_1", WARLORD, "trophies", 2),
        ("mix_up_1", KEEPER, "relic_cards", 2),
        ("mix_up_1", EMPATH, "psionic_cards", 2),
        ("homelands", TYCOON, "fuel_cards", 4),
        ("homelands", WARLORD, "trophies", 1),
        ("homelands", KEEPER, "relic_cards", 1),
        ("homelands", EMPATH, "psionic_cards", 0),
        ("mix_up_2", TYCOON, "fuel_cards", 4),
        ("mix_up_2", WARLORD, "trophies", 1),
        ("mix_up_2", KEEPER, "relic_cards", 1),
        ("mix_up_2", EMPATH, "psionic_cards", 0),
        ("frontiers", TYRANT, "captives", 0),
        ("mix_up_1", TYRANT, "captives", 0),
        ("homelands", TYRANT, "captives", 0),
        ("mix_up_2", TYRANT, "captives", 0),
    ],
)
def test_the_tokens_out_of_play_compete_like_a_third_player(
    set_up, ambition, piece, tokens
):
    def gained(own):
        seats = ArcsSeat(**{piece: own}), ArcsSeat()
        sheet = scored((ambition,), *seats, set_up=set_up)
        assert sheet.problems == ()
        assert len(sheet.totals) == len(sheet.places) == 2
        return sheet.totals

    assert gained(tokens + 1) == (5, 0)
    if tokens:
        assert gained(tokens) == (3, 0)
        assert gained(tokens - 1) == ((3, 0) if tokens > 1 else (0, 0))


@pytest.mark.rule("ARC-6", "ARC-8")
@pytest.mark.parametrize(
    ("trophies", "totals"),
    [
        ((4, 3), (5, 3)),
        ((4, 2), (5, 0)),
        ((4, 1), (5, 0)),
        ((2, 1), (3, 0)),
        ((2, 2), (3, 3)),
        ((1, 1), (0, 0)),
        ((1, 0), (3, 0)),
        ((3, 3), (3, 3)),
    ],
)
def test_two_weapons_out_of_play_are_two_trophies(trophies, totals):
    sheet = scored((WARLORD,), *warlords(*trophies), set_up="mix_up_1")
    assert sheet.totals == totals


@pytest.mark.rule("ARC-7", "ARC-8")
def test_no_bonus_comes_for_a_tie_with_the_tokens_out_of_play():
    sheet = scored((WARLORD,), *warlords(2, 0, cities=0), set_up="mix_up_1")
    assert bonus(sheet) == (0, 0)


@pytest.mark.rule("ARC-8")
def test_two_players_need_a_set_up_card():
    assert broken(scored((), ArcsSeat(), ArcsSeat())) == [("ARC-8", None, None)]
    assert broken(scored((), ArcsSeat(), ArcsSeat(), set_up="frontiers")) == []


@pytest.mark.rule("ARC-8")
def test_the_set_up_card_of_the_first_chapter_holds_for_all():
    sheet = played(
        chapter(1, (), ArcsSeat(), ArcsSeat(), set_up="mix_up_1"),
        chapter(2, (WARLORD,), *warlords(1, 0)),
    )
    assert sheet.problems == ()
    assert sheet.totals == (3, 0)


@pytest.mark.rule("ARC-8")
@pytest.mark.parametrize("players", [3, 4])
def test_more_players_have_no_tokens_out_of_play(players):
    sheet = scored((WARLORD,), *warlords(1, *[0] * (players - 1)), set_up="mix_up_1")
    assert sheet.totals[0] == 5
    assert broken(sheet) == [("ARC-8", None, 1)]


@pytest.mark.rule("ARC-8")
def test_a_set_up_card_too_many_is_told_once():
    sheet = played(
        chapter(1, (), ArcsSeat(), ArcsSeat(), ArcsSeat(), set_up="mix_up_1"),
        chapter(2, (), ArcsSeat(), ArcsSeat(), ArcsSeat()),
    )
    assert broken(sheet) == [("ARC-8", None, 1)]


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
    cities = [one for one in stepped(sheet) if "right-most" in one]
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
        "Cities among the trophies return to the right-most empty places.",
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


# The end of the game

# By what it comes to: the markers on Tyrant and the cities left, chapter by chapter.
WAYS = {
    26: ((3, 4), (1, 4), (2, 4)),
    27: ((3, 4), (2, 4), (1, 1)),
    29: ((3, 4), (2, 1), (1, 1)),
    30: ((3, 4), (3, 4), (1, 1)),
    32: ((3, 4), (2, 1), (2, 4)),
    33: ((3, 4), (3, 4), (2, 4)),
}


def gaining(power, players, chapters=3):
    """A game in which the second player alone gains so much power in three chapters."""
    ways = [*WAYS[power], *((0, 4),) * (chapters - 3)]
    set_up = "homelands" if players == 2 else ""
    rest = (ArcsSeat(),) * (players - 2)
    return played(
        *(
            chapter(
                number,
                (TYRANT,) * markers,
                ArcsSeat(),
                ArcsSeat(captives=1, cities=cities),
                *rest,
                set_up=set_up if number == 1 else "",
            )
            for number, (markers, cities) in enumerate(ways, start=1)
        )
    )


@pytest.mark.rule("ARC-10")
@pytest.mark.parametrize(
    ("players", "power", "over"),
    [
        (4, 26, False),
        (4, 27, True),
        (3, 29, False),
        (3, 30, True),
        (2, 32, False),
        (2, 33, True),
    ],
)
def test_the_game_ends_with_27_30_or_33_power_by_the_number_of_players(
    players, power, over
):
    sheet = gaining(power, players)
    assert sheet.totals == (0, power, *(0,) * (players - 2))
    assert sheet.ending.over is over
    assert sheet.ending.rule.id == "ARC-10"
    assert sheet.winners == ((1,) if over else ())
    assert sheet.problems == ()


@pytest.mark.rule("ARC-10")
@pytest.mark.parametrize(
    ("players", "power", "problems"),
    [
        (4, 26, []),
        (4, 27, [("ARC-10", None, 4)]),
        (3, 29, []),
        (3, 30, [("ARC-10", None, 4)]),
        (2, 32, []),
        (2, 33, [("ARC-10", None, 4)]),
    ],
)
def test_no_chapter_follows_the_one_that_ended_the_game(players, power, problems):
    assert broken(gaining(power, players, chapters=4)) == problems


@pytest.mark.rule("ARC-10")
def test_chapters_after_the_end_are_told_once():
    assert broken(gaining(30, 3, chapters=5)) == [("ARC-10", None, 4)]


@pytest.mark.rule("ARC-10")
@pytest.mark.parametrize(("number", "over"), [(1, False), (4, False), (5, True)])
def test_the_game_ends_after_the_fifth_chapter_at_the_latest(number, over):
    sheet = scored((WARLORD,), *warlords(1, 0, 0), number=number)
    assert sheet.ending.over is over
    assert sheet.winners == ((0,) if over else ())


@pytest.mark.rule("ARC-10")
def test_the_power_of_all_chapters_adds_up():
    sheet = played(
        chapter(1, (WARLORD,), *warlords(2, 1, 0)),
        chapter(2, (TYCOON, WARLORD), *warlords(0, 1, 2)),
    )
    assert sheet.totals == (5, 3 + 2, 4)


@pytest.mark.rule("ARC-10")
@pytest.mark.parametrize(
    ("players", "power", "over"),
    [
        (4, 26, False),
        (4, 27, True),
        (3, 29, False),
        (3, 30, True),
        (2, 32, False),
        (2, 33, True),
    ],
)
def test_after_the_end_nothing_is_done_but_saying_so(players, power, over):
    sheet = gaining(power, players)
    ended = ["The game is over. There is no next chapter."]
    assert (stepped(sheet) == ended) is over
    assert ("Chapter 4 begins. Everyone draws 6 cards." in stepped(sheet)) is not over
    assert {one.tally for one in sheet.steps} == {3}


@pytest.mark.rule("ARC-10", "ARC-20")
@pytest.mark.parametrize(("number", "steps"), [(4, ["ARC-20"]), (5, ["ARC-10"])])
def test_no_hands_are_drawn_after_the_fifth_chapter(number, steps):
    sheet = scored((WARLORD,), *warlords(1, 0, 0), number=number)
    assert [one.rule.id for one in sheet.steps][-1:] == steps


@pytest.mark.rule("ARC-10")
@pytest.mark.parametrize(("players", "enough"), [(2, 33), (3, 30), (4, 27)])
def test_everybody_races_for_the_power_that_ends_the_game(players, enough):
    race = gaining(26, players).race
    assert (race.to, race.have) == (enough, (0, 26, *(0,) * (players - 2)))
    assert race.rule.id == "ARC-10"


# The winner


def tied(*turns, number=5, captives=None):
    """A chapter after which everybody has the same power, unless captives say otherwise."""
    captives = captives or (1,) * len(turns)
    seats = [
        ArcsSeat(turn=turn, captives=own)
        for turn, own in zip(turns, captives, strict=True)
    ]
    set_up = "homelands" if len(turns) == 2 else ""
    return scored((TYRANT,), *seats, number=number, set_up=set_up)


@pytest.mark.rule("ARC-11")
@pytest.mark.parametrize(
    ("turns", "winner", "places"),
    [
        ((1, 2), 0, (1, 2)),
        ((2, 1), 1, (2, 1)),
        ((3, 1, 2), 1, (3, 1, 2)),
        ((3, 4, 2, 1), 3, (3, 4, 2, 1)),
    ],
)
def test_a_tie_goes_to_who_is_earlier_in_turn_order(turns, winner, places):
    sheet = tied(*turns)
    assert sheet.problems == ()
    assert sheet.winners == (winner,)
    assert sheet.places == places
    assert sheet.decided_by is sheet.ties[0]
    assert sheet.decided_by.rule.id == "ARC-11"


@pytest.mark.rule("ARC-11")
def test_turn_order_never_beats_power():
    sheet = tied(2, 3, 1, captives=(3, 2, 1))
    assert sheet.places == (1, 2, 3)
    assert sheet.winners == (0,)
    assert sheet.decided_by is None


@pytest.mark.rule("ARC-11")
def test_the_turn_order_of_the_last_chapter_decides():
    order = [ArcsSeat(turn=1), ArcsSeat(turn=2), ArcsSeat(turn=3)]
    later = [ArcsSeat(turn=3), ArcsSeat(turn=2), ArcsSeat(turn=1)]
    sheet = played(
        *(chapter(number, (), *order) for number in range(1, 5)),
        chapter(5, (), *later),
    )
    assert sheet.winners == (2,)


@pytest.mark.rule("ARC-11")
@pytest.mark.parametrize("turns", [(0, 0), (0, 0, 0), (0, 0, 1, 0)])
def test_a_tie_for_the_victory_is_never_shared(turns):
    captives = (1, 1, *(0,) * (len(turns) - 2))
    sheet = tied(*turns, captives=captives)
    assert broken(sheet) == [("ARC-11", None, None)]
    assert sheet.winners == ()


@pytest.mark.rule("ARC-11")
def test_a_tie_is_not_decided_by_an_order_that_only_one_of_the_tied_entered():
    sheet = tied(4, 0, 0, 0, captives=(1, 1, 0, 0))
    assert broken(sheet) == [("ARC-11", None, None)]


@pytest.mark.rule("ARC-11")
def test_turn_order_is_not_needed_without_a_tie_for_the_victory():
    assert broken(tied(0, 0, 0, 0, captives=(2, 1, 1, 0))) == []


@pytest.mark.rule("ARC-11")
def test_turn_order_is_not_needed_before_the_end():
    sheet = tied(0, 0, 0, number=4)
    assert sheet.problems == ()
    assert sheet.places == (1, 1, 1)


@pytest.mark.rule("ARC-11")
def test_two_players_have_no_place_in_turn_order_in_common():
    assert broken(tied(2, 1, 2)) == [("ARC-11", 2, None)]
    assert broken(tied(2, 0, 2, number=1)) == [("ARC-11", 2, None)]
    (same,) = tied(2, 1, 2).problems
    said = "Player 1 and Player 3 are both number 2 in turn order."
    assert (same.twin, str(same.message)) == (0, said)


@pytest.mark.rule("ARC-11")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_there_are_as_many_places_in_turn_order_as_players(players):
    order = list(range(1, players + 1))
    assert broken(tied(*order)) == []
    order[-1] += 1
    assert broken(tied(*order)) == [("ARC-11", None, None)]


# Slots


@pytest.mark.rule("ARC-12")
@pytest.mark.parametrize(
    ("cities", "slots"), [(5, 2), (4, 3), (3, 4), (2, 6), (1, 6), (0, 6)]
)
@pytest.mark.parametrize("holdings", [False, True])
def test_the_slots_depend_on_the_cities_left_on_the_board(cities, slots, holdings):
    def problems(tokens):
        seat = ArcsSeat(
            relic=min(tokens, 5),
            psionic=max(0, tokens - 5),
            cities=cities,
            holdings=holdings,
        )
        return broken(scored((), ArcsSeat(), seat, ArcsSeat()))

    assert problems(slots + holdings) == []
    assert problems(slots + holdings + 1) == [("ARC-12", 1, 1)]


@pytest.mark.rule("ARC-12")
@pytest.mark.parametrize("resource", ["material", "fuel", "relic", "psionic"])
def test_tokens_of_every_resource_take_a_slot(resource):
    assert broken(scored((), ArcsSeat(**{resource: 3}), ArcsSeat(), ArcsSeat())) == []
    sheet = scored((), ArcsSeat(**{resource: 4}), ArcsSeat(), ArcsSeat())
    assert broken(sheet) == [("ARC-12", 0, 1)]


@pytest.mark.rule("ARC-12")
def test_guild_cards_take_no_slots():
    cards = {f"{suit}_cards": 5 for suit in ("material", "fuel", "relic", "psionic")}
    assert broken(scored((), ArcsSeat(**cards), ArcsSeat(), ArcsSeat())) == []


@pytest.mark.rule("ARC-13")
def test_ancient_holdings_are_one_more_slot():
    full = {"relic": 5, "psionic": 2, "cities": 0}
    assert broken(scored((), ArcsSeat(**full), ArcsSeat(), ArcsSeat())) == [
        ("ARC-12", 0, 1)
    ]
    assert (
        broken(scored((), ArcsSeat(**full, holdings=True), ArcsSeat(), ArcsSeat()))
        == []
    )


# Cards that change scoring


def tycoon(holder, *rivals, set_up=""):
    """What the first player counts for Tycoon, in the words of the sheet."""
    sheet = scored((TYCOON,), holder, *rivals, set_up=set_up)
    (found,) = [one for one in sheet.rows if one.label == "Tycoon"]
    return found.why[0].values["count"]


@pytest.mark.rule("ARC-13")
@pytest.mark.parametrize("resource", ["material", "fuel"])
def test_a_cartel_adds_the_supply_of_its_resource(resource):
    other = {"material": "fuel", "fuel": "material"}[resource]
    cartel = {f"{resource}_cartel": True}
    two, five = ArcsSeat(**{resource: 2}), ArcsSeat(**{resource: 5})
    assert tycoon(ArcsSeat(**cartel), ArcsSeat(), ArcsSeat()) == 5
    assert tycoon(ArcsSeat(**cartel), two, ArcsSeat()) == 3
    assert tycoon(ArcsSeat(**cartel), two, two) == 1
    assert tycoon(ArcsSeat(**cartel), five, ArcsSeat()) == 0
    assert tycoon(ArcsSeat(**cartel), five, two) == 0
    assert tycoon(ArcsSeat(**cartel), ArcsSeat(**{other: 3}), ArcsSeat()) == 5
    assert tycoon(ArcsSeat(**cartel, **{resource: 2}), ArcsSeat(), ArcsSeat()) == 5
    assert tycoon(ArcsSeat(**cartel, **{other: 2}), ArcsSeat(), ArcsSeat()) == 7
    assert tycoon(ArcsSeat(**cartel, **{f"{resource}_cards": 2}), two, ArcsSeat()) == 5


@pytest.mark.rule("ARC-13")
def test_both_cartels_add_both_supplies():
    holder = ArcsSeat(material_cartel=True, fuel_cartel=True, fuel=1)
    assert tycoon(holder, ArcsSeat(material=1), ArcsSeat(fuel=2)) == 1 + 4 + 2


@pytest.mark.rule("ARC-8", "ARC-13")
@pytest.mark.parametrize(
    ("set_up", "supply"),
    [("frontiers", 3), ("homelands", 3), ("mix_up_1", 5), ("mix_up_2", 3)],
)
@pytest.mark.parametrize("resource", ["material", "fuel"])
def test_tokens_out_of_play_are_not_in_the_supply(resource, set_up, supply):
    cartel = ArcsSeat(**{f"{resource}_cartel": True})
    assert tycoon(cartel, ArcsSeat(), set_up=set_up) == supply
    assert tycoon(cartel, ArcsSeat(**{resource: 1}), set_up=set_up) == supply - 1


@pytest.mark.rule("ARC-13")
def test_a_cartel_wins_tycoon_over_fewer_tokens_and_cards():
    holder, rival = (
        ArcsSeat(material_cartel=True, cities=1),
        ArcsSeat(material=2, fuel=1),
    )
    assert scored((TYCOON,), holder, rival, ArcsSeat()).totals == (3, 3, 0)
    assert scored((TYCOON,), holder, ArcsSeat(material=2), ArcsSeat()).totals == (
        7,
        3,
        0,
    )


holding_back = pytest.mark.parametrize(
    ("leader", "ambition", "piece"),
    [("elder", TYRANT, "captives"), ("warrior", EMPATH, "psionic_cards")],
)


def led(leader, ambition, piece, *pieces):
    """What everybody gains from markers worth 7 and 3 with a leader in the first seat."""
    held = [{piece: own, "cities": 0} for own in pieces]
    seats = ArcsSeat(leader=leader, **held[0]), *(ArcsSeat(**one) for one in held[1:])
    sheet = scored((ambition, TYCOON, ambition), *seats)
    assert sheet.problems == ()
    return sheet.totals


@pytest.mark.rule("ARC-13")
@holding_back
def test_a_leader_who_holds_back_gains_the_second_values_when_first(
    leader, ambition, piece
):
    assert led(leader, ambition, piece, 2, 1, 0) == (3, 3, 0)


@pytest.mark.rule("ARC-13")
@holding_back
def test_a_leader_who_holds_back_gains_nothing_when_second(leader, ambition, piece):
    assert led(leader, ambition, piece, 1, 2, 0) == (0, 7 + 5, 0)


@pytest.mark.rule("ARC-6", "ARC-13")
@holding_back
def test_a_leader_who_holds_back_gains_nothing_when_tied_for_first(
    leader, ambition, piece
):
    assert led(leader, ambition, piece, 2, 2, 1) == (0, 3, 0)


@pytest.mark.rule("ARC-6", "ARC-13")
@holding_back
def test_a_leader_who_holds_back_ties_for_second_like_others(leader, ambition, piece):
    assert led(leader, ambition, piece, 1, 2, 1) == (0, 7 + 5, 0)


@pytest.mark.rule("ARC-13")
@holding_back
def test_a_leader_leads_in_all_chapters(leader, ambition, piece):
    sheet = played(
        chapter(1, (), ArcsSeat(leader=leader), ArcsSeat(), ArcsSeat()),
        chapter(2, (ambition,), ArcsSeat(**{piece: 1}), ArcsSeat(), ArcsSeat()),
    )
    assert sheet.totals == (3, 0, 0)


@pytest.mark.rule("ARC-13")
@pytest.mark.parametrize(
    ("leader", "ambition"),
    [
        *(("elder", one) for one in (TYCOON, WARLORD, KEEPER, EMPATH)),
        *(("warrior", one) for one in (TYCOON, TYRANT, WARLORD, KEEPER)),
        *(("fuel_drinker", one) for one in LABELS),
    ],
)
def test_in_other_ambitions_a_leader_gains_as_everybody_does(leader, ambition):
    pieces = {"fuel": 1, "captives": 1, "trophies": 1, "relic": 1, "psionic": 1}
    one = ArcsSeat(leader=leader, cities=1, **pieces)
    assert scored((ambition,), one, ArcsSeat(), ArcsSeat()).totals == (7, 0, 0)


@pytest.mark.rule("ARC-13")
@pytest.mark.parametrize("declared", [(TYCOON,), (KEEPER,), ()])
@pytest.mark.parametrize("cartel", ["material_cartel", "fuel_cartel"])
def test_rivals_of_a_cartel_discard_after_scoring_whatever_was_scored(declared, cartel):
    seats = ArcsSeat(), ArcsSeat(**{cartel: True}), ArcsSeat()
    assert discarded(scored(declared, *seats)) == [("ARC-13", 1, 1)]


@pytest.mark.rule("ARC-13")
@pytest.mark.parametrize(
    ("declared", "told"), [((TYCOON,), [("ARC-13", 1, 1)]), ((KEEPER,), [])]
)
def test_the_fuel_drinker_discards_only_after_tycoon(declared, told):
    seats = ArcsSeat(), ArcsSeat(leader="fuel_drinker"), ArcsSeat()
    assert discarded(scored(declared, *seats)) == told


@pytest.mark.rule("ARC-13")
@pytest.mark.parametrize("card", [{"holdings": True}, {"leader": "elder"}])
def test_other_cards_discard_nothing_after_tycoon(card):
    assert discarded(scored((TYCOON,), ArcsSeat(**card), ArcsSeat(), ArcsSeat())) == []


@pytest.mark.rule("ARC-13")
def test_cartels_and_the_fuel_drinker_each_tell_their_own():
    seat = ArcsSeat(material_cartel=True, fuel_cartel=True, leader="fuel_drinker")
    sheet = scored((TYCOON,), seat, ArcsSeat(), ArcsSeat())
    assert discarded(sheet) == [("ARC-13", 0, 1)] * 3
    assert len(set(stepped(sheet)[:3])) == 3


@pytest.mark.rule("ARC-13")
def test_a_leader_leads_only_one_player():
    elder = ArcsSeat(leader="elder")
    assert broken(scored((), elder, ArcsSeat(), elder)) == [("ARC-13", 2, None)]
    assert broken(scored((), elder, ArcsSeat(leader="warrior"), ArcsSeat())) == []


# Bounds


@pytest.mark.rule("ARC-14")
@pytest.mark.parametrize("resource", ["material", "fuel", "relic", "psionic"])
@pytest.mark.parametrize("last", [1, 2])
def test_there_are_5_tokens_of_each_resource(resource, last):
    two = ArcsSeat(**{resource: 2})
    sheet = scored((), two, two, ArcsSeat(**{resource: last}))
    assert broken(sheet) == ([] if last == 1 else [("ARC-14", None, 1)])


@pytest.mark.rule("ARC-8", "ARC-14")
@pytest.mark.parametrize(
    ("set_up", "resource", "left"),
    [
        ("frontiers", "material", 3),
        ("frontiers", "fuel", 3),
        ("frontiers", "relic", 5),
        ("frontiers", "psionic", 4),
        ("mix_up_1", "material", 5),
        ("mix_up_1", "relic", 3),
        ("mix_up_1", "psionic", 3),
        ("homelands", "fuel", 3),
        ("homelands", "relic", 4),
        ("homelands", "psionic", 5),
        ("mix_up_2", "material", 3),
        ("mix_up_2", "relic", 4),
    ],
)
def test_tokens_out_of_play_are_missing_at_the_table(set_up, resource, left):
    full = ArcsSeat(**{resource: left}, cities=2)
    assert broken(scored((), full, ArcsSeat(), set_up=set_up)) == []
    one_more = ArcsSeat(**{resource: 1})
    assert broken(scored((), full, one_more, set_up=set_up)) == [("ARC-14", None, 1)]


@pytest.mark.rule("ARC-14")
@pytest.mark.parametrize("suit", ["material", "fuel", "relic", "psionic"])
@pytest.mark.parametrize("last", [1, 2])
def test_there_are_5_guild_cards_of_each_suit(suit, last):
    key = f"{suit}_cards"
    sheet = scored((), ArcsSeat(**{key: 4}), ArcsSeat(**{key: last}), ArcsSeat())
    assert broken(sheet) == ([] if last == 1 else [("ARC-14", None, 1)])


@pytest.mark.rule("ARC-13")
@pytest.mark.parametrize("suit", ["material", "fuel"])
def test_a_cartel_is_a_card_of_its_suit_itself(suit):
    held = {f"{suit}_cartel": True}
    other = {"material": "fuel_cards", "fuel": "material_cards"}[suit]
    for cards, problems in (
        ({}, [("ARC-13", 0, 1)]),
        ({other: 1}, [("ARC-13", 0, 1)]),
        ({f"{suit}_cards": 1}, []),
        ({"tycoon": 3}, [("ARC-13", 0, 1)]),  # asked to list it, and that only
    ):
        seat = ArcsSeat(**held, **cards)
        assert broken(scored((), seat, ArcsSeat(), ArcsSeat())) == problems


@pytest.mark.rule("ARC-14")
@pytest.mark.parametrize("card", ["material_cartel", "fuel_cartel", "holdings"])
def test_there_is_one_of_each_card(card):
    suit = {card.replace("_cartel", "_cards"): 1} if "cartel" in card else {}
    one = ArcsSeat(**{card: True, **suit})
    assert broken(scored((), one, ArcsSeat(), ArcsSeat())) == []
    assert broken(scored((), one, ArcsSeat(), one)) == [("ARC-14", None, 1)]


@pytest.mark.rule("ARC-14")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_captives_are_the_10_agents_of_each_rival(players):
    set_up, rest = "homelands" if players == 2 else "", (ArcsSeat(),) * (players - 1)
    for more, problems in ((0, []), (1, [("ARC-14", 0, 1)])):
        seat = ArcsSeat(captives=10 * (players - 1) + more)
        assert broken(scored((), seat, *rest, set_up=set_up)) == problems


@pytest.mark.rule("ARC-14")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_captives_and_trophies_are_the_35_pieces_of_each_rival(players):
    set_up, rest = "homelands" if players == 2 else "", (ArcsSeat(),) * (players - 1)
    for more, problems in ((0, []), (1, [("ARC-14", 0, 1)])):
        seat = ArcsSeat(captives=4, trophies=35 * (players - 1) - 4 + more)
        assert broken(scored((), seat, *rest, set_up=set_up)) == problems


@pytest.mark.rule("ARC-14")
@pytest.mark.parametrize(("last", "problems"), [(10, []), (11, [("ARC-14", None, 1)])])
def test_all_players_together_hold_no_more_captives_than_there_are_agents(
    last, problems
):
    seats = ArcsSeat(captives=20), ArcsSeat(captives=last), ArcsSeat()
    assert broken(scored((), *seats)) == problems


@pytest.mark.rule("ARC-14")
@pytest.mark.parametrize(("last", "problems"), [(35, []), (36, [("ARC-14", None, 1)])])
def test_all_players_together_hold_no_more_trophies_than_there_are_pieces(
    last, problems
):
    assert broken(scored((), *warlords(70, last, 0))) == problems


@pytest.mark.rule("ARC-14")
def test_captives_and_trophies_of_all_together_are_no_more_than_the_pieces():
    seats = ArcsSeat(trophies=60, captives=10), ArcsSeat(trophies=45), ArcsSeat()
    assert broken(scored((), *seats)) == [("ARC-14", None, 1)]


@pytest.mark.rule("ARC-14")
def test_more_than_the_components_cannot_be_entered():
    bounds = {key: one.maximum for key, one in entries_of(ArcsSeat).items()}
    tokens = ("material", "fuel", "relic", "psionic")
    assert {bounds[key] for key in tokens} == {5}
    assert {bounds[f"{key}_cards"] for key in tokens} == {5}
    assert (bounds["captives"], bounds["trophies"]) == (30, 105)
    assert (bounds["cities"], bounds["turn"]) == (5, 4)


@pytest.mark.rule("ARC-3", "ARC-8", "ARC-11", "ARC-12", "ARC-13", "ARC-14")
def test_all_problems_of_all_chapters_are_told_together():
    crowded = ArcsSeat(material=4, leader="elder", turn=1)
    sheet = played(
        Tally(1, ArcsBoard(second=KEEPER), (crowded, crowded)),
        Tally(
            2,
            ArcsBoard(third=KEEPER),
            (ArcsSeat(captives=11, turn=3), ArcsSeat(turn=3)),
        ),
    )
    assert sorted(broken(sheet), key=str) == sorted(
        [
            ("ARC-3", None, 1),
            ("ARC-3", None, 2),
            ("ARC-8", None, None),
            ("ARC-11", None, None),
            ("ARC-11", 1, None),
            ("ARC-12", 0, 1),
            ("ARC-12", 1, 1),
            ("ARC-13", 1, None),
            ("ARC-14", None, 1),
            ("ARC-14", 0, 2),
        ],
        key=str,
    )
    assert sheet.winners == ()


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
