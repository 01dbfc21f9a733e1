"""The chronicle as a gift: what it tells once, where it leads, and how it is bound or folded."""

import re
from collections import Counter
from dataclasses import replace
from functools import cache
from io import BytesIO
from itertools import pairwise

import pytest
from django.db import transaction
from django.utils.translation import override
from pypdf import PdfReader

from campaign.chronicle.book import write_book
from campaign.chronicle.story import age_events
from campaign.documents import chronicle
from campaign.documents.book_index import page_runs
from campaign.documents.book_parts import GUTTER, Press
from campaign.documents.change_card import changed_numbers
from campaign.documents.chart import draw_chart
from campaign.documents.contents import contents_grid, pages_for
from campaign.files.importing import keep_campaign
from campaign.files.lines import read_campaign
from campaign.files.saying import write_json
from campaign.management.commands.simulate import simulated_lines
from companion.paper.areas import Area
from companion.paper.booklet import booklet_order
from companion.paper.charts import Series, chart
from companion.paper.shapes import Anchor, Drawing, Text
from scoring.rise_of_empire.state import Ticks
from tests.campaign.test_chronicle import winning
from tests.campaign_visitor import kept
from tests.paper.sheets import LONG, outside
from tests.paper.test_house_style import LEAST, sizes_of
from tests.papers import FALLEN, crowded, ordinary, told
from tests.places import Place
from tests.played_campaign import (
    CAESAR,
    PlayedCampaign,
    founded_campaign,
    ticks,
)

SESSIONS, MOST_PAGES = 25, 60


@pytest.fixture(scope="module")
def long_book(django_db_setup, django_db_blocker):
    """The book of 25 sessions with four players."""
    with django_db_blocker.unblock(), transaction.atomic():
        lines = simulated_lines(sessions=SESSIONS, players=4, seed=6)
        given = read_campaign("\n".join(map(write_json, lines)).encode())
        yield write_book(keep_campaign(given))
        transaction.set_rollback(True)


@cache
def said(leaf):
    return [one.text for one in leaf.drawing.shapes if isinstance(one, Text)]


def pages_of(book, paper="a4", **how):
    with override("en"):
        return list(chronicle.book_pages(book, paper, **how))


def words_of(leaves):
    return [" ".join(said(leaf)).replace("\u00a0", " ") for leaf in leaves]


def read(document):
    return PdfReader(BytesIO(document))


def outline(document):
    """Level, title and page of every bookmark."""

    def walk(marks, level=0):
        for one in marks:
            if isinstance(one, list):
                yield from walk(one, level + 1)
            else:
                page = document.get_destination_page_number(one) + 1
                yield level, one.title, page

    return list(walk(document.outline))


# How long it is


@pytest.mark.thorough
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_25_sessions_with_four_players_take_at_most_60_pages(long_book, paper):
    assert len(long_book.spreads) == SESSIONS
    placed = chronicle.arrange_book(long_book, Press(paper))
    assert sum(len(part.pages) for _number, part in placed) <= MOST_PAGES
    # Every page follows the one before it.
    for (number, part), (following, _other) in pairwise(placed):
        assert following == number + len(part.pages)


@pytest.mark.parametrize("folded", [False, True])
def test_no_session_takes_more_than_a_spread_however_much_is_written(folded):
    book = told(crowded(), 3, "A long evening. " * 600)
    placed = chronicle.arrange_book(book, Press("a4", folded=folded))
    sessions = [(n, one) for n, one in placed if one.key.startswith("session ")]
    assert [len(one.pages) for _number, one in sessions] == [2, 2, 2]
    assert all(number % 2 == 0 for number, _one in sessions)
    pages = words_of(pages_of(book, folded=folded))
    first = sessions[0][0]
    goes_on = int(re.search(r"Continued on page (\d+)", pages[first]).group(1))
    assert "More from the sessions" in pages[goes_on - 1]
    assert "".join(pages).count("evening.") == 3 * 600


# What it tells


