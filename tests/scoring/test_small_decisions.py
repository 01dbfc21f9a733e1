"""Decisions of one line that larger tests only pass by: bounds, orders, whose a thing is."""

from dataclasses import replace
from functools import partial
from typing import get_type_hints

import pytest

from scoring.acts import act_fields, concerned_empires, required_fields
from scoring.arcs.chapters import ArcsBoard, ArcsSeat, Place, rank_counts
from scoring.arcs.checks import seat_faults
from scoring.arcs.standings import standings_problems
from scoring.checklist import TickBox, Ticked
from scoring.engines import concerned_players
from scoring.first_player import roll_for_first
from scoring.helping import Around
from scoring.imperial_settlers.boards import FACTION_BOARDS
from scoring.imperial_settlers.round_marker import RoundMarker, SetCourse
from scoring.imperial_settlers.solo_story import AddToStory
from scoring.inkas.arbiter import warriors_verdict
from scoring.inkas.tribes import Tribes, is_second_deck_in_play
from scoring.north_ships import Ship, move_ship_ahead
from scoring.rematches import PlayAgain
from scoring.rise_of_empire.corrections import CorrectScore, present_values
from scoring.rise_of_empire.engine import ENGINE
from scoring.rise_of_empire.missions import continue_run
from scoring.rise_of_empire.outlook import twilight_threshold
from scoring.rise_of_empire.paper import is_believable
from scoring.rise_of_empire.state import Run, SheetState
from scoring.rise_of_empire.upkeep import is_replaceable
from scoring.rules import Rule, RuleBroken
from scoring.seats import find_seat
from scoring.session_acts import SESSION_ENGINE
from scoring.session_finals import known_seats
from scoring.sessions import SessionState, player_of
from scoring.sheet import (
    Adjustment,
    Ending,
    ScoreLine,
    ScoreRow,
    ScoreSheet,
    Tally,
    find_tie_breaks,
    points_per_piece,
)
from scoring.tables.engine import ENGINE as TABLE_ENGINE
from scoring.turn_order import DrawOrder, TurnOrder, read_order
from scoring.typed_helpers import reseat_cells
from tests.played_campaign import founded_campaign

RULE = Rule("TOY-1", "Toy", "1", "Stones", "A stone is worth 1.")


# Games


@pytest.mark.rule("ARC-4", "ARC-5")
def test_one_piece_is_enough_for_a_place_and_none_is_not():
    assert rank_counts([1, 0, 0]) == [Place.FIRST, Place.NOWHERE, Place.NOWHERE]
    assert rank_counts([3, 1, 0]) == [Place.FIRST, Place.SECOND, Place.NOWHERE]


@pytest.mark.rule("ARC-14")
def test_captives_are_ten_agents_of_each_rival_at_most():
    assert list(seat_faults(ArcsSeat(captives=20), rivals=2)) == []
    ((said, rule, entry),) = seat_faults(ArcsSeat(captives=21), rivals=2)
    assert (said.values["most"], rule.id, entry) == (20, "ARC-14", "captives")


@pytest.mark.rule("IS-7")
def test_every_faction_board_gives_one_raze_and_one_defence_token():
    given = [board.produces for board in FACTION_BOARDS.values()]
    assert {(one["raze"], one["defence"]) for one in given} == {(1, 1)}


@pytest.mark.rule("IS-21", "ROE-7")
@pytest.mark.parametrize("rounds", [3, 6])
def test_a_game_has_four_rounds_or_five(rounds):
    for known in (4, 5):
        assert SetCourse(0, known).apply(RoundMarker(), Around()).rounds == known
    with pytest.raises(RuleBroken):
        SetCourse(0, rounds).apply(RoundMarker(), Around())


@pytest.mark.rule("IS-14")
def test_what_happened_alone_is_told_by_its_kind():
    built, revealed = AddToStory("build.a.b.c.d.Market"), AddToStory("reveal.wood")
    assert built.words.values == {"what": "Market"}
    assert str(revealed.words.values["what"].text) == "Wood"
    assert AddToStory("have.3").words.values == {"what": "3"}


@pytest.mark.rule("INK-10")
def test_a_card_nobody_had_goes_to_the_most_and_one_somebody_had_to_more():
    new, taken = warriors_verdict([3, 1], None), warriors_verdict([3, 2], 1)
    assert (new.holder, taken.holder) == (0, 0)
    assert "last holder" not in new.why
    assert "last holder" in taken.why


@pytest.mark.rule("INK-12")
def test_the_second_deck_waits_for_the_last_first_tribe():
    done = Tribes(points=(4, 1, 0), active=1)
    assert is_second_deck_in_play([done, done])
    assert not is_second_deck_in_play([done, Tribes(points=(3, 0, 0))])


