"""What holds for any game, whatever is entered within bounds."""

from collections import Counter
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from scoring.arcs import GAME as ARCS
from scoring.arcs.chapters import Place, ambition_places, rank_counts
from scoring.arcs.rulebook import Ambition
from scoring.empires_of_the_north import GAME as NORTH
from scoring.entries import Entry, Kind, entries_of
from scoring.games import GAMES
from scoring.imperial_settlers import GAME as SETTLERS
from scoring.inkas import GAME as INKAS
from scoring.records import choice_keys
from scoring.rise_of_empire import GAME as EMPIRE
from scoring.sheet import Tally, score_game
from scoring.words import Message
from tests.thorough import examples

quick = examples(50)
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)

MARKERS = {
    1: ((5, 3), (3, 2), (2, 0)),
    2: ((5, 3), (4, 2), (3, 2)),
    3: ((6, 3), (5, 3), (4, 2)),
    4: ((9, 4), (6, 3), (4, 2)),
    5: ((9, 4), (6, 3), (4, 2)),
}
# A NUL can't be stored; five characters are enough to differ.
TYPED = st.text(st.characters(codec="utf-8", exclude_characters="\x00"), max_size=5)
# More of these may cost points: they are somebody else's, or lost.
COSTLY = {"provinces", "unpaid", "under_ra", "collection", "cities"}


def values(entry: Entry) -> st.SearchStrategy:
    match entry.kind:
        case Kind.COUNT:
            few = st.integers(0, min(entry.maximum, 5))
            return few | st.integers(0, entry.maximum)
        case Kind.FLAG:
            return st.booleans()
        case Kind.PICK:
            return st.sampled_from(choice_keys(entry))
        case Kind.NAME:
            return st.sampled_from(["", *entry.choices]) | TYPED
        case Kind.TEXT:
            return TYPED


@cache
def records(kind: type, players: int, number: int, *, asked: bool) -> st.SearchStrategy:
    """A record with every entry in bounds, those nobody is asked for only if told so."""
    filled = {
        key: values(entry)
        for key, entry in entries_of(kind).items()
        if entry.is_asked(players, number) or not (asked or (entry.once and number > 1))
    }
    return st.builds(kind, **filled)


@st.composite
def sessions(draw, game, *, asked=True, players=None, most=None):
    """The tallies of a game so far, of so many players and at most so many tallies."""
    players = players or draw(st.sampled_from(game.players))
    last = draw(st.integers(1, most or game.tallies))
    return tuple(
        Tally(
            number,
            draw(records(game.board, players, number, asked=asked)),
            tuple(
                draw(records(game.seat, players, number, asked=asked))
                for _ in range(players)
            ),
        )
        for number in range(1, last + 1)
    )


def with_seat(tallies, seat, **changed):
    """The same game with one player's last entries changed."""
    *before, last = tallies
    seats = list(last.seats)
    seats[seat] = replace(seats[seat], **changed)
    return (*before, replace(last, seats=tuple(seats)))


def with_board(tallies, **changed):
    first, *after = tallies
    return (replace(first, board=replace(first.board, **changed)), *after)


def someone(data, tallies):
    return data.draw(st.integers(0, len(tallies[-1].seats) - 1), label="seat")


# Every game


@every_game
@quick
@given(data=st.data())
def test_whatever_is_entered_is_scored_and_every_word_can_be_written(game, data):
    sheet = score_game(game, data.draw(sessions(game, asked=False)))
    said = [
        *(why for row in (*sheet.rows, *sheet.ties) for why in row.why),
        *(one.message for one in (*sheet.problems, *sheet.remarks)),
        sheet.ending.why,
    ]
    for words in said:
        assert isinstance(words, str | Message)
        assert "%(" not in str(words)


@every_game
@quick
@given(data=st.data())
def test_places_follow_points_and_the_first_place_is_never_empty(game, data):
    sheet = score_game(game, data.draw(sessions(game)))
    assert 1 in sheet.places
    best = max(sheet.totals)
    for own, place in zip(sheet.totals, sheet.places, strict=True):
        ahead = sum(other > own for other in sheet.totals)
        level = sheet.totals.count(own)
        assert ahead < place <= ahead + level
        assert place > 1 or own == best


