"""Helpers for Arcs: standings, raids, destroyed cities, and their pages with any input."""

import re
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from companion.sessions.services import start_session
from companion.tables.models import Account, Table
from scoring.arcs import GAME, city, raid, standings
from scoring.arcs import rulebook as book
from scoring.arcs.battle import Attackers, Defenders
from scoring.arcs.battle_goal import Goal
from scoring.arcs.chapters import ArcsBoard, ArcsSeat, Place
from scoring.arcs.dice import DIE_NAMES, Die
from scoring.arcs.planner import make_plans, rolls_planned
from scoring.arcs.rulebook import Ambition
from scoring.arcs.standings import Holding, Situation
from scoring.sheet import Tally, play_tallies

HTMX, CZECH = {"HX-Request": "true"}, {"Accept-Language": "cs"}
BATTLE, STANDINGS = "/helpers/arcs/battle/", "/helpers/arcs/standings/"
RAID, CITY = "/helpers/arcs/raid/", "/helpers/arcs/city/"
PLAN = "/helpers/arcs/plan/"
PAGES = (BATTLE, STANDINGS, RAID, CITY, PLAN)
SCENE = "a-whole=4&d-whole=1&d-damaged=2&d-damaged_buildings=1"
TABLE = (
    Holding(power=7, tycoon=3, warlord=2, cities=1),
    Holding(power=5, tycoon=2, warlord=4, keeper=1),
    Holding(power=2, tyrant=1, keeper=3, empath=2),
)
pytestmark = pytest.mark.django_db


def test_a_battle_without_dice_yet_is_no_mistake(client):
    nothing, one_side = client.get(BATTLE), client.get(f"{BATTLE}?a-whole=3")
    with_dice = client.get(f"{BATTLE}?a-whole=3&m1-assault=2")
    assert "Please check" not in nothing.text + one_side.text
    assert "There is nothing to attack in this system." in with_dice.text


def chapter(*declared, holdings=TABLE, number=2, set_up=""):
    names = [*declared, "", "", ""][:3]
    return standings.as_chapter(Situation(*names, set_up, str(number)), holdings)


# Standings


@pytest.mark.rule("ARC-5", "ARC-7")
def test_what_the_chapter_would_bring_is_what_its_scoring_brings():
    now = chapter("tycoon", "warlord")
    assert standings.power_gains(now) == (5 + 2 + 2, 3 + 4, 0)
    counted = play_tallies(GAME, [now])
    assert standings.power_gains(now) == counted.totals


@pytest.mark.rule("ARC-4", "ARC-6")
def test_each_ambition_tells_who_is_first_and_second():
    tycoon, tyrant, _warlord, keeper, empath = standings.contests(chapter("tycoon"))
    assert [(one.seat, one.place, one.power) for one in tycoon.ranks] == [
        (0, Place.FIRST, 5),
        (1, Place.SECOND, 3),
    ]
    assert (keeper.declared, keeper.ranks[0].seat, keeper.ranks[0].power) == (
        False,
        2,
        0,
    )
    assert [one.seat for one in (*tyrant.ranks, *empath.ranks)] == [2, 2]


@pytest.mark.rule("ARC-8")
def test_tokens_out_of_play_stand_in_the_ranks_of_two():
    two = (Holding(tycoon=4), Holding(tycoon=1))
    tycoon = standings.contests(chapter("tycoon", holdings=two, set_up="frontiers"))[0]
    assert [one.seat for one in tycoon.ranks] == [0, None, 1]
    assert tycoon.ranks[0].place is tycoon.ranks[1].place is Place.TIED_FIRST
    assert tycoon.ranks[1].power == 0


@pytest.mark.rule("ARC-3")
def test_a_declaration_takes_the_highest_marker_left():
    now = chapter("tycoon")
    assert list(map(str, standings.markers_left(now))) == ["4/2", "3/2"]
    changes = {one.ambition: one.changes for one in standings.declarations(now)}
    assert changes[Ambition.KEEPER] == (0, 2, 4)
    assert changes[Ambition.TYCOON] == (4, 2, 0)  # the city bonus comes only once
    assert standings.declarations(chapter("tycoon", "tyrant", "keeper")) == []


