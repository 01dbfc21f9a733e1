"""A campaign is carried elsewhere as a file, and what can't be read of one is refused by its line."""

import json
from io import BytesIO, StringIO, TextIOWrapper
from uuid import UUID, uuid4

import pytest
from django.core.management import CommandError, call_command

from campaign.files import lines as export
from campaign.models import Campaign
from companion.log import engines
from companion.log import record as service
from companion.log.projection import stored_log_rows
from companion.tables.models import Person, Table
from scoring.records import Unfit
from tests.log.acts import amend, as_lines, do, faithful, played, said, state, undo

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy")]


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
