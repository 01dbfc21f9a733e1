"""Helpers that a log keeps: each move does what its rules say, and refuses what they don't allow."""

from datetime import timedelta

import pytest

from scoring.checklist import CHECKLIST
from scoring.games import GAMES
from scoring.helper_list import HELPERS, TITLES, describe_helper_act
from scoring.helping import Around
from scoring.imperial_settlers.round_marker import ROUND_GUIDE, RoundMarker
from scoring.imperial_settlers.solo_log import EXAMPLE
from scoring.imperial_settlers.solo_story import SOLO_STORY
from scoring.inkas.dice import DICE, MOST_ROLLS
from scoring.inkas.tribes import TRIBES
from scoring.north_rounds import ROUND_AND_END
from scoring.north_ships import MOST_SHIPS, SHIP_QUEUE
from scoring.records import Unfit
from scoring.rise_of_empire.counting import COUNTERS
from scoring.rise_of_empire.engine import ENGINE as CAMPAIGN
from scoring.rules import RuleBroken
from scoring.session_acts import SESSION_ENGINE as SESSION
from scoring.turn_clock import CLOCK
from scoring.turn_order import (
    TURN_ORDER,
    TurnOrder,
    clockwise_order,
    reseat_order,
)

FOUR = Around(players=4, most=4, rounds=5)


def play(helper, *moves, around=FOUR):
    """The state of a helper after these moves, read back from what is kept."""
    kept = {}
    for kind, content in moves:
        kept = helper.apply_move(kept, kind, content, around)
    return helper.read_state(kept, around)


def refused(helper, *moves, around=FOUR):
    before = moves[:-1]
    play(helper, *before, around=around)
    with pytest.raises(RuleBroken):
        play(helper, *moves, around=around)
    return True


def test_every_helper_has_a_title_and_names_its_moves_once():
    for page, helper in HELPERS.items():
        assert TITLES[page]
        assert len(helper.kinds) == len(helper.moves) > 0
        assert helper.read_state({}, FOUR) == helper.begin(FOUR)


def test_every_helper_of_a_game_but_the_plain_calculators_is_kept():
    pages = {one.page for game in GAMES.values() for one in game.helpers}
    calculators = {
        *(
            "arcs-battle",
            "arcs-plan",
            "arcs-raid",
            "arcs-city",
            "north-stored",
            "empire-upkeep",
        ),
        *("settlers-production", "settlers-raze", "inkas-advantages", "inkas-trade"),
        *(f"{slug}-first-player" for slug in GAMES),  # kept as first-player
        *(f"{slug}-rules" for slug in GAMES),
    }
    assert pages - calculators <= HELPERS.keys()


# Dice


def test_rolls_are_kept_in_order_and_a_full_log_lets_the_oldest_go():
    assert play(
        DICE, ("roll_dice", {"total": 7}), ("roll_dice", {"total": 2})
    ).rolls == (7, 2)
    many = [("roll_dice", {"total": 3})] * MOST_ROLLS
    assert play(DICE, *many, ("roll_dice", {"total": 12})).rolls[-2:] == (3, 12)
    assert len(play(DICE, *many, ("roll_dice", {"total": 12})).rolls) == MOST_ROLLS


@pytest.mark.parametrize("total", [0, 1, 13, -7])
def test_two_dice_show_two_to_twelve(total):
    assert refused(DICE, ("roll_dice", {"total": total}))


def test_starting_over_needs_something_to_start_over_from():
    assert play(DICE, ("roll_dice", {"total": 7}), ("start_over", {})).rolls == ()
    assert refused(DICE, ("start_over", {}))


# Tribes


@pytest.mark.rule("INK-4")
def test_a_building_two_phones_tap_counts_once_and_a_second_city_is_refused():
    village = ("build_piece", {"seat": 1, "piece": "v", "nth": 1})
    assert play(TRIBES, village).built == {1: "v"}
    assert refused(TRIBES, village, village)
    city = ("build_piece", {"seat": 1, "piece": "c", "nth": 1})
    assert refused(TRIBES, city, ("build_piece", {"seat": 1, "piece": "c", "nth": 2}))