@pytest.mark.rule("ARC-16")
def test_the_number_of_the_lead_card_says_what_it_declares():
    numbers = [standings.declaring_cards(one, 3) for one in Ambition]
    assert numbers == [(2,), (3,), (4,), (5,), (6,)]
    assert standings.declaring_cards(Ambition.TYCOON, 4) == (2, 7)


@pytest.mark.rule("ARC-3", "ARC-7")
def test_the_most_that_is_still_to_be_had():
    # All three markers of chapter 2 are worth 12; Anna has the +2 place open in three ambitions.
    assert standings.most_power(chapter("tycoon", "warlord")) == (12 + 3 * 2, 12, 12)
    once = standings.most_power(chapter("tycoon", "tycoon", "tycoon"))
    assert once == (12 + 2, 12, 12)


@pytest.mark.rule("ARC-13")
def test_a_leader_who_holds_back_can_have_less():
    elder = (Holding(tyrant=2, leader=book.ELDER, cities=0), Holding(), Holding())
    now = chapter("tyrant", holdings=elder)
    assert standings.power_gains(now) == (3, 0, 0)
    assert standings.most_power(now)[0] == 3 + (4 + 5) + (3 + 5)


def test_what_was_entered_piece_by_piece_is_counted_by_ambition():
    seats = (
        ArcsSeat(fuel=2, material_cards=1, cities=3),
        ArcsSeat(fuel_cartel=True, relic=1),
    )
    now = Tally(3, ArcsBoard(first="tycoon", set_up="mix_up_1"), seats)
    holdings = standings.as_holdings(now, (4, 5))
    assert holdings[0] == Holding(power=4, tycoon=3, cities=3)
    assert holdings[1] == Holding(power=5, tycoon=3, keeper=1)
    again = standings.as_chapter(standings.as_situation(now), holdings)
    assert standings.power_gains(again) == standings.power_gains(now)
    assert again.number == 3


# Raids


@pytest.mark.rule("ARC-12")
def test_slots_cost_what_is_printed_over_them():
    full = raid.Hoard(0, *["fuel"] * 6)
    assert [one.cost for one in raid.all_loot(full)] == [3, 1, 1, 2, 1, 3]
    room = {cities: book.slots(cities, holdings=False) for cities in range(6)}
    assert room == {5: 2, 4: 3, 3: 4, 2: 6, 1: 6, 0: 6}


@pytest.mark.rule("ARC-12")
def test_the_worked_example_material_and_weapons_or_one_key_more_for_the_relic():
    hoard = raid.Hoard(4, "relic", "material", "weapon")
    two = raid.raid_plans(raid.Roll(2), hoard)
    assert [[one.label for one in plan.loot] for plan in two] == [
        ["Material", "Weapons"]
    ]
    three = raid.raid_plans(raid.Roll(3, "relic"), hoard)
    assert [one.label for one in three[0].loot] == ["Relic"]
    assert [plan.left for plan in three] == [0, 1]


@pytest.mark.rule("ARC-12")
def test_no_plan_leaves_keys_that_would_buy_something():
    hoard = raid.Hoard(0, "relic", "fuel", "fuel", "psionic", "", "relic", 1, 2, 1)
    for keys in range(raid.MOST_KEYS + 1):
        for plan in raid.raid_plans(raid.Roll(keys), hoard):
            rest = list(raid.all_loot(hoard))
            for one in plan.loot:
                rest.remove(one)
            assert plan.cost + plan.left == keys
            assert all(one.cost > plan.left for one in rest)
    assert raid.raid_plans(raid.Roll(0), hoard) == []


@pytest.mark.rule("ARC-12")
def test_a_token_in_a_covered_slot_is_named():
    (problem,) = raid.hoard_problems(raid.Hoard(5, "fuel", "fuel", "relic"))
    assert str(problem.message) == "Slot 3 isn't open yet. Only 2 slots are."
    assert problem.rule is book.SLOTS


# Destroying a city


@pytest.mark.rule("ARC-21")
def test_the_worked_example_outrage_first_then_three_agents_as_trophies():
    outrage = city.Outrage("relic", tokens=1, cards=1)
    (taken,) = city.possible_spoils(outrage, (city.CourtCard(theirs=1, others=2),))
    assert city.discard_count(outrage) == 2
    assert taken.trophies == 4
    assert {one.ambition: one.by for one in taken.changes} == {
        Ambition.WARLORD: 4,
        Ambition.KEEPER: -2,
    }


