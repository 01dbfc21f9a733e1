"""The page of one act: where and whose it was, what can be typed, and an undo that came too late."""

import pytest

from tests.campaign.pages import number_of
from tests.places import once

pytestmark = pytest.mark.django_db


def look(place, number):
    return place.organiser.get(place.address(f"history/{number}/"))


def test_it_names_its_session_and_its_player(place):
    shown = look(place, number_of(place, "enter_score")).content.decode()
    lead = shown.split('<p class="lead">')[1].split("</p>")[0]
    assert "Session 1" in lead
    assert "Anna" in lead


def test_what_came_after_a_session_says_so(place):
    last = place.do("rename_empire", empire="anna", name="Nova")
    lead = look(place, last.number).content.decode().split('<p class="lead">')[1]
    assert "After session 2" in lead.split("</p>")[0]


def test_only_what_is_counted_with_as_many_players_can_be_typed(place):
    fields = look(place, number_of(place, "enter_score")).context["form"].fields
    assert "entries_track" in fields
    assert "entries_collection" not in fields


def test_what_is_undone_already_says_so_without_a_rule(place):
    number = place.do("write_note", text="x").number
    address = place.address(f"history/{number}/undo/")
    first = once()
    sent = place.organiser.post(address, first)
    assert sent.status_code == 302
    assert place.organiser.post(address, first).url == sent.url
    again = place.organiser.post(address, once())
    text = again.content.decode()
    assert again.status_code == 422
    assert "This is already undone." in text
    assert "TABLE-1" not in text


def test_a_finished_session_leads_to_its_entries(place):
    page = place.organiser.get(place.address("sessions/1/")).content.decode()
    for words in ("Correct a score", "History of this session", "Re-score"):
        assert words in page
    address = place.address("history/?session=1&amp;kind=enter_score")
    assert address in page
    found = place.organiser.get(place.address("history/?session=1&kind=enter_score"))
    kinds = {act.kind for act in found.context["page"]}
    assert kinds == {"enter_score"}
    spectator = place.join("zoe", "spectator")
    assert (
        "Correct a score"
        not in spectator.get(place.address("sessions/1/")).content.decode()
    )
