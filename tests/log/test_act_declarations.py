"""An act is declared once: one in a module of its own is found everywhere without a further list."""

from dataclasses import fields
from uuid import uuid4

import pytest
from django.http import QueryDict

from campaign.models import Campaign
from companion.log import engines
from companion.log import record as service
from companion.log.act_docs import acts_page
from companion.log.act_filters import (
    acts_of_empire,
    filter_by_kind,
    filter_choices,
    kinds_of_group,
)
from companion.log.act_forms import ActForm, typed_fields
from companion.log.act_words import Names
from companion.log.acting import may_do
from companion.log.history import Teller, act_standing
from companion.management.commands.write_act_docs import act_pages
from companion.tables.access import Here, Role
from companion.tables.models import Table
from scoring.acts import act_fields, act_kind
from scoring.engines import concerned_players
from scoring.rise_of_empire.engine import ENGINE as CAMPAIGN
from scoring.session_acts import SESSION_ENGINE as SESSION
from tests.log.raise_tower import TowerEngine

ENGINE = TowerEngine()
DATA = {"empire": "anna", "floors": 3, "stone": "white"}


@pytest.fixture
def log(db, monkeypatch):
    monkeypatch.setitem(engines.ENGINES, "tower", ENGINE)
    table = Table.objects.create(name="Thursday")
    campaign = Campaign(table=table, name="Toy", engine="tower")
    service.begin_log(campaign, start={})
    for kind, data in (
        ("found", {"empire": "anna"}),
        ("found", {"empire": "bara"}),
        ("raise_tower", DATA),
    ):
        service.record(campaign, kind=kind, data=data, client_id=uuid4())
    return campaign


def teller(log):
    names = Names({"anna": "Anna's realm"})
    return Teller(log, ENGINE, ENGINE.load(log.state), names, act_standing(log))


def test_the_history_line_is_told_from_the_declaration(log):
    line = teller(log).line(log.acts.get(kind="raise_tower"))
    assert line.told.what == "Tower raised"
    assert line.told.whom == ("Anna's realm",)
    assert line.told.how == "floors: 3 · white stone"
    assert line.told.group == "buildings"


def test_an_amendment_is_told_field_by_field(log):
    service.amend(log, 3, {**DATA, "floors": 5}, client_id=uuid4())
    (change,) = teller(log).line(log.acts.get(number=3)).changes
    assert (change.what, change.before, change.after) == ("Floors", "3", "5")


def test_the_amend_form_has_its_fields_in_their_bounds(log):
    typed = QueryDict("floors=7&stone=grey")
    form = ActForm(ENGINE, "raise_tower", DATA, None, {}, typed)
    assert list(form.fields) == ["floors", "stone"]
    assert form.is_valid()
    assert form.content == {"empire": "anna", "floors": 7, "stone": "grey"}
    too_high = QueryDict("floors=10&stone=grey")
    form = ActForm(ENGINE, "raise_tower", DATA, None, {}, too_high)
    assert list(form.errors) == ["floors"]


def test_the_filter_offers_it_and_its_group(log):
    assert ("raise_tower", "Tower raised") in filter_choices(ENGINE, log)["kinds"]
    assert kinds_of_group(ENGINE, "buildings") == ["raise_tower"]
    assert filter_by_kind(log.acts.all(), ENGINE, "buildings").get().number == 3
    of_anna = log.acts.filter(acts_of_empire(ENGINE, log, "anna"))
    assert [act.number for act in of_anna] == [1, 3]


def test_its_role_and_whom_it_concerns_are_those_declared():
    assert may_do(Here(None, Role.ORGANISER), ENGINE, "raise_tower")
    assert not may_do(Here(None, Role.PLAYER), ENGINE, "raise_tower")
    state = ENGINE.start({})
    state, _facts = ENGINE.apply(state, "found", {"empire": "anna"})
    assert concerned_players(ENGINE, state, "raise_tower", DATA) == ["anna"]


def test_the_documentation_lists_it():
    page = acts_page("Toys", ENGINE)
    assert "## `raise_tower`: Tower raised" in page
    assert "An empire builds upwards." in page
    assert "| `floors` | Floors | count |" in page
    assert "| `stone` | Stone | pick: `grey`, `white`, may be missing |" in page


def test_the_documentation_of_the_formats_is_up_to_date():
    for path, page in act_pages().items():
        assert path.read_text(encoding="utf-8") == page, "run manage.py write_act_docs"


@pytest.mark.parametrize("engine", [CAMPAIGN, SESSION])
def test_every_act_declares_all_of_its_content(engine):
    for kind, act in engine.acts.items():
        assert act_kind(act) == kind
        assert act.declared.label
        assert act.declared.step
        assert set(act_fields(act)) == {one.name for one in fields(act)}


def test_what_only_the_rules_say_cannot_be_typed():
    assert list(typed_fields(CAMPAIGN, "settle_tie")) == []
    assert list(typed_fields(CAMPAIGN, "correct_score")) == [
        "position",
        "score",
        "reason",
    ]
