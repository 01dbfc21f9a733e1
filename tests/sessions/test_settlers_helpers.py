"""Helpers for Imperial Settlers: the rules behind them and their pages."""

import re
from html import unescape

import pytest
from django.urls import reverse

from companion.log import record as log
from companion.sessions.models import GameSession
from companion.sessions.services import start_session
from scoring.imperial_settlers import GAME, HELPERS, razing
from scoring.imperial_settlers.boards import (
    FACTION_BOARDS,
    Deals,
    Locations,
    Price,
    Round,
    payment,
    payment_of,
    production,
)
from scoring.imperial_settlers.razing import Razing, Target, razing_problems
from scoring.imperial_settlers.rounds import (
    PHASE_NAMES,
    SettlersMoment,
    choices_in_advanced_lookout,
    to_do,
)

PAGES = [helper.page for helper in HELPERS]
LANGUAGES = {"en": "English", "cs": "Česky"}


def income(*records):
    return {one.good: one.total for one in production(*records)}


# IS-7 and 9


@pytest.mark.rule("IS-7")
def test_the_book_s_example_of_a_production_phase():
    brought = income(
        Round(people="japanese"), Deals(gold=1, worker=1), Locations(raze=1, food=1)
    )
    assert brought == {
        "worker": 5,
        "wood": 1,
        "raze": 2,
        "defence": 1,
        "gold": 1,
        "food": 1,
    }


@pytest.mark.rule("IS-7")
@pytest.mark.parametrize(
    ("people", "brings", "keeps"),
    [
        ("barbarians", {"worker": 5}, "worker"),
        ("romans", {"worker": 2, "wood": 1, "stone": 1}, "raze"),
        ("egyptians", {"worker": 3, "gold": 1}, "gold"),
        ("japanese", {"worker": 4, "wood": 1}, "food"),
    ],
)
def test_what_each_board_brings_and_keeps(people, brings, keeps):
    found = income(Round(people=people), Deals(), Locations())
    assert found == {**brings, "raze": 1, "defence": 1}
    assert FACTION_BOARDS[people].keeps == keeps


@pytest.mark.rule("IS-7")
def test_what_was_kept_counts_with_what_the_board_keeps():
    found = production(Round(people="japanese", kept=2), Deals(), Locations(food=1))
    (food,) = (one for one in found if one.good == "food")
    assert (food.total, food.sum) == (3, "1 + 2")


@pytest.mark.rule("IS-9")
@pytest.mark.parametrize(
    ("have", "price", "gold_for", "missing"),
    [
        ({"wood": 2}, {"wood": 2}, {}, {}),
        ({"wood": 1, "gold": 1}, {"wood": 2}, {"wood": 1}, {}),
        ({"gold": 2}, {"wood": 1, "stone": 1, "food": 1}, {"wood": 1, "stone": 1}, {"food": 1}),
        ({"wood": 5, "stone": 5}, {"gold": 1}, {}, {"gold": 1}),
        ({"gold": 1}, {"gold": 1, "wood": 1}, {}, {"wood": 1}),
        ({"gold": 3}, {"worker": 1}, {}, {"worker": 1}),
    ],
)  # fmt: skip
def test_gold_pays_for_raw_materials_and_never_the_other_way(
    have, price, gold_for, missing
):
    paid = payment(have, price)
    assert (paid.gold_for, paid.missing) == (gold_for, missing)
    assert paid.possible == (not missing)
    assert len(list(paid.sentences)) == len(gold_for) + len(missing)


def test_nothing_to_pay_is_no_payment():
    assert payment_of([], Price()) is None


# IS-10


@pytest.mark.rule("IS-10")
@pytest.mark.parametrize(
    ("target", "cost"),
    [
        (Target(razing.HAND), 1),
        (Target(razing.HAND, guarded=True), 1),
        (Target(razing.COMMON), 2),
        (Target(razing.COMMON, guarded=True), 3),
        (Target(razing.JAPANESE_ONE), 2),
        (Target(razing.JAPANESE_ONE, guarded=True), 3),
    ],
)
def test_what_razing_costs(target, cost):
    assert Razing(target).allowed
    assert Razing(target).cost == cost


