"""A repair in any log: an undo or an edit, and what stands in the place of the acts that fell."""

from uuid import uuid4

import pytest

from companion.log import record as service
from companion.log.record import MovedOn, NewAct, append_all
from companion.log.replay import EffectiveAct, check_rewriting, effective_acts
from scoring.records import Unfit
from tests.campaign_visitor import kept
from tests.played_campaign import founded_campaign


def act(number, kind, **data):
    return EffectiveAct(number, kind, data)


def put(kind, **data):
    return {"kind": kind, "data": data}


LOG = [act(1, "a"), act(2, "b", size=1), act(3, "c"), act(4, "d")]


def told(*acts):
    return [(one.number, one.kind, one.data) for one in effective_acts([*LOG, *acts])]


def test_acts_stand_in_the_place_of_one_and_an_empty_list_leaves_it_out():
    instead = {"3": [put("x"), put("c")], "4": []}
    repair = act(5, "repair", of=[1], instead=instead)
    assert told(repair) == [(2, "b", {"size": 1}), (3, "x", {}), (3, "c", {})]


def test_a_repair_edits_and_what_comes_after_all_stands_in_its_own_place():
    repair = act(5, "repair", of=2, by={"size": 9}, instead={}, then=[put("y")])
    assert told(repair, act(6, "e"))[1:] == [
        (2, "b", {"size": 9}),
        (3, "c", {}),
        (4, "d", {}),
        (5, "y", {}),
        (6, "e", {}),
    ]


def test_undoing_a_repair_brings_all_of_it_back():
    repair = act(
        5, "repair", of=[1], instead={"3": [], "4": [put("x")]}, then=[put("y")]
    )
    assert told(repair, act(6, "undo", of=[5])) == told()


def test_the_later_of_an_edit_and_a_repair_counts():
    repair = act(5, "repair", of=[1], instead={"2": [put("x")]})
    edit = act(6, "amend", of=2, by={"size": 7})
    assert told(repair, edit)[0] == (2, "b", {"size": 7})
    before = act(5, "amend", of=2, by={"size": 7})
    assert (
        told(before, act(6, "repair", of=[1], instead={"2": [put("x")]}))[0][1] == "x"
    )


def test_a_later_repair_decides_about_the_same_act_again():
    first = act(5, "repair", of=[1], instead={"3": [put("x")]})
    second = act(6, "repair", of=[2], instead={"3": [put("z")]})
    assert told(first, second) == [(3, "z", {}), (4, "d", {})]
    assert told(first, second, act(7, "undo", of=[6]))[1] == (3, "x", {})


def test_of_a_part_of_a_log_also_what_was_put_elsewhere_counts():
    repair = act(5, "repair", of=[1], instead={"3": [put("x")]})
    assert [one.kind for one in effective_acts([LOG[1], repair])] == ["b", "x"]


@pytest.mark.parametrize(
    "data",
    [
        {"of": [1]},
        {"of": [1], "instead": {}, "answered": -1},
        {"of": [1], "instead": {}, "answered": "2"},
        {"of": [1], "instead": {}, "answered": True},
        {"of": [], "instead": {}},
        {"of": [9], "instead": {}},
        {"of": [1], "instead": []},
        {"of": [1], "instead": {"9": []}},
        {"of": [1], "instead": {"0": []}},
        {"of": [1], "instead": {"03": []}},
        {"of": [1], "instead": {"x": []}},
        {"of": [1], "instead": {"3": {}}},
        {"of": [1], "instead": {"3": ["x"]}},
        {"of": [1], "instead": {"3": [{"kind": "x"}]}},
        {"of": [1], "instead": {"3": [put("undo", of=[1])]}},
        {"of": [1], "instead": {"3": [{"kind": 3, "data": {}}]}},
        {"of": [1], "instead": {"3": [{"kind": "x", "data": []}]}},
        {"of": [1], "instead": {"3": [put("x")] * 201}},
        {"of": [1], "instead": {"5": [put("x")]}},
        {"of": [1], "instead": {}, "then": {}},
        {"of": 1, "instead": {}},
        {"of": 2, "by": 3, "instead": {}},
        {"of": 5, "by": {}, "instead": {}},
        {"of": [1], "instead": {}, "more": 1},
    ],
)
def test_a_repair_of_what_is_not_there_is_refused(data):
    log = [*LOG, act(5, "undo", of=[4])]
    with pytest.raises(Unfit):
        check_rewriting(log, act(6, "repair", **data))


def test_a_repair_is_undone_and_never_edited():
    log = [*LOG, act(5, "repair", of=[1], instead={})]
    with pytest.raises(Unfit, match="undo it instead"):
        check_rewriting(log, act(6, "amend", of=5, by={}))


# Recorded


@pytest.fixture
def campaign(db):
    return kept(founded_campaign("anna", "bara").open())


def test_a_repair_that_leaves_something_broken_is_refused_whole(campaign):
    data = {"of": [1], "instead": {}}
    with pytest.raises(service.WouldFall):
        service.record(
            campaign, kind="repair", data=data, client_id=uuid4(), along=True
        )
    assert campaign.acts.count() == 3


def test_who_looked_at_an_earlier_log_is_told_and_nothing_is_written(campaign):
    data = {"of": [3], "instead": {}}
    seen = campaign.last
    append_all(campaign, [NewAct("write_note", {"text": "meanwhile"})])
    with pytest.raises(MovedOn):
        service.record(campaign, kind="repair", data=data, client_id=uuid4(), last=seen)
    assert campaign.acts.count() == 4
