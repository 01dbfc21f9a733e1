"""A long history: folded by session, searched, filtered, and as small as a short one."""

from dataclasses import replace
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils.translation import override

from campaign.history import searching
from campaign.history.annals import campaign_teller
from campaign.history.layout_differences import track_change
from companion.log import record as service
from tests.conftest import forget_everything_kept
from tests.places import Place

pytestmark = pytest.mark.django_db
LIGHT = 60_000  # bytes of HTML at most


@pytest.fixture
def place(at):
    """Four empires, two sessions, a note after the second."""
    place = Place(at)
    place.do("write_note", text="Pizza was late")
    return place


def ask(place, **query):
    return place.organiser.get(place.address("history/"), query)


def shown(place, **query):
    answer = ask(place, **query)
    assert answer.status_code == 200
    return answer.content.decode()


def found(place, **query):
    """The numbers of the acts that are shown."""
    sections = ask(place, **query).context["sections"]
    runs = (run for one in sections for block in one.blocks for run in block.runs)
    return [row.line.act.number for run in runs for row in run.rows]


def write_notes(place, count, text):
    note = service.NewAct("write_note", {"text": text})
    notes = (replace(note, client_id=uuid4()) for _nth in range(count))
    service.append_all(place.campaign, notes)
    place.campaign.refresh_from_db()


# By session


def test_every_session_is_one_line_and_the_newest_is_open(place):
    sections = ask(place).context["sections"]
    assert [one.span.number for one in sections] == [2, 1, 0]
    assert [bool(one.blocks) for one in sections] == [True, False, False]
    page = shown(place)
    assert '<a class="card span" id="session-1" href="?session=1#session-1">' in page
    assert "Won: <bdi>Dana</bdi>" in page
    assert "Before the first session" in page


def test_a_session_is_opened_by_its_link_and_shows_all_its_acts_and_no_other(place):
    spans = [one.span for one in ask(place).context["sections"]]
    for span in spans:
        numbers = found(place, session=span.number)
        assert numbers == list(range(span.last, span.first - 1, -1))
        assert span.acts == len(numbers)
    assert sum(span.acts for span in spans) == place.last().number


def test_what_was_done_after_a_session_stands_under_its_own_heading(place):
    page = shown(place)
    assert page.index("After the session") < page.index("Pizza was late")
    assert page.index("Pizza was late") < page.index("Session finished</strong>")
    assert "After the session" not in shown(place, session=1)


def test_a_session_that_was_undone_belongs_to_the_one_before(place):
    opening = place.acts.filter(kind="open_session").last()
    undone = service.undo(
        place.campaign, [opening.number], client_id=uuid4(), along=True
    )
    place.campaign.refresh_from_db()
    sections = ask(place).context["sections"]
    assert [one.span.number for one in sections] == [1, 0]
    assert sections[0].span.last == undone.number


def test_many_sessions_are_listed_twenty_at_a_time(place, monkeypatch):
    monkeypatch.setattr("campaign.history.spans.SPANS_PER_PAGE", 2)
    newest, oldest = ask(place).context, ask(place, session="0").context
    assert [one.span.number for one in newest["sections"]] == [2, 1]
    assert (newest["newer"], newest["older"].number) == (None, 0)
    assert [one.span.number for one in oldest["sections"]] == [0]
    assert (oldest["newer"].number, oldest["older"]) == (1, None)


# Search


@pytest.mark.parametrize(
    ("words", "kinds"),
    [
        ("pizza", {"write_note"}),
        ("PIZZA late", {"write_note"}),
        ("pizza early", set()),
        ("scores confirmed", {"settle_scores"}),
        ("hrncirstvi", {"fill_card"}),  # as it is typed on a phone
        ("cyril's realm score", {"enter_score"}),
    ],
)
def test_search_finds_what_a_line_says_without_accents_and_capitals(
    place, words, kinds
):
    place.do("fill_card", number=66, name="Hrnčířství", price=60)
    numbers = found(place, q=words)
    told = place.acts.filter(number__in=numbers).values_list("kind", flat=True)
    assert set(told) == kinds


def test_search_finds_what_an_empire_did_by_the_name_of_its_player(place):
    place.do("correct_name", empire="dana", name="Kemet", reason="as on the sheet")
    theirs = found(place, q="dana score entered")
    assert theirs
    assert theirs == found(place, q="kemet score entered")


def test_what_is_kept_for_a_search_follows_names_edits_undos_and_the_language(
    place, monkeypatch
):
    monkeypatch.setattr(searching, "TOGETHER", 2)
    note = place.do("write_note", text="Snow outside")
    place.do("write_note", text="Quiet")
    asked = ("snow", "hail", "realm score", "kemet score", "undone")
    before = {words: found(place, q=words) for words in asked}
    assert before["snow"] == [note.number]
    assert before["realm score"]
    assert before["hail"] == before["kemet score"] == before["undone"] == []
    service.amend(
        place.campaign, note.number, {"text": "Hail outside"}, client_id=uuid4()
    )
    place.do("correct_name", empire="dana", name="Kemet", reason="as on the sheet")
    service.undo(place.campaign, [note.number + 1], client_id=uuid4())
    assert found(place, q="snow") == []
    assert found(place, q="hail") == [note.number]
    assert found(place, q="kemet score")
    assert found(place, q="undone")
    place.campaign.refresh_from_db()
    for language, times in (("en", 0), ("cs", 8), ("en", 0)):
        with override(language):
            teller = campaign_teller(place.campaign)
            score = searching.search_acts(teller, "skore zapsano", {})
            assert len(score.numbers) == times