@pytest.mark.rule("IS-10")
@pytest.mark.parametrize(
    "target",
    [
        Target(razing.FACTION),
        Target(razing.COMMON, passed=True),
        Target(razing.JAPANESE_ONE, passed=True),
    ],
)
def test_what_can_not_be_razed(target):
    assert [problem.rule.id for problem in razing_problems(target)] == ["IS-10"]
    assert not Razing(target).allowed


@pytest.mark.rule("IS-10")
def test_only_a_common_location_leaves_wood_and_foundations():
    common = " ".join(Razing(Target(razing.COMMON)).aftermath)
    japanese = " ".join(Razing(Target(razing.JAPANESE_ONE)).aftermath)
    assert "1 wood" in common
    assert "now foundations" in common
    assert "No foundations, no wood" in japanese


# IS-21, 22, 5


def phases(moment):
    seen = []
    while moment:
        seen.append((moment.round, moment.phase))
        moment = moment.next
    return seen


@pytest.mark.rule("IS-21", "IS-5")
def test_five_rounds_of_four_phases_and_no_clean_up_in_the_last():
    seen = phases(SettlersMoment(players=3))
    assert len(seen) == 4 * 4 + 4
    assert seen[3:5] == [(1, "clean-up"), (2, "lookout")]
    assert seen[-2:] == [(5, "action"), (5, "scoring")]
    assert (5, "clean-up") not in seen


@pytest.mark.rule("IS-13", "IS-5")
def test_alone_the_attack_ends_every_round_also_the_last():
    seen = phases(SettlersMoment(players=1))
    attacks = [round_ for round_, phase in seen if phase == "attack"]
    assert attacks == [1, 2, 3, 4, 5]
    assert seen[-3:] == [(5, "action"), (5, "attack"), (5, "scoring")]


@pytest.mark.rule("IS-23", "IS-26")
def test_ruins_stand_unless_they_are_taken_out():
    assert refusals(Target(razing.RUINS)) == ["IS-23"]
    assert refusals(Target(razing.RUINS, by=razing.WAGON)) == ["IS-23"]
    assert refusals(Target(razing.RUINS, by=razing.REMOVAL)) == []


def refusals(target):
    return [problem.rule.id for problem in razing_problems(target)]


@pytest.mark.rule("IS-24")
@pytest.mark.parametrize("what", [razing.COMMON, razing.JAPANESE_ONE])
def test_the_wagon_builder_pays_one_token_whoever_guards(what):
    for guarded in (False, True):
        raze = Razing(Target(what, by=razing.WAGON, guarded=guarded, tokens=1))
        assert (raze.allowed, raze.cost, raze.why, raze.left) == (True, 1, "", 0)
        assert raze.rule.id == "IS-24"
    assert refusals(Target(razing.HAND, by=razing.WAGON)) == ["IS-24"]
    assert refusals(Target(what, by=razing.WAGON, passed=True)) == ["IS-10"]


@pytest.mark.rule("IS-25")
def test_the_rabble_razes_an_own_location_into_own_foundations():
    raze = Razing(Target(razing.OWN, by=razing.RABBLE))
    assert (raze.allowed, raze.by_card, raze.cost) == (True, True, 0)
    assert [
        word for word in ("foundations", "1 wood") if word in " ".join(raze.aftermath)
    ]
    assert refusals(Target(razing.OWN)) == ["IS-25"]
    for what in (razing.HAND, razing.COMMON, razing.VIRTUAL):
        assert refusals(Target(what, by=razing.RABBLE)) == ["IS-25"]


@pytest.mark.rule("IS-26")
@pytest.mark.parametrize(
    "what", [razing.COMMON, razing.FACTION, razing.JAPANESE_ONE, razing.RUINS]
)
def test_what_is_taken_out_is_not_razed(what):
    raze = Razing(Target(what, by=razing.REMOVAL, guarded=True, unbreakable=True))
    assert (raze.allowed, raze.cost) == (True, 0)
    assert raze.aftermath == razing.AFTERMATH[razing.REMOVAL]
    assert refusals(Target(what, by=razing.REMOVAL, passed=True)) == ["IS-10"]
    assert refusals(Target(razing.HAND, by=razing.REMOVAL)) == ["IS-26"]


