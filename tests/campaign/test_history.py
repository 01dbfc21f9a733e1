"""The history of a campaign: read, filtered, taken back, put back, amended, corrected."""

import re
from dataclasses import replace
from urllib.parse import parse_qs, urlsplit
from uuid import uuid4

import pytest
from django.db import connection
from django.http import QueryDict
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils.translation import override

from campaign.history.telling import campaign_names
from campaign.models import Campaign
from companion.base.name_fields import NameWidget
from companion.log import record as service
from companion.log.act_forms import ActForm, typed_fields
from companion.log.act_words import describe_act
from companion.log.engines import ENGINES
from companion.tables.models import Account
from scoring.rise_of_empire.engine import ACTS
from scoring.rise_of_empire.engine import ENGINE as CAMPAIGN
from scoring.rise_of_empire.simulation import example_start, simulate
from tests.campaign_visitor import two_sessions
from tests.places import Place, once
from tests.played_campaign import founded_campaign, invention

pytestmark = pytest.mark.django_db


@pytest.fixture
def place():
    """Two empires and one session, finished: Anna 43, Bára 30."""
    return Place(founded_campaign("anna", "bara").session(anna=43, bara=30))


def number_of(place, kind, nth=0):
    return list(place.acts.filter(kind=kind).values_list("number", flat=True))[nth]


def page(client, place, rest="history/", **query):
    answer = client.get(place.address(rest), query)
    assert answer.status_code == 200
    return answer.content.decode()


# Reading


def test_every_kind_of_act_has_a_name_of_its_own():
    labels = [act.declared.label for act in ACTS.values()]
    assert len({*labels, "Undone", "Edited"}) == len(ACTS) + 2


def test_the_history_tells_who_did_what_with_before_and_after(place):
    shown = page(place.organiser, place)
    assert "Invention bought" in shown
    assert "anna&#x27;s realm" in shown
    assert "Anna" in shown
    ledger = place.campaign.ledger.filter(why="invention", empire__key="anna").get()
    assert f"</span> {43 + ledger.amount}</ins>" in shown


def test_a_cards_name_stands_once_beside_its_number(place):
    place.do("fill_card", number=57, name="Kolo", price=35)
    assert "<bdi>057 Kolo · price 35</bdi>" in page(place.organiser, place)


def test_the_newest_act_comes_first(place):
    shown = page(place.organiser, place)
    assert shown.index("Session finished</strong>") < shown.index(
        "Session started</strong>"
    )


def test_an_empty_campaign_says_what_to_do_next():
    empty = Place(founded_campaign())
    assert "Nothing has happened yet" in page(empty.organiser, empty)


@pytest.mark.parametrize(
    ("query", "there", "gone"),
    [
        ({"kind": "enter_score"}, "Score entered", "Invention bought</strong>"),
        ({"session": "1"}, "Session started", "Empire founded</strong>"),
        ({"empire": "bara"}, "bara&#x27;s realm", "Scores confirmed</strong>"),
        ({"person": "Anna"}, "Session started", "No entries match"),
        ({"person": "-"}, "No entries match", "Session started</strong>"),
        ({"session": "9"}, "No entries match", "Session started</strong>"),
        ({"session": "x"}, "No entries match", "Session started</strong>"),
        ({"kind": "corrections"}, "No entries match", "Session started</strong>"),
        ({"empire": "a\x00b"}, "No entries match", "Session started</strong>"),
        ({"person": "\x00"}, "No entries match", "Session started</strong>"),
    ],
)
def test_the_history_is_filtered(place, query, there, gone):
    shown = page(place.organiser, place, **query)
    assert there in shown
    assert gone not in shown


def test_an_empires_history_has_what_it_did_together_with_others(place):
    shown = page(place.organiser, place, empire="bara")
    assert "Session started</strong>" in shown
    assert "Joined late</strong>" not in shown


