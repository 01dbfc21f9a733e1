"""Sessions through the browser's eyes: what is offered and done, and asked about first."""

import re
from uuid import uuid4

import pytest
from django.urls import reverse
from django.utils import timezone

from companion.sessions.models import GameSession
from companion.sessions.services import start_rematch, start_session
from scoring.games import GAMES
from scoring.missing import needed_keys
from scoring.sessions import tallies_of
from tests.sessions.pages import (
    ARCS,
    CZECH,
    SETTLERS,
    at,
    do,
    entered,
    now,
    page_of,
    press,
    put,
    save,
    text_of,
    visitor,
)

pytestmark = pytest.mark.django_db


def test_everything_the_page_offers_is_done(client):
    session = entered(game=ARCS, players=3, **{"1s0-trophies": "2"})
    for kind, more in (
        ("set_players", {"players": "4"}),
        ("add_tally", {"number": "2"}),
        ("cover", {}),
        ("reveal", {}),
        ("finish", {}),
        ("reopen", {}),
    ):
        answer = press(client, session, kind, **more)
        assert answer.status_code == 302
        back = {
            "set_players": f"{at(session)}?who#lineup",
            "add_tally": f"{at(session)}#tally-2",
            "reveal": at(session, "finale"),
        }
        assert answer.url == back.get(kind, at(session))
    for kind in ("archive", "restore"):
        answer = press(client, session, kind, "session-manage")
        assert answer.status_code == 302
    state = now(session)
    assert (state.players, state.tallies) == (4, 2)
    assert (state.finished, state.archived, state.covered) == (False, False, False)
    assert session.acts.count() == 8


def parts(client, session, seat):
    """The names of a seat's fields that are asked, and of those that are folded away when somebody wants them."""
    page = client.get(at(session), {"spare": 1}).content.decode()
    card = re.search(rf'id="\ds{seat}".*?</fieldset>', page, re.DOTALL)[0]
    asked, _fold, folded = card.partition('<details class="group spare')
    names = re.compile(r'name="\ds\d-(\w+)"')
    return names.findall(asked), names.findall(folded)


def test_only_what_the_declared_ambitions_need_is_asked_and_the_rest_folds(client):
    session = entered(game=ARCS, players=3, name0="Anna")
    asked, folded = parts(client, session, 0)
    assert asked == []
    assert {"tycoon", "captives", "cities", "relic_cards"} <= set(folded)
    save(client, session, "1b-first", "tycoon")
    save(client, session, "1b-second", "warlord")
    for seat in range(3):
        asked, folded = parts(client, session, seat)
        assert asked == ["tycoon", "trophies", "cities"]
        assert {"captives", "keeper", "material"} <= set(folded)


def test_what_stayed_on_the_boards_is_suggested_in_the_next_chapter(client):
    cells = {"1b-first": "tycoon", "1s0-tycoon": "3", "1s0-cities": "1"}
    session = entered(game=ARCS, players=3, **cells)
    press(client, session, "add_tally", number="2", carry="1")
    save(client, session, "2b-first", "tycoon")
    page = client.get(at(session)).content.decode()
    assert 'data-suggest="3"' in page.replace("\n", "")
    assert page.count("data-suggest=") == 1  # the cities stand there already
    assert now(session).cells["2s0-cities"] == "1"
    save(client, session, "2s0-tycoon", "4")
    assert "data-suggest=" not in client.get(at(session)).content.decode()


def test_nobody_is_told_to_clean_up_before_the_chapter_is_entered(client):
    session = entered(game=ARCS, players=3, **{"1b-first": "warlord"})
    page = client.get(at(session)).content.decode()
    assert "Do this now" not in page
    for seat in range(3):
        save(client, session, f"1s{seat}-trophies", "1")
    assert "Do this now" in client.get(at(session)).content.decode()


@pytest.mark.parametrize("kind", ["", "set_cell", "undo", "archive", "restore", "x"])
def test_nothing_else_is_done(client, kind):
    assert press(client, entered(), kind).status_code == 404


@pytest.mark.parametrize("kind", ["", "set_cell", "undo", "finish", "reopen", "cover"])
def test_nothing_else_is_managed(client, kind):
    assert press(client, entered(), kind, "session-manage").status_code == 404


@pytest.mark.parametrize(
    ("kind", "more"),
    [
        ("set_players", {"players": "9"}),
        ("set_players", {"players": "-1"}),
        ("set_players", {"players": "two"}),
        ("set_players", {"players": "²"}),
        ("set_players", {"players": ""}),
        ("set_players", {"players": "9" * 40}),
        ("set_players", {"players": "9" * 5000}),
        ("set_players", {}),
        ("add_tally", {"number": "2"}),
        ("add_tally", {"number": "\x00"}),
    ],
)
def test_what_cannot_be_done_is_told_and_the_page_stays(client, kind, more):
    session = entered()
    answer = press(client, session, kind, **more)
    assert answer.status_code == 422
    assert "That wasn't saved" in answer.content.decode()
    assert 'id="score"' in answer.content.decode()
    assert session.acts.count() == 0


