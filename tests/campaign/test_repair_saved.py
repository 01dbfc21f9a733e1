"""A repair is saved as one entry, by an organiser, and everything that reads the log knows it."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from urllib.parse import urlencode
from uuid import uuid4

import pytest
from django.db import connection
from django.utils.translation import override

from campaign.files.lines import campaign_bytes, read_campaign
from campaign.history.moments import find_moment
from campaign.history.repairs import sign_change
from campaign.history.what_ifs import start_what_if
from campaign.models import Campaign
from companion.log import record as service
from companion.log.history import tell_answers
from companion.log.models import Act
from scoring.rise_of_empire.engine import ENGINE
from tests.campaign.repairing import (
    answer_all,
    first_score,
    legal,
    look,
    numbers,
    params,
    played,
    save,
    wanted,
)
from tests.campaign_visitor import two_sessions
from tests.places import Place, once

pytestmark = pytest.mark.django_db


def leave_the_tick(question):
    return "leave" if question.act.kind == "tick_track" else played(question)


def sheets(place):
    return [one["sheet"] for one in place.state["empires"]]


# Saving


@pytest.mark.parametrize("policy", [played, legal, leave_the_tick])
def test_it_is_saved_as_one_entry_and_undone_as_one(place, policy):
    before, old = place.campaign.acts.count(), place.state
    answers = answer_all(place, policy)
    done = save(place, **answers)
    assert done.status_code == 302
    assert place.campaign.acts.count() == before + 1
    assert place.last().kind == "repair"
    assert place.campaign.results.get(session__number=1, place=1).empire.key == "anna"
    assert service.rebuild(place.campaign) == 0
    number = place.last().number
    place.organiser.post(place.address(f"history/{number}/undo/"), once())
    assert place.state == old
    assert service.rebuild(place.campaign) == 0


def test_every_entry_still_counts_where_it_is_kept_as_played(place):
    answers = answer_all(place, played)
    save(place, **answers, reason="Read the wrong line")
    acts = place.last().data["instead"]
    assert all(said and said[0]["kind"] == "keep_as_played" for said in acts.values())
    assert {said[0]["data"]["reason"] for said in acts.values()} == {
        "Read the wrong line"
    }
    shown = place.organiser.get(place.address("history/")).content.decode()
    assert 'class="act gone"' not in shown


def test_keeping_everything_after_is_one_question_and_changes_only_the_score(place):
    old = sheets(place)
    shown = look(place, keep="all")
    assert shown.context["question"] is None
    save(place, keep="all")
    assert place.last().kind == "repair"
    new = sheets(place)
    for one in (*old, *new):
        one.pop("corrected")
    assert new[0].pop("scores") == [90, 66]
    assert old[0].pop("scores") == [60, 66]
    assert new == old
    assert service.rebuild(place.campaign) == 0


def test_pressing_save_twice_saves_once(place):
    sent = {**once(), **params(place, keep="all"), "last": place.campaign.acts.count()}
    first, second = (
        place.organiser.post(place.address("repair/"), sent) for _time in range(2)
    )
    assert first.url == second.url
    assert [act.kind for act in place.acts].count("repair") == 1


def test_who_goes_back_to_a_saved_repair_saves_nothing_more(place):
    given = {"keep": "all"}
    page = f"{place.address('repair/')}?{urlencode(params(place, **given))}"
    save(place, **given)
    last = place.last().number
    back = place.organiser.get(page)
    assert back.status_code == 422
    assert "This is done already" in back.content.decode()
    assert "Save the repair" not in back.content.decode()
    assert save(place, **given).status_code == 422
    assert place.last().number == last


def test_an_entry_that_was_left_out_stays_visible_and_comes_back(place):
    tick = numbers(place, "tick_track")[0]
    save(place, **answer_all(place, leave_the_tick))
    page = place.organiser.get(place.address(f"history/{tick}/")).content.decode()
    assert "Undone" in page
    place.organiser.post(place.address(f"history/{tick}/put-back/"), once())
    assert place.last().kind == "undo"


def test_an_undone_session_goes_as_a_whole_when_somebody_says_so(place):
    opening = numbers(place, "open_session")[1]
    change = ("undo", {"of": [opening]})
    question = look(place, change=change).context["question"]
    assert question.rest == place.campaign.acts.count() - opening
    save(place, change=change, **{f"a{question.act.number}": "rest"})
    assert ENGINE.load(place.state).played == 1
    assert service.rebuild(place.campaign) == 0


# Somebody else at the same time


def test_something_recorded_meanwhile_is_said_and_the_answers_stay(place):
    answers = answer_all(place, legal)
    last = place.campaign.acts.count()
    place.do("write_note", text="meanwhile")
    answer = save(place, last=last, **answers)
    assert answer.status_code == 409
    shown = answer.content.decode()
    assert "Your answers are kept" in shown
    for name, given in answers.items():
        for one in given:
            assert f'name="{name}" value="{one}"' in shown
    assert place.last().kind == "write_note"
    assert save(place, **answers).status_code == 302
    assert place.last().kind == "repair"
    assert "meanwhile" in campaign_bytes(place.campaign).decode()


def test_what_was_undone_meanwhile_is_out_of_date(place):
    given = params(place)
    service.undo(place.campaign, [first_score(place)], client_id=uuid4(), along=True)
    answer = place.organiser.get(place.address("repair/"), given)
    assert answer.status_code == 422
    assert "Keep everything" not in answer.content.decode()


@pytest.mark.django_db(transaction=True)
def test_of_a_repair_and_an_act_at_the_same_moment_neither_is_lost():
    place = Place(two_sessions())
    client = place.organiser
    sent = {**once(), **params(place, keep="all"), "last": place.campaign.acts.count()}
    ready = Barrier(2)

    def repair():
        ready.wait()
        answer = client.post(place.address("repair/"), sent)
        connection.close()
        return answer.status_code

    def write():
        ready.wait()
        said = {"kind": "write_note", "data": {"text": "meanwhile"}}
        act = service.record(place.campaign, **said, client_id=uuid4())
        connection.close()
        return act.kind

    with ThreadPoolExecutor(2) as pool:
        saved, written = (pool.submit(one) for one in (repair, write))
        status, kind = saved.result(), written.result()
    kinds = [act.kind for act in place.acts]
    assert kinds.count(kind) == 1
    assert (status, kinds.count("repair")) in ((302, 1), (409, 0))
    assert service.rebuild(place.campaign) == 0
    if status == 409:
        assert save(place, keep="all").status_code == 302
        assert service.rebuild(place.campaign) == 0


# Whose it is


@pytest.mark.parametrize("role", ["player", "spectator"])
def test_only_an_organiser_repairs(place, role):
    client = place.join("bara", role)
    sent = {**once(), **params(place, keep="all"), "last": place.campaign.last}
    for address in ("repair/", "repair/drop/"):
        assert client.post(place.address(address), sent).status_code == 404
    assert client.get(place.address("repair/"), sent).status_code == 404
    assert place.last().kind == "finish_session"


@pytest.mark.parametrize("signed", ["x", "1:2:3", None])
def test_a_change_nobody_signed_for_this_campaign_is_refused(place, signed):
    if signed is None:
        kind, data = wanted(place)
        signed = sign_change(Campaign(pk=place.campaign.pk + 1), kind, data)
    for send in (place.organiser.get, place.organiser.post):
        answer = send(place.address("repair/"), {"change": signed, "keep": "all"})
        assert answer.status_code == 422
    assert place.last().kind == "finish_session"


def test_an_archived_campaign_is_repaired_like_any_other(place):
    Campaign.objects.filter(pk=place.campaign.pk).update(archived=True)
    assert save(place, keep="all").status_code == 302
    assert service.rebuild(place.campaign) == 0


# What else reads the log


def repaired(place):
    answers = answer_all(place, legal)
    save(place, **answers)
    assert place.last().data["answered"] == sum(map(len, answers.values()))
    place.campaign.refresh_from_db()
    return place.last()


def test_the_history_tells_a_repair_in_both_languages(place):
    repair = repaired(place)
    many = repair.data["answered"]
    shown = place.organiser.get(place.address("history/")).content.decode()
    assert "Repaired</strong>" in shown
    entry = f"Session 1 · {first_score(place)} Score entered"
    assert f"Edited: {entry} · {many} decision" in shown
    with override("cs"):
        address = place.address(f"history/{repair.number}/")
        czech = place.organiser.get(address, headers={"Accept-Language": "cs"})
        assert "Napraveno" in czech.content.decode()
        assert f"Úprava: Partie 1 · {first_score(place)} " in czech.content.decode()


def test_the_history_says_that_everything_else_was_kept_as_played(place):
    save(place, keep="all")
    shown = place.organiser.get(place.address("history/")).content.decode()
    assert "Score entered · the rest kept as played" in shown


def test_a_repair_that_counted_no_answers_counts_its_entries():
    old = Act(kind="repair", data={"of": [1], "instead": {"3": [], "4": []}})
    assert tell_answers(old) == "2 decisions"


def test_a_repaired_entry_says_what_stands_in_its_place(place):
    repair = repaired(place)
    tick = numbers(place, "tick_track")[0]
    page = place.organiser.get(place.address(f"history/{tick}/")).content.decode()
    assert "Instead" in page
    assert "Repaired" in page
    assert "Edit this entry" not in page
    assert f"history/{repair.number}/" in page
    sent = {**once(), "amended": "", "category": "science"}
    answer = place.organiser.post(place.address(f"history/{tick}/amend/"), sent)
    assert answer.status_code in (404, 422)
    assert place.last() == repair


def test_a_repair_survives_download_and_opening(place):
    repaired(place)
    given = read_campaign(campaign_bytes(place.campaign))
    assert given.state == place.state
    assert [act.kind for act in given.acts][-1] == "repair"


def test_a_what_if_has_a_repair_made_later_unless_somebody_wants_the_old(place):
    old = place.state
    repair = repaired(place)
    before = repair.number - 1
    assert start_what_if(place.campaign, repair.number).state == place.state
    assert start_what_if(place.campaign, before).state != old
    assert start_what_if(place.campaign, before, as_then=True).state == old


def test_the_board_of_any_moment_is_as_it_was_then(place):
    old = place.state
    repair = repaired(place)
    moment = find_moment(place.campaign, repair.number)
    assert ENGINE.dump(moment.before) == old
    assert ENGINE.dump(moment.after) == place.state


def test_every_page_that_looks_back_still_opens(place):
    save(place, **answer_all(place, played))
    for address in (
        "",
        "history/board/?after=9",
        "rescore/",
        "chronicle/",
        "sessions/1/",
    ):
        assert place.organiser.get(place.address(address)).status_code in (
            200,
            302,
            404,
        )
    for number in (*place.last().data["instead"], place.last().number):
        page = place.organiser.get(place.address(f"history/{number}/"))
        assert page.status_code == 200


def test_a_repair_can_be_repaired_again(place):
    repaired(place)
    change = wanted(place, points=20)
    answers = answer_all(place, played, change=change)
    assert save(place, change=change, **answers).status_code == 302
    assert service.rebuild(place.campaign) == 0
    assert place.campaign.results.get(session__number=1, place=1).empire.key == "dana"
    given = read_campaign(campaign_bytes(place.campaign))
    assert given.state == place.state


def test_a_what_if_is_repaired_without_the_real_campaign(place):
    what_if = start_what_if(place.campaign, place.campaign.acts.count())
    old = place.state
    kind, data = wanted(place)
    sent = {
        **once(),
        "change": sign_change(what_if, kind, data),
        "keep": "all",
        "last": what_if.last,
    }
    answer = place.organiser.post(f"/campaigns/{what_if.pk}/repair/", sent)
    assert answer.status_code == 302
    assert place.state == old
    assert what_if.acts.order_by("number").last().kind == "repair"


def test_an_act_of_the_open_session_is_repaired_too():
    at = two_sessions().open().settle(anna=50, bara=60, cyril=40, dana=30).step()
    place = Place(at)
    number = [act.number for act in place.acts if act.kind == "enter_score"][-1]
    act = place.campaign.acts.get(number=number)
    by = {**act.data, "entries": {**act.data["entries"], "track": 99}}
    change = ("amend", {"of": number, "by": by})
    answers = answer_all(place, legal, change=change)
    assert save(place, change=change, **answers).status_code == 302
    assert service.rebuild(place.campaign) == 0
    session = ENGINE.load(place.state).session
    assert session.seat("dana").place == 1


def test_a_page_of_the_session_that_would_undo_more_offers_the_repair():
    place = Place(two_sessions().open().settle(anna=50, bara=60, cyril=40, dana=30))
    number = [act.number for act in place.acts if act.kind == "enter_score"][-1]
    sent = {**once(), "of": [number]}
    answer = place.organiser.post(place.address("session/take-back/"), sent)
    assert "Repair it step by step" in answer.content.decode()