def played():
    at = founded_campaign("anna", "bara").session(anna=40, bara=45)
    at.open().complete(CAESAR, "bara").settle(anna=60, bara=5)
    return at.finish()


@pytest.mark.django_db
def test_a_session_is_told_with_its_result_and_every_event_once():
    leaves = pages_of(write_book(kept(played())))
    (page,) = [one for one in words_of(leaves) if "Session 2" in one and "What" in one]
    for words in (
        "Obezřetný jako Caesar was completed by Bara alone.",
        "With 60 points, Anna took session 2.",
        "Highest score so far: 60, Anna.",
        "bara's realm collapsed in a dark age.",
        "Missions on the table",
        "What changed",
    ):
        assert page.count(words) == 1, words
    assert "First to complete" not in page  # told above already
    assert "Gained" not in page
    whole = " ".join(words_of(leaves))
    assert whole.count("collapsed in a dark age") == 1
    events = re.findall(r"(?:Bought|New province:) [^.]*\.", whole)
    assert events
    assert max(Counter(events).values()) == 1


@pytest.mark.django_db
def test_a_book_tells_in_the_language_it_is_printed_in():
    book = write_book(kept(played()))
    with override("cs"):
        words = " ".join(words_of(chronicle.book_pages(book, "a4")))
    assert "Misi „Obezřetný jako Caesar“ zvládá jedině Bara." in words
    assert "Co se změnilo" in words


def test_numbers_that_stayed_are_not_shown_and_a_new_age_shows_the_old_sheets():
    state = ordinary()
    part = told(state, 1, "").spreads[0].story.parts[0]
    risen = replace(
        part.empire,
        sheet=replace(
            part.empire.sheet,
            age="medieval",
            ticks=Ticks(),
        ),
        past=(part.empire.sheet,),
    )
    numbers = {
        one.sign: one.after for one in changed_numbers(replace(part, empire=risen))
    }
    assert numbers["economy"] == part.empire.sheet.ticks.economy
    (page,) = [one for one in words_of(pages_of(told(state, 1, ""))) if "What" in one]
    assert "0 → 16" in page
    assert "0 → 0" not in page


@pytest.mark.rule("ROE-39")
@pytest.mark.django_db
def test_a_collapsed_empire_is_printed_as_losing_what_it_gained_that_evening():
    story = write_book(kept(played())).spreads[1].story
    bara = next(one for one in story.parts if one.player == "Bara")
    assert bara.before.knowledge < bara.empire.sheet.knowledge
    numbers = {one.sign: (one.before, one.after) for one in changed_numbers(bara)}
    assert numbers["knowledge"] == (bara.empire.sheet.knowledge, 0)
    assert {after for _before, after in numbers.values()} == {0}


@pytest.mark.django_db
def test_sheets_stand_behind_the_session_in_which_their_age_ended():
    at = PlayedCampaign()
    at.take_over("anna", ticks=ticks(diplomacy=15), knowledge=90).found("bara")
    at.open().complete(CAESAR, "anna").settle(anna=50, bara=45).finish()
    at.session(anna=50, bara=5)
    marks = [
        leaf.bookmarks[-1][0]
        for leaf in pages_of(write_book(kept(at)))
        if leaf.bookmarks
    ]
    assert marks[marks.index("Session 1") :] == [
        "Session 1",
        "anna's realm · Ancient age",
        "Session 2",
        "bara's realm · Ancient age",
        "anna's realm · Medieval age",
        "Index",
    ]


def test_the_cover_names_the_winner_or_says_so_far():
    book = told(ordinary(), 2, "")
    (cover, *_rest) = words_of(pages_of(book))
    assert "The story so far" in cover
    won = replace(book, state=replace(book.state, champions=("bara",), over=True))
    (cover, *_rest) = words_of(pages_of(won))
    assert "Bara won the campaign." in cover
    assert "Řeka" in cover
    assert "so far" not in cover