def test_a_seat_the_game_never_has_is_refused():
    assert refused(TRIBES, ("build_piece", {"seat": 4, "piece": "v", "nth": 1}))


def test_when_somebody_has_won_nobody_builds():
    won = [("build_piece", {"seat": 0, "piece": "v", "nth": n}) for n in range(1, 8)]
    assert refused(TRIBES, *won, ("build_piece", {"seat": 1, "piece": "v", "nth": 1}))


# Rounds


@pytest.mark.rule("IS-21", "ROE-7")
def test_rounds_go_where_the_table_says_and_a_campaign_has_four():
    there = play(ROUND_GUIDE, ("go_to_phase", {"round": 3, "phase": "action"}))
    assert (there.round, there.phase, there.rounds) == (3, "action", 5)
    four = Around(players=2, most=4, rounds=4)
    assert play(ROUND_GUIDE, around=four).rounds == 4
    assert refused(
        ROUND_GUIDE, ("go_to_phase", {"round": 5, "phase": "action"}), around=four
    )
    assert refused(ROUND_GUIDE, ("go_to_phase", {"round": 1, "phase": "tea"}))


def test_a_phase_these_players_do_not_have_is_the_first_of_its_round():
    attack = RoundMarker(round=2, phase="attack")
    assert attack.moment(1).phase == "attack"
    assert attack.moment(3).phase == "lookout"
    assert RoundMarker(first=3).moment(2).first == 0


def test_who_began_is_kept_by_seat():
    course = play(ROUND_GUIDE, ("set_course", {"first": 2, "rounds": 5}))
    assert not course.peaceful  # unless somebody says so
    assert course.moment(4).first_now == 2
    assert refused(ROUND_GUIDE, ("set_course", {"first": 0, "rounds": 7}))


# A game alone


def test_a_game_alone_is_told_word_by_word():
    words = [("add_to_story", {"word": word}) for word in EXAMPLE]
    story = play(SOLO_STORY, *words)
    assert story.words == EXAMPLE
    assert len(story.play().waves) == 3
    assert refused(
        SOLO_STORY, ("add_to_story", {"word": "collect.2"})
    )  # no card lies there yet
    assert refused(SOLO_STORY, ("add_to_story", {"word": "nonsense"}))


def test_taps_on_plus_leave_one_word_and_a_choice_replaces_its_question():
    faction = [("add_to_story", {"word": f"have.{n}"}) for n in (1, 2, 3)]
    assert play(SOLO_STORY, *faction).words == ("have.3",)
    asked = (
        *("build.action.gold-wood.1-0..A", "build.action.gold-wood.1-0..B"),
        *("reveal.gold", "collect.0", "reveal.wood"),
    )
    told = [("add_to_story", {"word": word}) for word in asked]
    assert play(SOLO_STORY, *told).play().pending
    chosen = play(SOLO_STORY, *told, ("add_to_story", {"word": "reveal.wood.2"}))
    assert chosen.words[-1] == "reveal.wood.2"
    assert chosen.play().waves[-1].wave.razed.name == "B"


def test_a_game_alone_in_a_campaign_has_four_rounds():
    assert play(SOLO_STORY, around=Around(1, 4, 4)).play().rounds == 4


# Ships


def test_ships_keep_their_number_so_that_two_phones_mean_the_same_one():
    sent = [("send_ship", {"seat": seat}) for seat in (0, 1, 0)]
    fleet = play(SHIP_QUEUE, *sent, ("move_ship_ahead", {"number": 3}))
    assert [ship.number for ship in fleet.queue] == [1, 3, 2]
    home = ("return_ship", {"number": 1})
    assert [s.number for s in play(SHIP_QUEUE, *sent, home).queue] == [2, 3]
    assert refused(SHIP_QUEUE, *sent, home, home)
    assert refused(SHIP_QUEUE, *sent, ("move_ship_ahead", {"number": 1}))
    assert refused(SHIP_QUEUE, *([sent[0]] * (MOST_SHIPS + 1)))


# Counters


