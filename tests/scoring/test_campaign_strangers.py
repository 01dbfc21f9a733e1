"""Whatever is sent as an act, the answer is a state or a refusal, never a surprise."""

from dataclasses import fields

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from scoring.records import Unfit
from scoring.rise_of_empire.engine import ACTS, ENGINE
from scoring.rise_of_empire.simulation import example_start, simulate
from scoring.rules import RuleBroken
from tests.thorough import examples

WORDS = st.sampled_from(
    ["", "e1", "e2", "nobody", "red", "science", "ancient", "2026-02-30", "\x00"]
)
SCALARS = st.none() | st.booleans() | st.integers(-5, 170) | st.just(10**30) | WORDS
VALUES = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(WORDS, inner, max_size=3)
    ),
    max_leaves=6,
)


def states():
    """A campaign at many moments, from its first act on."""
    state, seen = ENGINE.start(example_start()), []
    for number, (kind, data) in enumerate(simulate(sessions=2, players=2, seed=4)):
        if number % 4 == 0:
            seen.append(state)
        state, _facts = ENGINE.apply(state, kind, data)
    return [*seen, state]


STATES = states()


@pytest.mark.parametrize("kind", [*ACTS, "dance"])
@examples(60, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_any_content_of_any_act_is_accepted_or_refused(kind, data):
    names = [field.name for field in fields(ACTS[kind])] if kind in ACTS else ["x"]
    content = data.draw(st.dictionaries(st.sampled_from([*names, "stranger"]), VALUES))
    state = data.draw(st.sampled_from(STATES))
    try:
        after, _facts = ENGINE.apply(state, kind, content)
    except (RuleBroken, Unfit):
        return
    assert ENGINE.load(ENGINE.dump(after)) == after


@examples(200)
@given(st.dictionaries(st.sampled_from(["readings", "layouts", "cards", "x"]), VALUES))
def test_any_start_is_accepted_or_refused(content):
    try:
        ENGINE.start(content)
    except Unfit:
        return
