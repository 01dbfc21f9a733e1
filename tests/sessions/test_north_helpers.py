"""Helpers for Empires of the North: rounds and their end, ships, stored goods."""

import re
from uuid import uuid4

import pytest
from django.urls import reverse

from companion.sessions.services import start_session
from scoring.empires_of_the_north import END, GAME, SOLO
from scoring.north_rounds import (
    MOST_ROUNDS,
    PHASE_NAMES,
    STEPS,
    NorthMoment,
    Phase,
    Reached,
    end_banner,
    is_over,
    last_round,
    next_moment,
    notice_end,
    previous_moment,
    read_moment,
    starting_seat,
)
from scoring.north_ships import (
    MOST_SHIPS,
    Ship,
    embark_ship,
    move_ship_ahead,
    read_ships,
    remove_ship,
    write_ships,
)
from scoring.north_stored import (
    StoringCard,
    card_problems,
    offered_splits,
    split_yields,
)

HTMX, CZECH = {"HX-Request": "true"}, {"Accept-Language": "cs"}
ROUND, SHIPS, STORED = (
    "/helpers/north/round/",
    "/helpers/north/ships/",
    "/helpers/north/stored/",
)
pytestmark = pytest.mark.django_db


# Rounds


@pytest.mark.rule("EON-10")
def test_a_round_has_four_phases_and_the_next_begins_with_a_lookout():
    moment = NorthMoment()
    seen = []
    for _ in range(5):
        seen.append((moment.round, moment.phase))
        moment = next_moment(moment)
    assert seen == [*((1, phase) for phase in Phase), (2, Phase.LOOKOUT)]
    assert set(PHASE_NAMES) == set(STEPS) == set(Phase)


@pytest.mark.rule("EON-10")
def test_the_first_players_token_moves_to_the_left_each_round():
    begins = [starting_seat(NorthMoment(round=number), 3, 1) for number in (1, 2, 3, 4)]
    assert begins == [1, 2, 0, 1]


def test_a_tap_too_many_is_taken_back():
    assert previous_moment(next_moment(NorthMoment(2, Phase.CLEAN_UP))) == NorthMoment(
        2, Phase.CLEAN_UP
    )
    assert previous_moment(NorthMoment()) == NorthMoment()
    assert previous_moment(NorthMoment(2, Phase.SAILING)) == NorthMoment(
        2, Phase.ACTION
    )


@pytest.mark.rule("EON-5")
@pytest.mark.parametrize(
    ("phase", "last"),
    [("lookout", 6), ("action", 6), ("sailing", 7), ("clean_up", 7)],
)
def test_25_ends_this_round_or_the_next(phase, last):
    moment = notice_end(NorthMoment(6, Phase(phase)), (25, 3))
    assert moment.reached == Reached(6, Phase(phase))
    assert last_round(moment, 2) == last
    end = end_banner(moment, 2)
    assert end.rule is END
    assert ("last" in str(end.message)) is True


@pytest.mark.rule("EON-5")
def test_the_game_is_over_after_the_sailing_of_the_last_round():
    moment = notice_end(NorthMoment(6, Phase.ACTION), (25, 3))
    sailing = next_moment(moment)
    assert not is_over(sailing, 2)
    assert is_over(next_moment(sailing), 2)
    assert "no clean-up" in str(end_banner(next_moment(sailing), 2).message)


@pytest.mark.rule("EON-5")
def test_24_triggers_nothing_and_a_correction_takes_the_trigger_back():
    assert notice_end(NorthMoment(6, Phase.ACTION), (24, 24)).reached is None
    assert end_banner(NorthMoment(6, Phase.ACTION), 2) is None
    there = notice_end(NorthMoment(6, Phase.ACTION), (25, 24))
    assert notice_end(there, (24, 24)).reached is None


@pytest.mark.rule("EON-5")
def test_the_moment_25_was_first_reached_stays():
    there = notice_end(NorthMoment(6, Phase.ACTION), (25, 3))
    later = notice_end(next_moment(there), (27, 26))
    assert later.reached == Reached(6, Phase.ACTION)


@pytest.mark.rule("EON-8")
def test_alone_the_fourth_round_is_the_last():
    assert end_banner(NorthMoment(1), 1).rule is SOLO
    assert last_round(notice_end(NorthMoment(1), (40,)), 1) == 4
    assert is_over(NorthMoment(4, Phase.CLEAN_UP), 1)