def test_a_result_that_breaks_a_rule_is_not_finished_and_says_which(client):
    twice = {"1s0-people": "romans", "1s1-people": "romans", "1s0-track": "3"}
    session = entered(**twice)
    answer = press(client, session, "finish")
    assert answer.status_code == 422
    assert "IS-6" in answer.content.decode()
    assert "Fix this, then finish" in answer.content.decode()
    assert "That wasn't saved" not in answer.content.decode()
    assert not now(session).finished


@pytest.mark.parametrize(
    ("headers", "question", "label"),
    [
        ({}, "3 fields are empty. Finish anyway?", "Common locations"),
        (CZECH, "Prázdná jsou 3 políčka. Přesto ukončit?", "Běžné lokace"),
    ],
    ids=["en", "cs"],
)
def test_finishing_with_empty_fields_is_asked_about_first(
    client, headers, question, label
):
    keys = needed_keys(GAMES[SETTLERS], tallies_of(now(entered()))[0])
    whole = {f"1s{seat}-{key}": "1" for seat in range(2) for key in keys}
    lacking = {key: one for key, one in whole.items() if not key.startswith("1s1")}
    session = entered(**lacking, name0="Anna", name1="Bára")
    content = {"id": uuid4(), "kind": "finish"}
    answer = client.post(at(session, "session-do"), content, headers=headers)
    page = answer.content.decode()
    form = page[page.index('<div class="card unentered') :]
    card = text_of(form[: form.index("</form>")])
    assert question in card
    assert "Bára:" in card
    assert "Anna" not in card
    assert label in card
    assert not now(session).finished
    assert press(client, session, "finish", sure="on").status_code == 302
    assert now(session).finished
    complete = entered(**{**whole, "1s0-track": "2"})
    assert press(client, complete, "finish").status_code == 302
    assert now(complete).finished


def test_finishing_asks_about_the_empty_fields_of_every_chapter(client):
    declared = {f"{number}b-first": "tycoon" for number in (1, 2)}
    given = {"1s0-tycoon": "3", "2s0-tycoon": "0", "1s2-tycoon": "1", "2s2-tycoon": "1"}
    cells = {**declared, **given, "name1": "Bára"}
    session = start_session(game=ARCS, players=3, tallies=2, cells=cells)
    page = press(client, session, "finish").content.decode()
    cells = re.findall(r'data-cell="(\w+-tycoon)"', page)
    assert cells == ["1s1-tycoon", "2s1-tycoon"]
    assert "Chapter 1 · Bára" in page
    assert "Chapter 2 · Bára" in page


def test_a_count_nobody_has_entered_shows_no_number(client):
    page = client.get(at(entered(**{"1s0-track": "0"}))).content.decode()
    track, common = (
        re.search(rf'name="1s0-{key}"\s+value="(.*?)"\s+placeholder="(.*?)"', page)
        for key in ("track", "common")
    )
    assert track[1] == "0"
    assert common.groups() == ("", "–")


def test_finishing_with_an_open_tie_names_what_breaks_it(client):
    keys = needed_keys(GAMES[SETTLERS], tallies_of(now(entered()))[0])
    whole = {f"1s{seat}-{key}": "1" for seat in range(3) for key in keys}
    session = entered(players=3, **{**whole, "1s2-track": "0"}, name0="Anna")
    page = press(client, session, "finish").content.decode()
    assert not now(session).finished
    assert "The tie isn't broken yet. Finish anyway?" in page
    card = page[page.index('<div class="card unentered') :]
    card = card[: card.index("</form>")]
    lacking = re.findall(r'href="#id_1s(\d)-\w+"', card)
    assert lacking == ["0", "1"]
    first = re.search(r'href="#(id_1s0-\w+)"', card)[1]
    assert f'id="{first}"' in page
    assert f'href="{at(session)}#{first}">Break the tie</a>' in card
    assert "Back to entering" not in card
    assert press(client, session, "finish", sure="on").status_code == 302


def test_an_untold_end_of_the_game_is_asked_about_and_not_claimed(client):
    game = GAMES["empires_of_the_north"]
    keys = needed_keys(game, tallies_of(now(entered(game=game.slug)))[0])
    whole = {f"1s{seat}-{key}": "1" for seat in range(2) for key in keys}
    session = entered(game=game.slug, **{**whole, "1s0-track": "30"})
    assert "Finish anyway" in press(client, session, "finish").content.decode()
    press(client, session, "finish", sure="on")
    assert "The last sailing phase is over." not in page_of(client, session)


