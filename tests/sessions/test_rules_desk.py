"""The rules desk of every game: all rules in our words, found by moment and by search, on paper."""

import re
from html import unescape
from io import BytesIO

import pytest
from django.conf import settings
from django.urls import reverse
from django.utils.translation import override
from pypdf import PdfReader

from companion.base.wording import translate
from companion.paper import frame
from companion.sessions import rules_paper
from companion.sessions.rules_desk import fold_text, matching_rules, rule_address
from companion.sessions.services import start_session
from scoring.desks import DESK_OF_RULE, DESKS, OURS
from scoring.entries import entries_of
from scoring.games import GAMES
from scoring.imperial_settlers.rounds import PHASE_NAMES
from scoring.north_rounds import PHASE_NAMES as NORTH_PHASES
from scoring.rules import declared_rules

pytestmark = pytest.mark.django_db
every_desk = pytest.mark.parametrize("desk", DESKS.values(), ids=DESKS)
both_languages = pytest.mark.parametrize("language", ["en", "cs"])
NAMED_IN_NO_OTHER_PAGE = (4, 13, 15, 17, 18, 24, 35, 38, 40, 46, 47)


def page(client, slug, query="", name="rules", **headers):
    response = client.get(
        f"{reverse(f'{slug}-{name}')}{query}", headers=headers, follow=True
    )
    assert response.status_code == 200
    return unescape(response.content.decode())


def ids_on(html):
    return re.findall(r'<article class="card law" id="([A-Z]+-\d+)"', html)


@both_languages
def test_every_declared_rule_is_reached_from_a_page_in_our_words(client, language):
    found, texts = set(), {}
    for slug in DESKS:
        html = page(client, slug, **{"Accept-Language": language})
        found |= set(ids_on(html))
        texts[slug] = html
    assert found == set(declared_rules())
    assert {f"ROE-{number}" for number in NAMED_IN_NO_OTHER_PAGE} <= found
    with override(language):
        for rule in declared_rules().values():
            assert translate(rule.text) in texts[DESK_OF_RULE[rule.id]]


@every_desk
def test_the_desk_is_one_tap_from_the_page_of_its_game(client, desk):
    html = client.get(reverse("scoring", args=[desk.game])).content.decode()
    assert f'href="{reverse(f"{desk.game}-rules")}"' in html


def test_every_badge_leads_to_its_rule_on_the_desk(client):
    html = client.get(reverse("scoring", args=["arcs"])).content.decode()
    notes = re.findall(r'<div popover id="rule-([A-Z]+-\d+)".*?</div>', html, re.S)
    assert "ARC-6" in notes
    for rule in (*notes, *(one.id for one in GAMES["arcs"].remember)):
        address = rule_address(declared_rules()[rule])
        assert f'href="{address}"' in html
        path, anchor = address.split("#")
        assert f'id="{anchor}"' in client.get(path).content.decode()


def test_no_badge_in_any_template_leads_nowhere():
    """A badge opens its rule's text, which has the link, or is the link itself."""
    folder = settings.BASE_DIR / "templates"
    dead = {
        file.relative_to(folder).as_posix()
        for file in folder.rglob("*.html")
        for badge in re.findall(r'<[^>]*\bclass="rule"[^>]*>', file.read_text())
        if "popovertarget=" not in badge and "href=" not in badge
    }
    assert not dead


@pytest.mark.parametrize(
    ("search", "first"),
    [
        ("zero marker", "ARC-27"),
        ("ARC-31", "ARC-31"),
        ("seizing", "ARC-24"),
        ("INITIATIVE passing", "ARC-26"),
    ],
)
def test_a_search_finds_titles_first(client, search, first):
    html = page(client, "arcs", f"?q={search}")
    assert ids_on(html)[0] == first


def test_a_search_in_czech_needs_no_accents(client):
    czech = {"Accept-Language": "cs"}
    assert "IS-25" in ids_on(page(client, "imperial_settlers", "?q=sebranka", **czech))
    plain = ids_on(page(client, "arcs", "?q=nulovy+zeton", **czech))
    assert plain == ids_on(page(client, "arcs", "?q=nulový+žeton", **czech))
    assert plain[0] == "ARC-27"
    assert fold_text("Žluťoučký KŮŇ") == "zlutoucky kun"


def test_every_word_of_a_search_has_to_be_there():
    rules = DESKS["arcs"].rules
    both = {rule.id for rule in matching_rules(rules, "ships gate")}
    assert both == {"ARC-30"}
    assert len(matching_rules(rules, "ships")) > 1
    assert matching_rules(rules, "ships potatoes") == []


@pytest.mark.parametrize(
    ("language", "game", "search", "found"),
    [
        ("cs", "empires_of_the_north", "zlato", "EON-13"),  # “zlaťák” is written there
        ("cs", "arcs", "brána", "ARC-30"),
        ("en", "arcs", "starports", "ARC-30"),
        ("cs", "inkas", "zloději", "INK-16"),
    ],
)
def test_a_word_in_another_case_or_number_is_found_too(language, game, search, found):
    with override(language):
        rules = matching_rules(DESKS[game].rules, search)
        assert found in [rule.id for rule in rules]
        assert len(rules) < len(DESKS[game].rules)
        assert matching_rules(DESKS[game].rules, f"{search} xyzaba") == []


def test_nothing_found_says_what_to_do(client):
    html = page(client, "inkas", "?q=starship")
    assert "Nothing found. Try fewer or other words." in html
    assert ids_on(html) == []