@pytest.mark.rule("IS-27")
def test_the_virtual_player_s_card_costs_two_and_leaves_no_foundations():
    raze = Razing(Target(razing.VIRTUAL, guarded=True))
    assert (raze.allowed, raze.cost, raze.rule.id) == (True, 2, "IS-27")
    assert "no foundations" in raze.aftermath[-1]
    assert "IS-27" in told(SettlersMoment(players=1, phase="action"))
    assert "IS-27" not in told(SettlersMoment(players=2, phase="action"))


def told(moment):
    return [one.rule.id for one in to_do(moment)]


@pytest.mark.rule("IS-31")
def test_shrine_and_gate_stand_and_keep_what_they_hold():
    assert refusals(Target(razing.JAPANESE_ONE, unbreakable=True)) == ["IS-31"]
    assert refusals(Target(razing.COMMON, unbreakable=True)) == []
    assert "IS-31" in told(SettlersMoment(phase="clean-up"))


@pytest.mark.rule("IS-32")
def test_in_the_peaceful_variant_only_cards_raze_what_is_not_one_s_own():
    for what in (razing.COMMON, razing.JAPANESE_ONE):
        assert refusals(Target(what, peaceful=True)) == ["IS-32"]
        assert refusals(Target(what, by=razing.WAGON, peaceful=True)) == []
    assert refusals(Target(razing.HAND, peaceful=True)) == []
    for phase, usual in (("lookout", "IS-22"), ("action", "IS-21")):
        assert "IS-32" in told(SettlersMoment(phase=phase, peaceful=True))
        assert "IS-32" not in told(SettlersMoment(phase=phase))
        assert usual in told(SettlersMoment(phase=phase, peaceful=True))


@pytest.mark.rule("IS-33")
def test_the_other_lookout_passes_cards_on():
    guided = told(SettlersMoment(players=3, lookout="passing"))
    assert guided.count("IS-33") == 3
    assert guided.count("IS-22") == 1  # the faction card


@pytest.mark.rule("IS-34")
@pytest.mark.parametrize(
    ("players", "picks"),
    [(2, (5, 4, 3, 2)), (3, (5, 4, 4, 3, 3, 2)), (4, (5, 4, 4, 4, 3, 3, 3, 2))],
)
def test_from_how_many_cards_each_pick_of_the_advanced_lookout_chooses(players, picks):
    assert choices_in_advanced_lookout(players) == picks
    words = [
        str(one.message) for one in to_do(SettlersMoment(players, lookout="advanced"))
    ]
    half = players
    for part in (picks[:half], picks[half:]):
        assert any(", ".join(map(str, part)) in one for one in words)


@pytest.mark.rule("IS-28", "IS-29", "IS-30")
def test_deals_production_and_empty_decks_are_told_in_their_phase():
    for players in (1, 2):
        guided = told(SettlersMoment(players=players, phase="action"))
        assert {"IS-28", "IS-29"} <= set(guided)
        assert "IS-30" not in guided
    assert "IS-30" in told(SettlersMoment(players=2, phase="lookout"))


@pytest.mark.rule("IS-20", "IS-7")
def test_alone_nobody_gets_a_defence_token():
    alone = income(Round(people="romans", alone=True), Deals(), Locations())
    assert alone == {"worker": 2, "wood": 1, "stone": 1, "raze": 1}


@pytest.mark.rule("ROE-7")
def test_a_session_of_the_campaign_ends_after_four_rounds():
    assert phases(SettlersMoment(players=2, rounds=4))[-1] == (4, "scoring")


@pytest.mark.rule("IS-21")
def test_the_first_player_s_token_goes_round():
    firsts = [
        SettlersMoment(players=3, first=2, round=n).first_now for n in range(1, 6)
    ]
    assert firsts == [2, 0, 1, 2, 0]


@pytest.mark.rule("IS-21")
def test_every_phase_can_be_gone_back_on():
    moment = SettlersMoment(players=4, first=1)
    while moment.next:
        assert moment.next.before == moment
        moment = moment.next


@pytest.mark.rule("IS-22")
def test_cards_are_taken_clockwise_and_then_back_from_one_more_than_players():
    steps = list(to_do(SettlersMoment(players=3, first=1)))
    assert "4 common cards" in str(steps[1].message)
    assert steps[1].order == (1, 2, 0)
    assert steps[2].order == (0, 2, 1)


@pytest.mark.rule("IS-20")
def test_alone_four_cards_are_drawn_and_two_go_to_the_virtual_player():
    told = " ".join(str(one.message) for one in to_do(SettlersMoment(players=1)))
    assert "4 common cards" in told
    assert told.count("goes to the virtual player") == 2


