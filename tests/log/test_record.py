"""The log: acts are appended and counted once, and tables rebuilt from them; with a toy engine."""

import json
from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction

from campaign.models import (
    Campaign,
    Completion,
    EmpireSheet,
    HeldInvention,
    HeldProvince,
    KnowledgeEntry,
    MissionInPlay,
    Result,
    Session,
    SessionEnd,
)
from companion.log import record as service
from companion.log.models import Act, NeverChanged
from companion.log.ordered import SortedKeys
from companion.log.projection import stored_log_rows
from companion.tables.models import Membership, Person
from scoring.records import Unfit
from scoring.rules import RuleBroken
from tests.log.acts import do, faithful, played, said, sheet, state

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy")]


# Appending


def test_an_act_is_appended_and_its_rows_are_written(campaign):
    played(campaign)
    assert list(campaign.acts.values_list("number", flat=True)) == list(range(1, 9))
    assert sheet("anna").knowledge == 43
    assert sheet("anna").boxes == [0, 1]
    assert [str(one) for one in HeldInvention.objects.all()] == ["083", "084"]
    assert HeldProvince.objects.get().empire.key == "bara"
    session = Session.objects.get()
    assert session.played_on.isoformat() == "2026-01-02"
    assert session.act.number == 3
    assert session.playing == ["anna", "bara"]
    assert Completion.objects.get().empire.key == "anna"
    assert [one.amount for one in KnowledgeEntry.objects.all()] == [43, 0]
    assert [(one.empire.key, one.place) for one in Result.objects.all()] == [
        ("anna", 1),
        ("bara", 2),
    ]
    assert SessionEnd.objects.get().session == session
    assert SessionEnd.objects.get().state == state(campaign)
    assert not MissionInPlay.objects.exists()
    assert faithful(campaign)


def test_the_missions_of_the_open_session_are_in_play(campaign):
    do(campaign, "open", missions=[61, 62])
    assert [one.number for one in MissionInPlay.objects.all()] == [61, 62]
    assert Session.objects.get().played_on is None
    assert faithful(campaign)


def test_who_did_it_for_whom_is_kept_with_the_names_of_that_day(campaign):
    anna, bara = (
        Person.objects.create(table=campaign.table, name=name)
        for name in ("Anna", "Bára")
    )
    service.record(
        campaign,
        kind="found",
        data={"empire": "bara"},
        by=anna,
        for_person=bara,
        client_id=uuid4(),
    )
    Person.objects.filter(pk=anna.pk).update(name="Anička")
    act = Act.objects.get()
    assert (act.by.name, act.by_name, act.for_name) == ("Anička", "Anna", "Bára")


def test_a_repeated_request_counts_once_and_gets_the_first_act(campaign):
    same = uuid4()
    do(campaign, "found", empire="anna")
    first = do(campaign, "gain", client_id=same, empire="anna", amount=5)
    again = do(campaign, "gain", client_id=same, empire="anna", amount=5)
    assert again == first
    assert sheet("anna").knowledge == 5
    assert campaign.acts.count() == 2


def test_a_repeated_undo_counts_once(campaign):
    played(campaign)
    same = uuid4()
    first = service.undo(campaign, [7], client_id=same)
    assert service.undo(campaign, [7], client_id=same) == first


def test_a_broken_rule_writes_nothing(campaign):
    do(campaign, "found", empire="anna")
    before = state(campaign), stored_log_rows(campaign)
    with pytest.raises(RuleBroken, match="Not enough"):
        do(campaign, "gain", empire="anna", amount=-1)
    with pytest.raises(Unfit, match="unknown"):
        do(campaign, "dance")
    assert campaign.acts.count() == 1
    assert (state(campaign), stored_log_rows(campaign)) == before


@pytest.mark.parametrize("name", ["\x00", "\ud800", float("inf"), object()])
def test_what_cannot_be_written_everywhere_is_refused(campaign, name):
    with pytest.raises(Unfit):
        do(campaign, "found", empire="anna", name=name)


