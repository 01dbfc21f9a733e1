"""What every paper has in common: five sizes, black letters, whole line ends, nothing empty."""

import shutil
import subprocess
from dataclasses import replace
from datetime import date
from io import BytesIO

import pypdfium2
import pytest
from django.http import QueryDict
from django.utils.translation import override
from pypdf import PdfReader
from pypdfium2 import raw

from campaign.board.cards import empire_stand
from campaign.documents import empire_sheet
from campaign.documents.empire import draw_empire
from campaign.documents.legend import Bonus, BonusColumn, draw_column, draw_entry
from campaign.documents.sheet import draw_sheet
from companion.paper import pen
from companion.paper.areas import Area
from companion.paper.letters import break_lines, text_width
from companion.paper.metadata import date_documents
from companion.paper.qr import Link, qr_shapes
from companion.paper.rule_list import rule_lines
from companion.paper.shapes import Anchor, Path, Text, Tone
from companion.paper.sizes import SIZES
from companion.sessions import rules_paper, score_proof, score_sheet
from companion.sessions.forms import ScoringForm, example_query
from companion.sessions.result import SessionResult
from scoring.desks import DESKS
from scoring.games import GAMES
from scoring.rise_of_empire.layout import DEFAULT_LAYOUTS, Age
from scoring.rise_of_empire.state import CampaignState
from scoring.sheet import cited_rules, score_game
from tests.papers import (
    DOCUMENTS,
    both_languages,
    both_papers,
    every_document,
    leaves,
    ordinary,
    printed,
    two_papers,
)

LEAST = 7.0  # points


def sizes_of(document):
    """The size of every piece of text as it is printed, in points."""
    return {
        size for page in pypdfium2.PdfDocument(document) for size in page_sizes(page)
    }


def page_sizes(page):
    words, matrix = page.get_textpage(), raw.FS_MATRIX()
    for place in range(words.count_chars()):
        if not chr(raw.FPDFText_GetUnicode(words, place)).isspace():
            raw.FPDFText_GetMatrix(words, place, matrix)
            yield round(raw.FPDFText_GetFontSize(words, place) * abs(matrix.d), 4)


# The crowded chronicle has the same pages as the ordinary one, ninety times.
@pytest.mark.parametrize("name", sorted({*DOCUMENTS} - {"crowded chronicle"}))
@two_papers
def test_no_letter_of_a_campaigns_paper_is_smaller_than_seven_points(
    name, paper, language
):
    assert min(sizes_of(printed(name, paper, language))) >= LEAST


@pytest.mark.parametrize("slug", GAMES)
@both_papers
def test_no_letter_of_a_games_paper_is_smaller_than_seven_points(slug, paper):
    game = GAMES[slug]
    form = ScoringForm(game, QueryDict(example_query(game)))
    result = SessionResult(form, score_game(game, form.played_tallies))
    with override("cs"):
        papers = [
            score_sheet.draw_score_sheet(game, players=game.players[-1], paper=paper),
            score_proof.draw_score_proof(form, result, paper=paper, facts=["x"]),
            *(
                rules_paper.draw_rules_sheet(desk, paper=paper)
                for desk in DESKS.values()
                if desk.game == slug
            ),
        ]
    for document in papers:
        assert min(sizes_of(document)) >= LEAST


@every_document
def test_a_paper_has_five_sizes_of_letters_and_all_of_them_are_black(name):
    texts = [
        shape
        for leaf in leaves(name, "letter", "cs")
        for shape in leaf.drawing.shapes
        if isinstance(shape, Text)
    ]
    assert {one.size for one in texts} <= set(SIZES)
    # White letters stand on a colour; all others are ink.
    assert {one.fill for one in texts} <= {Tone.INK, Tone.QUIET, Tone.PAPER}
    for tone in (Tone.INK, Tone.QUIET):
        assert pen.COLOURS[tone].rgb() == (0, 0, 0)


@pytest.mark.parametrize(
    ("text", "stays"),
    [
        ("Pravidla najdete (str. 7, 12)", "(str.\u00a07,\u00a012)"),
        ("See the book (p. 7, 12)", "(p.\u00a07,\u00a012)"),
        ("Vezměte si karty z ruky", "z\u00a0ruky"),
        ("Sousedi a v zimě i u řeky", "a\u00a0v\u00a0zimě"),
        ("Every 3 workers", "3\u00a0workers"),
    ],
)
def test_what_belongs_together_is_never_broken(text, stays):
    for room in range(5, 60, 3):
        assert any(stays in line for line in break_lines(text, 3.2, room))


@both_languages
@pytest.mark.parametrize("slug", GAMES)
def test_no_line_of_a_rule_ends_in_the_middle_of_its_pages(slug, language):
    with override(language):
        for rule in cited_rules(GAMES[slug]):
            drawn = [block.draw(Area(0, 0, 90, 4)) for block in rule_lines(rule, 77)]
            lines = [shape.text for shapes in drawn for shape in shapes]
            assert not [one for one in lines if one.endswith(("(p.", "(str."))]


