"""Answers of a repair that settle many entries at once, and reasons told of the past."""

import polib
import pytest
from django.conf import settings

from campaign.history.past_words import (
    NO_TICK,
    OTHER_STEP,
    OTHER_TURN,
    PAST,
    PastMoment,
    put_in_past,
    tell_reasons,
)
from campaign.history.repairs import (
    AskedChange,
    RepairRequest,
    plan_repair,
    sign_change,
)
from companion.log.models import Act
from companion.log.replay import effective_acts
from scoring.rise_of_empire.campaign_course import CampaignCourse, follow_recorded
from scoring.rise_of_empire.engine import ENGINE
from scoring.rise_of_empire.repairing import RepairCourse
from scoring.rise_of_empire.rescoring import PlayedAct
from scoring.rules import Problem
from scoring.words import Message
from tests.campaign.repairing import look
from tests.campaign_visitor import two_sessions
from tests.places import Place, once
from tests.toy import RULE

pytestmark = pytest.mark.django_db
REASON = "we played it so"


@pytest.fixture(scope="module")
def at():
    return two_sessions()


@pytest.fixture
def place(at):
    """Dana won the first session with 70, Anna had 60, Bára 55, Cyril 50."""
    return Place(at)


def last_place(place):
    """Anna had 54, not 60: she buys after Bára."""
    act = place.campaign.acts.filter(kind="enter_score").order_by("number")[0]
    entries = {**act.data["entries"], "track": 54}
    return AskedChange(
        "amend", {"of": act.number, "by": {**act.data, "entries": entries}}
    )


def plan(place, answers):
    return plan_repair(
        place.campaign, last_place(place), RepairRequest("", answers, keep_all=False)
    )


def purchases(acts):
    named = ("buy_invention", "afford_nothing", "stop_buying")
    return sorted(
        (act.kind, act.data["empire"], act.data.get("number", 0))
        for act in acts
        if act.kind in named
    )


# Another order of buying is one decision


def test_everybody_buys_the_same_in_another_order_by_one_answer(place):
    question = plan(place, {}).course.question
    assert question.act.kind == "buy_invention"
    assert question.in_order
    done = plan(place, {question.act.number: ["order"]})
    assert done.course.question is None
    assert [one.answer for one in done.course.decisions] == ["order"]


def test_what_was_bought_is_bought_still_and_undone_as_one(place):
    before = effective_acts(list(place.campaign.acts.order_by("number")))
    number = plan(place, {}).course.question.act.number
    change = last_place(place)
    sent = {
        **once(),
        "change": sign_change(place.campaign, change.kind, change.data),
        f"a{number}": "order",
        "last": place.campaign.acts.count(),
    }
    page = place.organiser.get(place.address("repair/"), sent)
    assert "everybody bought the same, in the new order" in page.content.decode()
    saved = place.organiser.post(place.address("repair/"), sent)
    assert saved.status_code == 302
    after = effective_acts(list(place.campaign.acts.order_by("number")))
    assert purchases(after) == purchases(before)
    assert Act.objects.filter(log=place.campaign, kind="repair").count() == 1


def test_another_order_is_offered_only_where_it_helps(place):
    act = place.campaign.acts.filter(kind="enter_score").order_by("number")[0]
    entries = {**act.data["entries"], "track": 90}
    data = {"of": act.number, "by": {**act.data, "entries": entries}}
    given = RepairRequest("", {}, keep_all=False)
    question = plan_repair(place.campaign, AskedChange("amend", data), given).course
    assert question.question.act.kind == "tick_track"
    assert not question.question.in_order
    unfit = RepairRequest("", {question.question.act.number: ["order"]}, keep_all=False)
    again = plan_repair(place.campaign, AskedChange("amend", data), unfit).course
    assert again.question.unfit


def test_a_page_offers_it_with_how_many_entries_move(place):
    change = last_place(place)
    signed = sign_change(place.campaign, change.kind, change.data)
    page = place.organiser.get(place.address("repair/"), {"change": signed})
    text = page.content.decode()
    assert "Everybody bought the same, in the new order" in text
    assert "before this one." in text
    assert "was to buy first." in text


