"""A change that breaks later entries is repaired on one page, decision by decision, and saved as one entry."""

import re
from concurrent.futures import ThreadPoolExecutor
from html import unescape
from threading import Barrier
from urllib.parse import parse_qs, urlsplit
from uuid import uuid4

import pytest
from django.db import connection
from django.utils.translation import override

from campaign.files.lines import campaign_bytes, read_campaign
from campaign.history.moments import find_moment
from campaign.history.repair_page import show_question
from campaign.history.repairs import (
    AskedChange,
    RepairRequest,
    plan_repair,
    sign_change,
)
from campaign.history.what_ifs import start_what_if
from campaign.models import Campaign
from companion.log import record as service
from companion.log.act_words import Names
from companion.log.history import tell_answers
from companion.log.models import Act
from scoring.rise_of_empire.engine import ENGINE
from tests.campaign_visitor import two_sessions
from tests.places import Place, once
from tests.played_campaign import TOGETHER, founded_campaign

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def at():
    """Played once; every test keeps it anew."""
    return two_sessions()


@pytest.fixture
def place(at):
    """Dana won the first session with 70; Anna had 60."""
    return Place(at)


def numbers(place, kind):
    return [act.number for act in place.acts if act.kind == kind]


def first_score(place):
    return numbers(place, "enter_score")[0]


def wanted(place, points=90):
    """Anna had 90 in the first session, not 60: she won it."""
    act = place.campaign.acts.get(number=first_score(place))
    entries = {**act.data["entries"], "track": points}
    return "amend", {"of": act.number, "by": {**act.data, "entries": entries}}


def params(place, *, change=None, **answers):
    kind, data = change or wanted(place)
    return {"change": sign_change(place.campaign, kind, data), **answers}


def look(place, **given):
    return place.organiser.get(place.address("repair/"), params(place, **given))


def save(place, last=None, **given):
    last = place.campaign.acts.count() if last is None else last
    sent = {**once(), **params(place, **given), "last": last}
    return place.organiser.post(place.address("repair/"), sent)


def ask(place, answers, change=None):
    """The question after these answers, without drawing the page."""
    given = RepairRequest("", answers, keep_all=False)
    plan = plan_repair(place.campaign, AskedChange(*(change or wanted(place))), given)
    return plan.course.question


def answer_all(place, answer, change=None):
    """Answers question by question, as often as one is asked."""
    answers = {}
    while question := ask(place, answers, change):
        answers.setdefault(question.act.number, []).append(answer(question))
        assert sum(map(len, answers.values())) < 80
    return {f"a{number}": given for number, given in answers.items()}


def played(question):
    return "played" if question.may_keep else "leave"


def legal(question):
    """The winner's tick goes to who won; the rest is as it was played."""
    own = [one for one in question.options if one.same and one.kind == "tick_track"]
    return f"c-{own[0].key}" if own else played(question)


def leave_the_tick(question):
    return "leave" if question.act.kind == "tick_track" else played(question)


def sheets(place):
    return [one["sheet"] for one in place.state["empires"]]


# Where it begins


def test_an_edit_that_breaks_later_entries_leads_to_the_repair_page(place):
    number = first_score(place)
    sent = {**once(), "amended": "", "entries_track": "90"}
    answer = place.organiser.post(place.address(f"history/{number}/amend/"), sent)
    assert answer.status_code == 302
    assert answer.url.startswith(place.address("repair/"))
    shown = place.organiser.get(answer.url)
    assert shown.status_code == 200
    assert "Winner&#x27;s tick" in shown.content.decode()
    assert place.last().kind == "finish_session"


def test_answering_page_by_page_leads_to_the_same(place):
    answers, asked = {}, answer_all(place, legal)
    while question := look(place, **answers).context["question"]:
        answers.setdefault(f"a{question.act.number}", []).append(legal(question))
    assert answers == asked


def test_an_undo_that_breaks_later_entries_leads_there_and_comes_back(place):
    address = place.address(f"history/{first_score(place)}/undo/")
    answer = place.organiser.post(address, {**once(), "next": "/here/"})
    assert parse_qs(urlsplit(answer.url).query)["next"] == ["/here/"]


