"""The catalogue: looked through, filled in from anywhere, saved as a file and taken from one."""

import csv
import io
import json
import re
from html import unescape

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from campaign.files.tables import as_table, read_cell
from scoring.rise_of_empire.cards import NUMBERS, UNNUMBERED
from tests.places import Place, once
from tests.played_campaign import PlayedCampaign, founded_campaign

pytestmark = pytest.mark.django_db


@pytest.fixture
def place():
    """Nothing is filled in beyond what the booklet shows."""
    return Place(PlayedCampaign(cards=[]).found("anna", "bara"))


def card(place, number):
    return place.state["cards"].get(str(number), {})


def fill(place, number, client=None, **typed):
    client = client or place.organiser
    return client.post(place.address(f"cards/{number}/"), {**once(), **typed})


# Looking


def test_the_catalogue_shows_a_shelf_at_a_time(place):
    shown = place.organiser.get(place.address("cards/")).content.decode()
    assert shown.count('<li id="card-') == 55
    assert "Křemenolom" in shown
    shown = place.organiser.get(place.address("cards/?show=invention-ancient"))
    assert shown.content.decode().count('<li id="card-') == 22
    assert "Hrnčířství" in shown.content.decode()
    assert "of 163 filled in" in shown.content.decode()


def test_an_unknown_shelf_shows_the_first(place):
    shown = place.organiser.get(place.address("cards/?show=nonsense"))
    assert "Křemenolom" in shown.content.decode()


def test_the_catalogue_says_who_holds_a_card():
    place = Place(PlayedCampaign(cards=[]).take_over("anna", provinces=[11], boxes=[0]))
    shown = place.organiser.get(place.address("cards/")).content.decode()
    assert "anna&#x27;s realm" in shown
    assert "anna&#x27;s realm" in page(place, 11)


def page(place, number, **query):
    answer = place.organiser.get(place.address(f"cards/{number}/"), query)
    assert answer.status_code == 200
    return answer.content.decode()


def test_every_card_has_a_page(place):
    for number in (NUMBERS[0], 56, 122, NUMBERS[-1]):
        assert f"{number:03}" in page(place, number)
    assert place.organiser.get(place.address("cards/164/")).status_code == 404
    assert place.organiser.get(place.address("cards/0/")).status_code == 404


def test_a_card_asks_only_what_it_has(place):
    province, invention, mission = page(place, 1), page(place, 57), page(place, 140)
    assert 'name="price"' not in province
    assert 'name="price"' in invention
    assert 'name="target"' not in invention
    assert 'name="target"' in mission


# Filling in


def test_an_invention_is_filled_in_and_its_visitor_brought_back(place):
    back = place.address("session/")
    answer = fill(place, 57, price="35", colour="grey", name="Kolo", next=back)
    assert answer.url == back
    known = card(place, 57)
    assert (known["price"], known["colour"], known["name"]) == (35, "grey", "Kolo")
    assert place.last().data == {
        "number": 57,
        "price": 35,
        "colour": "grey",
        "name": "Kolo",
    }


def test_a_filled_in_card_says_so_on_its_shelf(place):
    answer = fill(place, 57, price="35")
    shown = place.organiser.get(answer.url).content.decode()
    assert "✓ Saved" in shown.split('id="card-57"')[1].split("</li>")[0]
    same = fill(place, 57, price="35")
    assert "✓ Nothing changed." in place.organiser.get(same.url).content.decode()


def test_nobody_is_sent_to_a_page_that_is_not_ours(place):
    answer = fill(place, 57, price="35", next="//elsewhere.example/")
    assert answer.url.startswith(place.address("cards/"))


def test_what_is_left_open_says_nothing(place):
    fill(place, 66, colour="red", price="", name="Hrnčířství")
    assert place.last().data == {"number": 66, "colour": "red"}
    assert card(place, 66)["price"] == 60


def test_saying_nothing_new_records_nothing(place):
    before = place.last().number
    assert fill(place, 66, price="60", name="Hrnčířství").status_code == 302
    assert place.last().number == before


def test_what_another_filled_in_meanwhile_stays(place):
    seen = place.organiser.get(place.address("cards/57/")).context["form"].seen
    fill(place, 57, name="Kolo", price="35")
    fill(place, 57, name="", price="", colour="grey", seen=seen)
    known = card(place, 57)
    assert (known["name"], known["price"], known["colour"]) == ("Kolo", 35, "grey")


@pytest.mark.parametrize("seen", ["", "[", "7", "[" * 99_999])
def test_a_page_that_forgot_what_it_showed_still_fills_in(place, seen):
    fill(place, 57, price="35", seen=seen)
    assert card(place, 57)["price"] == 35


def test_a_colour_of_ones_own_is_typed(place):
    fill(place, 57, price="35", colour="?", colour_typed="Violet")
    assert card(place, 57)["colour"] == "violet"