@pytest.mark.parametrize(
    "given", [("0", "", ""), ("x", "dinner", "9999-action"), ("31", "", "1-dinner")]
)
def test_an_address_nobody_made_is_the_beginning(given):
    assert read_moment(*given) == NorthMoment()
    assert next_moment(NorthMoment(MOST_ROUNDS, Phase.CLEAN_UP)).round == MOST_ROUNDS


# Ships


@pytest.mark.rule("EON-9")
def test_ships_choose_in_the_order_they_were_sent_out():
    queue = embark_ship(embark_ship((), Ship(1)), Ship(0, fish=True, attack=True))
    assert write_ships(queue) == "B,Afa"
    assert remove_ship(queue, 0) == (Ship(0, True, True),)


@pytest.mark.rule("EON-9")
def test_a_fish_takes_a_ship_far_and_an_attack_token_lets_it_conquer():
    assert (Ship(0).where, Ship(0).what) == ("near island", "plunder")
    assert Ship(0, fish=True).where == "near or far island"
    assert Ship(0, attack=True).what == "plunder or conquer"


@pytest.mark.rule("EON-9")
def test_a_ship_overtakes_the_one_before_it():
    queue = read_ships("A,B,C", 3)
    assert write_ships(move_ship_ahead(queue, 2)) == "A,C,B"
    assert move_ship_ahead(queue, 0) == move_ship_ahead(queue, 3) == queue


def test_what_is_no_ship_of_these_players_is_left_out():
    assert write_ships(read_ships("A,,Bx,D,Cfa,Caf,a", 3)) == "A,Cfa"
    assert len(read_ships("A," * 9999, 2)) == MOST_SHIPS
    full = read_ships("A," * 99, 2)
    assert embark_ship(full, Ship(1)) == full


# Stored goods


@pytest.mark.rule("EON-7")
def test_the_worked_example_five_stored_in_lots_of_two_yield_twice():
    card = StoringCard(stored=5, lot=2, kinds=2)
    assert (card.yields, card.missing, card.ways) == (2, 1, 3)
    assert offered_splits(card) == [(2, 0), (1, 1), (0, 2)]


@pytest.mark.rule("EON-7")
@pytest.mark.parametrize(
    ("stored", "lot", "yields"), [(0, 2, 0), (1, 2, 0), (3, 3, 1), (99, 1, 99)]
)
def test_only_full_lots_yield(stored, lot, yields):
    assert StoringCard(stored, lot).yields == yields


@pytest.mark.rule("EON-7")
def test_every_way_to_split_is_counted_and_many_are_not_listed():
    assert len(list(split_yields(6, 4))) == StoringCard(6, 1, 4).ways == 84
    assert offered_splits(StoringCard(6, 1, 4)) == []
    assert offered_splits(StoringCard(1, 2, 3)) == []


@pytest.mark.rule("EON-7")
def test_a_card_without_lots_or_yields_is_none():
    assert len(list(card_problems(StoringCard(5, 0, 0)))) == 2
    assert list(card_problems(StoringCard(5))) == []


# The pages


def page(client, path, **headers):
    response = client.get(path, follow=True, headers=headers)
    assert response.status_code == 200
    return response.content.decode()


def words(html):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def test_the_game_and_a_session_link_every_helper(client):
    session = start_session(game=GAME.slug, client_id=uuid4(), players=2)
    html = page(client, reverse("session", args=[session.token]))
    for helper in GAME.helpers:
        link = f"{reverse(helper.page)}?session={session.token}"
        assert f'href="{link}"' in html
        for language in ({}, CZECH):
            opened = page(client, link, **language)
            assert reverse("session", args=[session.token]) in opened


def test_going_on_is_a_button_that_carries_the_state(client):
    response = client.get(f"{ROUND}?players=2&1s0-track=9&go=next", follow=True)
    address = response.redirect_chain[-1][0]
    assert "round=1&phase=action" in address
    assert "go=" not in address
    html = words(response.content.decode())
    assert "one action each in turn" in html
    back = client.get(f"{address}&go=back", follow=True)
    assert "phase=lookout" in back.redirect_chain[-1][0]


@pytest.mark.rule("EON-5")
def test_the_end_banner_stands_as_soon_as_somebody_has_25(client):
    path = f"{ROUND}?players=2&name0=Anna&round=6&phase=sailing"
    html = words(page(client, f"{path}&1s0-track=25"))
    assert "Round 7 will be the last." in html
    assert "25 points reached in round 6: Sailing." in html
    earlier = words(page(client, f"{path}&1s0-track=25&to_reached=6-action"))
    assert "This round is the last." in earlier
    assert "last" not in words(page(client, f"{path}&1s0-track=24"))