@pytest.mark.parametrize("players", range(1, 5))
def test_every_phase_says_what_to_do_with_its_rule(players):
    for phase in PHASE_NAMES:
        moment = SettlersMoment(players=players, phase=phase)
        assert all(one.rule.id for one in to_do(moment))


# pages


def page(client, name, query="", language="en", **headers):
    answer = client.get(
        f"{reverse(name)}?{query}",
        follow=True,
        headers={"accept-language": language, **headers},
    )
    assert answer.status_code == 200
    return unescape(re.sub(r"\s+", " ", answer.content.decode()))


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_helper_opens_empty_in_both_languages(client, name, language):
    html = page(client, name, language=language)
    assert f'<html lang="{language}"' in html
    assert "‹" in html
    assert "popover" in html


BAD = [
    "r-people=x&d-worker=x&l-food=-1&p-wood=1000000000&r-kept=" + "9" * 400,
    "t-what=castle&t-tokens=-3&t-guarded=maybe",
    "players=99&round=0&phase=x&first=-1&rounds=7&name0=" + "x" * 500,
    "did=" + "reveal.wood|" * 2000,
    "did=%00|build.action.wood.1-0..%00&set-order=x&set-rounds=1000000000",
    "add=on&new-name=" + "x" * 100 + "&new-cost=-1&new-stone=abc&new-kind=castle",
    "did=a&did=b&players=2&players=3&session=../../x&session=" + "x" * 500,
]


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("query", BAD)
def test_bad_input_is_answered_and_never_breaks(client, name, query):
    page(client, name, query)
    page(client, name, query, **{"HX-Request": "true"})


def test_a_number_out_of_bounds_is_named_beside_its_field(client):
    html = page(client, "settlers-production", "d-worker=x&l-food=-1&p-wood=99")
    assert "Enter a whole number, or a sum like 3+6+2." in html
    assert "This can't be below 0." in html
    assert "This can't be more than 40." in html
    assert html.count('aria-invalid="true"') == 3


def test_production_is_counted_and_paid(client):
    query = "r-people=japanese&d-worker=1&d-gold=1&l-food=1&l-raze=1&p-wood=2"
    html = page(client, "settlers-production", query)
    assert "4 + 1" in html
    assert "You can pay this." in html
    assert "Pay 1 gold instead of Wood" in html
    assert "You can keep any amount of Food through clean-up." in html


def test_only_the_result_is_sent_where_htmx_asks(client):
    html = page(client, "settlers-raze", "t-what=common", **{"HX-Request": "true"})
    assert "<html" not in html
    assert "Its owner gets 1 wood." in html


def test_razing_who_has_passed_is_refused_with_its_rule(client):
    html = page(client, "settlers-raze", "t-what=common&t-passed=on&t-tokens=2")
    assert "attack a player who has passed." in html
    assert 'popovertarget="rule-IS-10"' in html


def test_the_round_guide_goes_on_by_links(client):
    query = "players=3&name0=Anna&round=4&phase=clean-up"
    html = page(client, "settlers-rounds", query)
    onward = re.search(r'id="onward" href="([^"]+)"', html)[1]
    after = unescape(client.get(onward).content.decode())
    assert "Round 5 of 5" in after
    assert "Lookout" in after
    assert "Anna" in after


@pytest.mark.rule("IS-5")
def test_the_last_round_offers_no_clean_up(client):
    html = page(client, "settlers-rounds", "players=2&round=5&phase=scoring")
    assert "Clean-up" not in html.split('class="phases"')[1].split("</ol>")[0]
    assert "No clean-up" in html


@pytest.mark.parametrize(("language", "name"), [("en", "Market"), ("cs", "Tržiště")])
def test_a_location_is_added_and_attacked_by_links(client, language, name):
    new = f"new-name={name}&new-kind=action&new-one=gold&new-other=wood&add=on"
    html = page(client, "settlers-solo", new, language)
    for good in ("gold", "collect-2", "wood"):
        key = good if good.startswith("collect") else f"reveal-{good}"
        href = re.search(rf'id="{key}" href="([^"]+)"', html)[1]
        html = unescape(
            client.get(href, headers={"accept-language": language}).content.decode()
        )
    razed = re.search(r'id="last-wave".*?</div>', html, re.S)[0]
    assert name in razed
    assert 'popovertarget="rule-IS-16"' in razed


