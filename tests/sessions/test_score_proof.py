"""The score proof, read back from the paper."""

from io import BytesIO

import pypdfium2
import pytest
from django.http import QueryDict
from django.utils.translation import override
from pypdf import PdfReader
from reportlab.lib.units import mm

from companion.base.wording import translate
from companion.paper.pdf import MARGIN
from companion.sessions import score_proof
from companion.sessions.forms import ScoringForm, as_query, example_query
from companion.sessions.result import SessionResult
from scoring.entries import Kind, entries_of
from scoring.games import GAMES
from scoring.sheet import score_game

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
both_languages = pytest.mark.parametrize("language", ["en", "cs"])
both_papers = pytest.mark.parametrize("paper", ["a4", "letter"])
SETTLERS = GAMES["imperial_settlers"]


def proven(game, query, paper="a4"):
    form = ScoringForm(game, QueryDict(query))
    result = SessionResult(form, score_game(game, form.played))
    return score_proof.draw_score_proof(form, result, paper=paper)


def text_of(document):
    (sheet,) = PdfReader(BytesIO(document)).pages
    return sheet.extract_text()


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
        text = text_of(proven(GAMES["arcs"], tied, paper))
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
def test_the_longest_proof_stays_on_one_page_within_its_margins(paper):
    document = proven(GAMES["arcs"], crowded(), paper)
    assert "Kapitola" not in text_of(document)
    picture = pypdfium2.PdfDocument(document)[0].render(scale=1).to_pil().convert("L")
    margin = int(MARGIN - 1 * mm)
    width, height = picture.size
    inside = (margin, margin, width - margin, height - margin)
    picture.paste(255, inside)
    assert picture.getextrema() == (255, 255)


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