def test_a_price_that_is_none_is_said_beside_its_field(place):
    answer = fill(place, 57, price="cheap", name="Kolo")
    assert answer.status_code == 422
    assert "Enter a whole number" in answer.content.decode()
    assert 'value="Kolo"' in answer.content.decode()
    assert fill(place, 57, price="1000").status_code == 422
    assert card(place, 57) == {}


def test_a_card_in_use_cannot_be_set_aside():
    place = Place(PlayedCampaign(cards=[]).take_over("anna", provinces=[11], boxes=[0]))
    answer = fill(place, 11, name="Křemenolom", aside="yes")
    assert answer.status_code == 422
    assert "This card is in use" in answer.content.decode()
    assert "ROE-1" in answer.content.decode()


def test_a_mission_of_the_booklet_is_named_with_one_tap(place):
    assert "Všestranný jako Avicenna" in page(place, 150)
    fill(
        place,
        150,
        name="Všestranný jako Avicenna",
        target="3",
        progressive="yes",
        in_a_row="yes",
        aside="no",
    )
    known = card(place, 150)
    assert (known["target"], known["progressive"], known["in_a_row"]) == (3, True, True)
    assert "Všestranný jako Avicenna" not in page(place, 151)


def test_players_fill_in_cards_spectators_only_look_and_strangers_find_nothing(place):
    player, spectator = place.join("bara", "player"), place.join("cyril", "spectator")
    assert fill(place, 57, player, price="35").status_code == 302
    address = place.address("cards/57/")
    assert 'name="price"' not in spectator.get(address).content.decode()
    assert fill(place, 57, spectator, price="36").status_code == 404
    assert Client().get(address).status_code == 404
    assert fill(place, 57, Client(), price="36").status_code == 404
    assert card(place, 57)["price"] == 35


def test_pressing_save_twice_fills_in_once(place):
    sent = {**once(), "price": "35"}
    for _press in range(2):
        place.organiser.post(place.address("cards/57/"), sent)
    assert place.acts.filter(kind="fill_card").count() == 1


# Files


def saved(place, form):
    answer = place.organiser.get(place.address(f"cards/cards.{form}"))
    assert answer["Content-Disposition"].startswith("attachment")
    return answer.content


def look_at(place, raw, client=None, **more):
    file = SimpleUploadedFile("cards.csv", raw)
    client = client or place.organiser
    return client.post(place.address("cards/file/"), {"file": file, **more})


def take(place, shown):
    sent = {**once(), "carried": shown.context["carried"], "take": "1"}
    return place.organiser.post(place.address("cards/file/"), sent)


def test_there_is_no_other_form_of_file(place):
    assert place.organiser.get(place.address("cards/cards.xls")).status_code == 404


def test_a_saved_catalogue_has_all_cards(place):
    rows = list(csv.DictReader(io.StringIO(saved(place, "csv").decode("utf-8-sig"))))
    assert [int(row["number"]) for row in rows] == list(NUMBERS)
    assert rows[65]["name"] == "Hrnčířství"
    cards = json.loads(saved(place, "json"))["cards"]
    assert cards[65]["price"] == 60


@pytest.mark.parametrize("form", ["json", "csv"])
def test_a_saved_catalogue_brings_back_what_was_taken_back_in_one_act(place, form):
    fill(place, 57, price="35", colour="grey", name="=1+1")
    raw = saved(place, form)
    place.organiser.post(place.address(f"history/{place.last().number}/undo/"), once())
    shown = look_at(place, raw)
    assert shown.status_code == 200
    assert "=1+1" in shown.content.decode()
    assert card(place, 57) == {}
    assert take(place, shown).status_code == 302
    assert card(place, 57)["name"] == "=1+1"
    assert place.last().kind == "fill_cards"


@pytest.mark.parametrize("begins", ["=", "+", "-", "@", "\t", "\r"])
def test_no_cell_of_a_table_begins_what_a_spreadsheet_calculates(begins):
    (cell,) = as_table(["name"], [{"name": f"{begins}1+1"}]).decode().splitlines()[1:2]
    assert cell.strip('"').startswith("'")
    assert read_cell(f"'{begins}1+1") == f"{begins}1+1"


def test_an_unchanged_catalogue_changes_nothing(place):
    shown = look_at(place, saved(place, "csv"))
    assert "Nothing will change" in shown.content.decode()
    before = place.last().number
    assert take(place, shown).status_code == 302
    assert place.last().number == before


def test_every_bad_line_is_named_and_the_good_ones_can_be_taken(place):
    raw = (
        b"number;price;colour;progressive\n"
        b"57;35;grey;\n"
        b"58;many;grey;\n"
        b"999;1;;\n"
        b"57;36;;\n"
        b"140;;;perhaps\n"
        b"59;1000;;\n"
        b";;;\n"
    )
    shown = look_at(place, raw)
    said = shown.content.decode()
    for line in (3, 4, 5, 6, 7):
        assert f"line {line}:" in said
    assert "line 2:" not in said
    assert "price: “many” isn&#x27;t a whole number." in said
    assert "This card is listed twice." in said
    assert "ROE-27" in said
    assert take(place, shown).status_code == 302
    assert card(place, 57)["price"] == 35
    assert place.last().data == {
        "cards": [{"number": 57, "price": 35, "colour": "grey"}]
    }


