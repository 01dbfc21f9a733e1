"""Between two sessions the laptop is off: what people take home, and what they find before the next."""

import re
from base64 import b64decode
from html import unescape
from itertools import pairwise

import pytest
from django.utils.translation import override
from pypdf import PdfReader

from campaign.documents.empire import draw_empire, draw_empire_for_phone
from companion.base.wording import translate
from companion.paper.letters import text_width
from companion.paper.shapes import Text
from scoring.rise_of_empire.layout import DEFAULT_NOTE
from tests.places import Place, once
from tests.played_campaign import PlayedCampaign, founded_campaign, invention, ticks

pytestmark = pytest.mark.django_db
PHONE = 366  # pixels a phone has for the drawing
LEAST = 9  # pixels of the smallest digits and notes; words are larger
FETCHING = re.compile(
    r"""\b(?:src|href|srcset|action)=|url\((?!"data:)|@import|<script|<link"""
)


def main_text(answer):
    page = answer.content.decode()
    main = page[page.index("<main") : page.index("</main>")]
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", main)))


def played():
    at = founded_campaign("anna", "bara", "cyril").session(anna=50, bara=45, cyril=44)
    return at.session(anna=51, bara=46)


# Taking home


def test_the_closing_page_offers_ones_own_empire_and_tonights_sheets():
    place = Place(played())
    page = place.organiser.get(place.address("chronicle/2/")).content.decode()
    assert f'href="{place.address("empires/anna/take-home.html")}"' in page
    assert f'href="{place.address("empires/bara/take-home.html")}"' not in page
    assert f"{place.address('print/sheets.pdf')}?session=2&amp;changed" in page


def test_who_has_no_empire_is_offered_everybodys():
    place = Place(played())
    page = place.join("eve", "spectator").get(place.address("chronicle/2/"))
    assert b"empires/anna/take-home.html" in page.content
    assert b"empires/bara/take-home.html" in page.content


def test_an_earlier_session_offers_nothing_to_take_home():
    place = Place(played())
    answer = place.organiser.get(place.address("chronicle/1/"))
    assert "Take it home" not in main_text(answer)


def test_the_file_for_a_phone_needs_nothing_but_itself():
    place = Place(played())
    answer = place.organiser.get(place.address("empires/anna/take-home.html"))
    assert answer["Content-Disposition"] == 'attachment; filename="annas-realm.html"'
    page = answer.content.decode()
    assert not FETCHING.search(page)
    assert page.count("<svg") == 1
    assert "after session 2" in page
    classes = re.findall(r'class="([^"]+)"', page[page.index("<svg") :])
    used = {one for some in classes for one in some.split() if "-" in one}
    assert used
    missing = {one for one in used if f".{one}" not in page[: page.index("<body")]}
    assert not missing


def test_the_file_for_a_phone_brings_the_faces_its_words_are_measured_for():
    place = Place(played())
    answer = place.organiser.get(place.address("empires/anna/take-home.html"))
    page = answer.content.decode()
    faces = re.findall(r'font-family:"([^"]+)";.*?base64,([^"]+)"', page)
    assert [name for name, _inside in faces] == ["Drawn Sans", "Drawn Sans", "Drawn"]
    assert all(b64decode(inside).startswith(b"wOF2") for _name, inside in faces)
    assert len(page) < 200_000


def test_tonights_sheets_are_those_that_changed(tmp_path):
    place = Place(played())
    pages = []
    for rest in ("?session=2&changed", "?session=2", "?session=1&changed"):
        answer = place.organiser.get(place.address(f"print/sheets.pdf{rest}"))
        document = tmp_path / "sheets.pdf"
        document.write_bytes(answer.content)
        pages.append(len(PdfReader(document).pages))
    assert pages == [2, 3, 3]


# The sheet on a phone


def full_sheet():
    at = PlayedCampaign().take_over(
        "anna",
        ticks=ticks(5, 2, 9),
        boxes=[0, 6],
        provinces=[11, 12],
        inventions=[invention(56, 30, "red"), invention(61, 45, "grey")],
        knowledge=16,
        scores=[43, 38, 27],
    )
    return at.state, at.state.empires[0]


def words_of(drawing):
    return {one.text for one in drawing.shapes if isinstance(one, Text)}


