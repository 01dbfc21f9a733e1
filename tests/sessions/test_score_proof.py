"""The score proof, read back from the paper."""

import re
from io import BytesIO

import pypdfium2
import pytest
import segno
from django.http import QueryDict
from django.utils.translation import override
from PIL import ImageFilter
from pypdf import PdfReader
from reportlab.lib.units import mm

from companion.base.wording import translate
from companion.paper.areas import Area
from companion.paper.code_reader import read_codes
from companion.paper.grids import draw_grid
from companion.paper.pdf import MARGIN
from companion.paper.pictograms import pictogram
from companion.sessions import score_proof
from companion.sessions.forms import ScoringForm, as_query, example_query
from companion.sessions.result import SessionResult
from scoring.entries import Kind, entries_of
from scoring.games import GAMES
from scoring.sheet import score_game
from tests.thorough import main_one

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
both_languages = pytest.mark.parametrize("language", ["en", "cs"])
both_papers = pytest.mark.parametrize("paper", main_one(["a4", "letter"]))
SETTLERS = GAMES["imperial_settlers"]
BLUR = 2.0  # pixels of a photo with six to a millimetre: half a square of the code


def proven(game, query, paper="a4", **more):
    form = ScoringForm(game, QueryDict(query))
    result = SessionResult(form, score_game(game, form.played_tallies))
    return score_proof.draw_score_proof(form, result, paper=paper, **more)


def text_of(document):
    return " ".join(one.extract_text() for one in PdfReader(BytesIO(document)).pages)


def crowded():
    """The longest proof there is: every chapter, four long names, every ambition, problems."""
    values = {"players": "4", "tallies": "5"}
    for seat in range(4):
        values[f"name{seat}"] = (
            f"Nejjasnější císařovna Žofie Řehořová {seat}" + "x" * 20
        )
    for chapter in range(1, 6):
        values |= {f"{chapter}b-first": "tycoon", f"{chapter}b-third": "keeper"}
        values |= {f"{chapter}s{seat}-fuel": "5" for seat in range(4)}
    return as_query(values)


@every_game
@both_languages
@both_papers
def test_a_result_is_one_page_with_rows_rules_and_who_won(game, language, paper):
    with override(language):
        text = text_of(proven(game, example_query(game), paper))
        sheet = score_game(game, game.example.tallies)
        labels = [translate(row.label) for row in sheet.rows if row.shown]
    assert all(label in text for label in labels)
    assert all(row.rule.id in text for row in sheet.rows if row.shown)
    assert all(name in text for name in game.example.players)
    assert all(str(abs(total)) in text for total in sheet.totals)


def test_the_sentence_names_the_winner_and_the_tie_break():
    text = text_of(proven(SETTLERS, example_query(SETTLERS)))
    assert "Bára wins with 65" in text
    assert "Tiebreak: more goods left, 4 to 3 to 3 (IS-4)" in text
    assert "9 × 2" in text


def test_entries_that_break_a_rule_are_named_on_the_proof():
    text = text_of(proven(SETTLERS, "players=2&1s0-faction=35"))
    assert "A faction deck has only 30 cards. (IS-8)" in text
    assert "wins" not in text


@both_languages
@both_papers
def test_a_tie_in_a_narrow_column_still_names_its_rule_and_explains_it(language, paper):
    tied = "players=4&1b-first=tycoon&" + "&".join(f"1s{n}-fuel=1" for n in range(4))
    with override(language):
        text = text_of(proven(GAMES["arcs"], tied, paper)).replace("\n", " ")
    said = {
        "en": ("tied for first with 1 (ARC-6)", "If you tie for first"),
        "cs": ("remíza o 1. místo (1), ARC-6", "Při remíze o první"),
    }
    reason, rule = said[language]
    assert text.count(reason) == 4
    assert rule in text


@every_game
def test_the_same_result_is_the_same_bytes(game):
    assert proven(game, example_query(game)) == proven(game, example_query(game))


@both_papers
def test_the_longest_proof_takes_two_pages_within_their_margins(paper):
    document = proven(GAMES["arcs"], crowded(), paper, facts=["1 May 2026"])
    assert "Kapitola" not in text_of(document)
    opened = pypdfium2.PdfDocument(document)
    assert len(opened) == 2
    for page in opened:
        picture = page.render(scale=1).to_pil().convert("L")
        margin = int(MARGIN - 1 * mm)
        width, height = picture.size
        inside = (margin, margin, width - margin, height - margin)
        picture.paste(255, inside)
        assert picture.getextrema() == (255, 255)


def test_a_long_name_never_swallows_the_points(client):
    name = "Nejjasnější císařovna Žofie Řehořová z Rožmberka a na Kosti"
    query = example_query(SETTLERS).replace("B%C3%A1ra", name)
    text = text_of(proven(SETTLERS, query)).replace("\n", " ")
    assert f"{name} wins with 65" in text