def test_a_second_search_tells_only_the_newest_acts_again(place, monkeypatch):
    write_notes(place, 60, "rain again")
    assert len(found(place, q="rain", page=3)) == 10
    told = []
    tell = searching.Search.tell
    monkeypatch.setattr(
        searching.Search, "tell", lambda own, acts: told.extend(acts) or tell(own, acts)
    )
    assert len(found(place, q="rain", page=3)) == 10
    assert len(told) == place.campaign.last % searching.TOGETHER


def test_a_long_log_is_searched_part_by_part_and_the_page_says_how_far(
    place, monkeypatch
):
    monkeypatch.setattr(searching, "TOGETHER", 10)
    monkeypatch.setattr(searching, "MOST_AT_ONCE", 2)
    page = shown(place, q="empire founded")
    assert "No entries match." in page
    assert "Searched back to session 2." in page
    times = 0
    while "Search further back" in shown(place, q="empire founded"):
        times += 1
    assert times == 1
    assert len(found(place, q="empire founded")) == 4
    assert len(found(place, q="pizza")) == 1


def test_an_edit_that_is_undone_is_found_under_its_first_words_again(
    place, monkeypatch
):
    monkeypatch.setattr(searching, "TOGETHER", 2)
    note = place.do("write_note", text="Snow outside")
    place.do("write_note", text="Quiet")
    service.amend(
        place.campaign, note.number, {"text": "Hail outside"}, client_id=uuid4()
    )
    assert found(place, q="hail") == [note.number]
    edit = place.last().number
    service.undo(place.campaign, [edit], client_id=uuid4())
    assert (found(place, q="snow"), found(place, q="hail")) == ([note.number], [])


def test_a_session_that_is_chosen_is_where_the_page_opens(place):
    page = shown(place, session=1)
    assert 'action="#opened"' in page
    assert page.index('id="session-1"') < page.index('id="opened"')
    assert page.count('id="opened"') == 1
    assert 'id="opened"' not in shown(place)


def test_search_and_filters_narrow_together_and_say_how_many(place):
    everywhere = found(place, q="score entered")
    first = found(place, q="score entered", session=1)
    hers = found(place, q="score entered", session=1, empire="dana")
    assert (len(everywhere), len(first), len(hers)) == (8, 4, 1)
    assert "8 entries" in shown(place, q="score entered")
    sections = ask(place, q="score entered").context["sections"]
    assert [one.span.number for one in sections] == [2, 1]
    assert [one.span.entries for one in sections] == [4, 4]  # found, not all there are


def test_another_layout_names_the_boxes_that_differ_while_they_are_few():
    dove, wall = ("dove",), ("wall",)
    assert track_change(((), dove, ()), ((), wall, dove)) == (
        "box 2: Dove token, box 3: empty",
        "box 2: Wall token, box 3: Dove token",
    )
    assert track_change((("wood",),), (("food", "wood"),)) == (
        "box 1: Wood",
        "box 1: Food + Wood",
    )


def test_another_layout_says_how_many_boxes_differ_where_they_are_more():
    dove, wall = ("dove",), ("wall",)
    assert track_change(((), dove, ()), ((), wall)) == (
        "3 boxes",
        "2 boxes, 2 are different",
    )
    assert track_change((dove,) * 4, (wall,) * 4) == (
        "4 boxes",
        "4 boxes, 4 are different",
    )


def test_a_search_that_finds_nothing_says_so(place):
    for words in ("zzz", "a\x00b", "<b>", "%", "x" * 5000):
        page = shown(place, q=words)
        assert "No entries match" in page, words
        assert "<b>" not in page


def test_pages_of_a_search_keep_what_was_asked(place):
    write_notes(place, 51, "rain again")
    assert "?q=rain&amp;page=2" in shown(place, q="rain")
    assert len(found(place, q="rain", page=3)) == 1
    assert "?session=2&amp;page=2" in shown(place)


# What it costs


def test_two_thousand_acts_cost_what_fifty_cost(place):
    asked, costs = ({}, {"q": "rain"}), []
    for more in (60, 2000):
        write_notes(place, more, "rain, and a very long evening " * 10)
        costs.append([measure_page(place, query) for query in asked])
    (few, many), sizes = (
        [[one[nth] for one in cost] for cost in costs] for nth in range(2)
    )
    assert few == many
    assert max(many) <= 17
    assert max(map(max, sizes)) <= LIGHT


def measure_page(place, query):
    """How many queries and how many bytes."""
    client = place.organiser
    forget_everything_kept()
    with CaptureQueriesContext(connection) as asked:
        answer = client.get(place.address("history/"), query)
    return len(asked), len(answer.content)


def test_a_long_text_is_whole_on_its_own_page_only(place):
    text = "a very long evening " * 30
    note = place.do("write_note", text=text)
    assert text.strip() not in shown(place)
    own = place.organiser.get(place.address(f"history/{note.number}/"))
    assert text.strip() in own.content.decode()


def test_corrections_and_the_download_stand_above_the_acts(place):
    page = shown(place)
    for one in ("/corrections/", "/download/", "/history/board/"):
        assert page.index(one, page.index("<h1>")) < page.index('id="session-2"')
    seen = place.join("eva", "spectator").get(place.address("history/"))
    said = seen.content.decode()
    assert "/history/board/" in said
    assert "/corrections/" not in said
    assert "/download/" not in said