def test_colours_of_two_cards_may_swap_in_one_act(campaign):
    do(campaign, "found", empire="anna")
    do(campaign, "hold", empire="anna", inventions={"83": "red", "84": "grey"})
    do(campaign, "hold", empire="anna", inventions={"83": "grey", "84": "red"})
    assert HeldInvention.objects.get(number=83).colour == "grey"
    assert faithful(campaign)


def test_the_current_sheet_moves_on_and_back(campaign):
    do(campaign, "found", empire="anna")
    do(campaign, "advance", empire="anna")
    assert sheet("anna", current=True).age == "medieval"
    do(campaign, "advance", empire="anna", by=-1)
    assert sheet("anna", current=True).age == "ancient"
    assert faithful(campaign)


def test_a_sheet_stays_the_same_row_while_it_changes(campaign):
    do(campaign, "found", empire="anna")
    before = sheet("anna").pk
    do(campaign, "gain", empire="anna", amount=5)
    assert sheet("anna").pk == before


def test_an_act_costs_the_same_early_and_late(campaign, django_assert_max_num_queries):
    def cost():
        with django_assert_max_num_queries(20) as asked:
            do(campaign, "gain", empire="anna", amount=1)
        return len(asked)

    do(campaign, "found", empire="anna")
    do(campaign, "open", missions=[61])
    early = cost()
    for _act in range(200):
        do(campaign, "gain", empire="anna", amount=1)
    assert cost() == early


@pytest.mark.parametrize(
    "change",
    [
        lambda act: act.save(),
        lambda act: act.delete(),
        lambda act: Act.objects.all().delete(),
        lambda act: Act.objects.update(kind="other"),
        lambda act: Act.objects.bulk_update([act], ["kind"]),
    ],
)
def test_an_act_is_never_changed_or_deleted(campaign, change):
    act = do(campaign, "found", empire="anna")
    with pytest.raises(NeverChanged):
        change(act)


# Rebuilding


def test_a_rebuild_finds_and_mends_what_was_tampered_with(campaign):
    played(campaign)
    before = stored_log_rows(campaign), state(campaign)
    EmpireSheet.objects.filter(empire__key="anna").update(knowledge=999)
    HeldProvince.objects.all().delete()
    Result.objects.filter(place=1).update(place=2)
    KnowledgeEntry.objects.filter(nth=1).update(nth=7)  # one too many and one missing
    Campaign.objects.update(state={})
    assert service.rebuild(campaign) == 6
    assert (stored_log_rows(campaign), state(campaign)) == before
    assert faithful(campaign)


def test_the_command_prints_how_many_rows_differed(campaign):
    played(campaign)
    assert said("rebuild", campaign.pk) == "0\n"
    Result.objects.all().delete()
    assert said("rebuild", campaign.pk) == "2\n"


def test_the_database_itself_refuses_two_inventions_of_a_colour(campaign):
    played(campaign)
    card = HeldInvention.objects.first()
    card.pk, card.number = None, 99
    with pytest.raises(IntegrityError), transaction.atomic():
        card.save()


def test_the_database_itself_refuses_a_membership_of_nobody(campaign):
    with pytest.raises(IntegrityError), transaction.atomic():
        Membership.objects.create(table=campaign.table)


def test_every_column_reads_json_in_one_order_with_one_reader():
    written = '{"b": {"d": 1, "c": 2}, "a": []}'
    assert list(json.loads(written, cls=SortedKeys)) == ["a", "b"]
    assert list(json.loads(written, cls=SortedKeys)["b"]) == ["c", "d"]
    assert SortedKeys() is SortedKeys()
    assert json.loads("[1.5]", cls=SortedKeys, parse_float=str) == ["1.5"]
    assert json.loads("[1.5]", cls=SortedKeys) == [1.5]
