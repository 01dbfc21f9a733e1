"""The log: appended, taken back, mended, rebuilt, carried elsewhere; with a toy engine."""

import json
from io import BytesIO, StringIO, TextIOWrapper
from uuid import UUID, uuid4

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction

from campaign.files import lines as export
from campaign.models import (
    Campaign,
    Completion,
    Empire,
    EmpireSheet,
    HeldInvention,
    HeldProvince,
    KnowledgeEntry,
    MissionInPlay,
    Result,
    Session,
    SessionEnd,
)
from companion.log import engines
from companion.log import record as service
from companion.log.models import Act, NeverChanged
from companion.log.projection import stored_log_rows
from companion.log.replay import WouldFall, effective_acts
from companion.tables.models import Membership, Person, Table
from scoring.records import Unfit
from scoring.rules import RuleBroken
from tests.toy import TOY

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def toy(monkeypatch):
    monkeypatch.setitem(engines.ENGINES, "toy", TOY)


@pytest.fixture
def campaign():
    table = Table.objects.create(name="Thursday")
    return service.begin_log(Campaign(table=table, name="Toy", engine="toy"), start={})


def do(log, kind, client_id=None, **data):
    return service.record(log, kind=kind, data=data, client_id=client_id or uuid4())


def undo(log, *numbers, **options):
    return service.undo(log, numbers, client_id=uuid4(), **options)


def amend(log, number, data, **options):
    return service.amend(log, number, data, client_id=uuid4(), **options)


def played(log):
    """Two empires and a finished session, so that no table is empty at some point."""
    do(log, "found", empire="anna")  # 1
    do(log, "found", empire="bara")  # 2
    do(log, "open", missions=[61, 62], on="2026-01-02")  # 3
    do(log, "complete", empire="anna", mission=61)  # 4
    do(log, "gain", empire="anna", amount=43)  # 5
    do(log, "hold", empire="anna", inventions={"83": "red", "84": "grey"})  # 6
    do(log, "draw", empire="bara", number=7)  # 7
    do(log, "finish", scores={"anna": 43, "bara": 30})  # 8
    return log


def state(log):
    return Campaign.objects.get(pk=log.pk).state


def sheet(key, **more):
    return EmpireSheet.objects.get(empire__key=key, **more)


def faithful(log):
    """The tables say what the acts say, and so does the state."""
    return service.rebuild(log) == 0


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


# Elsewhere


def said(*words, given=None, monkeypatch=None, **options):
    out = StringIO()
    if monkeypatch:
        monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(given)))
    call_command(*map(str, words), stdout=out, **options)
    return out.getvalue()


def corrected(log):
    played(log)
    undo(log, 7)
    amend(log, 5, {"empire": "anna", "amount": 45})
    undo(log, 9)
    return log


def test_a_campaign_carried_elsewhere_is_the_same_to_the_byte(campaign, monkeypatch):
    exported = said("export", corrected(campaign).pk).encode()
    first = said("replay", "-", given=exported, monkeypatch=monkeypatch)
    assert json.loads(first) == state(campaign)
    number = said("replay", "-", "--save", given=exported, monkeypatch=monkeypatch)
    again = said("export", number.strip()).encode()
    assert again == exported
    assert said("replay", "-", given=again, monkeypatch=monkeypatch) == first


def test_a_kept_import_has_the_same_acts_people_and_rows(campaign, tmp_path):
    anna = Person.objects.create(table=campaign.table, name="Anna")
    corrected(campaign)
    service.record(
        campaign, kind="found", data={"empire": "c"}, by=anna, client_id=uuid4()
    )
    file = tmp_path / "campaign.jsonl"
    file.write_text(said("export", campaign.pk))
    twin = Campaign.objects.get(pk=said("replay", file, "--save").strip())
    assert twin.table.name == "Imported"
    assert said("replay", file, "--save").strip() != str(twin.pk)
    assert Table.objects.filter(name="Imported").count() == 1
    assert stored_log_rows(twin) == stored_log_rows(campaign)
    assert (twin.state, twin.last) == (state(campaign), 12)
    assert twin.acts.last().by == twin.table.people.get(name="Anna")
    assert faithful(twin)
    do(twin, "gain", empire="anna", amount=1)


