"""What a repair offers in the place of an act: legal choices of that moment, what breaks least first."""

from scoring.rise_of_empire.pools import province_deck
from scoring.rise_of_empire.repair_options import (
    LaterCards,
    RepairOption,
    find_later_cards,
    repair_options,
)
from scoring.rise_of_empire.rescoring import PlayedAct
from scoring.rise_of_empire.stages import Stage
from tests.played_campaign import TOGETHER, founded_campaign


def act(kind, **data):
    return PlayedAct(9, kind, data)


def offered(at, wanted, later=None):
    return repair_options(at.state, wanted, later)


def test_a_choice_is_named_by_what_it_is_and_not_by_how_it_is_written():
    one = RepairOption("move_marker", {"mission": 126, "by": 1}, same=True, own=True)
    same = RepairOption("move_marker", {"by": 1, "mission": 126}, same=False, own=False)
    other = RepairOption("move_marker", {"by": 2, "mission": 126}, same=True, own=True)
    assert one.key == same.key != other.key


# Which choice breaks least


def test_a_card_that_is_bought_later_is_offered_after_the_others():
    later = LaterCards(bought={58: 90, 60: 200}, kept=frozenset({130}))
    order = sorted(
        (58, 59, 60), key=lambda n: later.clash("buy_invention", {"number": n})
    )
    assert order == [59, 60, 58]
    assert later.clash("draw_provinces", {"provinces": [129, 130]}) == -1
    assert later.clash("draw_provinces", {"provinces": [129]}) == 0
    assert later.clash("stop_buying", {}) == 0
    assert later.clash("lose_provinces", {"provinces": [130]}) == 0


def test_only_what_follows_the_act_is_later_and_the_first_time_counts():
    acts = [
        PlayedAct(5, "buy_invention", {"number": 57}),
        PlayedAct(6, "buy_invention", {"number": 58}),
        PlayedAct(7, "keep_province", {"province": 3}),
        PlayedAct(8, "buy_invention", {"number": 58}),
    ]
    assert find_later_cards(acts, 5) == LaterCards({58: 6}, frozenset({3}))
    assert find_later_cards(acts, 7) == LaterCards({58: 8}, frozenset())


def test_what_others_buy_later_comes_last_among_the_cards():
    at = founded_campaign("anna", "bara").open()
    at.settle(anna=60, bara=50).to(Stage.INVENTIONS)
    wanted = act("buy_invention", empire="anna", number=60)
    later = LaterCards({57: 12, 58: 30})
    cards = [one.data["number"] for one in offered(at, wanted, later) if one.same]
    assert cards[-2:] == [58, 57]
    assert cards[:-2] == sorted(cards[:-2])


# In which order


def test_the_same_choice_comes_before_others_and_ones_own_before_those_of_others():
    at = founded_campaign("anna", "bara").open()
    wanted = act("move_marker", empire="bara", mission=126)
    told = [(one.same, one.own) for one in offered(at, wanted)]
    assert {*told} == {(True, True), (True, False), (False, True), (False, False)}
    assert told == sorted(told, reverse=True)


def test_what_the_session_waits_for_comes_before_what_may_be_done():
    """Anna has stopped and has to draw; Bára has bought and may stop."""
    at = founded_campaign("anna", "bara").open()
    at.settle(anna=60, bara=50).to(Stage.INVENTIONS).step().step().step()
    drawing, *rest = offered(at, act("tick_track", empire="cyril"))
    assert (drawing.kind, drawing.data) == ("draw_provinces", {"empire": "anna"})
    assert "stop_buying" in {one.kind for one in rest}


# Cards to be named


def test_cards_that_were_drawn_then_are_offered_where_they_can_be_drawn_now():
    at = founded_campaign("anna", "bara").session(anna=60, bara=50).open()
    at.settle(anna=60, bara=50).to(Stage.PROVINCES)
    held = at.sheet("anna").provinces[0]
    wanted = act("draw_provinces", empire="anna", provinces=[held, 30])
    hand, typed, *others = offered(at, wanted)
    assert (hand.data, hand.asks) == ({"empire": "anna", "provinces": [30]}, "")
    assert (hand.same, hand.own) == (True, True)
    assert (typed.data, typed.asks) == ({"empire": "anna"}, "provinces")
    assert (typed.same, typed.own, typed.draw.count) == (True, True, 1)
    assert [(one.data["empire"], one.own) for one in others] == [("bara", False)] * 2


def test_of_many_cards_that_were_drawn_then_forty_are_listed_and_any_can_be_typed():
    at = founded_campaign("anna", "bara").session(anna=60, bara=50).open()
    at.settle(anna=60, bara=50).to(Stage.PROVINCES)
    deck = list(province_deck(at.state))
    assert len(deck) > 41
    wanted = act("draw_provinces", empire="anna", provinces=deck)
    own = [one for one in offered(at, wanted) if one.own]
    assert [one.asks for one in own] == [""] * 40 + ["provinces"]


# Between two sessions


def test_between_two_sessions_only_the_same_or_what_goes_on_is_offered():
    at = founded_campaign("anna", "bara").session(anna=60, bara=50)
    assert offered(at, act("found_empire", empire="cyril")) == []
    retiring = offered(at, act("retire_empire", empire="cyril"))
    assert [one.data["empire"] for one in retiring] == ["anna", "bara"]


def test_a_session_is_opened_with_those_who_still_can_play():
    at = founded_campaign("anna", "bara", "cyril").do("retire_empire", empire="bara")
    missions = list(TOGETHER)
    wanted = act("open_session", empires=["anna", "bara", "cyril"], missions=missions)
    (opening,) = (one for one in offered(at, wanted) if one.kind == "open_session")
    assert opening.data == {"empires": ["anna", "cyril"], "missions": missions}
    assert (opening.same, opening.own, opening.asks) == (True, True, "")
