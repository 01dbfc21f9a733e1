"""A change that breaks later entries is repaired on one page, decision by decision."""

import re
from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest

from campaign.history.repair_page import SessionConsequences, fold_sessions
from campaign.history.repair_questions import show_question
from campaign.history.repairs import AskedChange, RepairRequest, plan_repair
from companion.log.act_words import Names
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
from tests.places import Place, once
from tests.played_campaign import TOGETHER, founded_campaign

pytestmark = pytest.mark.django_db


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
    assert ("Winner", "dana's realm (Dana)", "anna's realm (Anna)") in changes
    assert any(what == "Boxes ticked in all ages" for what, *_both in changes)


def test_a_winner_that_changes_already_is_told_while_a_decision_is_open(place):
    shown = look(place)
    (session,) = shown.context["sessions"]
    told = {(one.whose, one.what): (one.before, one.after) for one in session.changes}
    assert session.number == 1
    assert told["", "Winner"] == ("dana's realm (Dana)", "anna's realm (Anna)")
    assert told["anna's realm (Anna)", "Score"] == ("60 · 2nd", "90 · 1st")
    assert "ends differently" not in shown.content.decode()


def test_that_nothing_changes_is_never_said_while_a_decision_is_open(place):
    opening = numbers(place, "open_session")[1]
    shown = look(place, change=("undo", {"of": [opening]}))
    assert shown.context["question"]
    assert not shown.context["sessions"]
    assert "What changes is told once every decision is made." in shown.content.decode()


def test_sessions_with_as_many_changes_each_are_folded_into_one_line():
    def change(number, many=1, *, left_out=False):
        return SessionConsequences(number, [None] * many, left_out)

    sessions = [change(1), change(2), change(3), change(5), change(6, 2), change(7, 2)]
    folded = list(fold_sessions(sessions))
    told = [[one.number for one in group.sessions] for group in folded]
    assert told == [[1], [2, 3], [5], [6, 7]]
    assert list(fold_sessions([])) == []


def test_an_entry_to_be_undone_says_so(place):
    opening = numbers(place, "open_session")[1]
    shown = look(place, change=("undo", {"of": [opening]})).content.decode()
    wanted_part = shown.split('id="wanted"')[1].split("</section>")[0]
    assert 'class="act gone"' in wanted_part
    assert "Undone" in wanted_part
    assert "Undone" not in look(place).content.decode().split('id="wanted"')[1]


def test_what_keeping_all_means_for_the_sheets_is_said_and_listed(place):
    asked = look(place).content.decode()
    assert asked.count("From session 2 on your sheets stay as they are.") == 1
    assert "What no longer fits from session 2 on is still asked." in asked
    shown = look(place, keep="all")
    (kept,) = shown.context["put_back"]
    (change,) = kept.changes
    assert (kept.session, kept.after) == (1, True)
    assert (change.whose, change.what) == ("anna's realm", "Knowledge")
    assert (change.before[:2], change.after[:2]) == ("50", "20")
    assert "After session 1" in shown.content.decode()


def test_keeping_all_names_the_session_after_the_changed_one_wherever_it_asks(place):
    """The question may come sessions later; sheets are set back from the change on."""
    tick = numbers(place, "tick_track")[0]
    later = look(place, **{f"a{tick}": "leave"})
    assert later.context["question"].act.number > tick
    assert later.context["all_stay_from"] == 2


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
        shown = show_question(plan.course, Names(), answers)
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


def test_the_page_that_undoes_all_says_what_you_change(place):
    sent = {**once(), **params(place)}
    answer = place.organiser.post(place.address("repair/drop/"), sent)
    (edit,) = answer.context["edits"]
    assert (edit.what, edit.before, edit.after) == ("Points on the track", "60", "90")
    own = answer.content.decode().split("What you change")[1].split("<h2")[0]
    assert "Points on the track" in own


def test_once_everything_fits_nothing_more_is_offered_to_be_undone(place):
    assert "Undo everything" in look(place).content.decode()
    assert "Undo everything" not in look(place, keep="all").content.decode()