@every_game
@both_languages
def test_every_rule_a_proof_names_is_explained_at_its_foot(game, language):
    with override(language):
        text = text_of(proven(game, example_query(game)))
    named = re.findall(r"[A-Z]+-[0-9]+", text)
    explained = re.findall(r"^([A-Z]+-[0-9]+)\b", text, re.MULTILINE)
    assert set(named) == set(explained)


def test_no_province_costs_nothing_without_arithmetic():
    query = "players=2&1s0-track=5&1s1-track=3&1s1-provinces=2"
    text = text_of(proven(GAMES["rise_of_empire"], query))
    assert "−2 × 5" in text
    assert "0 × 5" not in text


def test_a_proof_tells_when_it_was_played_and_has_a_code_large_enough_for_a_photo():
    address = "http://laptop.local:8000/result/abcdefghijklmnopqrst/"
    facts = ["12 March 2026", "20:15–22:40 (2 h 25 min)", "", "Friday table"]
    query = example_query(SETTLERS)
    document = proven(SETTLERS, query, facts=facts, link=address)
    said = "12 March 2026 · 20:15–22:40 (2 h 25 min) · Friday table"
    assert said in text_of(document)
    assert score_proof.CODE >= 18
    assert len(document) > len(proven(SETTLERS, query, facts=facts))
    code, anchor = score_proof.code_shapes(Area(0, 0, 20, 20), address)
    modules = len(segno.make(address, error="m", micro=False).matrix)
    assert (code.size, code.square) == (20, modules)
    assert anchor.address == address


def test_the_winner_wears_a_crown_and_a_tie_does_not():
    form = ScoringForm(SETTLERS, QueryDict(example_query(SETTLERS)))
    result = SessionResult(form, score_game(SETTLERS, form.played_tallies))
    names, *_rest = score_proof.name_rows(form, result)
    assert [cell.text for cell in names.cells if cell.wins] == ["Bára"]
    totals, *_rest = score_proof.outcome_rows(result)
    assert [cell.wins for cell in totals.cells] == [False, True, False]
    drawn = draw_grid(Area(0, 0, 180, 50), [names], 3, unit=9)
    crowns = [one for one in drawn if getattr(one, "d", "") == pictogram("crown")]
    assert len(crowns) == 1


def test_the_page_links_to_its_own_proof(client):
    query = example_query(SETTLERS)
    html = client.get(f"/games/imperial_settlers/?{query}").content.decode()
    assert "/games/imperial_settlers/result.pdf?players=3" in html
    # Somebody wins once everything is entered, what comes to nothing too.
    asked = entries_of(SETTLERS.seat).items()
    counts = [key for key, entry in asked if entry.kind is Kind.COUNT]
    cells = [f"1s{seat}-{key}" for seat in range(3) for key in counts]
    query += "".join(f"&{cell}=0" for cell in cells if f"{cell}=" not in query)
    response = client.get(
        f"/games/imperial_settlers/result.pdf?{query}&paper=letter",
        headers={"accept-language": "cs"},
    )
    assert response["Content-Type"] == "application/pdf"
    assert "Vítězí Bára: 65" in text_of(response.content)


@pytest.mark.parametrize("query", ["paper=a5", "paper="])
def test_an_unknown_paper_is_refused_with_a_reason(client, query):
    response = client.get(f"/games/arcs/result.pdf?{query}")
    assert response.status_code == 404
    assert "This paper doesn&#x27;t exist." in response.content.decode()


@pytest.mark.parametrize(
    "query", ["", "players=99", "1s0-track=abc", "name0=%F0%9F%90%89"]
)
def test_any_address_gives_a_proof(client, query):
    assert client.get(f"/games/imperial_settlers/result.pdf?{query}").status_code == 200


@both_papers
def test_the_code_of_the_shared_result_is_read_from_a_blurred_dim_photo(paper):
    address = "http://laptop.local:8000/result/abcdefghijklmnopqrst/"
    document = proven(SETTLERS, example_query(SETTLERS), paper=paper, link=address)
    page = pypdfium2.PdfDocument(document)[0].render(scale=150 / 72).to_pil()
    photo = page.convert("L").rotate(4, fillcolor=200, expand=True)
    photo = photo.filter(ImageFilter.GaussianBlur(BLUR)).point(
        lambda one: 40 + one // 2
    )
    taken = BytesIO()
    photo.save(taken, "JPEG", quality=40)
    assert [one.decode() for one in read_codes(taken.getvalue())] == [address]


def test_a_proof_tells_how_long_everybody_took_by_the_clock():
    query = example_query(SETTLERS)
    said = text_of(proven(SETTLERS, query, times=(725, 3725, 60)))
    assert "Time per player" in said
    assert all(one in said for one in ("12:05", "1:02:05", "1:00"))
    assert "Time per player" not in text_of(proven(SETTLERS, query))