@pytest.mark.rule("ARC-21")
def test_a_card_of_the_planets_own_type_taken_afterwards_stays():
    outrage = city.Outrage("relic", tokens=1)
    (taken,) = city.possible_spoils(outrage, (city.CourtCard(theirs=1, suit="relic"),))
    assert {one.ambition: one.by for one in taken.changes} == {Ambition.WARLORD: 2}


@pytest.mark.rule("ARC-21")
def test_only_a_card_with_an_agent_of_the_defender_may_be_taken():
    court = (city.CourtCard(others=5), city.CourtCard(theirs=1), city.CourtCard())
    assert [one.card for one in city.possible_spoils(city.Outrage("fuel"), court)] == [
        2
    ]
    (alone,) = city.possible_spoils(city.Outrage("fuel"), court[:1])
    assert (alone.card, alone.trophies) == (None, 1)


@pytest.mark.rule("ARC-21")
def test_weapons_cost_nothing_towards_an_ambition():
    (taken,) = city.possible_spoils(city.Outrage("weapon", tokens=3), ())
    assert [one.ambition for one in taken.changes] == [Ambition.WARLORD]


# The pages


def page(client, path, **headers):
    response = client.get(path, follow=True, headers=headers)
    assert response.status_code == 200
    return response.content.decode()


def words(html):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def test_the_game_and_a_session_link_every_helper(client):
    session = start_session(game="arcs", client_id=uuid4(), players=3)
    from_game = page(client, "/games/arcs/")
    from_session = page(client, reverse("session", args=[session.token]))
    for helper in GAME.helpers:
        assert f'href="{reverse(helper.page)}"' in from_game
        link = f"{reverse(helper.page)}?session={session.token}"
        assert f'href="{link}"' in from_session
        back = f'href="{reverse("session", args=[session.token])}"'
        assert back in page(client, link)


@pytest.mark.parametrize("path", PAGES)
def test_a_page_that_is_only_opened_keeps_its_address(client, path):
    for language in ({}, CZECH):
        response = client.get(path, headers=language)
        assert response.status_code == 200
    assert 'href="/games/arcs/"' in response.content.decode()


@pytest.mark.parametrize("path", PAGES)
def test_the_example_of_a_page_is_its_own_address(client, path):
    html = page(client, path)
    example = re.search(rf'href="({path}\?[^"]+)"', html)[1].replace("&amp;", "&")
    response = client.get(example)
    assert response.status_code == 200
    assert "problems" not in response.content.decode().replace(
        'class="card problems" role="alert" hidden', ""
    )


@pytest.mark.rule("ARC-19")
def test_the_odds_stand_on_the_page_exactly(client):
    html = words(page(client, f"{BATTLE}?{SCENE}&m1-assault=2&m1-raid=2"))
    assert "Defender intercepts 69%" in html
    assert "ARC-17" in html
    html = page(client, f"{BATTLE}?a-whole=3&d-whole=1&m1-assault=3")
    assert "<span>11/36</span>" in html


def test_two_mixes_stand_side_by_side(client):
    html = page(client, f"{BATTLE}?{SCENE}&m1-assault=2&m1-raid=2&m2-skirmish=4")
    row = re.search(r'<th scope="row">2\+</th>(.*?)</tr>', html, re.S)[1]
    assert words(row).split() == ["81%", "69%"]


@pytest.mark.rule("ARC-18")
def test_dice_that_may_not_be_taken_have_no_odds_but_a_reason(client):
    html = page(client, f"{BATTLE}?a-whole=1&d-whole=1&m1-assault=2&m2-skirmish=1")
    assert "2 dice are too many for 1 ships. Use one die per ship." in words(html)
    assert "spread" in html  # the other mix is counted all the same
    alone = page(client, f"{BATTLE}?a-whole=1&d-whole=1&m1-raid=1")
    assert "Raid dice need a building" in alone
    assert 'class="card spread"' not in alone


GOAL = (
    "a-whole=4&d-whole=1&d-damaged=2&d-buildings=1&g-aim=building&g-losses=1&g-rolls=3"
)


