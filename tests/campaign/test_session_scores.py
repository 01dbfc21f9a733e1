"""Step 1 with several phones: what is saved is what the person saw named, and nothing is lost."""

from uuid import uuid4

import pytest
from django.test import Client

from tests.campaign_visitor import Visitor, done, kept, said
from tests.played_campaign import founded_campaign

pytestmark = pytest.mark.django_db


@pytest.fixture
def here(client):
    return Visitor(client, kept(founded_campaign("anna", "bara").open()))


def send(here, seat, **sent):
    address = here.address("campaign-session-score", seat)
    return here.client.post(address, {"id": str(uuid4()), **sent})


def entries(here, key):
    return here.state.session.seat(key).entries


# What is saved is what was named


def test_every_form_of_scores_has_an_address_of_its_own(here):
    first = here.client.get(here.address("campaign-session-scores"))
    assert first.headers["Location"] == here.address("campaign-session-score", 0)
    done(here.count(0, track=30))
    second = here.client.get(here.address())
    assert second.headers["Location"] == here.address("campaign-session-score", 1)


def test_a_form_stays_its_players_when_another_phone_saves_them(here):
    done(here.count(0, track=30))
    page = here.page("campaign-session-score", 0)
    assert page.context["score"].seat.key == "anna"
    assert 'name="empire" value="anna"' in page.content.decode()


def test_numbers_typed_for_another_player_are_kept_and_not_saved(here):
    answer = send(here, 0, **{"empire": "bara", "s-track": "18"})
    assert [words for words, _rule in said(answer)] == [
        "These numbers were typed for another player. Check the name, then save."
    ]
    assert 'value="18"' in answer.content.decode()
    assert entries(here, "anna") is None
    assert entries(here, "bara") is None


def test_whoever_is_slower_is_told_what_was_saved_meanwhile(here):
    saved = here.page("campaign-session-score", 0).context["score"].saved
    done(here.count(0, track=30))
    answer = send(here, 0, **{"saved": saved, "s-track": "18"})
    words = (
        "Anna's score was just saved with 30 points on the track. "
        "Save again to replace it."
    )
    assert [told for told, _rule in said(answer)] == [words]
    assert "Please check" in answer.content.decode()
    assert 'value="18"' in answer.content.decode()
    assert entries(here, "anna")["track"] == 30
    again = answer.context["score"].saved
    done(send(here, 0, **{"saved": again, "s-track": "18"}))
    assert entries(here, "anna")["track"] == 18


def test_two_phones_that_save_the_same_numbers_agree(here):
    saved = here.page("campaign-session-score", 0).context["score"].saved
    for _phone in range(2):
        done(send(here, 0, **{"saved": saved, "s-track": "18"}))
    assert entries(here, "anna")["track"] == 18


def test_a_phone_is_asked_for_its_own_score_first(here):
    bara = Visitor(Client(), here.campaign, "player", "bara")
    assert bara.page().context["on"] == "playing"
    page = bara.page("campaign-session-scores")
    assert page.context["score"].seat.key == "bara"
    done(bara.count(1, track=9))
    waiting = bara.page()
    assert "score" not in waiting.context
    assert [one.key for one in waiting.context["missing"]] == ["anna"]
    assert here.address("campaign-session-score", 0) in waiting.content.decode()


# Nothing typed is lost


def test_confirming_saves_what_is_typed_first(here):
    done(here.count(0, track=30))
    done(here.count(1, track=40))
    done(send(here, 1, **{"empire": "bara", "s-track": "45", "then": "settle"}))
    assert [seat.score for seat in here.state.session.seats] == [30, 45]


def test_confirming_what_is_saved_already_saves_nothing_again(here):
    done(here.count(0, track=30))
    done(here.count(1, track=40))
    before = here.campaign.acts.count()
    done(send(here, 1, **{"s-track": "40", "then": "settle"}))
    assert here.campaign.acts.count() == before + 1
    assert here.state.session.scored