@pytest.mark.rule("ROE-36")
def test_an_empire_that_won_later_reached_its_earlier_ages_first():
    empire = ordinary().empires[0]
    state = replace(ordinary(), champions=(empire.key,))
    risen = replace(empire, sheet=replace(empire.sheet, age="medieval"))
    (event,) = age_events(state, empire.sheet, risen)
    assert (event.sign, event.words.text) == ("medieval", "Reached a new age: %(age)s.")


# Where it leads


def linked_pages(leaf):
    return [one.page for one in leaf.drawing.shapes if isinstance(one, Anchor)]


def test_contents_tree_and_index_lead_to_the_pages_they_name():
    leaves = pages_of(told(ordinary(), 3, "It rained."))
    pages = words_of(leaves)
    _cover, contents, tree, *_rest = leaves
    sessions = [n for n, page in enumerate(pages, start=1) if "What changed" in page]
    assert set(sessions) < set(linked_pages(contents))
    assert linked_pages(tree) == sessions
    index = leaves[-1]
    for words in ("People", "Empires", "Cards", "Nový Řím (Anna)", "Stavitelství"):
        assert words in said(index)
    assert set(sessions[:1]) <= set(linked_pages(index)) <= set(range(1, len(leaves)))


def test_a_document_has_bookmarks_links_and_labels_that_agree():
    with override("en"):
        document = read(chronicle.draw_chronicle(told(ordinary(), 3, ""), paper="a4"))
    marks = outline(document)
    names = [title for _level, title, _page in marks]
    assert names[:6] == [
        "Nový Řím",
        "Contents",
        "Family tree and timeline",
        "Records",
        "Charts",
        "Sessions",
    ]
    for _level, title, page in marks[6:9]:
        assert title in document.pages[page - 1].extract_text()
    where = {title: page for _level, title, page in marks}
    numbers = {
        page.indirect_reference.idnum: n for n, page in enumerate(document.pages, 1)
    }
    links = [one.get_object()["/Dest"][0] for one in document.pages[1]["/Annots"]]
    found = {numbers[one.idnum] for one in links}
    assert {where[f"Session {n}"] for n in (1, 2, 3)} < found
    assert document.page_labels[-1] == str(len(document.pages))


def test_pages_in_a_row_are_written_as_one():
    assert [one.text for one in page_runs([5, 7, 8, 9, 12])] == ["5,", "7–9,", "12"]


@pytest.mark.parametrize("count", [1, 12, 50, 51, 99, 320])
def test_contents_hold_every_line_on_the_pages_they_announce(count):
    body = Area(0, 0, 180, 251)
    grid = contents_grid(count, body)
    assert grid.on_a_page * pages_for(count, body) >= count
    assert grid.rows * grid.height <= body.height + 0.01


# Bound and folded


def test_the_inner_margin_is_wider_on_both_sides_of_the_fold():
    leaves = pages_of(told(ordinary(), 2, ""))
    for number, leaf in enumerate(leaves, start=1):
        away = leaf.aside if number % 2 else -leaf.aside
        assert 0 < away <= GUTTER / 2


@pytest.mark.parametrize("count", [1, 4, 5, 8, 11])
def test_a_folded_booklet_has_its_pages_in_order(count):
    sides = list(booklet_order(count))
    assert len(sides) % 2 == 0
    sheets = [sides[n : n + 2] for n in range(0, len(sides), 2)]
    # Folded, the first halves of all sheets are read front to back, then the others back to front.
    front = [page for one, other in sheets for page in (one[1], other[0])]
    back = [page for one, other in reversed(sheets) for page in (other[1], one[0])]
    assert [page for page in (*front, *back) if page] == list(range(1, count + 1))