def test_the_page_of_a_plan_tells_the_best_dice_of_every_number_of_rolls(client):
    html = page(client, f"{PLAN}?{GOAL}")
    fleet, system = Attackers(whole=4), Defenders(whole=1, damaged=2, buildings=1)
    goal = Goal(aim="building", losses=1, rolls=3)
    plans = make_plans(fleet, system, goal)
    shown = re.findall(r'<p class="fractions">(.*?)</p>', html)
    assert shown == [str(plan.chance) for plan in plans]
    assert len(shown) == 3
    cards = html.split('<div class="card plan')[1:]
    for card, plan in zip(cards, plans, strict=True):
        dice = re.findall(r"<strong>(\d) × (\w+)</strong>", card)
        named = zip(plan.mix, Die, strict=True)
        assert dice == [
            (str(number), DIE_NAMES[die]) for number, die in named if number
        ]


def test_a_goal_that_cannot_be_reached_has_a_reason_and_no_plan(client):
    html = page(client, f"{PLAN}?a-whole=2&d-whole=1&g-aim=building")
    assert "There is no building to destroy." in words(html)
    assert "card plan" not in html
    assert "card plan" not in page(client, PLAN)  # nothing is entered yet


def test_with_many_ships_the_page_says_how_far_it_plans(client):
    many = "a-whole=15&d-whole=15&d-buildings=2&g-aim=buildings&g-losses=9&g-rolls=3"
    battle = Attackers(15), Defenders(15, 0, 2), Goal("buildings", 9, 3)
    ahead = rolls_planned(*battle)
    assert ahead < 3
    assert f"With this many ships we plan {ahead} roll" in words(
        page(client, f"{PLAN}?{many}")
    )
    assert "With this many ships" not in page(client, f"{PLAN}?{GOAL}")


OPEN = (
    f"{BATTLE}?a-whole=99&{SCENE}&d-homeless=on&m1-raid=6&m2-skirmish=1",
    f"{BATTLE}?{SCENE}&m1-assault=2&m1-raid=2",
    f"{STANDINGS}?players=2&b-second=tycoon&s0-tycoon=2",
    f"{RAID}?h-cities=5&h-slot_6=fuel&r-keys=3",
    f"{CITY}?o-planet=fuel",
    f"{PLAN}?{GOAL}",
    f"{PLAN}?a-whole=2&d-whole=1&g-aim=building",
    "/helpers/north/round/?players=2&1s0-track=25",
    "/helpers/north/round/?players=1",
    "/helpers/north/ships/?players=2&ships=A",
    "/helpers/north/stored/?c-lot=0",
    "/helpers/arcs/first-player/?players=2&order=AB",
)


@pytest.mark.parametrize("path", OPEN)
def test_every_rule_badge_opens_its_rule(client, path):
    html = page(client, path)
    badges = set(re.findall(r'popovertarget="([^"]+)"', html))
    assert badges
    assert badges <= set(re.findall(r'popover id="([^"]+)"', html))
    assert 'style="' not in html
    assert "<script>" not in html


def test_htmx_gets_only_the_result_and_the_address(client):
    for path in PAGES:
        response = client.get(f"{path}?a-whole=2&x=1", headers=HTMX)
        assert b"<html" not in response.content
        assert "x=1" not in response.headers["HX-Replace-Url"]


BAD = ("-1", "abc", "1000000000", "9" * 5000, "1.5", "\x00", "½", "1+1+1", " ")
FIELDS = {
    BATTLE: "m1-raid",
    STANDINGS: "s0-tycoon",
    RAID: "r-keys",
    CITY: "c1-theirs",
    PLAN: "d-damaged",
}


@pytest.mark.parametrize("typed", BAD)
@pytest.mark.parametrize("path", PAGES)
def test_bad_input_is_named_beside_its_field_and_never_breaks(client, path, typed):
    field = FIELDS[path]
    given = {field: [typed, typed], "session": "../../x", "players": "77"}
    response = client.get(path, given, follow=True)
    assert response.status_code == 200
    html = response.content.decode()
    readable = typed in ("1+1+1", " ")
    assert (f'data-mistake="id_{field}"' in html) is not readable
    assert (f'id="id_{field}_error"' in html) or readable


def test_a_choice_that_isnt_offered_is_refused(client):
    for path, field in ((STANDINGS, "b-first"), (RAID, "h-slot_1"), (CITY, "o-planet")):
        assert f'data-mistake="id_{field}"' in page(client, f"{path}?{field}=gold")


