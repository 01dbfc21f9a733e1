"""A what-if starts from the campaign as it counts now, with what was corrected later."""

from uuid import uuid4

import pytest
from django.urls import reverse

from campaign.files.lines import campaign_bytes, read_campaign
from campaign.history.carried_corrections import carry_corrections
from campaign.history.moments import counted_acts, find_corrected
from campaign.history.what_ifs import start_what_if
from companion.log import record as service
from companion.log.replay import EffectiveAct
from tests.campaign.pages import number_of
from tests.campaign.repairing import answer_all, first_score, legal, save

pytestmark = pytest.mark.django_db


@pytest.fixture
def repaired(place):
    """Anna won the first session after all: the repair came after both sessions."""
    save(place, **answer_all(place, legal))
    assert place.last().kind == "repair"
    place.campaign.refresh_from_db()
    return place


def winner(campaign):
    return campaign.results.get(session__number=1, place=1).empire.key


def compare(place, what_if):
    address = reverse("compare-what-if", args=[what_if.pk])
    return place.organiser.get(address)


def test_a_repair_of_its_entries_comes_along(repaired):
    number = number_of(repaired, "finish_session")
    what_if = start_what_if(repaired.campaign, number)
    assert winner(what_if) == winner(repaired.campaign) == "anna"
    assert (what_if.last, what_if.acts.get(number=number + 1).kind) == (
        number + 1,
        "repair",
    )
    assert service.rebuild(what_if) == 0
    assert counted_acts(what_if, number) == counted_acts(repaired.campaign, number)
    assert start_what_if(repaired.campaign, number) == what_if
    read_campaign(campaign_bytes(what_if))
    page = compare(repaired, what_if)
    assert f"Both are the same up to entry {number}." in page.content.decode()
    assert page.context["compared"].differing == []


def test_it_can_start_as_it_was_recorded_then_and_both_are_told_apart(repaired):
    number = number_of(repaired, "finish_session")
    page = repaired.organiser.get(repaired.address("what-ifs/"), {"after": number})
    assert "starts with those corrections" in page.content.decode()
    sent = {"after": number, "as-then": "on"}
    repaired.organiser.post(repaired.address("what-ifs/start/"), sent)
    what_if = repaired.campaign.what_ifs.get()
    assert (winner(what_if), what_if.last) == ("dana", number)
    assert "Both are the same" not in compare(repaired, what_if).content.decode()
    assert start_what_if(repaired.campaign, number) != what_if


def test_before_what_was_corrected_nothing_is_carried(repaired):
    number = first_score(repaired) - 1
    assert start_what_if(repaired.campaign, number).last == number
    page = repaired.organiser.get(repaired.address("what-ifs/"), {"after": number})
    assert "starts with those corrections" not in page.content.decode()


def test_a_correction_made_after_it_began_is_told(place):
    what_if = start_what_if(place.campaign, number_of(place, "finish_session"))
    assert "Both are the same" in compare(place, what_if).content.decode()
    save(place, **answer_all(place, legal))
    assert "Both are the same" not in compare(place, what_if).content.decode()


def test_an_edit_of_an_edit_and_an_undo_of_an_undo_come_along(place):
    note, gone = place.do("write_note", text="a"), place.do("write_note", text="b")
    undone = service.undo(place.campaign, [gone.number], client_id=uuid4())
    after = place.do("write_note", text="c").number
    edit = service.amend(
        place.campaign, note.number, {**note.data, "text": "d"}, client_id=uuid4()
    )
    service.amend(
        place.campaign, edit.number, {**note.data, "text": "e"}, client_id=uuid4()
    )
    service.undo(place.campaign, [undone.number], client_id=uuid4())
    place.campaign.refresh_from_db()
    what_if = start_what_if(place.campaign, after)
    texts = [one.data["text"] for one in counted_acts(what_if, after)[-3:]]
    assert texts == ["e", "b", "c"]
    assert service.rebuild(what_if) == 0


def test_what_was_undone_and_brought_back_needs_no_correction():
    first = [EffectiveAct(1, "write_note", {"text": "a"})]
    later = [EffectiveAct(2, "undo", {"of": [1]}), EffectiveAct(3, "undo", {"of": [2]})]
    assert carry_corrections(first, later, 1) == []


def test_looking_back_also_shows_how_it_counts_now(repaired):
    number = number_of(repaired, "finish_session")
    address = repaired.address("history/board/")
    then = repaired.organiser.get(address, {"after": number})
    now = repaired.organiser.get(address, {"after": number, "corrected": "1"})
    assert "Show it as it counts now" in then.content.decode()
    assert "Show it as recorded then" in now.content.decode()
    assert then.context["board"] != now.context["board"]
    kept = repaired.campaign.ends.get(session__number=1).state
    assert find_corrected(repaired.campaign, number).played == kept["played"]


def test_the_end_of_every_session_is_one_tap_away(place):
    first, second = (number_of(place, "finish_session", nth) for nth in (0, 1))
    for rest in ("history/board/", "what-ifs/"):
        page = place.organiser.get(place.address(rest), {"after": first})
        assert page.context["ends"] == [(1, first), (2, second)]
        text = page.content.decode()
        current = f'?after={first}" aria-label="After session 1" aria-current="true">1'
        assert current in text
        assert f'?after={second}" aria-label="After session 2">2' in text


def test_the_entry_told_under_the_number_is_the_one_asked_for(place):
    for asked in ("0", "99999", "x", "9" * 30):
        page = place.organiser.get(place.address("what-ifs/"), {"after": asked})
        assert page.context["line"] is None
        assert "There is no such entry." in page.content.decode()