@pytest.mark.parametrize("wanted", ["0", "-1", "x", "999999"])
def test_a_page_that_is_not_there_shows_the_nearest(place, wanted):
    assert "Session finished" in page(place.organiser, place, page=wanted)


def simulate_into(place, sessions):
    """A long campaign at this table, entered by nobody in particular."""
    begun = Campaign(table=place.table, name="Long", engine="campaign")
    place.campaign = service.begin_log(begun, start=example_start())
    acts = simulate(sessions=sessions, players=3, seed=1)
    service.append_all(place.campaign, (service.NewAct(*act) for act in acts))


def queries_of(place, rest):
    client = place.organiser
    with CaptureQueriesContext(connection) as asked:
        page(client, place, rest)
    return len(asked)


def test_the_history_asks_the_database_as_often_however_long_it_is(place):
    counts = []
    for sessions in (2, 6):
        simulate_into(place, sessions)
        number = number_of(place, "buy_invention", -1)
        counts.append(
            [queries_of(place, f"history/{rest}") for rest in ("", f"{number}/")]
        )
    assert counts[0] == counts[1]
    assert max(counts[0]) <= 16


def test_fifty_acts_stand_on_a_page(place):
    again = service.NewAct("write_note", {"text": "again"})
    notes = (replace(again, client_id=uuid4()) for _nth in range(51))
    service.append_all(place.campaign, notes)
    first = page(place.organiser, place)
    assert first.count('<li class="card">') == 50
    assert "Page 1 of 2" in first
    second = page(place.organiser, place, page=2, kind="write_note")
    assert second.count('<li class="card">') == 1


def test_the_page_of_an_act_tells_what_it_changed(place):
    shown = page(place.organiser, place, f"history/{number_of(place, 'tick_map_box')}/")
    assert "Ticked map boxes" in shown
    assert "What it changed" in shown


def test_an_act_that_is_not_there_is_not_found(place):
    assert place.organiser.get(place.address("history/999/")).status_code == 404
    assert place.organiser.get(place.address(f"history/{9**30}/")).status_code == 404


# Who may


def test_a_stranger_finds_nothing(place):
    for client in (Client(), stranger()):
        assert client.get(place.address("history/")).status_code == 404
        assert client.get(place.address("history/1/")).status_code == 404
        assert client.post(place.address("history/1/undo/"), once()).status_code == 404


def stranger():
    client = Client()
    client.force_login(Account.objects.create(username="mallory"))
    return client


def test_a_spectator_reads_and_takes_nothing_back(place):
    client = place.join("cyril", "spectator")
    number = number_of(place, "finish_session")
    assert "Undo" not in page(client, place, f"history/{number}/")
    for what in ("undo", "amend", "put-back"):
        address = place.address(f"history/{number}/{what}/")
        assert client.post(address, once()).status_code == 404
    assert place.last().kind == "finish_session"


def test_a_player_takes_back_the_own_acts_and_nobody_elses(place):
    client = place.join("bara", "player")
    own = place.done_by("bara", "write_note", text="mine")
    other = place.do("write_note", text="hers")
    assert "Only the person who did this" in page(
        client, place, f"history/{other.number}/"
    )
    address = place.address("history/{}/undo/")
    assert client.post(address.format(other.number), once()).status_code == 404
    assert client.post(address.format(own.number), once()).status_code == 302
    assert place.last().data == {"of": [own.number]}


def test_a_player_does_not_put_back_what_the_organiser_took_back(place):
    client = place.join("bara", "player")
    own = place.done_by("bara", "write_note", text="mine")
    place.organiser.post(place.address(f"history/{own.number}/undo/"), once())
    assert "Restore" not in page(client, place, f"history/{own.number}/")
    address = place.address(f"history/{own.number}/put-back/")
    assert client.post(address, once()).status_code == 404


