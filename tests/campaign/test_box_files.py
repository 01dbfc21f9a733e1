"""A box as a file: given to friends, opened with everything it brings in sight, refused in plain words."""

import json
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from campaign.box import offer_taking
from campaign.box.keeping import box_state, find_box, open_box
from companion.log.record import record
from tests.places import Place, once
from tests.played_campaign import PlayedCampaign, layout, track

pytestmark = pytest.mark.django_db
KOLO = {"number": 57, "name": "Kolo", "price": 35, "colour": "grey"}


@pytest.fixture
def place():
    return Place(PlayedCampaign(cards=[]).found("anna"))


def at(place, rest=""):
    return f"/campaigns/box/{place.table.pk}/{rest}"


def put(place, kind, /, **data):
    record(open_box(place.table), kind=kind, data=data, client_id=uuid4())


def box_file(*cards, **more):
    given = {"box": 1, "language": "en", "from": "Sunday", "cards": list(cards)}
    return json.dumps({**given, **more}).encode()


def look_at(place, raw, **more):
    file = SimpleUploadedFile("box.json", raw)
    return place.organiser.post(at(place, "open/"), {"file": file, **more})


def take(place, shown, **answers):
    sent = {**once(), "carried": shown.context["carried"], "take": "1", **answers}
    return place.organiser.post(at(place, "open/"), sent)


def card(place, number):
    return box_state(place.table).catalogue[number]


def test_a_box_comes_back_from_its_file_as_it_was(place):
    put(place, "fill_box_card", **KOLO, points=0, text="Rolls.")
    put(place, "move_box_card", number=58, kind="mission", group="science")
    put(place, "change_box_sheet", layout=layout(science=track("dove")))
    answer = place.organiser.get(at(place, "download/"))
    assert "attachment" in answer["Content-Disposition"]
    other = box_state(place.table)
    place.organiser.post(at(place, "history/1/undo/"), once())
    place.organiser.post(at(place, "history/2/undo/"), once())
    place.organiser.post(at(place, "history/3/undo/"), once())
    assert not box_state(place.table).cards
    shown = look_at(place, answer.content)
    assert shown.status_code == 200
    assert find_box(place.table).last == 6
    assert take(place, shown).url == at(place, "?added=3&changed=0")
    assert box_state(place.table) == other
    assert find_box(place.table).last == 7


def test_opening_shows_what_is_added_and_asks_about_contradictions(place):
    put(place, "fill_box_card", **KOLO)
    raw = box_file({**KOLO, "price": 40}, {"number": 59, "name": "Voda"})
    shown = look_at(place, raw)
    said = shown.content.decode()
    assert "1 new card" in said
    assert "1 contradiction" in said
    assert 'type="radio" name="c-57-price" value="ours" >' in said
    assert 'type="radio" name="c-57-price" value="theirs" >' in said
    asked = take(place, shown)
    assert asked.status_code == 422
    assert "1 answer is missing" in asked.content.decode()
    assert (card(place, 57).price, card(place, 59).name) == (35, "")
    take(place, shown, **{"c-57-price": "ours"})
    assert (card(place, 57).price, card(place, 59).name) == (35, "Voda")
    take(place, look_at(place, raw), **{"c-57-price": "theirs"})
    assert card(place, 57).price == 40


# Two people, and one who presses twice


def test_what_somebody_wrote_meanwhile_is_asked_about_again(place):
    """The page showed 35; by now the box says 38, which nobody who answered has seen."""
    put(place, "fill_box_card", **KOLO)
    shown = look_at(place, box_file({**KOLO, "price": 40}))
    answers = {"c-57-price": "theirs", "seen": shown.context["seen"]}
    put(place, "fill_box_card", number=57, price=38)
    again = take(place, shown, **answers)
    assert again.status_code == 422
    assert "Somebody just changed your box." in again.content.decode()
    assert 'name="c-57-price" value="theirs" checked>' in again.content.decode()
    assert card(place, 57).price == 38
    take(place, shown, **{**answers, "seen": again.context["seen"]})
    assert card(place, 57).price == 40


def test_of_two_writers_at_the_same_moment_neither_is_lost(place, monkeypatch):
    """Somebody fills in the card after the file was compared and before it is taken."""
    shown = look_at(place, box_file(KOLO, options={"solo_lost": "zero"}))
    opened = iter([True])

    def interrupt(table):
        if next(opened, False):
            put(place, "fill_box_card", number=57, price=20)
        return open_box(table)

    monkeypatch.setattr(offer_taking, "open_box", interrupt)
    answers = {"c-option-solo_lost": "theirs"}
    again = take(place, shown, **answers)
    assert again.status_code == 422
    assert "2 contradictions" in again.content.decode()
    assert card(place, 57).price == 20
    assert box_state(place.table).readings.solo_lost == "counts"


def test_taps_on_a_half_copied_sheet_disturb_nobody(place):
    shown = look_at(place, box_file(KOLO))
    put(place, "sketch_sheet_part", age="ancient", part="science", boxes=[["dove"]])
    taken = take(place, shown, seen=shown.context["seen"])
    assert taken.url == at(place, "?added=1&changed=0")


def test_pressing_twice_adds_once_and_leads_to_what_was_added(place):
    shown = look_at(place, box_file(KOLO, options={"solo_lost": "zero"}))
    sent = {**once(), "c-option-solo_lost": "theirs"}
    first = take(place, shown, **sent)
    assert first.url == at(place, "?added=1&changed=1")
    assert take(place, shown, **sent).url == at(place, "history/")
    assert find_box(place.table).last == 2