HEAD = {"campaign": "Toy", "engine": "toy", "start": {}}
FOUND = {"number": 1, "kind": "found", "data": {"empire": "anna"}}


def as_lines(*lines):
    return "\n".join(json.dumps(line) for line in lines).encode()


def test_a_file_written_by_hand_needs_little(monkeypatch):
    given = as_lines(HEAD, FOUND) + b"\n\n"
    final = json.loads(said("replay", "-", given=given, monkeypatch=monkeypatch))
    assert list(final["empires"]) == ["anna"]


@pytest.mark.parametrize(
    ("lines", "named"),
    [
        ([], "line 1: there is no campaign"),
        (["nope"], "line 1: must be an object"),
        ([{**HEAD, "engine": "chess"}], "line 1: engine: “chess” is unknown"),
        ([{**HEAD, "colour": 1}], "line 1: “colour” is unknown here"),
        ([{**HEAD, "example": 1}], "line 1: example: must be true or false"),
        ([{"campaign": "Toy", "engine": "toy"}], "line 1: “start” is missing"),
        ([HEAD, {**FOUND, "number": 2}], "line 2: number: must be 1, not 2"),
        ([HEAD, {**FOUND, "number": True}], "line 2: number: must be a whole number"),
        ([HEAD, {**FOUND, "data": []}], "line 2: data: must be an object"),
        ([HEAD, {**FOUND, "by": "x" * 61}], "line 2: by: must be a text of at most"),
        ([HEAD, {**FOUND, "at": "yesterday"}], "line 2: at: “yesterday” is not a time"),
        ([HEAD, {**FOUND, "at": "2026-01-01"}], "has no time zone"),
        ([HEAD, {**FOUND, "at": "0001-01-01T00:00:00+14:00"}], "is not a time"),
        ([HEAD, {**FOUND, "at": "9999-12-31T23:59:59-14:00"}], "is not a time"),
        ([HEAD, {**FOUND, "client_id": "7"}], "line 2: client_id: “7” is not a UUID"),
        ([HEAD, {**FOUND, "kind": "dance"}], "line 2: kind: “dance” is unknown"),
        ([HEAD, {**FOUND, "data": {"empire": "\x00"}}], "line 2: holds a character"),
        (
            [HEAD, {**FOUND, "kind": "undo", "data": {"of": [1]}}],
            "line 2: of: there is no act 1",
        ),
        (
            [
                HEAD,
                {**FOUND, "client_id": str(UUID(int=1))},
                {**FOUND, "number": 2, "client_id": str(UUID(int=1))},
            ],
            "line 3: client_id: 00000000-0000-0000-0000-000000000001 is given twice",
        ),
    ],
)
def test_what_cannot_be_read_is_refused_by_its_line(monkeypatch, lines, named):
    with pytest.raises(CommandError) as refusal:
        said("replay", "-", given=as_lines(*lines), monkeypatch=monkeypatch)
    assert named in str(refusal.value)
    assert refusal.value.returncode == 2


@pytest.mark.parametrize(
    ("given", "named"),
    [
        (b"{nope", "line 1: not valid JSON"),
        (b"\xff", "line 1: the input is not UTF-8"),
        (b"\n" + as_lines(HEAD) + b"\n\n" + b"[" * 100_000, "line 4: the input is"),
        *(
            (
                as_lines(HEAD)
                + b'\n{"number":1,"kind":"found","data":'
                + b'{"a":' * deep
                + b"1"
                + b"}" * (deep + 1),
                "line 2",
            )
            for deep in (50, 300, 600, 900, 1000)
        ),
        (
            as_lines(HEAD)
            + b'\n{"number": 1, "kind": "found", "data": {"empire": 1e999}}',
            "line 2: inf is not",
        ),
        (
            as_lines(HEAD) + b'\n{"number": 1, "number": 1}',
            "line 2: “number” is given twice",
        ),
    ],
)
def test_what_is_no_json_is_refused_by_its_line(monkeypatch, given, named):
    with pytest.raises(CommandError) as refusal:
        said("replay", "-", given=given, monkeypatch=monkeypatch)
    assert named in str(refusal.value)


