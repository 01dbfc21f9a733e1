"""How far a number or a name may go, how a counted mission is declared done, and whom that asks."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from scoring.arcs.battle import Attackers, Defenders
from scoring.arcs.battle_goal import Goal, Planner, goal_problems
from scoring.arcs.dice_tables import Grid, HitsTaken, add_tables
from scoring.entries import entries_of
from scoring.games import GAMES
from scoring.imperial_settlers.solo_story import AddToStory
from scoring.points import Adjustment
from scoring.rise_of_empire import what_if
from scoring.rise_of_empire.founding import name_problems
from scoring.rise_of_empire.layout import COLONY, COLONY_COLOURS, Colour
from scoring.rise_of_empire.missions import (
    completion_doubts,
    continue_run,
    reached_target,
    steps_missing,
)
from scoring.rise_of_empire.paper import is_colour, paper_problems
from scoring.rise_of_empire.preview import is_win_tied, ties_to_break
from scoring.rise_of_empire.rows import empire_rows, mission_rows
from scoring.rise_of_empire.shopping import price_problem
from scoring.rise_of_empire.stages import Stage
from scoring.rise_of_empire.state import Run
from scoring.rules import RuleBroken
from scoring.tables.comparing import is_said
from scoring.worth import Worth, adding_lines, line_worths
from tests.played_campaign import CAESAR, TRIEU, founded_campaign

TARGET = 4  # of Caesar's mission


# Counted missions


@pytest.mark.rule("ROE-17")
def test_a_marker_goes_to_99_and_no_further():
    at = founded_campaign("anna", "bara").open()
    at.do("move_marker", mission=CAESAR, empire="anna", by=98)
    assert not at.allows("move_marker", mission=CAESAR, empire="anna", by=2)
    assert at.allows("move_marker", mission=CAESAR, empire="anna", by=1)


@pytest.mark.rule("ROE-19")
@pytest.mark.parametrize(
    ("colour", "allowed"),
    [("", False), ("x", True), ("x" * 20, True), ("x" * 21, False)],
)
def test_a_colour_that_was_built_has_a_name_of_up_to_twenty_letters(colour, allowed):
    at = founded_campaign("anna", "bara").open()
    built = {"mission": CAESAR, "empire": "anna", "colour": colour}
    assert at.allows("count_in_a_row", **built) is allowed


@pytest.mark.rule("ROE-19")
def test_a_colony_goes_on_with_a_run_of_its_colours_and_one_of_them_with_a_colony():
    colony, grey = COLONY, next(iter(COLONY_COLOURS))
    assert continue_run(Run(grey, 2), colony) == Run(grey, 3)
    assert continue_run(Run(colony, 2), grey) == Run(grey, 3)
    for other in set(Colour) - set(COLONY_COLOURS):
        assert continue_run(Run(other, 2), colony) == Run(colony, 1)
        assert continue_run(Run(colony, 2), other) == Run(other, 1)


def counted(**markers):
    """A session in which Caesar's markers stand so far."""
    at = founded_campaign("anna", "bara").open()
    for key, steps in markers.items():
        at.do("move_marker", mission=CAESAR, empire=key, by=steps)
    return at


@pytest.mark.rule("ROE-17")
def test_the_steps_that_are_missing_are_counted_from_the_marker():
    at = counted(anna=1)
    mission = at.state.session.mission(CAESAR)
    assert steps_missing(at.state, mission, "anna") == TARGET - 1
    assert steps_missing(at.state, mission, "bara") == TARGET  # never moved
    at.do("move_marker", mission=CAESAR, empire="anna", by=TARGET)
    assert steps_missing(at.state, at.state.session.mission(CAESAR), "anna") == 0


@pytest.mark.rule("ROE-17")
def test_a_mission_that_is_not_counted_or_has_no_target_lacks_no_steps():
    at = founded_campaign("anna").open()
    trieu = at.state.session.mission(TRIEU)  # to own three of something
    assert steps_missing(at.state, trieu, "anna") == 0
    assert reached_target(at.state, trieu) == []
    card = replace(at.state.catalogue[CAESAR], target=None)
    open_end = replace(at.state, cards={**at.state.cards, CAESAR: card})
    caesar = open_end.session.mission(CAESAR)
    assert steps_missing(open_end, caesar, "anna") == 0
    assert reached_target(open_end, caesar) == []


@pytest.mark.rule("ROE-14", "ROE-17")
def test_who_is_below_the_target_is_doubted_and_told_how_far():
    at = counted(anna=1)
    (doubt,) = completion_doubts(at.state, {"mission": CAESAR, "empires": ["anna"]})
    assert (doubt.message.values["marker"], doubt.message.values["target"]) == (1, 4)
    said = {"mission": CAESAR, "empires": ["bara"]}
    (doubt,) = completion_doubts(at.state, said)
    assert doubt.message.values["marker"] == 0
    assert completion_doubts(at.state, said, sure=True) == ()


