"""The blank score sheet, read back from the paper."""

import re
from io import BytesIO

import pypdfium2
import pytest
from django.utils.translation import override
from pypdf import PdfReader
from reportlab.lib.pagesizes import A4, LETTER
from reportlab.lib.units import mm

from companion.base.wording import translate
from companion.paper import typeface
from companion.paper.letters import break_lines, fit_text, text_width
from companion.paper.pdf import MARGIN, paint_pdf
from companion.paper.shapes import Drawing, Text
from companion.sessions import score_sheet
from scoring.games import GAMES
from scoring.sheet import blank_sheet
from tests.thorough import main_one

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
both_languages = pytest.mark.parametrize("language", ["en", "cs"])
both_papers = pytest.mark.parametrize(
    ("paper", "size"), main_one([("a4", A4), ("letter", LETTER)])
)


@every_game
@both_languages
@both_papers
def test_a_blank_sheet_has_every_row_on_one_sheet_of_paper(game, language, paper, size):
    for players in game.players:
        with override(language):
            document = PdfReader(
                BytesIO(
                    score_sheet.draw_score_sheet(game, players=players, paper=paper)
                )
            )
            rows = [translate(row.label) for row in blank_sheet(game, players).rows]
            name = translate(game.name)
        assert len(document.pages) <= 2  # front and back
        texts = [sheet.extract_text() for sheet in document.pages]
        for sheet, text in zip(document.pages, texts, strict=True):
            sides = [float(side) for side in sheet.mediabox[2:]]
            assert sides == pytest.approx(size, abs=0.01)
            assert name in text
        assert all(row in " ".join(texts) for row in rows)
        explained = set(re.findall(r"[A-Z]+-[0-9]+", texts[-1]))
        assert {row.rule.id for row in blank_sheet(game, players).rows} <= explained
        assert document.metadata.title == name
        assert document.trailer["/Root"]["/Lang"] == language


@every_game
def test_the_same_sheet_is_the_same_bytes(game):
    first, second = (
        score_sheet.draw_score_sheet(game, players=game.players[0], paper="a4")
        for _ in "12"
    )
    assert first == second


@every_game
def test_the_fonts_are_in_the_document(game):
    document = PdfReader(
        BytesIO(score_sheet.draw_score_sheet(game, players=game.players[0], paper="a4"))
    )
    fonts = document.pages[0]["/Resources"]["/Font"].values()
    used = [font.get_object() for font in fonts]
    own = [font for font in used if "Alegreya" in font["/BaseFont"]]
    assert own
    assert all("/FontFile2" in font["/FontDescriptor"].get_object() for font in own)


@every_game
@both_languages
@both_papers
def test_no_ink_reaches_the_edge_of_the_paper(game, language, paper, size):
    with override(language):
        document = score_sheet.draw_score_sheet(
            game, players=game.players[-1], paper=paper
        )
    picture = pypdfium2.PdfDocument(document)[0].render(scale=1).to_pil().convert("L")
    margin = int(MARGIN - 1 * mm)
    width, height = picture.size
    for box in (
        (0, 0, width, margin),
        (0, height - margin, width, height),
        (0, 0, margin, height),
        (width - margin, 0, width, height),
    ):
        assert picture.crop(box).getextrema() == (255, 255)


def print_text(text):
    return paint_pdf(Drawing(100, 50, (Text(10, 20, text, 5),), text), paper="a4")


def test_every_czech_letter_prints():
    letters = "áčďéěíňóřšťúůýžÁČĎÉĚÍŇÓŘŠŤÚŮÝŽ„“–…−×÷"
    document = print_text(letters)
    assert letters in PdfReader(BytesIO(document)).pages[0].extract_text()
    for font in (typeface.REGULAR, typeface.BOLD, typeface.DISPLAY):
        assert all(typeface.has_sign(letter, font) for letter in letters)


def test_a_sign_the_font_lacks_is_taken_from_its_spare():
    paper = PdfReader(BytesIO(print_text("Bára ✓ 7"))).pages[0]
    assert "Bára ✓ 7" in paper.extract_text()
    fonts = [one.get_object() for one in paper["/Resources"]["/Font"].values()]
    assert any("DejaVuSans" in one["/BaseFont"] for one in fonts)


@pytest.mark.parametrize("bold", [False, True])
def test_figures_stand_under_one_another(bold):
    assert len({text_width(one, 10, bold=bold) for one in "0123456789"}) == 1


def test_what_is_too_long_is_cut_not_spilled():
    cut = fit_text("Empire of the endless summer", 3, 20)
    assert cut.endswith("…")
    assert text_width(cut, 3) <= 20
    lines = break_lines("one two three " * 20, 3, 28)
    assert all(text_width(line, 3) <= 28 for line in lines)


@every_game
def test_the_sheet_comes_in_the_readers_language_and_paper(client, game):
    path = f"/games/{game.slug}/sheet.pdf?players={game.players[-1]}&paper=letter"
    response = client.get(path, headers={"accept-language": "cs"})
    assert response["Content-Type"] == "application/pdf"
    text = PdfReader(BytesIO(response.content)).pages[0].extract_text()
    assert "Jméno" in text


@pytest.mark.parametrize(
    "query", ["players=0", "players=9", "players=x", "paper=a5", "players=3%00"]
)
def test_a_sheet_that_can_not_be_is_refused_with_a_reason(client, query):
    response = client.get(f"/games/arcs/sheet.pdf?{query}")
    assert response.status_code == 404
    assert "We don&#x27;t have this sheet" in response.content.decode()


def pad_rows(game, players):
    with override("en"):
        return score_sheet.blank_rows(game, players, blank_sheet(game, players))


@every_game
@both_papers
def test_every_row_of_a_pad_is_high_enough_to_write_in(game, paper, size, monkeypatch):
    units = []
    draw = score_sheet.draw_grid

    def seen(*args, unit, **more):
        units.append(unit)
        return draw(*args, unit=unit, **more)

    monkeypatch.setattr(score_sheet, "draw_grid", seen)
    for players in game.players:
        score_sheet.draw_score_sheet(game, players=players, paper=paper)
    assert min(units) >= 7


@every_game
def test_every_row_of_a_pad_has_a_pictogram(game):
    for players in game.players:
        rows = [row for row in pad_rows(game, players) if not row.band]
        named, *scored = rows
        bare = [row.label for row in scored if not row.sign]
        assert set(bare) <= {"So far"}
        assert [cell.seat for cell in named.cells] == list("ABCDEF"[:players])


def test_a_pad_says_what_a_piece_is_worth_unless_its_row_does():
    notes = {row.label: row.note for row in pad_rows(GAMES["rise_of_empire"], 4)}
    assert notes["Provinces"] == "−5 each"
    assert notes["Faction locations, 2 each"] == ""


def test_every_chapter_of_arcs_ends_with_a_subtotal_and_what_ends_the_game():
    rows = pad_rows(GAMES["arcs"], 4)
    subtotals = [row for row in rows if row.label == "So far"]
    assert [row.note for row in subtotals] == ["game ends at 27"] * 5


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("slug", ["imperial_settlers", "empires_of_the_north"])
def test_two_pads_fit_on_one_page(slug, paper):
    document = score_sheet.draw_score_sheet(GAMES[slug], players=4, paper=paper)
    (page,) = PdfReader(BytesIO(document)).pages
    assert page.extract_text().count("Points on the track") == 2