def test_a_booklet_lies_across_with_two_pages_a_side_and_is_the_same_every_time():
    book = told(ordinary(), 2, "It rained.")
    with override("cs"):
        first, again = (chronicle.draw_booklet(book, paper="a4") for _time in range(2))
        pages = len(list(chronicle.book_pages(book, "a4", folded=True)))
    assert first == again
    document = read(first)
    assert len(document.pages) == -(-pages // 4) * 2
    assert document.pages[0].mediabox.width > document.pages[0].mediabox.height
    assert "Nový Řím" in document.pages[0].extract_text()


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_folded_book_stays_inside_its_small_pages(paper):
    for book in (told(ordinary(), 3, "It rained."), told(crowded(), 2, "x" * 4000)):
        for leaf in pages_of(book, paper, folded=True):
            assert outside(leaf.drawing) == []


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_no_letter_of_a_booklet_is_smaller_than_seven_points(paper):
    with override("cs"):
        for book in (told(ordinary(), 2, "Pršelo."), told(FALLEN, 1, "")):
            document = chronicle.draw_booklet(book, paper=paper)
            assert min(sizes_of(document)) >= LEAST


def test_a_sheet_in_a_booklet_is_a_spread_of_upright_pages_that_says_as_much():
    book = told(ordinary(), 1, "")
    leaves = pages_of(book, folded=True)
    assert all(one.drawing.width < one.drawing.height for one in leaves)
    placed = chronicle.arrange_book(book, Press("a4", folded=True))
    sheets = [(first, part) for first, part in placed if "Nový Řím ·" in part.title]
    assert [first % 2 for first, _part in sheets] == [0]
    first, part = sheets[0]
    assert len(part.pages) == 2
    left, right = words_of(leaves)[first - 1 : first + 1]
    assert "Nový Řím" in left
    for words in ("Provinces", "Knowledge", "Stavitelství", "after session 1"):
        assert words in right


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("language", ["en", "cs"])
def test_no_words_of_a_booklets_sheets_and_timeline_are_cut(paper, language):
    with override(language):
        leaves = list(chronicle.book_pages(told(FALLEN, 1, ""), paper, folded=True))
    assert not [word for leaf in leaves for word in said(leaf) if word.endswith("…")]


def test_long_names_of_provinces_get_a_page_of_their_own_in_a_booklet():
    state = crowded()
    cards = {
        number: replace(card, name=f"{number} {LONG}")
        for number, card in state.cards.items()
    }
    book = told(replace(state, cards=cards), 1, "")
    pages = pages_of(book, folded=True)
    words = words_of(pages)
    sent = [place for place, one in enumerate(words) if "names on the next page" in one]
    assert len(sent) == len(state.empires)
    for place in sent:
        assert all(f"{number} {LONG}" in words[place + 1] for number in range(1, 21))
        assert not outside(pages[place + 1].drawing)


@pytest.mark.django_db
def test_the_chronicle_and_the_final_page_offer_the_book_and_the_booklet():
    place = Place(winning().finish())
    for rest in ("chronicle/", "final/"):
        page = place.organiser.get(place.address(rest)).content.decode()
        for paper in ("chronicle", "booklet"):
            assert f'href="{place.address(f"print/{paper}.pdf")}"' in page


@pytest.mark.django_db
def test_a_book_before_the_first_session_has_a_cover_and_the_founded_empires():
    book = write_book(kept(founded_campaign("anna", "bara")))
    pages = words_of(pages_of(book))
    assert len(pages) == 4
    assert "The story so far" in pages[0]
    assert "anna's realm · Ancient age" in pages[1]


def test_every_player_of_a_chart_is_named_however_many_there_are():
    people = ["Alexandros", "Natalia Sergeevna", "Muhammad", "David", "Xiao", "Zoe"]
    several = [
        Series(player, "A realm with a long name", letter, {1: 40, 2: 30})
        for player, letter in zip(people, "ABCDEF", strict=True)
    ]
    shapes = draw_chart(Area(0, 0, 170, 80), chart("scores", several))
    said = " ".join(one.text for one in shapes if isinstance(one, Text))
    assert all(f"{player}:" in said for player in people)
    assert not outside(Drawing(170, 80, shapes, "Chart"), slack=0.2)