@every_game
@quick
@given(data=st.data())
def test_only_first_places_of_a_game_that_is_over_and_breaks_no_rule_win(game, data):
    sheet = score_game(game, data.draw(sessions(game)))
    first = tuple(seat for seat, place in enumerate(sheet.places) if place == 1)
    assert sheet.winners in ((), first)
    if sheet.problems or not sheet.ending.over:
        assert sheet.winners == ()


@every_game
@quick
@given(data=st.data())
def test_a_tie_break_is_named_only_when_the_most_points_are_tied(game, data):
    sheet = score_game(game, data.draw(sessions(game)))
    tied = sheet.totals.count(max(sheet.totals)) > 1
    if sheet.decided_by:
        assert tied
        assert sheet.decided_by in sheet.ties
    elif tied:
        assert sheet.places.count(1) == sheet.totals.count(max(sheet.totals))


@every_game
@quick
@given(data=st.data())
def test_more_of_anything_never_lowers_the_own_total(game, data):
    tallies = data.draw(sessions(game))
    seat = someone(data, tallies)
    own = tallies[-1].seats[seat]
    asked = entries_of(game.seat)
    grows = [
        key
        for key, one in asked.items()
        if one.kind in (Kind.COUNT, Kind.FLAG)
        and key not in COSTLY
        and getattr(own, key) < (one.maximum if one.kind is Kind.COUNT else 1)
        and one.is_asked(len(tallies[-1].seats), 1)
    ]
    assume(grows)
    key = data.draw(st.sampled_from(grows), label="entry")
    more = True if asked[key].kind is Kind.FLAG else getattr(own, key) + 1
    before = score_game(game, tallies).totals[seat]
    assert (
        score_game(game, with_seat(tallies, seat, **{key: more})).totals[seat] >= before
    )


@every_game
@quick
@given(data=st.data())
def test_what_breaks_a_tie_changes_no_total(game, data):
    tallies = data.draw(sessions(game))
    blank = {
        key: one.default
        for key, one in entries_of(game.seat).items()
        if one.group == "tie"
    }
    plain = tallies
    for seat in range(len(tallies[-1].seats)):
        plain = with_seat(plain, seat, **blank)
    assert score_game(game, plain).totals == score_game(game, tallies).totals


# Imperial Settlers and the campaign


@pytest.mark.rule("IS-1")
@quick
@given(data=st.data())
def test_one_more_location_at_a_table_is_exactly_its_points(data):
    tallies = data.draw(sessions(SETTLERS, players=3))
    seat = someone(data, tallies)
    before = score_game(SETTLERS, tallies).totals
    for key, worth in (("track", 1), ("common", 1), ("faction", 2), ("shrine", 1)):
        more = with_seat(
            tallies, seat, **{key: getattr(tallies[0].seats[seat], key) + 1}
        )
        after = list(score_game(SETTLERS, more).totals)
        after[seat] -= worth
        assert tuple(after) == before


@pytest.mark.rule("IS-3")
@quick
@given(data=st.data())
def test_the_temple_of_ra_moves_points_and_makes_none(data):
    tallies = data.draw(sessions(SETTLERS, players=4))
    seats = [
        replace(seat, people="egyptians" if number == 2 else "")
        for number, seat in enumerate(tallies[0].seats)
    ]
    tallies = (replace(tallies[0], seats=tuple(seats)),)
    owner = score_game(SETTLERS, with_board(tallies, temple="owner"))
    moved = score_game(SETTLERS, with_board(tallies, temple="egyptians"))
    assert sum(owner.totals) == sum(moved.totals)
    assert moved.totals[2] >= owner.totals[2]


@pytest.mark.rule("IS-11", "IS-12")
@quick
@given(data=st.data())
def test_alone_one_wins_or_keeps_only_the_track(data):
    tallies = data.draw(sessions(SETTLERS, players=1))
    (seat,) = tallies[0].seats
    sheet = score_game(SETTLERS, tallies)
    if seat.faction > seat.collection:
        assert sheet.ending.first_wins
        assert sheet.totals[0] == (
            seat.track + seat.common + 2 * seat.faction + seat.shrine
        )
    else:
        assert not sheet.ending.first_wins
        assert sheet.totals[0] == seat.track