def test_the_campaign_s_search_looks_through_the_base_game_too(client):
    found = ids_on(page(client, "rise_of_empire", "?q=ruins"))
    assert "IS-23" in found
    assert "IS-23" not in ids_on(page(client, "rise_of_empire"))


@every_desk
def test_the_moment_of_the_game_comes_first(client, desk):
    for section in desk.sections:
        html = page(client, desk.game, f"?now={section.key}")
        assert ids_on(html)[0] == section.rules[0].id
        assert html.count("Now:") == 1
        assert len(ids_on(html)) == len(desk.rules)
    assert "Now:" not in page(client, desk.game, "?now=tomorrow")


def test_every_phase_of_a_round_guide_has_its_rules_or_leads_to_all():
    keys = {section.key for section in DESKS["imperial_settlers"].sections}
    assert set(PHASE_NAMES) <= keys
    north = {section.key for section in DESKS["empires_of_the_north"].sections}
    assert set(NORTH_PHASES) <= north


def test_a_live_search_answers_with_its_part_only(client):
    html = page(client, "arcs", "?q=gate", **{"HX-Request": "true"})
    assert "<html" not in html
    assert "ARC-30" in ids_on(html)


MOVES = [(slug, move) for slug, desk in DESKS.items() for move in desk.moves]


@both_languages
@pytest.mark.parametrize(
    ("slug", "move"), MOVES, ids=[f"{slug}-{move.key}" for slug, move in MOVES]
)
def test_every_move_opens_and_explains_each_rule_it_cites(client, slug, move, language):
    address = reverse(f"{slug}-move", args=[move.key])
    html = unescape(
        client.get(address, headers={"Accept-Language": language}).content.decode()
    )
    notes = set(re.findall(r'<div popover id="rule-([A-Z]+-\d+)"', html))
    asked = set(re.findall(r'popovertarget="rule-([A-Z]+-\d+)"', html))
    assert asked <= notes
    assert {rule.id for rule in move.rules} == notes


def test_a_move_is_judged_as_it_is_typed(client):
    address = reverse("inkas-move", args=["robber"])
    refused = client.get(f"{address}?m-place=jungle").content.decode()
    assert "can&#x27;t go where goods come from" in refused
    assert 'popovertarget="rule-INK-16"' in refused
    allowed = client.get(
        f"{address}?m-place=forest", headers={"HX-Request": "true"}
    ).content.decode()
    assert "yields nothing while he stands there" in allowed
    assert client.get(reverse("inkas-move", args=["dance"])).status_code == 404


def test_every_rule_an_entry_of_a_move_cites_is_explained_on_its_page():
    for _slug, move in MOVES:
        entered = {entry.rule for entry in entries_of(move.record).values()}
        assert entered <= set(move.rules), move.key


@both_languages
@every_desk
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_all_rules_of_a_game_stand_on_one_page_in_full(desk, paper, language):
    with override(language):
        document = rules_paper.draw_rules_sheet(desk, paper=paper)
        told = [rule for rule in desk.rules if rule not in OURS.rules]
        texts = [translate(text) for rule in told for text in (rule.title, rule.text)]
    (page,) = PdfReader(BytesIO(document)).pages
    printed = re.sub(r"\s", "", page.extract_text())
    assert [text for text in texts if re.sub(r"\s", "", text) not in printed] == []


@every_desk
def test_the_columns_of_the_sheet_are_level_and_within_the_page(desk):
    area = frame.body_area(frame.upright_room("a4"))
    for setting in rules_paper.SETTINGS:
        width = area.columns(setting.columns, rules_paper.GUTTER)[0].width
        blocks = rules_paper.desk_blocks(desk, setting, width)
        columns = rules_paper.level_columns(blocks, setting.columns, area.height)
        if len(columns) <= setting.columns:
            break
    heights = [sum(block.height for block in column) for column in columns]
    assert max(heights) <= area.height
    assert max(heights) - min(heights) < area.height / 4


def test_the_sheet_is_printed_in_the_language_asked_for(client):
    answer = client.get(f"{reverse('arcs-rules-paper')}?language=cs&paper=a4")
    assert answer["Content-Type"] == "application/pdf"
    assert answer["Content-Language"] == "cs"
    assert "Nulový" in PdfReader(BytesIO(answer.content)).pages[0].extract_text()


def test_the_same_rules_give_the_same_bytes():
    sheets = {
        rules_paper.draw_rules_sheet(DESKS["inkas"], paper="a4") for _time in range(2)
    }
    assert len(sheets) == 1


def test_a_desk_opened_from_a_session_leads_back_to_it(client):
    session = start_session(game="arcs", table=None, cells={})
    html = page(client, "arcs", f"?session={session.token}&q=gate")
    assert f'href="{reverse("session", args=[session.token])}"' in html


WITH_A_WAY_TO_THE_RULES = {
    "arcs": "arcs-battle",
    "imperial_settlers": "settlers-rounds",
    "rise_of_empire": "settlers-rounds",
    "empires_of_the_north": "north-round",
}


@pytest.mark.parametrize(("game", "helper"), WITH_A_WAY_TO_THE_RULES.items())
def test_rules_told_in_a_session_lead_to_desks_that_lead_back_to_it(
    client, game, helper
):
    session = start_session(game=game, table=None, cells={})
    back = reverse("session", args=[session.token])
    for shown in (back, f"{reverse(helper)}?session={session.token}"):
        html = unescape(client.get(shown).content.decode())
        desks = re.findall(r'href="(/helpers/\w+/rules/[^"]*)"', html)
        assert desks
        for desk in set(desks):
            assert f"session={session.token}" in desk
        assert f'href="{back}"' in client.get(desks[-1]).content.decode()