def test_only_what_still_holds_is_recorded_without_a_question(place):
    number = numbers(place, "write_note") or [place.do("write_note", text="x").number]
    place.organiser.post(place.address(f"history/{number[0]}/undo/"), once())
    assert place.last().kind == "undo"


def offered_empires(place, number):
    shown = place.organiser.get(place.address(f"history/{number}/"))
    return dict(shown.context["form"].fields["empires"].choices)


def test_the_form_of_an_old_entry_offers_the_empires_of_its_moment():
    at = founded_campaign("anna", "bara").open().complete(TOGETHER[0], "bara")
    at.settle(anna=60, bara=55).finish()
    at.do("retire_empire", empire="bara").found("cyril")
    place = Place(at)
    then = {"anna": "anna's realm", "bara": "bara's realm"}
    for kind in ("open_session", "complete_mission"):
        assert offered_empires(place, numbers(place, kind)[0]) == then


# The question


def test_it_stops_at_the_first_entry_that_no_longer_holds(place):
    question = look(place).context["question"]
    assert question.act.number == numbers(place, "tick_track")[0]
    assert question.session == 1
    assert {one.kind for one in question.options[:3]} == {"tick_track"}
    assert {one.data["empire"] for one in question.options if one.same} == {"anna"}


def test_nothing_is_chosen_beforehand_and_the_way_out_is_no_primary_button(place):
    shown = look(place).content.decode()
    assert "checked" not in shown
    assert re.findall(r'<button[^>]*class="primary"[^>]*>([^<]*)', shown) == ["Next"]
    for words in (
        "That's how we played it",
        "Leave it out",
        "Keep everything after this as we played it",
        "Undo everything that no longer fits",
    ):
        assert words in shown


def test_looking_and_answering_record_nothing(place):
    before = place.campaign.acts.count(), place.state
    answer_all(place, legal)
    look(place, keep="all")
    assert (place.campaign.acts.count(), place.state) == before


def test_without_the_answers_nothing_is_saved(place):
    answer = save(place)
    assert answer.status_code == 422
    assert "One decision is still open." in answer.content.decode()
    assert place.last().kind == "finish_session"


@pytest.mark.parametrize(
    "answer", ["", "nonsense", "c-", "c-123456", "rest", "c-x:1,2"]
)
def test_an_answer_that_is_none_is_asked_again(place, answer):
    number = numbers(place, "tick_track")[0]
    shown = look(place, **{f"a{number}": answer})
    assert shown.status_code == 200
    assert shown.context["question"].act.number == number
    assert ("Please choose again" in shown.content.decode()) == bool(answer)


def test_an_answer_for_an_entry_that_holds_does_nothing(place):
    plain = look(place).context["question"]
    other = look(place, a1="leave", a99999="leave").context["question"]
    assert other == plain


def test_a_choice_of_another_moment_does_not_fit(place):
    tick = numbers(place, "tick_track")[0]
    first = look(place).context["question"].options[0]
    later = {f"a{tick}": ["played"], f"a{place.campaign.last}": [f"c-{first.key}"]}
    assert look(place, **later).status_code == 200


def test_consequences_stand_per_session_before_and_after(place):
    answers = answer_all(place, legal)
    sessions = look(place, **answers).context["sessions"]
    changes = [(one.what, one.before, one.after) for one in sessions[0].changes]
    assert sessions[0].number == 1
    assert ("Winner", "dana's realm", "anna's realm") in changes
    assert any(what == "Boxes ticked in all ages" for what, *_both in changes)


def test_a_winner_that_changes_already_is_told_while_a_decision_is_open(place):
    shown = look(place)
    (session,) = shown.context["sessions"]
    told = {(one.whose, one.what): (one.before, one.after) for one in session.changes}
    assert session.number == 1
    assert told["", "Winner"] == ("dana's realm", "anna's realm")
    assert told["anna's realm", "Score"] == ("60 · 2nd", "90 · 1st")
    assert "ends differently" not in shown.content.decode()