@pytest.mark.rule("EON-9")
def test_a_ship_overtakes_the_one_before_it_and_all_others_stay():
    first, second, third, fourth = queue = tuple(Ship(seat) for seat in range(4))
    assert move_ship_ahead(queue, 2) == (first, third, second, fourth)
    assert move_ship_ahead(queue, 0) == queue


@pytest.mark.rule("INK-20")
def test_rolls_for_the_first_player_end_even_if_all_are_always_level():
    assert len(roll_for_first(2, lambda: 7)) == 20


# Helpers and sessions


def test_four_hundred_boxes_can_be_ticked_and_each_of_them_again():
    full = Ticked(tuple(f"box-{number}" for number in range(399)))
    full = TickBox("box-399", on=True).apply(full, Around())
    assert len(full.boxes) == 400
    assert TickBox("box-7", on=False).apply(full, Around()).boxes.count("box-7") == 0
    with pytest.raises(RuleBroken):
        TickBox("box-400", on=True).apply(full, Around())


def test_an_order_is_all_seats_and_no_more_than_can_play():
    everybody = (1, 0, 2)
    drawn = DrawOrder(everybody).apply(TurnOrder(), Around(most=3))
    assert drawn.order == everybody
    for wrong in ((), (0, 2), (0, 1, 2, 3)):
        with pytest.raises(RuleBroken):
            DrawOrder(wrong).apply(TurnOrder(), Around(most=3))
    assert read_order("BAC", 3) == everybody
    assert read_order("BA", 3) is read_order("BBA", 3) is None
    assert find_seat("B", 2) == 1
    assert find_seat("C", 2) is None


def test_cells_of_a_seat_move_with_it_and_all_others_stay():
    cells = {"1s0-fuel": "2", "s1-x": "3", "1b-first": "tycoon"}
    moved = {"1s1-fuel": "2", "s0-x": "3", "1b-first": "tycoon"}
    assert reseat_cells(cells, {0: 1, 1: 0}) == moved


def test_only_the_next_rematch_begins():
    session = SessionState("arcs", 2, finished=True, rematches=1)
    assert PlayAgain(2).apply(session)[0].rematches == 2
    for number in (1, 3):
        with pytest.raises(RuleBroken):
            PlayAgain(number).apply(session)


def test_ties_are_told_from_the_first_place_down():
    row = ScoreRow(1, "Cards", RULE, (1, 2, 3, 4), ("",) * 4)
    told = list(find_tie_breaks((5, 5, 9, 9), [row]))
    assert [(one.place, one.seats) for one in told] == [(1, (3, 2)), (3, (1, 0))]


def test_who_is_still_level_after_a_tie_break_is_asked_the_next_one():
    cards = ScoreRow(1, "Cards", RULE, (2, 1, 2, 1, 7), ("",) * 5)
    goods = ScoreRow(1, "Goods", RULE, (4, 5, 6, 8, 0), ("",) * 5)
    told = list(find_tie_breaks((9, 9, 9, 9, 3), [cards, goods]))
    assert [(one.row, one.place, one.seats) for one in told] == [
        (cards, 1, (0, 2, 1, 3)),
        (goods, 1, (2, 0)),
        (goods, 3, (3, 1)),
    ]
    assert list(find_tie_breaks((9, 9), [])) == []
    level = ScoreRow(1, "Cards", RULE, (2, 2), ("",) * 2)
    assert list(find_tie_breaks((9, 9), [level])) == []


def test_a_row_in_which_nobody_scored_is_shown_unless_it_is_rare():
    row = ScoreRow(1, "Cards", RULE, (0, 0), ("", ""))
    assert row.shown
    assert not replace(row, rare=True).shown
    for line in (ScoreLine, Adjustment):
        assert not line("Cards", RULE, points_per_piece("cards")).rare


NOUGHTS = ScoreSheet(
    rows=(),
    ties=(),
    totals=(0, 0),
    places=(1, 1),
    decided_by=None,
    ending=Ending(True, "", RULE),
    problems=(),
    remarks=(),
    race=None,
    steps=(),
)


def test_nobody_wins_a_game_of_noughts_unless_it_was_played_alone():
    assert NOUGHTS.winners == ()
    assert replace(NOUGHTS, totals=(0,), places=(1,)).winners == (0,)


def test_noughts_have_winners_where_a_tie_break_or_points_tell_of_a_game():
    assert replace(NOUGHTS, places=(2, 1)).winners == (1,)
    rows = tuple(ScoreRow(1, "Cards", RULE, (n, n), ("", "")) for n in (3, -3))
    assert replace(NOUGHTS, rows=rows).winners == (0, 1)


# The campaign


