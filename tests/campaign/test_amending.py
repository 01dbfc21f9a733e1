"""What was recorded is amended in its own place, and a sheet is corrected with a reason."""

import re

import pytest
from django.http import QueryDict
from django.utils.translation import override

from campaign.history.telling import campaign_names
from companion.base.name_fields import NameWidget
from companion.log import record as service
from companion.log.act_forms import ActForm, typed_fields
from companion.log.act_words import describe_act
from companion.log.engines import ENGINES
from scoring.rise_of_empire.engine import ENGINE as CAMPAIGN
from scoring.rise_of_empire.simulation import example_start, simulate
from tests.campaign.pages import drop_instead, falling, number_of, page
from tests.campaign_visitor import one_session, two_sessions
from tests.places import Place, once
from tests.played_campaign import founded_campaign, invention

pytestmark = pytest.mark.django_db


@pytest.fixture
def place():
    return Place(one_session())


# Amending


def amended(place, number, /, **typed):
    address = place.address(f"history/{number}/amend/")
    return place.organiser.post(address, {**once(), **typed})


def test_a_score_is_amended_in_its_own_place(place):
    number = number_of(place, "enter_score")
    assert amended(place, number, entries_track="45").status_code == 302
    assert place.last().kind == "amend"
    assert place.campaign.results.get(empire__key="anna").score == 45
    assert service.rebuild(place.campaign) == 0
    shown = page(place.organiser, place, f"history/{number}/")
    assert "Edited" in shown
    assert "before</span> 43</del>" in shown
    assert "after</span> 45</ins>" in shown


def test_a_change_of_the_winner_says_what_it_means_above_everything_else():
    place = Place(two_sessions())
    repair = amended(place, number_of(place, "enter_score"), entries_track="90")
    asked = drop_instead(place, repair)
    assert asked.status_code == 422
    changes = [(one.what, one.before, one.after) for one in asked.context["changes"]]
    assert changes == [
        ("Winner of session 1", "dana's realm (Dana)", "anna's realm (Anna)"),
        ("Finished sessions", "2", "0"),
    ]
    assert dict(asked.context["counts"])["Session finished"] == 2
    shown = asked.content.decode()
    above, buttons, listed = (
        shown.index(one)
        for one in ("Winner of session 1", "Continue and undo", "What no longer fits")
    )
    assert above < buttons < listed
    (primary,) = re.findall(r'<[^>]*class="[^"]*primary[^"]*"[^>]*>([^<]*)', shown)
    assert primary == "Repair it step by step"
    assert place.last().kind == "finish_session"


def test_what_falls_stands_by_session_with_what_was_and_what_would_be():
    place = Place(two_sessions())
    repair = amended(place, number_of(place, "enter_score"), entries_track="90")
    asked = drop_instead(place, repair)
    first, second = asked.context["groups"]
    assert (first.part.title, second.part.title) == ("Session 1", "Session 2")
    told = [(one.whose, one.what, one.before, one.after) for one in first.part.changes]
    assert ("", "Winner", "dana's realm (Dana)", "anna's realm (Anna)") in told
    assert ("anna's realm (Anna)", "Score", "60 · 2nd", "90 · 1st") in told
    lost = {(one.whose, one.what): one.after for one in second.part.changes}
    assert lost["", "Winner"] == "–"
    assert set(lost.values()) == {"–"}
    falls = [*first.falls, *second.falls]
    assert [line.act.number for line, _why in falls] == list(map(int, falling(asked)))
    assert asked.content.decode().count("no longer finished") == 2


def test_a_score_that_makes_a_purchase_impossible_asks_first(place):
    number = number_of(place, "enter_score")
    repair = amended(place, number, entries_track="3")
    asked = drop_instead(place, repair)
    assert asked.status_code == 422
    assert "Invention bought" in asked.content.decode()
    falls = falling(asked)
    assert drop_instead(place, repair, fall=falls).status_code == 302
    assert service.rebuild(place.campaign) == 0


def test_what_cannot_be_read_is_said_beside_its_field_and_nothing_is_lost(place):
    number = number_of(place, "enter_score")
    answer = amended(place, number, entries_track="many", entries_common="7")
    shown = answer.content.decode()
    assert answer.status_code == 422
    assert "Enter a whole number" in shown
    assert 'value="7"' in shown
    assert place.last().kind == "finish_session"


def test_what_the_rules_refuse_is_said_with_its_rule(place):
    number = number_of(place, "buy_invention")
    answer = amended(place, number, number="5", price="40", colour="red")
    assert answer.status_code == 422
    assert "problems" in answer.content.decode()
    assert place.last().kind == "finish_session"