def test_ours_can_be_kept_wherever_nobody_chose(place):
    put(place, "fill_box_card", **KOLO)
    raw = box_file({**KOLO, "price": 40, "name": "Wheel"}, {"number": 59, "name": "X"})
    sent = {"c-57-price": "theirs", "take": "ours"}
    take(place, look_at(place, raw), **sent)
    known = card(place, 57)
    assert (known.name, known.price, card(place, 59).name) == ("Kolo", 40, "X")


def test_a_box_that_says_everything_otherwise_takes_one_press(place):
    numbers = range(56, 76)
    for number in numbers:
        put(place, "fill_box_card", number=number, name=f"Ours {number}", price=30)
    other = [{"number": n, "name": f"Theirs {n}", "price": 40} for n in numbers]
    shown = look_at(place, box_file(*other))
    assert len(shown.context["questions"]) == 40
    assert "Use theirs where I didn't choose" in shown.content.decode()
    take(place, shown, **{"c-57-name": "ours", "take": "theirs"})
    assert (card(place, 57).name, card(place, 57).price) == ("Ours 57", 40)
    assert {card(place, number).price for number in numbers} == {40}


def test_where_nothing_is_new_the_button_adds_nothing(place):
    put(place, "fill_box_card", **KOLO)
    only_other = look_at(place, box_file({**KOLO, "price": 40})).content.decode()
    assert "Save your answers" in only_other
    assert "Add to your box" not in only_other
    more = box_file({**KOLO, "price": 40}, {"number": 59, "name": "X"})
    assert "Add to your box" in look_at(place, more).content.decode()


def test_keeping_all_of_ours_says_that_nothing_changed(place):
    put(place, "fill_box_card", **KOLO)
    shown = look_at(place, box_file({**KOLO, "price": 40}))
    answer = take(place, shown, **{"c-57-price": "ours"})
    assert "Nothing changed." in place.organiser.get(answer.url).content.decode()


def test_a_contradicting_sheet_is_asked_about(place):
    put(place, "change_box_sheet", layout=layout())
    shown = look_at(place, box_file(sheets=[layout(science=track("dove"))]))
    assert "Ancient age" in shown.content.decode()
    take(place, shown, **{"c-sheet-ancient": "theirs"})
    assert box_state(place.table).sheets["ancient"].science.boxes[0] == "dove"


def test_a_box_in_another_language_brings_its_numbers_only(place):
    raw = box_file({**KOLO, "name": "Koło"}, language="pl")
    shown = look_at(place, raw)
    assert "another language" in shown.content.decode()
    take(place, shown)
    assert (card(place, 57).name, card(place, 57).price) == ("", 35)
    again = look_at(place, raw)
    assert "Your box has all of this already" in again.content.decode()
    texts = look_at(place, raw, texts="1")
    take(place, texts, texts="1")
    assert card(place, 57).name == "Koło"


@pytest.mark.parametrize(
    ("raw", "why"),
    [
        (b"", "This file is empty."),
        (box_file(KOLO)[:60], "It may be cut off."),
        (b"[1, 2]", "a box file."),
        (b"Dear all, see you on Sunday.", "a box file."),
        (b'{"cards": [1, 2', "a box file."),
        (b'{"cards": []}', "a box file."),
        (box_file(box=2), "from another version"),
        (box_file(*[{"number": 1}] * 10_000), "lists 10,000 cards. A box has 163."),
        (box_file(sheets=[{}] * 4), "lists 4 sheets. A box has 3."),
        (box_file(cards="all"), "The list “cards” is missing"),
        (b"x" * 2_000_001, "This file is too big."),
        (b"\x00\x01", "a text file."),
    ],
)
def test_a_file_that_is_no_box_is_refused_in_plain_words(place, raw, why):
    answer = look_at(place, raw)
    assert answer.status_code == 422
    assert why in answer.content.decode()
    assert find_box(place.table) is None


def test_every_bad_card_is_named_and_the_good_ones_can_be_taken(place):
    raw = box_file(
        KOLO,
        5,
        {"number": 999},
        {"number": 57, "price": 40},
        {"number": 58, "price": 1000},
        {"number": 59, "name": 3},
        sheets=[{}],
    )
    shown = look_at(place, raw)
    said = shown.content.decode()
    for nth in (2, 3, 4, 5, 6):
        assert f"card {nth} in the file:" in said
    assert "sheet 1 in the file:" in said
    assert "6 problems in the file" in said
    take(place, shown)
    assert list(box_state(place.table).cards) == [57]


def test_an_opened_campaign_says_how_it_stands_beside_the_box(place):
    put(place, "fill_box_card", **KOLO)
    place.do("fill_card", number=60, name="Písmo")
    place.organiser.post(at(place, "history/2/undo/"), once())
    place.organiser.post(place.address("box/"), once())
    raw = place.organiser.get(place.address("download/")).content
    put(place, "fill_box_card", number=58, name="Tkaní")
    put(place, "fill_box_card", number=57, price=45)
    file = SimpleUploadedFile("campaign.jsonl", raw)
    page = f"/campaigns/open/{place.table.pk}/"
    said = place.organiser.post(page, {"file": file}).content.decode()
    assert "New in your box" in said
    assert "2 cards" in said
    assert "It knows cards or sheets your box doesn" in said