def test_that_nothing_changes_is_never_said_while_a_decision_is_open(place):
    opening = numbers(place, "open_session")[1]
    shown = look(place, change=("undo", {"of": [opening]}))
    assert shown.context["question"]
    assert not shown.context["sessions"]
    assert "What changes is told once every decision is made." in shown.content.decode()


def test_an_entry_to_be_undone_says_so(place):
    opening = numbers(place, "open_session")[1]
    shown = look(place, change=("undo", {"of": [opening]})).content.decode()
    wanted_part = shown.split('id="wanted"')[1].split("</section>")[0]
    assert 'class="act gone"' in wanted_part
    assert "Undone" in wanted_part
    assert "Undone" not in look(place).content.decode().split('id="wanted"')[1]


def test_what_keeping_all_means_for_the_sheets_is_said_and_listed(place):
    words = "From session 2 on your sheets stay as they are."
    assert look(place).content.decode().count(words) == 2
    shown = look(place, keep="all")
    (kept,) = shown.context["put_back"]
    (change,) = kept.changes
    assert (kept.session, kept.after) == (1, True)
    assert (change.whose, change.what) == ("anna's realm", "Knowledge")
    assert (change.before[:2], change.after[:2]) == ("50", "20")
    assert "After session 1" in shown.content.decode()


def test_nothing_is_set_back_where_only_legal_choices_are_made(place):
    assert look(place).context["put_back"] == []


def test_how_it_was_played_stands_before_the_choices_and_leaving_out_after_them(place):
    shown = look(place).content.decode()
    values = re.findall(r'type="radio"[^>]*value="([^"]*)"', shown.split("<details")[0])
    assert values[:2] == ["played", "session"]
    assert values[-1] == "leave"
    assert all(one.startswith("c-") for one in values[2:-1])
    assert values[2:-1]


def test_what_an_empire_bought_then_comes_first_and_is_marked(place):
    """With 10 Anna comes last, so Bara buys before her."""
    shown = look(place, change=wanted(place, points=10))
    first, *rest = shown.context["same"]
    assert first.played
    assert first.told.whom == ("bara's realm",)
    assert first.told.how.startswith("058 ")
    assert not any(one.played for one in rest)
    assert shown.content.decode().count("Your choice then") == 1


def test_choices_are_folded_only_behind_others(place):
    answers, change = {}, AskedChange(*wanted(place, points=10))
    for _question in range(5):
        plan = plan_repair(place.campaign, change, RepairRequest("", answers, False))
        question = plan.course.question
        shown = show_question(plan.course, Names())
        assert bool(shown["same"]) == bool(question.options)
        choice = f"c-{question.options[0].key}"
        answers.setdefault(question.act.number, []).append(choice)


def test_every_step_lands_at_its_question(place):
    answers = answer_all(place, played)
    shown = look(place).content.decode()
    page = place.address("repair/")
    assert f'action="{page}#question"' in shown
    assert 'id="question" tabindex="-1"' in shown
    ready = look(place, **answers).content.decode()
    assert 'id="question" tabindex="-1"' in ready
    again = re.findall(r'href="([^"]*)"[^>]*>Decide again', ready)
    assert again
    assert all(one.endswith("#question") for one in again)


def test_who_looked_at_the_other_way_goes_on_with_the_same_answers(place):
    number = numbers(place, "tick_track")[0]
    sent = {**once(), **params(place, **{f"a{number}": "played"}), "next": "/here/"}
    answer = place.organiser.post(place.address("repair/drop/"), sent)
    (back,) = re.findall(
        r'href="([^"]*)">Repair it step by step', answer.content.decode()
    )
    given = parse_qs(urlsplit(unescape(back)).query)
    assert given[f"a{number}"] == ["played"]
    assert given["next"] == ["/here/"]
    assert given["change"] == [sent["change"]]


def test_once_everything_fits_nothing_more_is_offered_to_be_undone(place):
    assert "Undo everything" in look(place).content.decode()
    assert "Undo everything" not in look(place, keep="all").content.decode()


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


def test_a_what_if_after_a_repair_has_the_same_state_and_one_before_it_the_old(place):
    old = place.state
    repair = repaired(place)
    assert start_what_if(place.campaign, repair.number).state == place.state
    assert start_what_if(place.campaign, repair.number - 1).state == old


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