@pytest.mark.rule("ROE-14", "ROE-17")
def test_nobody_takes_the_first_place_from_who_has_reached_it():
    at = counted(anna=TARGET, bara=1)
    assert reached_target(at.state, at.state.session.mission(CAESAR)) == ["anna"]
    late = {"mission": CAESAR, "empires": ["bara"]}
    assert len(completion_doubts(at.state, late)) == 2
    (first,) = completion_doubts(at.state, late, sure=True)
    assert first.message.values["player"] == "Anna"
    both = {"mission": CAESAR, "empires": ["anna", "bara"]}
    assert completion_doubts(at.state, both, sure=True) == ()
    there = {"mission": CAESAR, "empires": ["anna"]}
    assert completion_doubts(at.state, there) == ()
    at.complete(CAESAR, "anna")
    assert reached_target(at.state, at.state.session.mission(CAESAR)) == []


# Bounds of what is written down


@pytest.mark.rule("ROE-2")
@pytest.mark.parametrize(
    ("name", "faction", "wrong"),
    [
        ("x", "y", 0),
        ("x" * 60, "y" * 60, 0),
        ("x" * 61, "y", 1),
        ("x", "y" * 61, 1),
        ("  ", " ", 2),
    ],
)
def test_an_empire_and_its_faction_have_names_of_one_to_sixty_letters(
    name, faction, wrong
):
    assert len([one for one in name_problems(name, faction) if one]) == wrong


@pytest.mark.rule("ROE-27")
@pytest.mark.parametrize(("missing", "refused"), [(-1, False), (0, False), (1, True)])
def test_one_point_of_knowledge_too_few_buys_nothing(missing, refused):
    assert (price_problem(missing) is not None) is refused


@pytest.mark.rule("ROE-27")
def test_an_invention_needs_a_colour_and_a_name_of_at_most_sixty_letters():
    at = founded_campaign("anna", "bara", cards=[]).open()
    at.settle(anna=90, bara=80).to(Stage.INVENTIONS)
    buy = {"empire": "anna", "number": 57, "colour": "red", "price": 0}
    assert at.allows("buy_invention", **{**buy, "name": "x" * 60})
    for wrong, message in (
        ({"name": "x" * 61}, "This name is too long."),
        ({"colour": ""}, "Pick the invention's colour."),
    ):
        with pytest.raises(RuleBroken) as refused:
            at.do("buy_invention", **{**buy, **wrong})
        assert [str(one.message) for one in refused.value.problems] == [message]


@pytest.mark.parametrize(
    ("colour", "known"),
    [(" ", False), ("x", True), ("x" * 20, True), ("x" * 21, False)],
)
def test_a_colour_has_a_name_of_up_to_twenty_letters(colour, known):
    assert is_colour(colour) is known


@pytest.mark.rule("ROE-34")
@pytest.mark.parametrize(
    ("age", "earlier", "wrong"),
    [("ancient", 0, 0), ("ancient", 1, 1), ("medieval", 999, 0), ("medieval", 1000, 1)],
)
def test_a_first_sheet_has_no_boxes_of_ages_before(age, earlier, wrong):
    at = founded_campaign("anna", "bara")
    sheet = replace(at.sheet("anna"), age=age)
    assert (
        len([one for one in paper_problems(at.state, sheet, earlier) if one]) == wrong
    )


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("progressive", False, True),
        ("progressive", None, False),
        ("example", False, False),
        ("example", True, True),
        ("price", 0, True),
        ("name", "", False),
    ],
)
def test_what_a_box_says_of_a_card(name, value, said):
    assert is_said(name, value) is said


# Ties, rows and what would be


@pytest.mark.rule("ROE-23")
def test_of_two_who_are_level_both_are_asked_until_they_say_what_is_left():
    at = founded_campaign("anna", "bara").open()
    at.enter("anna", track=40)
    at.enter("bara", track=40)
    assert ties_to_break(at.state) == ("anna", "bara")
    assert is_win_tied(at.state)
    at.enter("anna", track=40, materials=1)
    assert ties_to_break(at.state) == ("bara",)
    assert not is_win_tied(founded_campaign("anna", "bara").state)


def test_rows_of_missions_are_counted_from_one_and_cards_stand_under_their_number():
    at = founded_campaign("anna", "bara").session(anna=90, bara=80).open()
    rows = [fields for _key, fields in mission_rows(at.state.session)]
    assert [one["position"] for one in rows] == [1, 2, 3]
    (held,) = at.sheet("anna").inventions
    cards = {
        dict(key[1:])["number"]: fields
        for (table, key), fields in empire_rows(at.state, at.empire("anna"))
        if table == "invention"
    }
    assert cards[held.number]["price"] == held.price
    assert "number" not in cards[held.number]


