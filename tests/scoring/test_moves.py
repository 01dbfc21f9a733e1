"""Moves that can be checked: what is refused, by which rule, and what follows."""

import pytest

from scoring.desks import DESK_OF_RULE, DESKS, OURS
from scoring.first_player import BEGINNINGS
from scoring.games import GAMES
from scoring.imperial_settlers.moves import BuiltLocation, Deal
from scoring.rise_of_empire.layout import GOOD_NAMES as CAMPAIGN_GOODS
from scoring.rise_of_empire.moves import ProvinceUse, TokenPlace
from scoring.rise_of_empire.tokens import notes_for, token_shortages
from scoring.rules import declared_rules
from tests.played_campaign import PlayedCampaign, end_bonuses, ticks
from tests.scoring.desk import answer, follows, refused

# Every rule has its place


def test_every_declared_rule_stands_on_exactly_one_desk():
    own = [
        rule.id
        for desk in DESKS.values()
        for section in desk.sections
        for rule in section.rules
        if section is not OURS
    ]
    assert len(own) == len(set(own))
    ours = {rule.id for rule in OURS.rules}
    assert set(own) | ours == set(declared_rules()) == set(DESK_OF_RULE)


def test_every_game_has_a_desk_with_its_own_rules():
    assert set(DESKS) == set(GAMES) == set(BEGINNINGS)
    for slug, desk in DESKS.items():
        books = {rule.book for rule in desk.rules if rule not in OURS.rules}
        assert GAMES[slug].name in books


# Deals and new locations in Imperial Settlers


@pytest.mark.rule("IS-28")
@pytest.mark.parametrize(
    ("deal", "rules"),
    [
        (Deal("faction", food=1), []),
        (Deal("faction", gold=1), []),
        (Deal("faction"), ["IS-28"]),
        (Deal("common", food=1), ["IS-28"]),
        (Deal(food=1), ["IS-28"]),
    ],
)
def test_a_deal_needs_a_faction_card_and_a_food(deal, rules):
    assert refused("imperial_settlers", "deal", deal) == rules


@pytest.mark.rule("IS-9", "IS-28")
def test_gold_pays_a_deal_only_where_food_is_missing():
    paid = [
        answer("imperial_settlers", "deal", deal).outcome[0].rule.id
        for deal in (Deal("faction", food=1, gold=1), Deal("faction", gold=1))
    ]
    assert paid == ["IS-28", "IS-9"]


@pytest.mark.rule("IS-29")
@pytest.mark.parametrize(
    ("kind", "bonus", "said"),
    [
        ("production", False, ["Take its goods"]),
        ("production", True, ["Take its goods", "Take its building bonus"]),
        ("action", True, ["Take its building bonus"]),
        ("feature", False, ["Nothing right away"]),
    ],
)
def test_what_a_new_location_pays_at_once(kind, bonus, said):
    told = follows("imperial_settlers", "new-location", BuiltLocation(kind, bonus))
    assert len(told) == len(said)
    assert all(map(str.startswith, told, said))
    unknown = BuiltLocation()
    assert refused("imperial_settlers", "new-location", unknown) == ["IS-29"]


# The campaign: tokens and provinces


@pytest.mark.rule("ROE-42", "ROE-48", "ROE-49", "ROE-50", "ROE-51")
@pytest.mark.parametrize(
    ("token", "rule", "kinds"),
    [
        ("dove", "ROE-48", {"action", "feature", "production"}),
        ("drudge", "ROE-49", {"action"}),
        ("wall", "ROE-50", {"action", "feature", "production"}),
        ("bribe", "ROE-51", {"production"}),
    ],
)
def test_a_token_lies_only_where_it_fits(token, rule, kinds):
    for kind in ("action", "feature", "production"):
        place = TokenPlace(token, kind)
        fits = kind in kinds
        assert refused("rise_of_empire", "token", place) == ([] if fits else [rule])
        if fits:
            effect, free, kept = answer("rise_of_empire", "token", place).outcome
            ids = [effect.rule.id, free.rule.id, kept.rule.id]
            assert ids == [rule, "ROE-47", "ROE-42"]
    assert refused("rise_of_empire", "token", TokenPlace(token)) == ["ROE-42"]


@pytest.mark.rule("ROE-42", "ROE-48")
@pytest.mark.parametrize("good", CAMPAIGN_GOODS)
def test_the_dove_pays_the_good_the_table_read(good):
    at = PlayedCampaign(dove_good=good)
    (note,) = notes_for(["dove"], at.state.readings)
    assert str(note.effect).endswith(f"{CAMPAIGN_GOODS[good]}.")


@pytest.mark.rule("ROE-42")
def test_only_the_tokens_somebody_has_are_told_in_the_booklet_s_order():
    readings = PlayedCampaign().state.readings
    assert [one.token for one in notes_for(["bribe", "dove"], readings)] == [
        "dove",
        "bribe",
    ]


@pytest.mark.rule("ROE-1", "ROE-42")
@pytest.mark.parametrize(("each", "short"), [(4, 0), (5, 1)])
def test_the_box_has_eight_tokens_of_a_kind(each, short):
    at = PlayedCampaign(layouts=[end_bonuses(*["dove"] * each)])
    for key in ("anna", "bara"):
        at.take_over(key, ticks=ticks(science=each))
    said = token_shortages(at.state)
    assert [remark.rule.id for remark in said] == ["ROE-1"] * short
    if said:
        assert (said[0].message.values["due"], said[0].message.values["there"]) == (
            10,
            8,
        )


@pytest.mark.rule("ROE-8")
def test_a_province_is_never_removed_or_built_over_but_counts():
    assert refused("rise_of_empire", "province", ProvinceUse("remove")) == ["ROE-8"]
    assert refused("rise_of_empire", "province", ProvinceUse("build_over")) == ["ROE-8"]
    assert len(follows("rise_of_empire", "province", ProvinceUse("count"))) == 2
    assert follows("rise_of_empire", "province", ProvinceUse()) == []