def test_a_location_that_lacks_something_is_not_added_and_keeps_what_was_typed(client):
    html = page(client, "settlers-solo", "new-name=Mill&new-stone=2&add=on")
    assert "Choose the kind: action, feature or production." in html
    assert "Choose what razing it gives." in html
    assert "More stone than goods in the cost. Please check." in html
    assert 'value="Mill"' in html


def test_an_equal_choice_is_put_to_the_player(client):
    two = "build.action.gold-wood.1-0..A|build.action.gold-wood.1-0..B"
    html = page(client, "settlers-solo", f"did={two}|reveal.gold|collect.0|reveal.wood")
    assert "You choose what to raze" in html
    href = re.search(r'href="([^"]+reveal.wood.2)"', html)[1]
    assert "Razed: 2 B" in re.sub(r"\s+", " ", client.get(href).content.decode())


def test_what_is_left_out_of_an_address_is_said(client):
    html = page(client, "settlers-solo", "did=x|have.3")
    assert "We skipped part of this link because we couldn't read it." in html


def test_the_way_back_is_the_session_somebody_came_from(client, db):
    start = {"game": GAME.slug, "players": 2, "cells": {"name0": "Anna"}}
    session = log.begin_log(GameSession(engine="session"), start=start)
    html = page(client, "settlers-rounds", f"session={session.token}")
    assert f'href="/sessions/{session.token}/"' in html
    assert "Anna" in html
    assert f'action="/sessions/{session.token}/helpers/settlers-rounds/"' in html


def test_a_session_of_the_campaign_uses_them_too(client, db):
    start = {"game": "rise_of_empire", "players": 1, "cells": {"name0": "Anna"}}
    session = log.begin_log(GameSession(engine="session"), start=start)
    for name in PAGES:
        html = page(client, name, f"session={session.token}")
        assert f'href="/sessions/{session.token}/"' in html


def test_the_game_s_page_leads_to_its_helpers(client):
    html = client.get(f"/games/{GAME.slug}/").content.decode()
    for name in PAGES:
        assert reverse(name) in html


@pytest.mark.django_db
@pytest.mark.rule("IS-20")
def test_a_solo_session_needs_no_tick_to_leave_the_defence_token_out(client):
    alone, together = (
        start_session(game="imperial_settlers", table=None, cells={}, players=players)
        for players in (1, 2)
    )
    query = "r-people=romans&session="
    assert "Defence token" not in page(
        client, "settlers-production", query + alone.token
    )
    assert "Defence token" in page(
        client, "settlers-production", query + together.token
    )


@pytest.mark.django_db
@pytest.mark.rule("IS-32", "IS-33", "IS-34")
def test_the_round_guide_follows_the_table_s_variants(client):
    plain = page(client, "settlers-rounds", "players=3")
    assert "Lay out 4 common cards" in plain
    passing = page(client, "settlers-rounds", "players=3&lookout=passing")
    assert "Pass the other two to the left." in passing
    both = page(client, "settlers-rounds", "players=3&lookout=advanced&peaceful=on")
    assert "To choose from: 5, 4, 4." in both
    assert "Everyone also draws a common card." in both
    assert "lookout=advanced&peaceful=on" in both  # the next phase keeps them
    assert "lookout=" not in page(client, "settlers-rounds", "players=3&lookout=odd")


CZECH_LETTERS = re.compile("[ěščřžýáíéúůťďň]", re.IGNORECASE)


@pytest.mark.parametrize("page", ["rounds", "production", "raze", "solo", "example"])
def test_no_helper_speaks_czech_to_whoever_reads_english(client, page):
    path, query = ("solo", find_example(client)) if page == "example" else (page, "")
    shown = client.get(
        f"/helpers/settlers/{path}/?{query}", headers={"Accept-Language": "en"}
    )
    assert shown.status_code == 200
    main = re.search("<main.*</main>", shown.content.decode(), re.DOTALL)[0]
    assert CZECH_LETTERS.findall(main) == []


def find_example(client):
    page = client.get("/helpers/settlers/solo/").content.decode()
    link = re.search(r'href="[^"]*\?([^"]*)">\s*Show an example', page)
    return unescape(link[1])