def test_an_amendment_of_what_another_amended_meanwhile_says_so(place):
    number = number_of(place, "enter_score")
    amended(place, number, entries_track="45")
    stale = amended(place, number, entries_track="44")
    assert stale.status_code == 422
    assert "changed in the meantime" in stale.content.decode()
    assert 'value="44"' in stale.content.decode()
    fresh = amended(place, number, entries_track="44", amended=place.last().number)
    assert fresh.status_code == 302
    assert place.campaign.results.get(empire__key="anna").score == 44


def test_amending_twice_with_one_press_and_amending_nothing_count_once(place):
    number, same = number_of(place, "enter_score"), once()
    for _press in range(2):
        assert amended(place, number, entries_track="45", **same).status_code == 302
    assert place.acts.filter(kind="amend").count() == 1
    last = place.last().number
    sent = {"entries_track": "45", "amended": last}
    assert amended(place, number, **sent).status_code == 302
    assert place.last().number == last


def test_an_amendment_is_taken_back_like_anything_else(place):
    number = number_of(place, "enter_score")
    amended(place, number, entries_track="45")
    place.organiser.post(place.address(f"history/{place.last().number}/undo/"), once())
    assert place.campaign.results.get(empire__key="anna").score == 43


@pytest.mark.parametrize("kind", ["settle_scores", "gain_knowledge", "finish_session"])
def test_an_act_without_content_cannot_be_amended(place, kind):
    number = number_of(place, kind)
    assert "Edit this entry" not in page(place.organiser, place, f"history/{number}/")
    assert amended(place, number).status_code == 404


def test_a_note_and_a_name_are_amended(place):
    note = place.do("write_note", text="teh end")
    assert amended(place, note.number, text="the end").status_code == 302
    assert "the end" in page(place.organiser, place)
    assert (
        amended(place, 1, name="Roma", player="Anna", faction="romans").status_code
        == 302
    )
    assert place.campaign.empires.get(key="anna").name == "Roma"


@pytest.mark.parametrize("language", ["en", "cs"])
def test_every_act_of_long_campaigns_is_told_and_its_form_gives_its_own_content_back(
    language,
):
    state = ENGINES["campaign"].start(example_start())
    names = campaign_names(state, {})
    with override(language):
        for kind, data in simulate(sessions=6, players=4, seed=3):
            told = describe_act(CAMPAIGN, kind, data, names)
            assert told.what
            if typed_fields(CAMPAIGN, kind):
                empty = ActForm(CAMPAIGN, kind, data, state, {})
                again = ActForm(CAMPAIGN, kind, data, state, {}, posted(empty))
                assert again.is_valid(), (kind, again.errors)
                assert again.content == data, kind
            state, _facts = ENGINES["campaign"].apply(state, kind, data)


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        (
            "take_over_empire",
            {"empire": "c", "player": "C", "name": "C", "faction": "x"},
        ),
        (
            "take_over_empire",
            {
                "empire": "c",
                "player": "C",
                "name": "C",
                "faction": "romans",
                "age": "medieval",
                "ticks": {"diplomacy": 1, "economy": 0, "science": 3},
                "boxes": [0, 4],
                "provinces": [3, 17],
                "inventions": [invention(56), invention(78, colour="violet")],
                "knowledge": 12,
                "scores": [-3, 40],
                "earlier_ticks": 20,
                "deck": "30",
            },
        ),
        ("fill_card", {"number": 57, "price": 1, "in_a_row": False}),
        ("write_note", {"text": "two\nlines"}),
        ("move_marker", {"mission": 126, "empire": "anna", "by": -1}),
        (
            "correct_score",
            {"empire": "anna", "position": 0, "score": -2, "reason": "r"},
        ),
        (
            "correct_ticks",
            {"empire": "anna", "category": "science", "ticks": 0, "reason": "r"},
        ),
        ("tick_map_box", {"empire": "anna", "box": 0}),
        (
            "open_session",
            {
                "empires": ["bara", "anna"],
                "missions": [126, 136, 150],
                "played_on": "2026-11-16",
            },
        ),
    ],
)
def test_a_form_nobody_touched_gives_the_same_content_back(kind, data):
    at = founded_campaign("anna", "bara").session(anna=43, bara=30)
    empty = ActForm(CAMPAIGN, kind, data, at.state, {})
    again = ActForm(CAMPAIGN, kind, data, at.state, {}, posted(empty))
    assert again.is_valid(), again.errors
    content = again.content
    for card in content.get("inventions", ()):
        card.pop("name")
    assert content == {**content, **data}
    assert {key for key in content if key not in data} <= {"age"}