def test_before_the_first_empire_papers_say_so_or_offer_lines_for_everybody():
    def said(name):
        pages = PdfReader(BytesIO(printed(name, "a4", "en"))).pages
        return [page.extract_text() for page in pages]

    assert "No empires yet." in said("summary of nothing")[0]
    (title,) = said("empty chronicle")
    assert "Nothing has happened yet." in title
    missions, scores = said("pack for nobody")
    assert missions.count("done") == 12
    assert all(letter in scores.split() for letter in "ABCD")


def test_without_an_address_the_short_code_is_still_printed():
    (words,) = qr_shapes(Area(0, 0, 20, 24), Link("", "ACJLT"))
    assert words.text == "ACJLT"
    both = qr_shapes(Area(0, 0, 20, 24), Link("http://laptop.local/", "ACJLT"))
    assert [type(one) for one in both] == [Path, Anchor, Text]


def test_a_bonus_reached_once_has_a_tick_and_no_arithmetic():
    room = Area(0, 0, 60, 4)
    once = draw_entry(room, Bonus("vp", "1 knowledge per location", 1), 8)
    said = [one.text for one in once if isinstance(one, Text)]
    assert said == ["✓", "1 knowledge per location"]
    twice = draw_entry(room, Bonus("vp", "1 wood", 2), 8)
    assert [one.text for one in twice if isinstance(one, Text)] == ["2 ×", "1 wood"]


def test_the_words_of_a_column_of_bonuses_begin_below_each_other():
    one = Bonus("vp", "1 wood", 0), Bonus("vp", "1 stone", 1), Bonus("vp", "1 food", 2)
    drawn = draw_column(Area(0, 0, 60, 20), BonusColumn("Bonuses", one))
    words = [x for x in drawn if isinstance(x, Text) and x.text[:2] == "1 "]
    assert len({x.x for x in words}) == 1
    ticked = next(x for x in drawn if isinstance(x, Text) and x.text == "2 ×")
    assert ticked.x + text_width("2 ×", ticked.size, bold=True) < words[0].x
    bare = draw_column(Area(0, 0, 60, 20), BonusColumn("Bonuses", one[:1]))
    first = next(x for x in bare if isinstance(x, Text) and x.text == "1 wood")
    assert first.x < words[0].x


@both_papers
def test_a_sheet_is_laid_out_for_its_paper(paper):
    document = empire_sheet.draw_all(CampaignState(), paper=paper)
    sizes = {round(one / 72 * 25.4, 2) for one in sizes_of(document)}
    assert sizes <= set(SIZES)


def test_provinces_stand_in_the_order_of_their_numbers_everywhere():
    state = ordinary()
    empire = replace(
        state.empires[0], sheet=replace(state.empires[0].sheet, provinces=(38, 11, 20))
    )
    stand = empire_stand(replace(state, empires=(empire,)), empire, "A")
    listed = [one.number for one in stand.provinces]
    sheet = draw_empire(replace(state, empires=(empire,)), empire)
    said = [one.text for one in sheet.shapes if isinstance(one, Text)]
    assert listed == sorted(listed)
    assert [one for one in said if one in ("011", "020", "038")] == [
        "011",
        "020",
        "038",
    ]


@both_papers
def test_twenty_provinces_are_printed_with_their_whole_names(paper):
    names = dict.fromkeys(range(1, 21), "Skrblíkova vilka u moře")
    sheet = replace(ordinary().empires[0].sheet, provinces=tuple(names))
    drawn = draw_sheet(
        DEFAULT_LAYOUTS[Age.ANCIENT], sheet, provinces=names, paper=paper
    )
    said = [one.text for one in drawn.shapes if isinstance(one, Text)]
    assert said.count("Skrblíkova vilka u moře") == 20


@pytest.mark.parametrize("name", ["sheets", "pack", "summary", "chronicle"])
def test_a_document_describes_itself(name):
    document = printed(name, "a4", "cs")
    assert document.startswith(b"%PDF-1.7")
    told = PdfReader(BytesIO(document))
    assert told.metadata.author == told.metadata.creator == "Empire Companion"
    assert told.metadata.subject
    assert told.trailer["/Root"]["/Lang"] == "cs"
    assert told.page_labels == [str(n + 1) for n in range(len(told.pages))]
    assert "/CreationDate" not in told.metadata  # nobody said of which day it is
    for page in told.pages:
        assert page["/Contents"].get_object()["/Filter"] == ["/FlateDecode"]


def test_a_document_is_of_the_day_it_tells_of_and_the_same_bytes_for_it():
    def made(day):
        with date_documents(day):
            return empire_sheet.draw_all(CampaignState(), paper="a4")

    first = made(date(2026, 3, 1))
    assert first == made(date(2026, 3, 1)) != made(date(2026, 3, 2))
    assert PdfReader(BytesIO(first)).metadata.creation_date.date() == date(2026, 3, 1)


def test_qpdf_finds_nothing_wrong(tmp_path):
    if not shutil.which("qpdf"):
        pytest.skip("qpdf is not installed")
    for name in ("sheets", "crowded sheets", "pack", "summary", "chronicle"):
        path = tmp_path / "paper.pdf"
        path.write_bytes(printed(name, "a4", "cs"))
        checked = subprocess.run(
            ["qpdf", "--check", path], capture_output=True, check=False
        )
        assert checked.returncode == 0, checked.stdout
