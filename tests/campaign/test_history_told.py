"""Lines that say more than their act does: rule options that changed, people called otherwise."""

from uuid import uuid4

import pytest

from companion.log import record as service
from scoring.records import dump_record
from scoring.rise_of_empire.readings import Readings
from tests.campaign.pages import number_of

pytestmark = pytest.mark.django_db


def lines(place, **asked):
    page = place.organiser.get(place.address("history/"), asked)
    sections = page.context["sections"]
    runs = [run for one in sections for block in one.blocks for run in block.runs]
    return {row.line.act.number: row.line for run in runs for row in run.rows}


def change_options(place, points):
    readings = {**dump_record(Readings()), "province_points": points}
    return place.do("change_readings", readings=readings).number


def test_changed_rule_options_say_which(place):
    first, second = (change_options(place, points) for points in (10, 7))
    told = lines(place)
    assert [one.after for one in told[first].changes] == ["10"]
    (change,) = told[second].changes
    assert (change.before, change.after) == ("10", "7")
    service.undo(place.campaign, [first], client_id=uuid4())
    assert [one.before for one in lines(place)[second].changes] != ["10"]


def rename(place, name):
    number = number_of(place, "found_empire")
    said = place.campaign.acts.get(number=number).data
    by = {**said, "player": name}
    return service.amend(place.campaign, number, by, client_id=uuid4()).number


def test_an_edit_that_only_renames_a_player_says_so(place):
    edit = rename(place, "Aneta")
    assert lines(place)[edit].told.how == "Anna is now called Aneta"


def test_looking_back_does_not_call_a_new_name_a_change(place):
    rename(place, "Aneta")
    end = number_of(place, "finish_session")
    then = place.organiser.get(place.address("history/board/"), {"after": end})
    assert then.context["rewritten"] == []
