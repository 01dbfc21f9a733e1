"""Arcs: slots, cards that change scoring, and how many pieces there are."""

import pytest

from scoring.arcs.chapters import ArcsBoard, ArcsSeat
from scoring.entries import entries_of
from scoring.sheet import Tally
from tests.scoring.arcs_chapters import (
    EMPATH,
    KEEPER,
    LABELS,
    TYCOON,
    TYRANT,
    WARLORD,
    broken,
    chapter,
    discarded,
    played,
    scored,
    stepped,
    warlords,
)

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
