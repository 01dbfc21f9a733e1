"""A campaign on the command line: simulated, kept, exported, replayed and rebuilt."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from campaign.models import Campaign, Empire
from tests.thorough import THOROUGH

EXAMPLE = (
    Path(__file__).resolve().parents[2] / "docs" / "formats" / "campaign-example.jsonl"
)
SESSIONS = 25 if THOROUGH else 8
pytestmark = pytest.mark.django_db


def said(*words, **options):
    out = StringIO()
    call_command(*words, stdout=out, **options)
    return out.getvalue()


@pytest.fixture(scope="module")
def simulated(tmp_path_factory):
    """Where a long campaign lies; nobody changes it."""
    file = tmp_path_factory.mktemp("simulated") / "campaign.jsonl"
    file.write_text(said("simulate", sessions=SESSIONS, players=4, seed=7))
    return file


def test_a_long_campaign_goes_round_to_the_identical_state(simulated, tmp_path):
    state = said("replay", str(simulated))
    number = said("replay", str(simulated), save=True).strip()
    assert said("rebuild", number).strip() == "0"
    exported = tmp_path / "exported.jsonl"
    exported.write_text(said("export", number))
    assert said("replay", str(exported)) == state
    assert exported.read_text() == simulated.read_text()


def test_a_simulated_campaign_says_that_its_cards_are_made_up():
    number = said("simulate", sessions=2, players=2, seed=1, save=True)
    assert number.strip().isdigit()
    campaign = Campaign.objects.get(pk=number.strip())
    assert campaign.example
    cards = campaign.state["cards"].values()
    assert any(card["name"].startswith("Example invention") for card in cards)
    assert all(card["example"] for card in cards if card["name"].startswith("Example"))


def test_examples_never_reach_another_campaign():
    said("simulate", sessions=2, players=2, seed=1, save=True)
    number = said("replay", str(EXAMPLE), save=True).strip()
    cards = Campaign.objects.get(pk=number).state["cards"].values()
    assert not any(card["example"] for card in cards)


def test_the_documented_example_has_three_sessions_and_holds():
    state = json.loads(said("replay", str(EXAMPLE)))
    assert state["played"] == 3
    assert len(state["empires"]) == 2


def test_every_empire_that_ever_was_has_its_sheets(simulated):
    number = said("replay", str(simulated), save=True).strip()
    empires = Empire.objects.filter(campaign_id=number)
    acts = Campaign.objects.get(pk=number).acts
    assert empires.count() == acts.filter(kind="found_empire").count()
    for empire in empires:
        assert empire.sheets.filter(current=True).count() == 1
        ledger = sum(entry.amount for entry in empire.ledger.all())
        assert ledger == empire.sheets.get(current=True).knowledge


@pytest.mark.parametrize(
    ("line", "exit_code"),
    [
        ('{"number": 1, "kind": "found_empire", "data": {}}', 2),
        ('{"number": 1, "kind": "dance", "data": {}}', 2),
        ('{"number": 2, "kind": "play_on", "data": {}}', 2),
        ('{"number": 1, "kind": "play_on", "data": {}}', 1),
    ],
)
def test_a_line_that_does_not_hold_is_named(tmp_path, line, exit_code):
    file = tmp_path / "broken.jsonl"
    file.write_text(
        f'{{"campaign": "x", "engine": "campaign", "start": {{}}}}\n{line}\n'
    )
    if exit_code == 2:
        with pytest.raises(CommandError, match="line 2") as refused:
            said("replay", str(file))
        assert refused.value.returncode == 2
        return
    out = StringIO()
    with pytest.raises(SystemExit) as stopped:
        call_command("replay", str(file), stdout=out)
    assert stopped.value.code == 1
    (problem,) = json.loads(out.getvalue())["problems"]
    assert (problem["line"], problem["rule"]) == (2, "ROE-36")