def test_a_phones_sheet_says_what_the_printed_one_says():
    state, empire = full_sheet()
    narrow, printed = draw_empire_for_phone(state, empire), draw_empire(state, empire)
    said = " ".join(words_of(narrow))
    for words in ("Křemenolom", "Skrblíkova vilka", "16", "43", "27", "red", "5 of 16"):
        assert words in said
    boxes = {str(number) for number in range(1, 17)} & words_of(printed)
    assert len(boxes) == 16
    assert boxes <= words_of(narrow)


def test_a_phones_sheet_is_upright_and_large_enough_to_read():
    state, empire = full_sheet()
    drawn = draw_empire_for_phone(state, empire)
    assert drawn.height > 3 * drawn.width
    scale = PHONE / drawn.width
    small = [one for one in drawn.shapes if isinstance(one, Text)]
    assert min(one.size * scale for one in small) >= LEAST
    assert all(0 <= one.x <= drawn.width for one in small)


def plain(text):
    """Without the spaces at which no line may end."""
    return text.text.replace("\u00a0", " ")


def test_the_note_below_a_phones_sheet_is_written_in_full():
    at = founded_campaign("anna")
    for language in ("en", "cs"):
        with override(language):
            drawn = draw_empire_for_phone(at.state, at.empire("anna"))
            note = translate(DEFAULT_NOTE)
        texts = [one for one in drawn.shapes if isinstance(one, Text)]
        lines = [one for one in texts if len(one.text) > 8 and plain(one) in note]
        assert " ".join(map(plain, lines)) == note
        wide = [one.x + text_width(one.text, one.size) for one in lines]
        assert max(wide) <= drawn.width


def test_the_parts_of_a_phones_sheet_do_not_overlap():
    state, empire = full_sheet()
    lanes = [
        one
        for one in draw_empire_for_phone(state, empire).shapes
        if getattr(one, "fill", "")
        in ("diplomacy-soft", "economy-soft", "science-soft")
    ]
    assert len(lanes) == 3
    for first, second in pairwise(lanes):
        assert first.y + first.height < second.y


# Before we meet


def test_before_we_meet_lists_decisions_and_what_to_lay_out():
    at = founded_campaign("anna", "bara").session(anna=50, bara=5)
    place = Place(at)
    page = main_text(place.organiser.get(place.address("before/")))
    assert "Session 2" in page
    assert "Bara can found a new empire." in page
    assert "Your own sheets aren't copied yet." in page
    assert "What to lay out" in page


def test_players_say_whether_they_come_and_the_last_word_counts():
    place = Place(founded_campaign("anna", "bara").session(anna=50, bara=45))
    client = place.join("bara", "player")
    for coming in ("no", "yes"):
        sent = {**once(), "empire": "bara", "coming": coming}
        answer = client.post(place.address("before/answer/"), sent)
        assert answer.url == place.address("before/")
    page = client.get(place.address("before/")).content.decode()
    pressed = re.findall(r'value="(yes|no)" aria-pressed="(true|false)"', page)
    assert pressed == [  # one's own empire comes first
        ("yes", "true"),
        ("no", "false"),
        ("yes", "false"),
        ("no", "false"),
    ]


def test_the_answers_are_forgotten_once_the_session_was_played():
    at = founded_campaign("anna", "bara")
    at.do("answer_invitation", empire="anna", coming=True).session(anna=50, bara=45)
    place = Place(at)
    page = place.organiser.get(place.address("before/")).content.decode()
    assert 'aria-pressed="true"' not in page


def test_an_answer_for_an_empire_that_fell_is_refused_on_a_page_that_loads():
    place = Place(founded_campaign("anna", "bara").session(anna=50, bara=5))
    sent = {**once(), "empire": "bara", "coming": "yes"}
    answer = place.organiser.post(place.address("before/answer/"), sent)
    assert answer.status_code == 422
    assert "story is over" in main_text(answer)
    assert f'data-loadable="{place.address("before/")}"' in answer.content.decode()


def test_a_spectator_sees_the_answers_and_gives_none():
    place = Place(founded_campaign("anna", "bara"))
    client = place.join("eve", "spectator")
    assert b"before/answer/" not in client.get(place.address("before/")).content
    sent = {**once(), "empire": "anna", "coming": "yes"}
    assert client.post(place.address("before/answer/"), sent).status_code == 404


def test_before_we_meet_a_new_empire_is_founded_for_who_lost_theirs():
    lost = founded_campaign("anna", "bara").session(anna=60, bara=0)
    assert lost.empire("bara").status == "collapsed"
    place = Place(lost)
    page = place.organiser.get(place.address("before/")).content.decode()
    assert f"{place.address('found/')}?player=Bara" in page