@pytest.mark.rule("ROE-19", "ROE-20")
def test_everybody_has_counters_of_their_own():
    built = ("count_tap", {"seat": 1, "counter": "built", "sign": "r"})
    state = play(COUNTERS, built, built)
    assert state.of(1).run("built").run == 2
    assert state.of(0).run("built").run == 0
    pair = ("count_tap", {"seat": 0, "counter": "red", "sign": "b"})
    assert play(COUNTERS, pair, pair).of(0).pairs("red").paid
    assert refused(COUNTERS, ("count_tap", {"seat": 0, "counter": "red", "sign": "l"}))
    assert refused(
        COUNTERS, ("count_tap", {"seat": 0, "counter": "built", "sign": "z"})
    )


# Numbers that are tried out


def test_numbers_are_kept_cell_by_cell_and_an_empty_one_is_forgotten():
    typed = ("type_course", {"cells": {"1s0-track": "12", "1s1-gold": "3"}})
    back = ("type_course", {"cells": {"1s0-track": ""}})
    assert play(ROUND_AND_END, typed, back).cells == {"1s1-gold": "3"}
    assert refused(ROUND_AND_END, ("type_course", {"cells": {"1s0-track": "many"}}))
    with pytest.raises(Unfit):
        play(ROUND_AND_END, ("type_course", {"cells": {"1s0-nothing": "1"}}))


def test_a_round_of_the_north_goes_on_and_remembers_when_25_was_reached():
    move = {"round": 4, "phase": "sailing", "reached": "3-action"}
    course = play(ROUND_AND_END, ("sail_on", move))
    assert course.moment.reached.last_round == 3
    assert refused(ROUND_AND_END, ("sail_on", {"round": 31, "phase": "sailing"}))
    assert play(ROUND_AND_END, ("start_rounds", {"seat": 2})).first == 2


# The clock


def test_the_clock_counts_what_the_moves_say_and_reads_none_itself():
    clock = play(
        CLOCK,
        ("give_turn", {"seat": 0, "at": 100}),
        ("give_turn", {"seat": 1, "at": 160, "after": 0}),
        ("pause_clock", {"at": 190}),
        ("resume_clock", {"at": 500}),
        ("give_turn", {"seat": 0, "at": 510, "after": 1}),
    )
    assert clock.spent == {0: 60, 1: 40}
    assert clock.spent_by(0) == 60
    assert clock.spent_by(0, now=515) == 65
    assert clock.total == 100


def test_a_turn_two_phones_pass_is_passed_once():
    start = ("give_turn", {"seat": 0, "at": 1})
    passed = ("give_turn", {"seat": 1, "at": 9, "after": 0})
    assert refused(CLOCK, start, passed, passed)


def test_a_clock_never_counts_backwards_nor_a_whole_night():
    early = play(
        CLOCK, ("give_turn", {"seat": 0, "at": 50}), ("pause_clock", {"at": 10})
    )
    assert early.spent == {0: 0}
    night = [("give_turn", {"seat": 0, "at": 0}), ("pause_clock", {"at": 10**6})]
    assert play(CLOCK, *night).spent == {0: timedelta(hours=6).total_seconds()}


def test_a_clock_that_stands_cannot_be_paused_nor_one_that_runs_resumed():
    start = ("give_turn", {"seat": 0, "at": 1})
    assert refused(CLOCK, ("pause_clock", {"at": 1}))
    assert refused(CLOCK, ("resume_clock", {"at": 1}))
    assert refused(CLOCK, start, ("resume_clock", {"at": 2}))


# Boxes, and who starts


def test_a_box_is_ticked_or_not_whatever_it_was():
    on, off = ({"box": "anna.province.12", "on": one} for one in (True, False))
    assert play(CHECKLIST, ("tick_box", on), ("tick_box", on)).boxes == (
        "anna.province.12",
    )
    assert play(CHECKLIST, ("tick_box", on), ("tick_box", off)).boxes == ()
    assert refused(CHECKLIST, ("tick_box", {"box": "<b>", "on": True}))


def test_an_order_names_every_player_once():
    assert play(TURN_ORDER, ("draw_order", {"order": [2, 0, 1]})).order == (2, 0, 1)
    assert refused(TURN_ORDER, ("draw_order", {"order": [0, 0, 1]}))


# In a log