@pytest.mark.rule("EON-5")
def test_after_the_last_sailing_there_is_no_next_phase(client):
    path = f"{ROUND}?players=2&1s0-track=25&round=6&phase=sailing&reached=6-action"
    assert "Final score ›" in words(page(client, path))
    done = page(client, f"{path}&go=next")
    assert "The game is over" in done
    assert 'value="next"' not in done


@pytest.mark.rule("EON-1")
def test_the_projected_score_is_that_of_the_scoring_page(client):
    path = f"{ROUND}?players=2&1s0-track=20&1s0-cards=12&1s0-materials=5&1s0-gold=2"
    html = page(client, path)
    assert "<strong>36</strong>" in html
    total = re.search(r'<tr class="total">(.*?)</tr>', html, re.S)[1]
    assert words(total).split() == ["Total", "36", "0"]


def test_the_projected_score_is_laid_out_like_a_result(client):
    """A category's name over its numbers, so that four columns fit a phone."""
    html = client.get(reverse("north-round"), {"players": "4"}, follow=True)
    assert 'class="card sheet score-table of-4"' in html.content.decode()


def test_the_tracks_come_from_an_open_session(client):
    cells = {
        "name0": "Dana",
        "1s0-track": "25",
        "1s0-attack": "3",
        "1b-attack": "points",
    }
    session = start_session(game=GAME.slug, client_id=uuid4(), players=2, cells=cells)
    response = client.get(f"{ROUND}?session={session.token}")
    html = response.content.decode()
    assert response.status_code == 200
    assert "Dana" in html
    assert "<strong>28</strong>" in html  # the session's own reading of EON-3


def test_ships_embark_overtake_and_come_home_by_taps(client):
    seen = client.get(f"{SHIPS}?players=3&embark=A&fish=on", follow=True)
    assert seen.redirect_chain[-1][0].endswith("players=3&ships=Af")
    seen = client.get(f"{SHIPS}?players=3&ships=Af&embark=C&attack=on", follow=True)
    assert seen.redirect_chain[-1][0].endswith("ships=Af%2CCa")
    assert "near or far island · plunder" in words(seen.content.decode())
    seen = client.get(f"{SHIPS}?players=3&ships=Af,Ca&ahead=1", follow=True)
    assert seen.redirect_chain[-1][0].endswith("ships=Ca%2CAf")
    seen = client.get(f"{SHIPS}?players=3&ships=Ca,Af&home=0", follow=True)
    assert seen.redirect_chain[-1][0].endswith("ships=Af")


def test_a_full_page_of_ships_says_so(client):
    html = page(client, f"{SHIPS}?players=2&ships={'A,' * 25}")
    assert "This page can hold up to 20 ships." in html
    assert 'name="embark"' not in html


def test_stored_goods_on_the_page(client):
    html = words(page(client, f"{STORED}?c-stored=5"))
    assert "2 yields" in html
    assert "1 more good for the next one." in html
    assert "2 + 0 1 + 1 0 + 2" in html
    assert "A yield needs at least 1 good." in page(client, f"{STORED}?c-lot=0")


BAD = ("-1", "abc", "1000000000", "9" * 5000, "\x00", "½")


@pytest.mark.parametrize("typed", BAD)
@pytest.mark.parametrize(
    ("path", "field"),
    [(ROUND, "1s0-track"), (STORED, "c-stored"), (STORED, "c-lot"), (SHIPS, "ships")],
)
def test_bad_input_never_breaks_a_page(client, path, field, typed):
    noise = {"round": typed, "phase": typed, "reached": typed, "home": typed}
    given = {field: [typed, typed], "players": typed, "first": typed, **noise}
    for headers in ({}, HTMX, CZECH):
        response = client.get(path, given, follow=True, headers=headers)
        assert response.status_code == 200
    html = client.get(path, given, follow=True).content.decode()
    assert (f'data-mistake="id_{field}"' in html) is (field != "ships")


def test_htmx_gets_only_the_result(client):
    for path in (ROUND, STORED):
        response = client.get(f"{path}?players=2&c-stored=4", headers=HTMX)
        assert b"<html" not in response.content
        assert response.headers["HX-Replace-Url"]
