"""The pages that print: who may, on which paper, in which language, and as it was when."""

from uuid import uuid4

import pytest
from django.urls import reverse
from reportlab.lib.pagesizes import LETTER

from campaign.chronicle.book import Done, write_book
from companion.log.record import undo
from tests.papers import read
from tests.places import Place
from tests.played_campaign import CAESAR, founded_campaign

# From facts in the database


@pytest.fixture
def place(db):
    """Two sessions were played, of which the second brought a note."""
    at = founded_campaign("anna", "bara").session(anna=60, bara=55)
    at.open().do("write_note", text="It rained.").complete(CAESAR, "bara")
    return Place(at.settle(anna=58, bara=70).finish())


def test_a_book_is_gathered_from_facts(place):
    found = write_book(place.campaign)
    first, second = found.spreads
    assert [(one.player, one.score) for one in first.parts] == [
        ("Anna", 60),
        ("Bara", 55),
    ]
    assert second.parts[0].player == "Bara"
    assert second.notes == ("It rained.",)
    assert first.notes == ()
    assert second.missions == (CAESAR, 136, 150)
    assert second.done == (Done(CAESAR, "Bara", True, 3),)
    assert [len(one.chapters) for one in found.lives] == [2, 2]
    part = first.story.parts[0]
    assert part.before is None  # it began with this session
    assert part.empire.sheet.knowledge > 0
    assert second.story.parts[0].before == found.spreads[0].story.parts[1].empire.sheet


def test_what_was_taken_back_is_not_told(place):
    note = place.campaign.acts.get(kind="write_note")
    undo(place.campaign, [note.number], client_id=uuid4())
    assert write_book(place.campaign).spreads[1].notes == ()


def test_a_book_costs_the_same_queries_however_long(
    place, django_assert_max_num_queries
):
    with django_assert_max_num_queries(12):
        write_book(place.campaign)


# The pages that print


def papers(place):
    key = "anna"
    return {
        name: reverse(name, args=[place.campaign.pk, *more])
        for name, more in (
            ("campaign-sheets", ()),
            ("campaign-summary", ()),
            ("session-pack", ()),
            ("chronicle", ()),
            ("chronicle-booklet", ()),
            ("empire-sheet", (key,)),
            ("blank-empire-sheet", ("medieval",)),
        )
    } | {
        "session-result": f"{reverse('session-result', args=[place.campaign.pk])}?session=2"
    }


PRINTED = (
    "campaign-sheets",
    "campaign-summary",
    "session-pack",
    "session-result",
    "chronicle",
    "chronicle-booklet",
    "empire-sheet",
    "blank-empire-sheet",
)


@pytest.mark.parametrize("name", PRINTED)
def test_who_watches_may_print_and_strangers_find_nothing(place, client, name):
    address = papers(place)[name]
    answer = place.join("hana", "spectator").get(address)
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "application/pdf"
    assert answer.content.startswith(b"%PDF")
    assert client.get(address).status_code == 404
    assert place.join("ivo", "player").post(address).status_code == 405


@pytest.mark.parametrize("name", PRINTED)
def test_the_paper_is_remembered_and_the_language_is_that_of_the_page(place, name):
    visitor, address = place.organiser, papers(place)[name]
    joined = "&" if "?" in address else "?"
    once = read(visitor.get(f"{address}{joined}paper=letter&language=cs").content)
    assert once.trailer["/Root"]["/Lang"] == "cs"
    document = read(visitor.get(address).content)
    sides = sorted(float(side) for side in document.pages[0].mediabox[2:])
    assert sides == pytest.approx(sorted(LETTER), abs=0.01)
    assert document.trailer["/Root"]["/Lang"] == "en"
    czech = visitor.get(address, headers={"accept-language": "cs"})
    assert read(czech.content).trailer["/Root"]["/Lang"] == "cs"


def test_the_page_offers_the_paper_printed_on_last_in_its_own_language(place):
    visitor = place.organiser
    visitor.get(f"{papers(place)['chronicle']}?paper=letter&language=cs")
    page = visitor.get(place.address()).content.decode()
    assert '<option value="letter" selected>' in page
    assert '<option value="en" selected>' in page
    assert '<option value="cs" selected>' not in page
    assert '<html lang="en"' in page  # the page itself stays as it is read


@pytest.mark.parametrize(
    "asked",
    ["paper=a0", "language=de", "session=99", "session=x", f"session={'9' * 5000}"],
)
def test_what_there_is_not_cannot_be_printed(place, asked):
    assert (
        place.organiser.get(f"{papers(place)['campaign-sheets']}?{asked}").status_code
        == 404
    )


def test_a_forged_cookie_prints_as_usual(place):
    visitor = place.organiser
    visitor.cookies["print_paper"] = "a0"
    visitor.cookies["print_language"] = "xx"
    document = read(visitor.get(papers(place)["campaign-summary"]).content)
    assert document.trailer["/Root"]["/Lang"] == "en"


def test_sheets_are_printed_as_they_were_after_any_session(place):
    visitor, address = place.organiser, papers(place)["empire-sheet"]
    now = read(visitor.get(address).content).pages[0].extract_text()
    then = read(visitor.get(f"{address}?session=1").content).pages[0].extract_text()
    assert "after session 2" in now
    assert "58" in now
    assert "after session 1" in then
    assert "58" not in then
    every = read(visitor.get(f"{papers(place)['campaign-sheets']}?session=1").content)
    assert len(every.pages) == 2


def test_an_empire_that_did_not_stand_then_has_no_sheet_of_that_session(place):
    founded = {"player": "Cyril", "name": "Late", "faction": "egyptians"}
    place.do("found_empire", empire="cyril", **founded)
    address = reverse("empire-sheet", args=[place.campaign.pk, "cyril"])
    assert place.organiser.get(address).status_code == 200
    assert place.organiser.get(f"{address}?session=1").status_code == 404


def test_the_result_of_a_session_cites_its_rules(place):
    (page,) = read(place.organiser.get(papers(place)["session-result"]).content).pages
    said = page.extract_text()
    for word in ("Anna", "Bara", "58", "70", "ROE-8"):
        assert word in said


def test_the_board_the_empire_and_both_pages_of_a_session_offer_their_papers(place):
    visitor = place.organiser
    for rest, names in (
        ("", ("campaign-sheets", "campaign-summary", "session-pack", "chronicle")),
        ("", ("chronicle-booklet",)),
        ("empires/anna/", ("empire-sheet",)),
        ("session/", ("session-pack",)),
        ("sessions/2/", ("campaign-sheets", "campaign-summary")),
    ):
        page = visitor.get(place.address(rest)).content.decode()
        for name in names:
            assert f'formaction="{papers(place)[name]}"' in page


def test_before_the_first_finished_session_there_is_no_chronicle_to_print(db):
    place = Place(founded_campaign("anna", "bara"))
    page = place.organiser.get(place.address()).content.decode()
    assert f'formaction="{papers(place)["session-pack"]}"' in page
    assert "chronicle.pdf" not in page
    assert "booklet.pdf" not in page