def posted(form):
    """What a browser would send if nobody touched the form."""
    sent = QueryDict(mutable=True)
    for bound in form:
        value = bound.value()
        if isinstance(bound.field.widget, NameWidget):
            chosen, other = value or ("", "")
            sent.update({bound.html_name: chosen, f"{bound.html_name}_typed": other})
        elif isinstance(value, list):
            sent.setlist(bound.html_name, value)
        else:
            sent[bound.html_name] = "" if value is None else value
    return sent


# Corrections


def test_an_organiser_corrects_the_knowledge_with_a_reason(place):
    address = place.address("corrections/anna/")
    assert "Ticked map boxes" in place.organiser.get(address).content.decode()
    done = place.organiser.post(
        place.address("correct/correct_knowledge/anna/"),
        {**once(), "knowledge": "70", "reason": "counted again"},
    )
    assert done.status_code == 302
    assert place.last().data == {
        "empire": "anna",
        "knowledge": 70,
        "reason": "counted again",
    }
    shown = page(place.organiser, place)
    assert "Correction" in shown
    assert "counted again" in shown


@pytest.mark.parametrize(
    ("kind", "typed", "field", "value"),
    [
        ("ticks", {"category": "science", "ticks": "5"}, "ticks", {"science": 5}),
        ("boxes", {"boxes": "1, 3"}, "boxes", [0, 2]),
        ("provinces", {"provinces": "11 12"}, "provinces", [11, 12]),
        ("score", {"position": "0", "score": "44"}, "scores", [44]),
        ("name", {"name": "Roma"}, "name", "Roma"),
        ("faction", {"faction": "?", "faction_typed": "Aztecs"}, "faction", "Aztecs"),
        ("age", {"age": "medieval"}, "age", "medieval"),
    ],
)
def test_every_part_of_a_sheet_can_be_corrected(place, kind, typed, field, value):
    address = place.address(f"correct/correct_{kind}/anna/")
    sent = {**once(), **typed, "reason": "copied wrongly"}
    assert place.organiser.post(address, sent).status_code == 302
    sheet = place.state["empires"][0]["sheet"]
    if isinstance(value, dict):
        assert value.items() <= sheet[field].items()
    else:
        assert sheet[field] == value


def test_inventions_are_corrected_line_by_line(place):
    address = place.address("correct/correct_inventions/anna/")
    typed = "066, 60, red, Hrnčířství\n70, 70, blue"
    sent = {**once(), "inventions": typed, "reason": "x"}
    assert place.organiser.post(address, sent).status_code == 302
    held = place.state["empires"][0]["sheet"]["inventions"]
    assert [(one["number"], one["price"], one["colour"]) for one in held] == [
        (66, 60, "red"),
        (70, 70, "blue"),
    ]
    bad = place.organiser.post(address, {**sent, **once(), "inventions": "066, many"})
    assert bad.status_code == 422
    assert "add the number, price and colour" in bad.content.decode()


def test_a_correction_without_a_reason_is_refused_with_its_rule(place):
    address = place.address("correct/correct_knowledge/anna/")
    answer = place.organiser.post(address, {**once(), "knowledge": "70"})
    assert answer.status_code == 422
    shown = answer.content.decode()
    assert "Please give a reason for the correction." in shown
    assert 'value="70"' in shown


def test_a_correction_starts_from_what_the_sheet_says(place):
    shown = place.organiser.get(place.address("corrections/anna/")).context
    starts = {one["kind"]: one["form"].initial for one in shown["corrections"]}
    assert starts["correct_score"]["score"] == 43
    assert starts["correct_name"]["name"] == "anna's realm"
    assert starts["correct_boxes"]["boxes"] == [0]


def test_only_organisers_correct_and_only_what_there_is(place):
    address = place.address("corrections/anna/")
    for client in (place.join("bara", "player"), place.join("cyril", "spectator")):
        assert client.get(address).status_code == 404
        post = place.address("correct/correct_knowledge/anna/")
        assert client.post(post, once()).status_code == 404
    assert place.organiser.get(place.address("corrections/nobody/")).status_code == 404
    post = place.address("correct/finish_session/anna/")
    assert place.organiser.post(post, once()).status_code == 404


def test_ids_of_requests_are_checked_before_they_are_used(place):
    note = place.do("write_note", text="x")
    address = place.address(f"history/{note.number}/undo/")
    answer = place.organiser.post(address, {"id": "nonsense", "fall": ["x", "9" * 40]})
    assert answer.status_code == 302
    assert place.last().data == {"of": [note.number]}