def test_a_player_fells_nobody_elses_acts_along(place):
    client = place.join("bara", "player")
    own = place.done_by(
        "bara", "found_empire", empire="c", player="C", name="C", faction="x"
    )
    place.do("rename_empire", empire="c", name="Carthage")
    address = place.address(f"history/{own.number}/undo/")
    for fall in ([], [own.number + 1]):
        asked = client.post(address, {**once(), "fall": fall})
        assert asked.status_code == 422
        assert "Only the organiser can undo it" in asked.content.decode()
    assert place.last().kind == "rename_empire"


# Taking back and putting back


def test_an_act_taken_back_stays_visible_struck_and_can_be_put_back(place):
    note = place.do("write_note", text="a long evening")
    client = place.organiser
    answer = client.post(place.address(f"history/{note.number}/undo/"), once())
    assert answer.url == place.address(f"history/{note.number + 1}/")
    shown = page(client, place)
    assert "a long evening" in shown
    assert 'class="act gone"' in shown
    assert "Restore" in page(client, place, f"history/{note.number}/")
    client.post(place.address(f"history/{note.number}/put-back/"), once())
    assert 'class="act gone"' in page(client, place)  # the undo is what is struck now
    assert "Undo" in page(client, place, f"history/{note.number}/")


def drop_instead(place, answer, **more):
    """The other way than a repair: whatever no longer fits is undone too."""
    change = parse_qs(urlsplit(answer.url).query)["change"][0]
    sent = {**once(), "change": change, **more}
    return place.organiser.post(place.address("repair/drop/"), sent)


def falling(asked):
    return [line.act.number for line, _why in asked.context["fallen"]]


def test_what_would_fall_is_named_first_and_taken_along_when_agreed(place):
    client, number = place.organiser, number_of(place, "enter_score")
    address = place.address(f"history/{number}/undo/")
    repair = client.post(address, once())
    asked = drop_instead(place, repair)
    assert asked.status_code == 422
    shown = asked.content.decode()
    assert "This would be undone too" in shown
    assert "Scores confirmed" in shown
    assert "ROE-22" in shown
    assert place.last().kind == "finish_session"
    falls = falling(asked)
    done = drop_instead(place, repair, fall=falls)
    assert done.status_code == 302
    assert place.last().data["of"] == sorted([number, *falls])
    assert service.rebuild(place.campaign) == 0


def test_whoever_agreed_to_less_than_falls_is_asked_again(place):
    client, number = place.organiser, number_of(place, "enter_score")
    answer = client.post(
        place.address(f"history/{number}/undo/"), {**once(), "fall": [number + 1]}
    )
    assert answer.status_code == 422
    assert len(answer.context["fallen"]) > 1
    assert place.last().kind == "finish_session"


def test_pressing_twice_takes_back_once(place):
    note = place.do("write_note", text="x")
    same = once()
    for _press in range(2):
        address = place.address(f"history/{note.number}/undo/")
        assert place.organiser.post(address, same).status_code == 302
    assert place.last().number == note.number + 1


def test_taking_back_from_a_page_out_of_date_says_so(place):
    note = place.do("write_note", text="x")
    address = place.address(f"history/{note.number}/")
    place.organiser.post(f"{address}undo/", once())
    again = place.organiser.post(f"{address}undo/", once())
    assert again.status_code == 422
    assert "changed in the meantime" in again.content.decode()
    place.organiser.post(f"{address}put-back/", once())
    again = place.organiser.post(f"{address}put-back/", once())
    assert "changed in the meantime" in again.content.decode()


def test_whoever_came_from_a_page_of_ours_is_brought_back_there(place):
    note = place.do("write_note", text="x")
    address = place.address(f"history/{note.number}/undo/")
    back = place.address("session/")
    assert place.organiser.post(address, {**once(), "next": back}).url == back
    address = place.address(f"history/{note.number}/put-back/")
    away = place.organiser.post(
        address, {**once(), "next": "https://elsewhere.example/"}
    )
    assert away.url.startswith("/campaigns/")


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
        ("Winner of session 1", "Dana", "Anna"),
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