@pytest.mark.rule("ROE-29")
@pytest.mark.parametrize(
    ("price", "certain", "doubtful", "falls"),
    [
        (10, True, False, False),
        (10, False, False, False),
        (999, True, False, True),
        (999, False, True, False),
    ],
)
def test_only_what_is_too_dear_and_not_sure_is_in_doubt(
    monkeypatch, price, certain, doubtful, falls
):
    at = founded_campaign("anna", "bara")
    ahead = SimpleNamespace(cheapest=price, certain=certain)
    monkeypatch.setattr(what_if, "empire_forecast", lambda *_given: ahead)
    end = what_if.suppose_session(at.state, at.empire("anna"), 50, {})
    assert (end.doubtful, bool(end.fall)) == (doubtful, falls)


@pytest.mark.rule("ROE-36")
def test_who_would_win_the_campaign_is_in_no_doubt():
    at = founded_campaign("anna", "bara")
    last = replace(at.empire("anna"), sheet=replace(at.sheet("anna"), age="industrial"))
    end = what_if.suppose_session(at.state.put(last), last, 50, {"science": 99})
    assert end == what_if.Supposed(0, "modern", True, "", False, None, ())


def test_what_was_built_may_have_a_dot_in_its_name():
    move = AddToStory("build.red.action.2.1.St. Anne. Chapel")
    assert move.words.values["what"] == "St. Anne. Chapel"


# The planner's numbers


def test_ships_are_there_to_destroy_though_as_many_are_damaged_as_whole():
    assert list(goal_problems(Goal("ships", 1, 1), Defenders(1, 1))) == []
    assert len(list(goal_problems(Goal("ships", 1, 1), Defenders()))) == 1


def test_a_plan_looks_at_most_three_rolls_ahead_and_gives_up_one_ship():
    entries = entries_of(Goal)
    assert entries["rolls"].maximum == 3
    assert entries["losses"].default == 1


@pytest.mark.parametrize(("losses", "taken"), [(0, 2), (1, 3), (9, 4)])
def test_so_many_hits_cost_no_more_ships_than_allowed_and_leave_one(losses, taken):
    planner = Planner(Attackers(2, 1), Defenders(1), Goal("ships", losses, 1))
    assert planner.most_taken == taken


def test_a_grid_says_nothing_of_stands_beyond_its_sizes():
    grid = Grid(HitsTaken(2, 3, 1), 1)
    table = sum(
        9 << grid.place(HitsTaken(own, ships)) for own in (0, 1) for ships in (0, 1, 2)
    )
    assert grid.number_at(table, HitsTaken(1, 2)) == 9
    assert grid.number_at(table, HitsTaken(0, 3)) == 0
    assert grid.number_at(table, HitsTaken(2, 0)) == 0


def test_the_first_rows_are_those_without_a_hit_of_the_slowest_kind():
    grid = Grid(HitsTaken(2, 2, 1), 1)
    stands = [HitsTaken(own, ships) for own in (0, 1) for ships in (0, 1)]
    full = sum(255 << grid.place(stand) for stand in stands)
    kept, none = grid.first_rows((full, 0))
    assert [grid.number_at(kept, stand) for stand in stands] == [255, 255, 0, 0]
    assert (kept, none) == (0xFFFF, 0)


def test_no_tables_come_to_nothing():
    assert add_tables([]) == 0
    assert add_tables([(5, 1), (7, 2)]) == 19


# What a row of a pad is worth

LINES = {
    "imperial_settlers": [Worth(1), Worth(2)],
    "rise_of_empire": [Worth(1), Worth(2), Worth(-5)],
    "inkas": [Worth(1)] * 3,
    "arcs": [],
    "empires_of_the_north": [Worth(1), Worth(1, 2), Worth(1)],
}


@pytest.mark.parametrize("players", [1, 2, 4])
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_row_with_one_kind_of_piece_says_what_it_is_worth(game, players):
    found = line_worths(game, game.board(), players)
    assert list(found.values()) == LINES[game.slug]


def test_a_line_for_one_player_is_no_row_of_a_larger_table():
    game = GAMES["imperial_settlers"]
    first, *others = game.lines
    alone = replace(game, lines=(replace(first, players=range(1, 2)), *others))
    (gone,) = set(adding_lines(game, 4)) - set(adding_lines(alone, 4))
    assert gone is first
    assert len(adding_lines(alone, 1)) == len(adding_lines(game, 1))


def test_a_forfeit_is_worth_nothing_by_the_piece():
    """It depends on the rows before it, however many play."""
    game = GAMES["rise_of_empire"]
    forfeits = [line for line in game.lines if isinstance(line, Adjustment)]
    assert forfeits
    for players in game.players:
        assert not set(forfeits) & set(adding_lines(game, players))