# An empire that isn't playing any more


def without_dana(at):
    """The second session, which Dana doesn't play now."""
    acts = [PlayedAct(nth, *one) for nth, one in enumerate(at.acts, start=1)]
    recorded = follow_recorded(ENGINE.start(at.start), acts)
    opening = [act for act in acts if act.kind == "open_session"][1]
    start = recorded.before[opening.number, 0]
    dana = opening.data["empires"][3]
    fewer = {
        **opening.data,
        "empires": [k for k in opening.data["empires"] if k != dana],
    }
    changed = [
        PlayedAct(act.number, act.kind, fewer if act is opening else act.data)
        for act in acts
        if act.number >= opening.number
    ]
    return recorded, start, changed, dana


def follow(recorded, start, changed, answers):
    course = RepairCourse(recorded, CampaignCourse(start), answers, REASON, False)
    course.follow(changed)
    return course


def test_one_answer_leaves_out_all_of_an_empire_in_a_session(at):
    recorded, start, changed, dana = without_dana(at)
    question = follow(recorded, start, changed, {}).question
    assert question.missing.empire == dana
    assert question.missing.session == 2
    answers = {question.act.number: ["empire"]}
    while question := follow(recorded, start, changed, answers).question:
        assert question.missing is None
        assert question.act.data.get("empire") != dana
        answers.setdefault(question.act.number, []).append("played")
        assert len(answers) < 9
    done = follow(recorded, start, changed, answers)
    told = next(one for one in done.decisions if one.answer == "empire")
    gone = [act for act in changed if act.data.get("empire") == dana]
    assert told.left_out == len(gone)
    assert all(done.instead[act.number] == [] for act in gone)


def test_an_empire_that_plays_is_left_out_by_nobody(at):
    recorded, start, changed, _dana = without_dana(at)
    whole = [act for act in recorded.acts if act.number >= changed[0].number]
    spoilt = [act for act in whole if act.kind != "tick_track"]
    question = follow(recorded, start, spoilt, {}).question
    assert question.missing is None
    unfit = follow(recorded, start, spoilt, {question.act.number: ["empire"]})
    assert unfit.question.unfit


# Reasons of the past


def test_every_reason_told_of_the_past_is_one_the_rules_give():
    path = settings.LOCALE_PATHS[0] / "cs" / "LC_MESSAGES" / "django.po"
    known = {entry.msgid for entry in polib.pofile(str(path))}
    assert set(PAST) <= known


def test_a_reason_keeps_its_numbers_and_one_nobody_reworded_stays():
    told = put_in_past(Message("%(missing)s more knowledge needed.", {"missing": 5}))
    assert str(told) == "This empire was 5 knowledge short."
    assert put_in_past("Look at the print.") == "Look at the print."


def test_reasons_name_the_empire_and_the_step_comes_last():
    step, full = OTHER_STEP, "This empire has no full track."
    problems = [Problem(one, RULE) for one in (step, full)]
    assert tell_reasons(problems, PastMoment("Kemet")) == [
        "Kemet had no full track.",
        "The session wasn't at this step then.",
    ]
    unnamed = tell_reasons(problems[1:], PastMoment())
    assert unnamed == ["This empire had no full track."]


@pytest.mark.parametrize(
    ("text", "moment", "told"),
    [
        (NO_TICK, PastMoment("Kemet", 4), "Kemet no longer won session 4."),
        (NO_TICK, PastMoment("Kemet"), "Kemet had no tick left to make."),
        (OTHER_TURN, PastMoment("Kemet", buyer="Tyr"), "Tyr was to buy first."),
        (
            OTHER_STEP,
            PastMoment(step="Inventions"),
            "Another step had to be finished first: Inventions.",
        ),
        (
            OTHER_STEP,
            PastMoment(step="Provinces", past_step=True),
            "The session was already past this step.",
        ),
    ],
)
def test_a_reason_says_what_would_have_to_happen_first(text, moment, told):
    assert tell_reasons([Problem(text, RULE)], moment) == [told]


def test_who_no_longer_won_is_told_so_where_the_tick_is_asked_about(place):
    assert look(place).context["why"] == ["dana's realm no longer won session 1."]