def test_a_second_tap_on_confirm_changes_nothing(here):
    done(here.count(0, track=30))
    done(here.count(1, track=40))
    for _tap in range(2):
        done(send(here, 1, **{"s-track": "40", "then": "settle"}))
    assert here.last.kind == "settle_scores"


def test_the_winner_beside_the_button_follows_what_is_typed(here):
    done(here.count(0, track=30))
    done(here.count(1, track=40))
    address = here.address("campaign-session-score", 1)
    typing = here.client.get(address, {"s-track": "20"}, headers={"HX-Request": "true"})
    beside = typing.content.decode().split('id="would-win"')[1]
    assert "Anna wins with 30" in beside


def test_confirming_a_mistake_settles_nothing(here):
    done(here.count(0, track=30))
    done(here.count(1, track=40))
    answer = send(here, 1, **{"s-track": "many", "then": "settle"})
    assert answer.status_code == 422
    assert 'value="many"' in answer.content.decode()
    assert not here.state.session.scored


def test_going_to_pay_upkeep_saves_what_is_typed(here):
    answer = done(send(here, 0, **{"s-track": "33", "then": "play"}))
    assert answer.headers["Location"].endswith("/session/play/#upkeep")
    assert entries(here, "anna")["track"] == 33


def test_going_to_pay_upkeep_without_numbers_saves_none(here):
    done(send(here, 0, **{"s-track": "", "then": "play"}))
    assert entries(here, "anna") is None


def test_a_blank_score_is_asked_for(here):
    answer = send(here, 0, **{"s-track": "", "s-faction": "3"})
    assert answer.status_code == 422
    shown = answer.content.decode()
    assert "Enter the points. Type 0 if there are none." in shown
    assert 'value="3"' in shown
    assert entries(here, "anna") is None
    done(here.count(0, track=0))
    assert entries(here, "anna")["track"] == 0
    page = here.page("campaign-session-score", 0)
    assert page.context["count_form"].data["s-track"] == "0"


# Who won, and why


def test_the_page_names_the_winner_before_and_after_confirming(here):
    done(here.count(0, track=30))
    assert "Anna wins" not in here.page().content.decode()
    done(here.count(1, track=40))
    assert "Bara wins with 40" in here.page().content.decode()
    done(send(here, 1, **{"s-track": "40", "then": "settle"}))
    page = here.page()
    assert page.context["on"] == "winner"
    assert "Bara wins with 40" in page.content.decode()


def test_the_page_says_what_broke_the_tie(here):
    done(here.count(0, track=40, workers=2))
    done(here.count(1, track=40, workers=1))
    done(here.do("settle_scores", {}))
    shown = here.page().content.decode()
    assert "Anna wins with 40" in shown
    assert "Tiebreak:" in shown
    assert "2 to 1" in shown


def test_a_shared_victory_is_recorded_and_shown(here):
    done(here.count(0, track=40))
    done(here.count(1, track=40))
    asks = done(here.do("settle_scores", {}))
    assert asks.headers["Location"] == here.address("campaign-session-tie")
    done(here.client.post(here.address("campaign-session-tie"), {"id": str(uuid4())}))
    assert [seat.place for seat in here.state.session.seats] == [1, 1]
    assert "Anna and Bara share the win with 40" in here.page().content.decode()


def test_nobody_has_won_before_a_tie_is_broken(here):
    done(here.count(0, track=40))
    done(here.count(1, track=40))
    shown = here.page().content.decode()
    assert shown.count("Tie at 40. The tiebreak comes next.") == 1
    assert "share the win" not in shown


def test_a_tie_behind_the_winner_leaves_the_winner(client):
    played = founded_campaign("anna", "bara", "cyril").open()
    played.enter("anna", track=50).enter("bara", track=40).enter("cyril", track=40)
    shown = Visitor(client, kept(played)).page().content.decode()
    assert "Anna wins with 50" in shown
    assert "The tiebreak comes next." not in shown