@pytest.mark.rule("ROE-11")
@quick
@given(data=st.data())
def test_unpaid_upkeep_is_exactly_0_whatever_else(data):
    tallies = with_board(data.draw(sessions(EMPIRE)), unpaid="score")
    seat = someone(data, tallies)
    sheet = score_game(EMPIRE, with_seat(tallies, seat, unpaid=True))
    assert sheet.totals[seat] == 0


@pytest.mark.rule("ROE-11")
@quick
@given(data=st.data())
def test_read_as_knowledge_unpaid_upkeep_changes_no_score(data):
    tallies = with_board(data.draw(sessions(EMPIRE)), unpaid="knowledge")
    seat = someone(data, tallies)
    totals = {
        score_game(EMPIRE, with_seat(tallies, seat, unpaid=unpaid)).totals
        for unpaid in (True, False)
    }
    assert len(totals) == 1


@pytest.mark.rule("ROE-22")
@quick
@given(data=st.data())
def test_with_the_floor_no_score_is_below_0_and_others_stay_as_they_are(data):
    tallies = data.draw(sessions(EMPIRE))
    floor = score_game(EMPIRE, with_board(tallies, below_zero="floor")).totals
    allowed = score_game(EMPIRE, with_board(tallies, below_zero="allowed")).totals
    assert floor == tuple(max(0, total) for total in allowed)


@pytest.mark.rule("ROE-8")
@quick
@given(data=st.data())
def test_one_more_province_costs_exactly_what_is_printed_on_it(data):
    tallies = with_board(data.draw(sessions(EMPIRE)), below_zero="allowed")
    seat = someone(data, tallies)
    tallies = with_seat(tallies, seat, unpaid=False)
    last = tallies[-1]
    more = with_seat(tallies, seat, provinces=last.seats[seat].provinces + 1)
    lost = (
        score_game(EMPIRE, tallies).totals[seat] - score_game(EMPIRE, more).totals[seat]
    )
    assert lost == last.board.printed


# Rise of the Inkas


@pytest.mark.rule("INK-8")
@quick
@given(data=st.data())
def test_totals_without_problems_are_those_of_tribes_at_rest(data):
    tallies = data.draw(sessions(INKAS))
    for seat, own in enumerate(tallies[0].seats):
        alone = (own, *(INKAS.seat(first=2),) * 2)
        sheet = score_game(INKAS, [Tally(1, INKAS.board(), alone)])
        if not sheet.problems:
            assert sheet.totals[0] in {2, 3, 5, 6, 7, 9, 10, 11}
        assert sheet.totals[0] == score_game(INKAS, tallies).totals[seat]


# Arcs

few = st.lists(st.integers(0, 4), min_size=2, max_size=5)


def rows(sheet, tally):
    """The five ambitions of a chapter."""
    return [
        one
        for one in sheet.rows
        if one.tally == tally.number and one.rule.id != "ARC-7"
    ]


def values_of(label, tally):
    """What the markers on an ambition are worth, first and second place."""
    board = tally.board
    taken = zip(
        MARKERS[tally.number], (board.first, board.second, board.third), strict=True
    )
    on_it = [marker for marker, name in taken if name == label.lower()]
    return sum(one for one, _ in on_it), sum(two for _, two in on_it)


@pytest.mark.rule("ARC-5", "ARC-6")
@quick
@given(tallies=sessions(ARCS))
def test_an_ambition_never_pays_more_than_its_markers(tallies):
    sheet = score_game(ARCS, tallies)
    for tally in tallies:
        for row in rows(sheet, tally):
            first, second = values_of(row.label, tally)
            assert sum(row.points) <= max(first + second, second * len(row.points))
            assert set(row.points) <= {0, first, second}
            assert row.points.count(first) <= 1 or first in (0, second)


@pytest.mark.rule("ARC-4", "ARC-5", "ARC-6")
@examples(200)
@given(counts=few)
def test_places_are_those_of_the_rulebook(counts):
    times, found = Counter(counts), rank_counts(counts)
    ranks = sorted({one for one in counts if one}, reverse=True)
    for own, place in zip(counts, found, strict=True):
        if not own:
            assert place is Place.NOWHERE
        elif own == ranks[0]:
            assert place is (Place.FIRST if times[own] == 1 else Place.TIED_FIRST)
        elif times[ranks[0]] > 1 or own != ranks[1]:
            assert place is Place.NOWHERE
        else:
            assert place is (Place.SECOND if times[own] == 1 else Place.TIED_SECOND)