def test_what_a_file_changes_is_listed_by_the_cards_numbers(place):
    shown = look_at(place, b"number;price\n100;35\n57;30\n66;20\n")
    listed = [one.whose[:3] for one in shown.context["found"].changes]
    assert listed == ["057", "066", "100"]


def test_words_of_a_czech_spreadsheet_are_understood(place):
    raw = "number;name;colour;aside\n57;Žďár;červená;ne\n".encode("cp1250")
    shown = look_at(place, raw, czech(place))
    assert shown.context["found"].fills == (
        {"number": 57, "name": "Žďár", "colour": "red"},
    )


@pytest.mark.parametrize(
    ("raw", "why"),
    [
        (b"", "This file is empty."),
        (b"number,shape\n1,round\n", "Unknown column “shape”."),
        (b"{nope", "Download it again, or use CSV."),
        (b'{"a": 1, "b": 2, "a": 3}', "Download it again, or use CSV."),
        (b"[" + b"1," * 10_000 + b"1]", "too many rows. We read up to 10,000."),
        (b"number\n" + b"1\n" * 10_001, "too many rows. We read up to 10,000."),
        (b"x" * 2_000_001, "This file is too big."),
        (b"[" + b"{}," * 10_000 + b"{}]", "too many rows. We read up to 10,000."),
        (b'{"decks": []}', "The list “cards” is missing from this file."),
        (b"\x00\x01\x02", "a text file."),
        (b"\x81\x8d\xff\x00", "a text file."),
    ],
)
def test_a_file_that_is_none_of_ours_is_refused(place, raw, why):
    answer = look_at(place, raw)
    assert answer.status_code == 422
    assert why in answer.content.decode()


def czech(place):
    client = place.organiser
    client.cookies["django_language"] = "cs"
    return client


def test_at_most_fifty_bad_rows_are_named(place):
    said = look_at(place, b"[" + b"1," * 9_999 + b"1]").content.decode()
    assert "10,000 problems in the file" in said
    assert "card 50 in the file:" in said
    assert "card 51 in the file:" not in said
    assert "and 9,950 more" in said
    assert (
        "a ještě 9\N{NO-BREAK SPACE}950"
        in look_at(place, b"[" + b"1," * 9_999 + b"1]", czech(place)).content.decode()
    )


def test_whatever_stands_in_a_json_file_is_refused_by_its_place(place):
    raw = json.dumps({"cards": [5, {"number": [1]}, {"number": 57, "price": 1.5}, {}]})
    said = look_at(place, raw.encode()).content.decode()
    for nth in range(1, 5):
        assert f"card {nth} in the file:" in said


@pytest.mark.parametrize("carried", ["", "???", "eJw=", "x" * 100])
def test_a_file_that_got_lost_on_the_way_is_asked_for_again(place, carried):
    sent = {**once(), "carried": carried, "take": "1"}
    answer = place.organiser.post(place.address("cards/file/"), sent)
    assert answer.status_code == 422
    assert "choose it again" in answer.content.decode()
    assert not place.acts.filter(kind="fill_cards").exists()


def test_only_organisers_take_files(place):
    player = place.join("bara", "player")
    assert player.get(place.address("cards/cards.csv")).status_code == 200
    assert player.get(place.address("cards/file/")).status_code == 404
    assert look_at(place, b"number\n1\n", player).status_code == 404
    assert Client().get(place.address("cards/cards.csv")).status_code == 404


# The act of a file


@pytest.mark.rule("ROE-1")
def test_many_cards_are_filled_in_at_once_or_not_at_all():
    at = founded_campaign("anna")
    at.do("fill_cards", cards=[{"number": 1, "name": "A"}, {"number": 2, "name": "B"}])
    assert [at.state.catalogue[one].name for one in (1, 2)] == ["A", "B"]
    assert at.refuses("fill_cards", cards=[]) == ["ROE-1"]
    refused = [{"number": 3, "name": "C"}, {"number": 999}]
    assert at.refuses("fill_cards", cards=refused) == ["ROE-1"]


def test_a_mission_picked_from_the_list_keeps_its_text(place):
    for number, mission in enumerate(UNNUMBERED, start=137):
        form = page(place, number).split(f'name="name" value="{mission.name}"')[1]
        fields = re.findall(r'name="(\w+)" value="([^"]*)"', form.split("</form>")[0])
        picked = {name: unescape(value) for name, value in fields}
        fill(place, number, name=mission.name, **picked)
        told = card(place, number)
        assert told["name"] == mission.name
        for key in ("demand", "target", "progressive", "in_a_row", "bonus"):
            assert told.get(key, False) == (getattr(mission, key) or False), key