def use(engine, state, helper, move, **content):
    data = {"helper": helper, "move": move, "content": content}
    return engine.apply(state, "use_helper", data)[0]


def test_a_session_without_helpers_is_kept_as_it_always_was():
    session = SESSION.start({"game": "inkas", "players": 3})
    assert "helpers" not in SESSION.dump(session)
    assert "helpers" not in CAMPAIGN.dump(CAMPAIGN.start({}))


def test_helpers_of_a_session_are_read_back_and_gone_when_started_over():
    session = SESSION.start({"game": "inkas", "players": 3})
    rolled = use(SESSION, session, "inkas-dice", "roll_dice", total=7)
    assert SESSION.load(SESSION.dump(rolled)) == rolled
    assert use(SESSION, rolled, "inkas-dice", "start_over") == session


def test_a_helper_of_another_game_is_refused():
    session = SESSION.start({"game": "arcs", "players": 3})
    with pytest.raises(Unfit):
        use(SESSION, session, "inkas-dice", "roll_dice", total=7)
    with pytest.raises(Unfit):
        use(CAMPAIGN, CAMPAIGN.start({}), "inkas-dice", "roll_dice", total=7)


def test_a_finished_session_takes_no_more_taps():
    cells = {"1s0-first": "3", "1s1-first": "2", "1s2-first": "2"}
    session = SESSION.start({"game": "inkas", "players": 3, "cells": cells})
    done, _facts = SESSION.apply(session, "finish", {})
    with pytest.raises(RuleBroken):
        use(SESSION, done, "inkas-dice", "roll_dice", total=7)


def test_whoever_leaves_takes_their_counts_along_and_others_keep_theirs():
    names = {f"name{seat}": name for seat, name in enumerate("ABCD")}
    session = SESSION.start({"game": "inkas", "players": 4, "cells": names})
    session = use(SESSION, session, "turn-clock", "give_turn", seat=1, at=5)
    session = use(
        SESSION, session, "inkas-tribes", "build_piece", seat=3, piece="v", nth=1
    )
    left, _facts = SESSION.apply(session, "leave_seat", {"seat": 0})
    assert CLOCK.read_state(left.helpers, left.around).seat == 0
    assert TRIBES.read_state(left.helpers, left.around).built == {2: "v"}


def test_a_campaign_keeps_the_same_helpers_with_its_four_rounds():
    state = CAMPAIGN.start({})
    state = use(
        CAMPAIGN, state, "settlers-rounds", "go_to_phase", round=4, phase="action"
    )
    assert CAMPAIGN.load(CAMPAIGN.dump(state)).helpers == state.helpers
    with pytest.raises(RuleBroken):
        use(CAMPAIGN, state, "settlers-rounds", "go_to_phase", round=5, phase="action")


def test_the_history_tells_which_helper_and_what():
    data = {"helper": "inkas-dice", "move": "roll_dice", "content": {"total": 7}}
    assert str(describe_helper_act(data)) == "Dice log: Rolled 7"
    over = {"helper": "turn-clock", "move": "start_over"}
    assert str(describe_helper_act(over)) == "Turn clock: Started over"


@pytest.mark.rule("IS-21")
@pytest.mark.parametrize(("first", "players", "begins"), [(2, 3, 2), (3, 3, 0)])
def test_a_first_player_who_does_not_sit_there_is_the_first_seat(
    first, players, begins
):
    assert RoundMarker(first=first).moment(players).first == begins


@pytest.mark.rule("IS-21")
def test_the_first_and_the_last_round_can_be_gone_to_and_none_beside_them():
    for number, allowed in ((0, False), (1, True), (5, True), (6, False)):
        move = ("go_to_phase", {"round": number, "phase": "action"})
        if allowed:
            assert play(ROUND_GUIDE, move).round == number
        else:
            assert refused(ROUND_GUIDE, move)


def test_who_leaves_the_table_leaves_the_turn_order_and_those_behind_move_up():
    drawn = TurnOrder((2, 0, 3, 1))
    assert reseat_order(drawn, {1: 3, 2: 1, 3: 2}).order == (1, 0, 2)


def test_turns_go_round_from_the_first():
    assert clockwise_order(2, 4) == (2, 3, 0, 1)
