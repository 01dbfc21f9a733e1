"""True of every log, whatever is recorded, undone and amended, in whatever order."""

import json
from random import Random
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from campaign.files.importing import keep_campaign
from campaign.files.lines import campaign_lines, read_campaign
from campaign.models import Campaign, Empire
from companion.log import engines
from companion.log import record as service
from companion.log.projection import stored_log_rows
from companion.tables.models import Table
from scoring.records import Unfit
from scoring.rise_of_empire import simulation
from scoring.rules import RuleBroken
from tests.thorough import THOROUGH, examples
from tests.toy import TOY

pytestmark = pytest.mark.django_db
EMPIRES = st.sampled_from(("anna", "bara"))
COLOURS = st.sampled_from(("red", "grey"))
SCORES = st.dictionaries(EMPIRES, st.integers(0, 50))


def act(kind, **data):
    return st.tuples(st.just(kind), st.fixed_dictionaries(data))


TOY_ACTS = st.one_of(
    act("found", empire=EMPIRES),
    act("open", missions=st.lists(st.integers(1, 9), unique=True, max_size=3)),
    act("gain", empire=EMPIRES, amount=st.integers(-9, 20)),
    act("advance", empire=EMPIRES, by=st.just(1)),
    act("collapse", empire=EMPIRES),
    act("finish", scores=SCORES),
    act(
        "hold",
        empire=st.just("anna"),
        inventions=st.permutations(("red", "grey")).map(
            lambda colours: dict(zip(("83", "84"), colours, strict=True))
        ),
    ),
)
NUMBERS = st.integers(1, 12)
REWRITING = st.one_of(
    act("undo", of=st.lists(NUMBERS, min_size=1, max_size=2, unique=True)),
    act("amend", of=NUMBERS, by=st.fixed_dictionaries({"empire": EMPIRES})),
    act(
        "amend",
        of=NUMBERS,
        by=st.fixed_dictionaries({"empire": EMPIRES, "amount": st.integers(0, 9)}),
    ),
)
OPENING = [("found", {"empire": "anna"}), ("found", {"empire": "bara"})]


def begun(engine, start):
    table = Table.objects.create(name="Thursday")
    return service.begin_log(
        Campaign(table=table, name="Any", engine=engine), start=start
    )


def attempt(log, kind, data, **options):
    try:
        return service.record(log, kind=kind, data=data, client_id=uuid4(), **options)
    except (RuleBroken, Unfit):
        return None


def everything(log):
    return Campaign.objects.get(pk=log.pk).state, stored_log_rows(log)


def carried(log):
    return "\n".join(
        json.dumps(line, sort_keys=True) for line in campaign_lines(log)
    ).encode()


def check(log):
    """What is stored is what the acts say, here and anywhere else."""
    assert service.rebuild(log) == 0
    state, rows = everything(log)
    elsewhere = read_campaign(carried(log))
    assert json.loads(json.dumps(elsewhere.state)) == state
    twin = keep_campaign(elsewhere)
    assert stored_log_rows(twin) == rows
    assert carried(twin) == carried(log)


@examples(40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    acts=st.lists(
        st.tuples(st.one_of(TOY_ACTS, TOY_ACTS, REWRITING), st.booleans()), max_size=14
    )
)
def test_stored_rebuilt_and_carried_elsewhere_are_the_same(monkeypatch, acts):
    monkeypatch.setitem(engines.ENGINES, "toy", TOY)
    log = begun("toy", {})
    for kind, data in OPENING:
        attempt(log, kind, data)
    for (kind, data), along in acts:
        before = everything(log)
        done = attempt(log, kind, data, along=along)
        if done is None:
            assert everything(log) == before
        elif kind == "undo":
            undone = service.undo(log, [done.number], client_id=uuid4())
            assert everything(log) == before
            service.undo(log, [undone.number], client_id=uuid4())
    check(log)


def test_a_real_campaign_stands_any_undo_and_its_undo():
    campaign = begun("campaign", simulation.example_start())
    acts = list(simulation.simulate(sessions=3, players=3, seed=7))
    service.append_all(campaign, (service.NewAct(*act) for act in acts))
    before, random = everything(campaign), Random(7)
    for number in random.sample(range(1, len(acts) + 1), 8 if THOROUGH else 3):
        undone = service.undo(campaign, [number], client_id=uuid4(), along=True)
        assert service.rebuild(campaign) == 0
        service.undo(campaign, [undone.number], client_id=uuid4())
        assert everything(campaign) == before
    for empire in Empire.objects.filter(campaign=campaign):
        ledger = empire.ledger.values_list("amount", flat=True)
        assert sum(ledger) == empire.sheets.get(current=True).knowledge
    check(campaign)
