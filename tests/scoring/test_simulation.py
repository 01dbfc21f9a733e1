"""Simulated campaigns: always a way on, nothing lost, and every kind of end."""

from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from itertools import islice
from types import SimpleNamespace

import pytest

from scoring.rise_of_empire.cards import SLOTS
from scoring.rise_of_empire.choices import choices
from scoring.rise_of_empire.engine import ENGINE
from scoring.rise_of_empire.layout import Colour
from scoring.rise_of_empire.simulation import (
    REALMS,
    SimulatedTable,
    count_score,
    example_colour,
    example_price,
    example_start,
    simulate,
)
from scoring.rules import RuleBroken
from tests.played_campaign import (
    check_cards,
    check_kept,
    check_ledger,
    check_rows,
    check_sheets,
    founded_campaign,
    invention,
    through_json,
)
from tests.thorough import THOROUGH

# The whole two hundred run where nobody waits for them; these four, of one to four players, end in
# every way there is.
CAMPAIGNS, SESSIONS = (range(200), 60) if THOROUGH else ((0, 2, 3, 5), 24)
# After so many acts everything offered is tried, and everything is written down.
TRIED, KEPT = (50, 100) if THOROUGH else (100, 200)


def ends(campaigns, sessions):
    """How the empires of these simulated campaigns ended, all of them checked."""
    asked = [
        {"sessions": sessions, "players": 1 + seed % 4, "seed": seed}
        for seed in campaigns
    ]
    with ProcessPoolExecutor() as processes:
        return frozenset().union(*processes.map(followed, asked))


def followed(campaign):
    """Plays the acts of a campaign again and looks at every state; how its empires ended.

    Every act was chosen from what was offered: with nothing on offer the simulation would stop.
    """
    state, facts, ended = ENGINE.start(through_json(example_start())), [], set()
    for number, (kind, data) in enumerate(simulate(**campaign)):
        state, new = ENGINE.apply(state, kind, through_json(data))
        facts += new
        look_at(state, facts, number)
        if kind == "finish_session":
            ended |= {one.fall or one.status for one in state.empires}
    check_ledger(state, facts)
    return ended


def look_at(state, facts, number):
    check_sheets(state)
    if number % TRIED == 0:
        check_cards(state)
        nothing_offered_is_refused(state)
    if number % KEPT == 0:
        check_ledger(state, facts)
        check_rows(state)
        check_kept(state)


def nothing_offered_is_refused(state):
    offered = choices(state)
    assert any(one.allowed or one.draws for one in offered)
    for one in offered:
        if one.draws and one.empire:
            drawn = {
                key: list(draw.numbers[: draw.count]) for key, draw in one.draws.items()
            }
            ENGINE.apply(state, one.kind, {"empire": one.empire, **drawn})
        for option in one.options if not one.asks else ():
            accepted_or_refused(state, one.kind, option)


def accepted_or_refused(state, kind, option):
    if option.refused:
        with pytest.raises(RuleBroken):
            ENGINE.apply(state, kind, through_json(option.data))
    else:
        ENGINE.apply(state, kind, through_json(option.data))


# All of them


@pytest.mark.thorough
@pytest.mark.rule("ROE-36", "ROE-37", "ROE-38", "ROE-45")
def test_simulated_campaigns_always_go_on_and_end_in_every_way_there_is():
    assert ends(CAMPAIGNS, SESSIONS) >= {"won", "twilight", "dark_age", "solo"}


# One of them


def acts_of(**campaign):
    return list(simulate(**{"sessions": 6, "players": 3, "seed": 7, **campaign}))


def test_empires_are_founded_one_after_the_other_each_with_a_name_of_its_own():
    founded = [data for _kind, data in acts_of(sessions=1, players=4)[:4]]
    assert [one["empire"] for one in founded] == ["e1", "e2", "e3", "e4"]
    assert [one["name"] for one in founded] == [*REALMS[:4]]


@pytest.mark.rule("ROE-28")
def test_example_inventions_cost_18_to_71_and_have_every_colour():
    inventions = [number for number, card in SLOTS.items() if card.kind == "invention"]
    prices = {example_price(number) for number in inventions}
    assert (min(prices), max(prices)) == (18, 71)
    assert {example_colour(number) for number in inventions} == {*Colour}


def test_a_player_scores_better_with_every_province_and_invention():
    at = founded_campaign("anna", "bara").open()
    anna = at.empire("anna")
    sheet = replace(anna.sheet, provinces=(1, 2), inventions=(invention(57),))
    average = SimpleNamespace(gauss=lambda mean, _spread: mean, randint=max)
    table = SimulatedTable(average, 2, at.state.put(replace(anna, sheet=sheet)))
    tracks = [count_score(table, seat)["track"] for seat in at.state.session.seats]
    assert tracks == [20 + 3 * 3, 20]


def test_an_unlucky_player_scores_nothing_and_not_less():
    at = founded_campaign("anna", "bara").open()
    unlucky = SimpleNamespace(
        gauss=lambda *_: -50.0, randint=lambda least, _most: least
    )
    table = SimulatedTable(unlucky, 2, at.state)
    assert count_score(table, at.state.session.seats[0])["track"] == 0


def test_the_same_seed_gives_the_same_acts_and_another_seed_others():
    assert acts_of() == acts_of()
    assert acts_of(seed=8) != acts_of()


def test_the_acts_are_plain_json_and_lead_to_the_same_state_again():
    acts = acts_of()
    assert through_json(acts) == [list(act) for act in acts]
    once, again = (final_state(acts) for _time in range(2))
    assert once == again


def final_state(acts):
    state = ENGINE.start(through_json(example_start()))
    for kind, data in acts:
        state, _facts = ENGINE.apply(state, kind, data)
    return state


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_as_many_play_as_were_asked_for_and_no_more_sessions(players):
    acts = acts_of(players=players, sessions=3)
    opened = [data for kind, data in acts if kind == "open_session"]
    assert 1 <= len(opened) <= 3
    assert len(opened[0]["empires"]) == players
    state = final_state(acts)
    assert state.session is None
    assert len({one.player for one in state.empires}) == players


def test_a_simulation_can_be_followed_act_by_act():
    first = list(islice(simulate(sessions=25, players=4, seed=1), 20))
    assert first == acts_of(sessions=25, players=4, seed=1)[:20]


def test_made_up_cards_say_so_and_cards_of_the_booklet_keep_their_names():
    for card in ENGINE.start(through_json(example_start())).catalogue.values():
        seen = SLOTS[card.number]
        assert card.name == seen.name or (card.example and "Example" in card.name)
        if seen.price is not None:
            assert card.price == seen.price
        made_up = (card.price, card.colour) != (seen.price, seen.colour)
        assert card.example or not made_up


@pytest.mark.rule("ROE-28", "ROE-32")
def test_the_demo_s_colours_agree_with_the_booklet_s_example():
    cards = ENGINE.start(through_json(example_start())).catalogue
    archery, building, pottery = (cards[number] for number in (56, 61, 66))
    assert [archery.name, building.name, pottery.name] == [
        "Lukostřelba",
        "Stavitelství",
        "Hrnčířství",
    ]
    assert archery.colour == pottery.colour != building.colour


def test_nothing_of_a_simulation_stays_behind_in_the_catalogue_of_others():
    acts_of()
    assert not any(card.example for card in ENGINE.start({}).catalogue.values())