def test_names_are_shown_as_typed_and_never_as_markup(client):
    name = "<b>Anna</b> & co"
    html = client.get(STANDINGS, {"name0": name, "s0-tycoon": 2}, follow=True)
    assert escape(name) in html.content.decode()
    assert "<b>Anna" not in html.content.decode()


def test_declared_ambitions_and_both_languages(client):
    query = (
        "players=3&name0=Anna&b-first=tycoon&b-chapter=2&s0-tycoon=3&s0-cities=1"
        "&s1-tycoon=2&s2-keeper=3"
    )
    html = words(page(client, f"{STANDINGS}?{query}"))
    assert "Anna : first with 3 +5" in html
    assert "If somebody declares now, for 4/2" in html
    assert "Markers left: 4/2 · 3/2." in html
    page(client, f"{STANDINGS}?{query}", **CZECH)


@pytest.mark.rule("ARC-10")
def test_the_page_says_whether_the_game_would_be_over(client):
    near = f"{STANDINGS}?players=4&b-first=tyrant&s0-power=22&s0-tyrant=1&s0-cities="
    assert "The game would continue" in page(client, f"{near}5&b-chapter=1&s0-power=21")
    assert "The game would end." in page(client, f"{near}5")
    assert "The game would end." in page(client, f"{STANDINGS}?b-chapter=5")


def started(**more):
    return start_session(game="arcs", client_id=uuid4(), players=3, **more)


CELLS = {
    "name0": "Dana",
    "1b-first": "tycoon",
    "1s0-fuel": "2",
    "1s0-material_cards": "1",
    "1s1-fuel": "1",
}


def test_the_standings_come_from_an_open_session(client):
    session = started(cells=CELLS)
    path = f"{STANDINGS}?session={session.token}"
    response = client.get(path)
    assert (
        response.status_code == 200
    )  # its address stays short: the session is the state
    html = words(response.content.decode())
    assert "Dana : first with 3 +5" in html
    assert "These numbers come from the session." in html


def test_a_change_is_only_a_what_if(client):
    session = started(cells=CELLS)
    entered = session.state
    address = reverse("session-helper", args=[session.token, "arcs-standings"])
    typed = {"move": "type_numbers", "s1-tycoon": "9", "s0-tycoon": "3"}
    html = client.post(address, typed, follow=True).content.decode()
    assert "trying other numbers" in html
    assert "first with 9" in words(html)
    session.refresh_from_db()
    assert session.state.pop("helpers") == {
        "arcs-standings": {"cells": {"s1-tycoon": "9"}}
    }
    assert session.state == entered


def test_power_of_earlier_chapters_is_counted_along(client):
    session = started(tallies=2, cells={**CELLS, "2b-first": "keeper"})
    html = page(client, f"{STANDINGS}?session={session.token}")
    assert re.search(r'name="s0-power"\s+value="5"', html)
    assert re.search(r'<option value="2" selected>2</option>', html)


def test_the_session_of_a_table_is_told_to_nobody_else(client):
    table = Table.objects.create(name="Thursday")
    session = started(cells=CELLS, table=table)
    stranger = Client()
    stranger.force_login(Account.objects.create_user("stranger"))
    for visitor in (client, stranger):
        for path in PAGES:
            html = page(visitor, f"{path}?session={session.token}")
            assert "Dana" not in html
            assert session.token not in html


def test_a_session_of_another_game_is_no_way_back(client):
    other = start_session(game="inkas", client_id=uuid4(), players=3)
    assert other.token not in page(client, f"{BATTLE}?session={other.token}")


def test_a_covered_result_stays_covered(client):
    session = started(cells=CELLS)
    state = {**session.state, "covered": True}
    type(session).objects.filter(pk=session.pk).update(state=state)
    html = page(client, f"{STANDINGS}?session={session.token}")
    assert "first with 3" not in words(html)
    assert reverse("session", args=[session.token]) in html


def test_the_example_of_the_game_is_counted_the_same_way(client):
    """What the scoring page would give for the last chapter is what this page shows."""
    tallies = GAME.example.tallies
    total = play_tallies(GAME, tallies).totals
    before = play_tallies(GAME, tallies[:-1]).totals
    holdings = standings.as_holdings(play_tallies(GAME, tallies).last, before)
    now = standings.as_chapter(standings.as_situation(tallies[-1]), holdings)
    gains = standings.power_gains(now)
    assert tuple(map(int.__add__, before, gains)) == total
