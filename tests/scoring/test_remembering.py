"""What follows from a record is worked out once, and never for another record."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest

from scoring.plain import Unfit, from_plain, to_plain
from scoring.remembering import remember_in_record

ASKED = []


@dataclass(frozen=True)
class Purse:
    coins: tuple[int, ...]


@remember_in_record
def coins_together(purse: Purse) -> int:
    ASKED.append(purse)
    return sum(purse.coins)


def test_it_is_worked_out_once_per_record():
    ASKED.clear()
    purse = Purse((1, 2))
    assert [coins_together(purse), coins_together(purse)] == [3, 3]
    assert len(ASKED) == 1


def test_a_replaced_record_starts_anew():
    purse = Purse((1, 2))
    assert coins_together(purse) == 3
    assert coins_together(replace(purse, coins=(5,))) == 5


def test_records_are_compared_and_written_without_it():
    asked, fresh = Purse((1, 2)), Purse((1, 2))
    coins_together(asked)
    assert asked == fresh
    assert to_plain(asked) == to_plain(fresh) == {"coins": [1, 2]}


@dataclass(frozen=True)
class Coin:
    worth: int
    gilded: bool = False
    mint: str | None = None


@dataclass(frozen=True)
class Hoard:
    coins: tuple[Coin, ...]


def test_a_record_known_from_before_is_the_same_one():
    plain = {"coins": [{"worth": 1, "gilded": True, "mint": None}]}
    first, second = from_plain(Hoard, plain), from_plain(Hoard, plain)
    assert first == second == Hoard((Coin(1, gilded=True),))
    assert first.coins[0] is second.coins[0]


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"worth": 1, "gilded": 1}, "coins[0].gilded: must be true or false"),
        ({"worth": True}, "coins[0].worth: must be a whole number"),
        ({"worth": [1]}, "coins[0].worth: must be a whole number"),
        ({"worth": 1, "age": 3}, "coins[0]: “age” is unknown here"),
        ({"gilded": True}, "coins[0]: “worth” is missing"),
        ([1, True], "coins[0]: must be an object"),
    ],
)
def test_what_only_looks_like_a_known_record_is_refused_with_its_place(wrong, why):
    from_plain(Hoard, {"coins": [{"worth": 1, "gilded": True}, {"worth": 1}]})
    with pytest.raises(Unfit) as refused:
        from_plain(Hoard, {"coins": [wrong]})
    assert str(refused.value) == why


@dataclass(frozen=True)
class Vault:
    hoards: dict[int, Hoard]


def test_a_mistake_deep_inside_is_told_with_its_whole_place():
    good, wrong = {"coins": [{"worth": 1}]}, {"coins": [{"worth": 1}, {"worth": "x"}]}
    with pytest.raises(Unfit) as refused:
        from_plain(Vault, {"hoards": {"7": good, "8": wrong}})
    assert str(refused.value) == "hoards.8.coins[1].worth: must be a whole number"


def test_a_known_record_is_written_anew_each_time():
    hoard = from_plain(Hoard, {"coins": [{"worth": 7}]})
    first, second = to_plain(hoard), to_plain(hoard)
    assert first == second == {"coins": [{"worth": 7, "gilded": False, "mint": None}]}
    first["coins"][0]["worth"] = 8
    assert to_plain(from_plain(Hoard, {"coins": [{"worth": 7}]})) == second


@dataclass(frozen=True)
class Spot:
    place: tuple[int, int]


@dataclass(frozen=True)
class Trail:
    spots: tuple[Spot, ...]


def test_what_is_written_of_a_known_record_shares_no_list_with_it():
    trail = from_plain(Trail, {"spots": [{"place": (3, 4)}]})
    to_plain(trail)["spots"][0]["place"].append(5)
    assert to_plain(trail) == {"spots": [{"place": [3, 4]}]}


def test_a_replaced_known_record_is_written_as_it_is():
    (coin,) = from_plain(Hoard, {"coins": [{"worth": 7}]}).coins
    assert to_plain(replace(coin, worth=8))["worth"] == 8
    assert to_plain(coin)["worth"] == 7
