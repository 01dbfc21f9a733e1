"""Arcs: what each ambition counts, and what its places are worth."""

import pytest

from scoring.arcs import GAME
from scoring.arcs.chapters import ArcsBoard, ArcsSeat
from scoring.entries import entries_of
from scoring.sheet import Tally
from tests.scoring.arcs_chapters import (
    EMPATH,
    KEEPER,
    LABELS,
    MARKERS,
    TYCOON,
    TYRANT,
    WARLORD,
    bonus,
    broken,
    chapter,
    played,
    row,
    scored,
    warlords,
)

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