@pytest.mark.parametrize(("tie", "asked"), [("goods", True), ("materials", False)])
def test_a_tie_asks_for_gold_only_where_the_table_counts_it(client, tie, asked):
    played = founded_campaign("anna", "bara", tie=tie).open()
    played.enter("anna", track=40).enter("bara", track=40)
    shown = Visitor(client, kept(played)).page("campaign-session-tie").content.decode()
    assert "Workers left" in shown
    assert ("Gold and tokens left" in shown) is asked


def test_a_finished_session_says_how_it_was_won(client):
    played = founded_campaign("anna", "bara").open()
    played.enter("anna", track=40).enter("bara", track=40).do("settle_scores")
    here = Visitor(client, kept(played.finish()))
    shown = here.page("campaign-session-past", 1).content.decode()
    assert "Anna and Bara share the win with 40" in shown


# Every address one can stand on can be loaded


@pytest.mark.parametrize(
    ("kind", "page"),
    [("move_marker", "campaign-session-play"), ("settle_scores", "campaign-session")],
)
def test_the_address_of_a_refusal_leads_to_its_page(here, kind, page):
    assert here.do(kind, {"nonsense": 1}).status_code == 422
    answer = here.client.get(here.address("campaign-session-do", kind))
    assert answer.headers["Location"] == here.address(page)


def test_a_refused_page_says_where_it_can_be_loaded(here):
    done(here.count(0, track=30))
    answer = here.do("settle_scores", {})
    at = here.address("campaign-session-scores")
    assert f'data-loadable="{at}"' in answer.content.decode()
    assert f'data-loadable="{at}"' not in here.page().content.decode()


def test_a_form_of_confirmed_scores_leads_on(here):
    done(here.count(0, track=30))
    done(here.count(1, track=40))
    done(here.do("settle_scores", {}))
    assert here.page("campaign-session-score", 0).context["on"] == "winner"
    assert here.page("campaign-session-change-score", 0).context["score"].settled


# Ties are asked about before anything is confirmed


def level(here):
    done(here.count(0, track=40))
    done(here.count(1, track=40))


def test_what_breaks_a_tie_is_asked_of_those_who_are_level(here):
    level(here)
    page = here.page("campaign-session-tie")
    asked = {seat.key: len(fields) for seat, fields in page.context["tie"].rows}
    assert set(asked) == {"anna", "bara"}
    assert all(asked.values())
    left = {"id": str(uuid4()), "anna-workers": "1", "bara-workers": "2"}
    done(here.client.post(here.address("campaign-session-tie"), left))
    assert here.state.session.scored
    assert [seat.place for seat in here.state.session.seats] == [2, 1]
    assert entries(here, "bara")["track"] == 40


def test_confirming_from_the_form_asks_about_the_tie_too(here):
    done(here.count(0, track=40))
    answer = send(here, 1, **{"s-track": "40", "then": "settle"})
    assert done(answer).headers["Location"] == here.address("campaign-session-tie")
    assert entries(here, "bara")["track"] == 40
    assert not here.state.session.scored


def test_a_mistyped_tie_break_is_said_beside_its_field(here):
    level(here)
    sent = {"id": str(uuid4()), "anna-workers": "many"}
    answer = here.client.post(here.address("campaign-session-tie"), sent)
    assert answer.status_code == 422
    assert 'value="many"' in answer.content.decode()
    assert not here.state.session.scored


def test_whoever_said_what_is_left_isnt_asked_again(here):
    done(here.count(0, track=40, workers=2))
    done(here.count(1, track=40, workers=0))
    done(here.do("settle_scores", {}))
    assert [seat.place for seat in here.state.session.seats] == [1, 2]


def test_without_a_tie_there_is_nothing_to_break(here):
    done(here.count(0, track=40))
    done(here.count(1, track=30))
    answer = here.client.get(here.address("campaign-session-tie"))
    assert answer.headers["Location"] == f"{here.address()}?passed=tie"
