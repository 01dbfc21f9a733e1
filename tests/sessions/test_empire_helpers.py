"""Helpers for Rise of the Empire: runs, pairs and upkeep."""

import re
from html import unescape

import pytest
from django.urls import reverse

from scoring.rise_of_empire.counting import Supply, in_a_row, new_pairs, upkeep_plan

PAGES = ["empire-counters", "empire-upkeep"]


# ROE-19


@pytest.mark.rule("ROE-19")
@pytest.mark.parametrize(
    ("log", "run", "colours"),
    [
        ("", 0, ()),
        ("b", 1, ("brown",)),
        ("bbb", 3, ("brown",)),
        ("bbg", 1, ("grey",)),
        ("bgb", 1, ("brown",)),
        ("rrbb", 2, ("brown",)),
        ("k", 1, ("red", "grey", "brown")),
        ("bkb", 3, ("brown",)),
        ("bk", 2, ("brown",)),
        ("kkk", 3, ("red", "grey", "brown")),
        ("yk", 1, ("red", "grey", "brown")),
        ("bky", 1, ("gold",)),
        ("rkg", 2, ("grey",)),
    ],
)
def test_another_colour_starts_the_run_again_and_a_colony_counts_as_three(
    log, run, colours
):
    row = in_a_row(log)
    assert (row.run, row.colours) == (run, colours)
    assert row.complete == (run >= 3)
    assert row.missing == max(0, 3 - run)


def test_a_run_reads_only_its_own_signs():
    assert in_a_row("b?b\x00b").run == 3
    assert len(in_a_row("b" * 1000).log) == 60


# ROE-20


@pytest.mark.rule("ROE-20")
def test_the_book_s_example_of_a_new_pair():
    paid = [
        new_pairs(log).paid
        for log in ("b", "bb", "bbl", "bblb", "bblbb", "bblbbb", "bblbbbbb")
    ]
    assert paid == [False, True, False, False, False, True, True]
    pairs = new_pairs("bblbbb")
    assert (pairs.locations, pairs.markers, pairs.next_at) == (4, 2, 6)


@pytest.mark.rule("ROE-20")
def test_nothing_is_lost_that_was_not_built():
    assert new_pairs("llb").locations == 1
    assert new_pairs("llb").log == "b"


# ROE-10 and 11


@pytest.mark.rule("ROE-10")
def test_gold_stands_for_raw_materials_where_the_table_says_so():
    boxes = [("wood", "stone"), ("gold",)]
    plan = upkeep_plan(boxes, Supply(wood=1, gold=2))
    assert plan.complete
    assert plan.gold_for == {"stone": 1}
    assert plan.left == {}
    without = upkeep_plan(boxes, Supply(wood=1, gold=2, by_gold="no"))
    assert without.missing == {"stone": 1}
    assert without.left == {"gold": 1}


@pytest.mark.rule("ROE-10")
def test_gold_pays_no_workers_and_no_tokens():
    plan = upkeep_plan([("worker", "raze")], Supply(gold=5))
    assert plan.missing == {"worker": 1, "raze": 1}


@pytest.mark.rule("ROE-11")
def test_the_dearest_box_is_ignored_where_one_may_be():
    boxes = [("wood",), ("food", "food", "food"), ("stone",)]
    plan = upkeep_plan(boxes, Supply(wood=1, stone=1, ignored=1))
    assert plan.complete
    assert plan.ignored == (1,)
    assert upkeep_plan(boxes, Supply(ignored=9)).complete


@pytest.mark.rule("ROE-11")
def test_what_can_be_paid_leaves_as_much_as_possible():
    plan = upkeep_plan([("wood",), ("food", "food")], Supply(wood=3, food=3, ignored=1))
    assert plan.ignored == (1,)
    assert plan.left == {"wood": 2, "food": 3}


def test_without_a_box_nothing_is_due():
    assert upkeep_plan([], Supply(wood=1)).complete


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
@pytest.mark.parametrize("language", ["en", "cs"])
def test_every_helper_opens_empty_in_both_languages(client, name, language):
    assert f'<html lang="{language}"' in page(client, name, language=language)


BAD = [
    "built=" + "b" * 5000 + "&gold=" + "b" * 5000,
    "built=%00xyz&razed=%F0%9F%8E%B2&red=zzz",
    "boxes=" + "wood-stone_" * 500 + "&has-wood=1000000000&has-gold=-1",
    "boxes=iron-%00_wood&put=99.wood&has-ignored=x",
    "put=x.wood&put=0.iron&boxes=wood&has-by_gold=maybe",
]


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("query", BAD)
def test_bad_input_is_answered_and_never_breaks(client, name, query):
    page(client, name, query)
    page(client, name, query, **{"HX-Request": "true"})


@pytest.mark.rule("ROE-19")
def test_one_tap_counts_one_colour(client):
    html = page(client, "empire-counters", "built=bb&gold=b")
    href = re.search(r'id="built-brown" href="([^"]+)"', html)[1]
    assert "Three in a row. Mission completed." in unescape(
        client.get(href).content.decode()
    )
    assert "gold=b" in href


@pytest.mark.rule("ROE-20")
def test_a_new_pair_is_announced(client):
    assert "It pays now" in page(client, "empire-counters", "gold=bb")
    assert "It pays now" not in page(client, "empire-counters", "gold=bblb")


@pytest.mark.parametrize(
    ("query", "boxes"),
    [
        ("put=0.wood", "wood"),
        ("boxes=wood&put=1.stone", "wood_stone"),
        ("boxes=wood&put=0.stone", "wood-stone"),
        ("boxes=wood_stone&put=0.", "stone"),
        ("boxes=wood&put=5.stone", "wood"),
        ("boxes=" + "_".join(["wood"] * 10) + "&put=10.wood", "_".join(["wood"] * 10)),
    ],
)
def test_boxes_are_tapped_together(client, query, boxes):
    html = page(client, "empire-upkeep", query)
    assert f'name="boxes" value="{boxes}"' in html


@pytest.mark.rule("ROE-10", "ROE-11")
def test_the_plan_says_what_is_missing_and_what_that_means(client):
    html = page(client, "empire-upkeep", "boxes=wood-stone_food&has-wood=1&has-gold=1")
    assert "Pay 1 gold instead of Stone" in html
    assert "1 more Food needed" in html
    assert 'popovertarget="rule-ROE-11"' in html
    assert "You can pay all upkeep." in page(
        client, "empire-upkeep", "boxes=wood&has-wood=3"
    )


def test_a_number_out_of_bounds_is_named_beside_its_field(client):
    html = page(client, "empire-upkeep", "boxes=wood&has-wood=100")
    assert "This can't be more than 99." in html