def test_only_factions_still_invite_to_enter(client):
    session = entered(**{"1s0-people": "romans", "1s1-people": "egyptians"})
    page = page_of(client, session)
    assert "Enter your numbers" in page
    assert "Tied at" not in page
    assert "Finish game" not in page
    put(session, **{"1s0-track": "5", "1s1-track": "5"})
    assert "Tied at 5 so far: " in page_of(client, session)


def test_a_count_that_cannot_be_names_its_chapter(client):
    relics = {f"1s{seat}-relic": str(3 + seat) for seat in range(3)}
    session = entered(game=ARCS, players=3, **relics)
    do(session, "add_tally", number=2)
    answer = press(client, session, "finish").content.decode()
    assert re.search(r"Chapter 1:\s+Relic tokens: 12 entered", text_of(answer))
    there = f"{at(session)}?tally=1#id_1s2-relic"  # whoever has most of them
    assert f'href="{there}"' in answer
    assert 'id="id_1s2-relic"' in client.get(there).content.decode()


def test_whoever_was_not_asked_for_a_tie_break_has_a_dash(client):
    keys = needed_keys(GAMES[SETTLERS], tallies_of(now(entered()))[0])
    whole = {f"1s{seat}-{key}": "1" for seat in range(3) for key in keys}
    session = entered(players=3, **{**whole, "1s2-track": "0"})
    result = client.get(at(session)).context["result"]
    assert [cell.shown for cell in result.ties[0].cells] == ["–", "–", "–"]


def test_hidden_scores_are_revealed_with_one_button(client):
    session = entered()
    do(session, "cover")
    assert page_of(client, session).count(">Reveal scores<") == 1


def test_pressing_twice_does_it_once(client):
    session = entered(game=ARCS, players=3, **{"1s0-trophies": "2"})
    content = {"id": uuid4(), "kind": "add_tally", "number": "2"}
    answers = [client.post(at(session, "session-do"), content) for _ in "12"]
    assert [one.status_code for one in answers] == [302, 302]
    assert now(session).tallies == 2
    assert session.acts.count() == 1


def test_two_phones_beginning_the_same_chapter_begin_it_once(client):
    session = entered(game=ARCS, players=3, **{"1s0-trophies": "2"})
    answers = [press(client, session, "add_tally", number="2") for _ in "12"]
    assert [one.status_code for one in answers] == [302, 422]
    assert now(session).tallies == 2


def test_another_button_of_the_same_form_is_not_taken_for_a_repetition(client):
    session, page = entered(), {"id": uuid4(), "kind": "set_players"}
    client.post(at(session, "session-do"), {**page, "players": "3"})
    client.post(at(session, "session-do"), {**page, "players": "4"})
    assert now(session).players == 4


def test_finishing_makes_the_people_known_at_the_table(table, organiser):
    session = entered(table)
    press(organiser, session, "finish", sure="on")
    assert set(table.people.values_list("name", flat=True)) >= {"Anna", "Bára"}


def test_a_rematch_seats_the_same_people(table, organiser):
    session = entered(table)
    assert organiser.post(at(session, "session-rematch")).url == at(session)
    do(session, "finish")
    page = organiser.get(organiser.post(at(session, "session-rematch")).url)
    assert 'value="Anna"' in page.content.decode()
    assert "611" not in text_of(page.content.decode())
    assert table.sessions.count() == 2


def test_two_phones_that_want_a_rematch_play_the_same_one(table, organiser):
    session, other = entered(table), visitor(table, "player")
    do(session, "finish")
    assert "Go to the rematch" not in page_of(other, session)
    before = GameSession.objects.get(pk=session.pk)
    first = organiser.post(at(session, "session-rematch")).url
    assert first == other.post(at(session, "session-rematch")).url
    assert start_rematch(before).token in first  # even in the same moment
    told = GameSession.objects.get(pk=session.pk)
    assert told.last == before.last + 1  # so phones on the result hear of it
    watching = page_of(visitor(table, "spectator"), told)
    assert f'href="{first}">Go to the rematch' in watching


def test_after_the_rematch_another_one_can_be_played(table, organiser):
    session = entered(table)
    do(session, "finish")
    first = organiser.post(at(session, "session-rematch")).url
    again = GameSession.objects.get(token=first.split("/")[-2])
    put(again, **{"1s0-track": "5"})
    do(again, "finish")
    assert "Go to the rematch" not in page_of(organiser, session)
    assert organiser.post(at(session, "session-rematch")).url not in (
        first,
        at(session),
    )


def test_equal_games_of_tonight_say_when_each_began(table, organiser):
    session = entered(table)
    began = timezone.localtime(session.created)
    page = organiser.get(reverse("table", args=[table.pk])).content.decode()
    assert f"began {began:%H:%M}" in page