@pytest.mark.rule("ROE-19")
def test_a_run_grows_by_one_in_its_colour_and_begins_again_in_another():
    assert continue_run(Run("red", 2), "red") == Run("red", 3)
    assert continue_run(Run("red", 2), "grey") == Run("grey", 1)


@pytest.mark.rule("ROE-10")
def test_gold_replaces_raw_materials_only():
    goods = ("wood", "stone", "food", "gold", "worker")
    assert [is_replaceable(good) for good in goods] == [True] * 3 + [False] * 2


@pytest.mark.parametrize(
    ("changed", "believed"),
    [
        ({"scores": (9_999, -9_999), "knowledge": 99_999}, True),
        ({"scores": (10_000,)}, False),
        ({"scores": (-10_000,)}, False),
        ({"knowledge": 100_000}, False),
    ],
)
def test_a_sheet_is_believed_up_to_numbers_far_beyond_any_table(changed, believed):
    assert is_believable(SheetState("Rome", "romans", **changed)) == believed


@pytest.mark.rule("ROE-30")
def test_a_correction_offers_the_last_score_or_none():
    sheet = SheetState("Rome", "romans", scores=(30, 41))
    assert present_values(sheet, CorrectScore) == {"position": 1, "score": 41}
    empty = present_values(replace(sheet, scores=()), CorrectScore)
    assert empty == {"position": 0, "score": 0}


def test_an_act_is_about_the_empires_it_names_and_those_who_play_them():
    at = founded_campaign("anna", "bara")
    complete = ENGINE.acts["complete_mission"]
    assert concerned_empires(complete, {"empires": ["anna", "", 3]}) == ["anna"]
    assert required_fields(ENGINE.acts["write_note"]) == {"text"}
    assert required_fields(complete) == {"mission", "empires"}
    about = partial(concerned_players, ENGINE, at.state)
    owner = at.empire("bara").player
    assert about("complete_mission", {"mission": 1, "empires": ["bara"]}) == [owner]
    assert about("settle_tie", {"order": ["bara", "anna"]}) == []  # everybody's
    assert about("open_session", {"empires": ["bara"], "missions": []}) == []
    assert about("use_helper", {"helper": "bara", "move": "bara"}) == []
    assert about("no such act", {"empire": "bara"}) == []
    ranked = act_fields(ENGINE.acts["settle_tie"])["order"]
    assert not ranked.names_empires
    assert act_fields(complete)["empires"].names_empires
    assert not act_fields(complete)["mission"].names_empires


LISTS = (tuple[str, ...], tuple[int, ...])


@pytest.mark.parametrize("engine", [ENGINE, SESSION_ENGINE, TABLE_ENGINE])
def test_a_field_of_an_act_has_several_values_where_its_type_is_a_list(engine):
    for act in engine.acts.values():
        types = get_type_hints(act)
        for name, declared in act_fields(act).items():
            assert declared.several == (types[name] in LISTS)


def test_a_purchase_is_told_summed_up_and_no_players_own_to_undo():
    declared = ENGINE.acts["buy_invention"].declared
    assert (declared.quiet, declared.folded, declared.shared) == (False,) * 3
    price = act_fields(ENGINE.acts["buy_invention"])["price"]
    assert price.typed  # a slip of the finger is mended by an edit
    assert price.told
    assert (price.several, price.signed, price.ranked) == (False,) * 3
    assert (price.first, price.least) == (0, 1)


@pytest.mark.rule("ROE-37")
@pytest.mark.parametrize(("last", "threshold"), [(1, 1), (0, None)])
def test_a_score_of_one_can_still_be_undercut_and_none_can_t(last, threshold):
    at = founded_campaign("anna", "bara")
    empire = at.empire("anna")
    scores = (30, 20, last)
    falling = replace(empire, sheet=replace(empire.sheet, scores=scores))
    readings = replace(at.state.readings, twilight="three_falls", below_zero="floor")
    campaign = replace(at.state, readings=readings)
    assert twilight_threshold(campaign, falling) == threshold


def test_seats_are_those_who_play_and_those_whose_cells_wait():
    session = SessionState("arcs", 2, cells={"name0": "Anna", "1s3-fuel": "1"})
    assert known_seats(session) == range(4)
    assert known_seats(replace(session, cells={})) == range(2)
    assert player_of(session, "1s0-fuel") == "Anna"
    assert player_of(session, "1s3-fuel") == player_of(session, "1b-first") == ""


@pytest.mark.rule("ARC-8")
def test_only_two_players_choose_a_set_up_card():
    pair, three = (Tally(1, ArcsBoard(), (ArcsSeat(),) * n) for n in (2, 3))
    assert [one.rule.id for one in standings_problems(pair)] == ["ARC-8"]
    assert list(standings_problems(three)) == []
    chosen = replace(pair, board=ArcsBoard(set_up="frontiers"))
    assert list(standings_problems(chosen)) == []