def problems(monkeypatch, capsys, *lines):
    out = StringIO()
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(as_lines(*lines))))
    with pytest.raises(SystemExit) as end:
        call_command("replay", "-", "--save", stdout=out)
    assert end.value.code == 1
    assert not Campaign.objects.filter(table__name="Imported").exists()
    return json.loads(out.getvalue())["problems"]


def test_an_act_that_breaks_a_rule_is_told_with_its_line(monkeypatch, capsys):
    assert problems(monkeypatch, capsys, HEAD, FOUND, {**FOUND, "number": 2}) == [
        {
            "line": 3,
            "message": "There is such an empire already.",
            "rule": "TOY-1",
            "seat": None,
            "tally": None,
        }
    ]


def test_an_act_that_no_longer_holds_after_an_undo_is_told_with_its_line(
    monkeypatch, capsys
):
    gain = {"number": 2, "kind": "gain", "data": {"empire": "anna", "amount": 1}}
    undone = {"number": 3, "kind": "undo", "data": {"of": [1]}}
    (told,) = problems(monkeypatch, capsys, HEAD, FOUND, gain, undone)
    assert told["line"] == 3


def test_a_file_is_replayed_once_however_often_it_undoes(monkeypatch):
    applied = []
    apply = engines.ENGINES["toy"].apply

    def count(state, kind, data):
        applied.append(kind)
        return apply(state, kind, data)

    monkeypatch.setattr(engines.ENGINES["toy"], "apply", count)
    undos = [
        {"number": number, "kind": "undo", "data": {"of": [number - 1]}}
        for number in range(2, 103)
    ]
    export.read_campaign("\n".join(map(json.dumps, [HEAD, FOUND, *undos])).encode())
    assert len(applied) <= 1


def test_an_undo_that_names_more_acts_than_there_are_is_refused(monkeypatch, capsys):
    undone = {"number": 2, "kind": "undo", "data": {"of": [1] * 50}}
    raw = "\n".join(map(json.dumps, [HEAD, FOUND, undone])).encode()
    with pytest.raises(Unfit, match="more acts than there are"):
        export.read_campaign(raw)


@pytest.mark.parametrize(
    "much",
    [b"\n" * 40_001, b"\n0" * 40_001, b"\n" + b"{" * 60_001],
    ids=["empty lines", "short lines", "many objects"],
)
def test_a_file_with_more_than_any_campaign_is_refused_before_it_is_taken_apart(much):
    with pytest.raises(Unfit, match="there is more in it than 20000 acts"):
        export.read_campaign(json.dumps(HEAD).encode() + much)


def test_an_undone_act_must_be_one_all_the_same():
    odd = {"number": 2, "kind": "sing", "data": {}}
    undone = {"number": 3, "kind": "undo", "data": {"of": [2]}}
    raw = "\n".join(map(json.dumps, [HEAD, FOUND, odd, undone])).encode()
    with pytest.raises(Unfit, match="line 3"):
        export.read_campaign(raw)


@pytest.mark.parametrize("number", ["0", "99999", "x", "-1", "9" * 30, "9" * 5000])
@pytest.mark.parametrize("command", ["export", "rebuild"])
def test_a_campaign_that_is_not_there_is_named(command, number):
    with pytest.raises(CommandError, match="there is no campaign") as refusal:
        said(command, number if number[0] != "-" else f" {number}")
    assert refusal.value.returncode == 2