@pytest.mark.rule("ARC-6")
@quick
@given(tallies=sessions(ARCS, players=4, most=1), captives=st.integers(1, 30))
def test_a_tie_for_first_never_pays_the_first_values_or_a_bonus(tallies, captives):
    for seat, own in enumerate((captives, captives, captives - 1, 0)):
        tallies = with_seat(tallies, seat, captives=own, leader="", cities=0)
    tallies = with_board(tallies, first="tyrant", second="", third="tyrant")
    sheet = score_game(ARCS, tallies)
    assert sheet.totals == (3, 3, 0, 0)


@pytest.mark.rule("ARC-5")
@quick
@given(data=st.data())
def test_one_more_trophy_never_lowers_the_own_place_as_warlord(data):
    order = [
        Place.NOWHERE,
        Place.TIED_SECOND,
        Place.SECOND,
        Place.TIED_FIRST,
        Place.FIRST,
    ]
    tallies = data.draw(sessions(ARCS, most=1))
    seat = someone(data, tallies)
    more = with_seat(tallies, seat, trophies=tallies[0].seats[seat].trophies + 1)
    before, after = (
        order.index(ambition_places(Ambition.WARLORD, one[0])[seat])
        for one in (tallies, more)
    )
    assert after >= before


@pytest.mark.rule("ARC-8")
@quick
@given(data=st.data())
def test_tokens_out_of_play_never_raise_what_two_players_win_outright(data):
    tallies = data.draw(sessions(ARCS, players=2, most=1))
    for seat in (0, 1):
        quiet = {"material_cartel": False, "fuel_cartel": False, "leader": ""}
        tallies = with_seat(tallies, seat, **quiet)
    among_two = with_board(tallies, set_up="")
    for set_up in ("frontiers", "homelands", "mix_up_1", "mix_up_2"):
        competing = score_game(ARCS, with_board(tallies, set_up=set_up))
        for row, free in zip(
            competing.rows, score_game(ARCS, among_two).rows, strict=True
        ):
            assert sum(row.points) <= sum(free.points)


@pytest.mark.rule("ARC-7")
@quick
@given(tallies=sessions(ARCS))
def test_the_bonus_is_0_2_or_5_for_at_most_three_ambitions(tallies):
    for row in score_game(ARCS, tallies).rows:
        if row.rule.id == "ARC-7":
            assert set(row.points) <= {0, 2, 4, 5, 6, 10, 15}
            assert sum(one > 0 for one in row.points) <= 3


@pytest.mark.rule("ARC-10")
@quick
@given(tallies=sessions(ARCS))
def test_a_game_is_over_exactly_with_enough_power_or_five_chapters(tallies):
    sheet = score_game(ARCS, tallies)
    enough = {2: 33, 3: 30, 4: 27}[len(sheet.totals)]
    assert sheet.ending.over == (max(sheet.totals) >= enough or len(tallies) == 5)


# Empires of the North


@pytest.mark.rule("EON-1")
@quick
@given(data=st.data())
def test_two_more_raw_materials_are_exactly_one_point(data):
    tallies = data.draw(sessions(NORTH))
    seat = someone(data, tallies)
    before = score_game(NORTH, tallies).totals[seat]
    two = with_seat(tallies, seat, materials=tallies[0].seats[seat].materials + 2)
    assert score_game(NORTH, two).totals[seat] == before + 1


@pytest.mark.rule("EON-3")
@quick
@given(data=st.data())
def test_attack_tokens_are_one_point_each_or_nothing(data):
    tallies = data.draw(sessions(NORTH))
    off = score_game(NORTH, with_board(tallies, attack="nothing"))
    on = score_game(NORTH, with_board(tallies, attack="points"))
    tokens = [seat.attack for seat in tallies[0].seats]
    gained = [more - less for more, less in zip(on.totals, off.totals, strict=True)]
    assert gained == tokens
    first = [[place == 1 for place in sheet.places] for sheet in (on, off)]
    differs = on.ending.over and first[0] != first[1]
    assert [one.rule.id for one in on.remarks] == ["EON-3"] * differs
    assert [one.rule.id for one in off.remarks] == ["EON-3"] * differs
