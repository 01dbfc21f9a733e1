"""Acts are undone and amended, with whatever falls along with them; with a toy engine."""

import pytest

from campaign.files import lines as export
from campaign.models import (
    Campaign,
    Completion,
    Empire,
    HeldProvince,
    KnowledgeEntry,
    Session,
    SessionEnd,
)
from companion.log.models import Act
from companion.log.projection import stored_log_rows
from companion.log.replay import WouldFall, effective_acts
from scoring.records import Unfit
from scoring.rules import RuleBroken
from tests.log.acts import amend, as_lines, do, faithful, played, sheet, state, undo

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy")]


# Undoing


def test_an_undone_act_leaves_no_trace_but_itself(campaign):
    played(campaign)
    without = Campaign.objects.get(pk=campaign.pk)
    undo(campaign, 7)
    assert not HeldProvince.objects.exists()
    assert without.acts.count() == 9
    assert faithful(campaign)


def test_an_undo_of_an_undo_brings_everything_back(campaign):
    played(campaign)
    before = state(campaign), stored_log_rows(campaign)
    first = undo(campaign, 4, 7)
    assert not Completion.objects.exists()
    second = undo(campaign, first.number)
    assert (state(campaign), stored_log_rows(campaign)) == before
    undo(campaign, second.number)
    assert not Completion.objects.exists()
    assert faithful(campaign)


def test_an_empire_keeps_its_row_through_an_undo(campaign):
    played(campaign)
    before = Empire.objects.get(key="anna").pk
    undo(campaign, 4)
    assert Empire.objects.get(key="anna").pk == before


def test_a_refusal_names_every_act_that_would_fall_and_changes_nothing(campaign):
    played(campaign)
    before = state(campaign), stored_log_rows(campaign)
    with pytest.raises(WouldFall) as refusal:
        undo(campaign, 3)
    assert refusal.value.numbers == [4, 8]
    assert [str(one.message) for one in refusal.value.problems] == [
        "No session is open.",
        "No session is open.",
    ]
    assert "4. complete: No session is open." in str(refusal.value)
    assert campaign.acts.count() == 8
    assert (state(campaign), stored_log_rows(campaign)) == before


def test_what_would_fall_can_be_taken_along_in_the_same_act(campaign):
    played(campaign)
    act = undo(campaign, 3, along=True)
    assert act.data == {"of": [3, 4, 8]}
    assert not Session.objects.exists()
    assert KnowledgeEntry.objects.first().session is None
    assert faithful(campaign)
    undo(campaign, act.number)
    assert Session.objects.get().end.state == state(campaign)
    assert faithful(campaign)


def test_a_session_taken_out_moves_the_next_one_up(campaign):
    played(campaign)
    do(campaign, "open", missions=[63])
    do(campaign, "gain", empire="bara", amount=9)
    undo(campaign, 3, 4, 8)
    assert [(one.number, one.act.number) for one in Session.objects.all()] == [(1, 9)]
    assert KnowledgeEntry.objects.get(amount=9).session.number == 1
    assert faithful(campaign)


def test_an_empire_is_gone_with_its_founding(campaign):
    played(campaign)
    with pytest.raises(WouldFall) as refusal:
        undo(campaign, 1)
    assert refusal.value.numbers == [4, 5, 6, 8]
    undo(campaign, 1, along=True)
    assert [one.key for one in Empire.objects.all()] == ["bara"]
    assert faithful(campaign)


@pytest.mark.parametrize("numbers", [[], [99], [0], ["1"], [True]])
def test_an_undo_of_nothing_there_is_refused(campaign, numbers):
    played(campaign)
    with pytest.raises(Unfit):
        do(campaign, "undo", of=numbers)


def test_what_is_undone_already_cannot_be_undone_again(campaign):
    played(campaign)
    undo(campaign, 7)
    with pytest.raises(Unfit, match="act 7 is undone already"):
        undo(campaign, 7)


def test_what_comes_back_and_falls_at_once_is_taken_along_too(campaign):
    do(campaign, "found", empire="anna")  # 1
    do(campaign, "gain", empire="anna", amount=5)  # 2
    undo(campaign, 2)  # 3
    undo(campaign, 1)  # 4
    with pytest.raises(WouldFall) as refusal:
        undo(campaign, 3)
    assert refusal.value.numbers == [2]
    assert undo(campaign, 3, along=True).data == {"of": [2, 3]}
    carried = as_lines(*export.campaign_lines(campaign))
    assert export.read_campaign(carried).state == state(campaign)
    assert faithful(campaign)


# Amending


def test_an_amendment_speaks_in_the_place_of_its_act(campaign):
    played(campaign)
    amend(campaign, 5, {"empire": "anna", "amount": 45})
    assert sheet("anna").knowledge == 45
    entry = KnowledgeEntry.objects.first()
    assert (entry.amount, entry.act.number) == (45, 5)
    assert Act.objects.get(log=campaign, number=5).data["amount"] == 43
    assert SessionEnd.objects.get().state["empires"]["anna"]["knowledge"] == 45
    assert faithful(campaign)


@pytest.mark.parametrize("of", [5, 9])
def test_the_latest_amendment_that_stands_counts(campaign, of):
    played(campaign)
    amend(campaign, 5, {"empire": "anna", "amount": 45})  # 9
    latest = amend(campaign, of, {"empire": "anna", "amount": 46})
    assert sheet("anna").knowledge == 46
    undo(campaign, latest.number)
    assert sheet("anna").knowledge == 45
    undo(campaign, 9)
    assert sheet("anna").knowledge == 43
    assert faithful(campaign)


def test_an_amendment_that_breaks_a_rule_itself_says_which(campaign):
    played(campaign)
    with pytest.raises(RuleBroken, match="Not enough") as refusal:
        amend(campaign, 5, {"empire": "anna", "amount": -1}, along=True)
    assert not isinstance(refusal.value, WouldFall)


def test_an_amendment_names_what_would_fall_and_can_take_it_along(campaign):
    played(campaign)
    do(campaign, "gain", empire="anna", amount=-40)  # 9
    with pytest.raises(WouldFall) as refusal:
        amend(campaign, 5, {"empire": "anna", "amount": 30})
    assert refusal.value.numbers == [9]
    act = amend(campaign, 5, {"empire": "anna", "amount": 30}, along=True)
    assert act.data["without"] == [9]
    assert sheet("anna").knowledge == 30
    undo(campaign, act.number)
    assert sheet("anna").knowledge == 3
    assert faithful(campaign)


@pytest.mark.parametrize(
    "data",
    [
        {"of": 99, "by": {}},
        {"of": [5], "by": {}},
        {"of": 5, "by": 3},
        {"of": 5},
        {"of": 7, "by": {}},
        {"of": 9, "by": {"of": [8]}},
        {"of": 5, "by": {}, "without": 4},
        {"of": 5, "by": {}, "why": ""},
    ],
)
def test_an_amendment_of_nothing_there_is_refused(campaign, data):
    played(campaign)
    undo(campaign, 7)
    with pytest.raises(Unfit):
        do(campaign, "amend", **data)


def test_the_acts_that_count_can_be_told_without_a_database():
    acts = [
        Act(number=1, kind="a", data={}),
        Act(number=2, kind="b", data={"x": 1}),
        Act(number=3, kind="undo", data={"of": [1]}),
        Act(number=4, kind="amend", data={"of": 2, "by": {"x": 2}}),
        Act(number=5, kind="undo", data={"of": [3]}),
    ]
    assert [(act.number, act.data) for act in effective_acts(acts)] == [
        (1, {}),
        (2, {"x": 2}),
    ]
