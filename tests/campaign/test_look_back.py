"""The board as it was after any act, whatever was undone or edited since."""

from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaign.history.moments import find_moment
from companion.log import record as service
from companion.log.replay import effective_acts, replay_acts
from scoring.rise_of_empire.engine import ENGINE as CAMPAIGN
from tests.campaign_visitor import two_sessions
from tests.conftest import forget_everything_kept
from tests.places import Place
from tests.played_campaign import founded_campaign

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def at():
    """Played once; every test keeps it anew."""
    return two_sessions().open()


@pytest.fixture
def place(at):
    return Place(at)


def number_of(place, kind, nth=0):
    return list(place.acts.filter(kind=kind).values_list("number", flat=True))[nth]


def truth(place, number):
    """What the log added up to then, replayed from its first act."""
    acts = list(place.acts.filter(number__lte=number))
    return replay_acts(
        CAMPAIGN, CAMPAIGN.start(place.campaign.start), effective_acts(acts)
    ).state


def ask(place, after="", client=None, **headers):
    client = client or place.organiser
    address = place.address("history/board/")
    answer = client.get(address, {"after": after} if after else {}, **headers)
    assert answer.status_code == 200
    return answer


def all_numbers(place):
    place.campaign.refresh_from_db()
    return range(1, place.campaign.last + 1)


def test_before_and_after_an_act_the_state_is_what_it_was(place):
    ends = [number_of(place, "finish_session", nth) for nth in range(2)]
    around = [end + step for end in ends for step in (-1, 0, 1)]
    for number in (1, *all_numbers(place)[::9], *around):
        moment = find_moment(place.campaign, number)
        assert moment.before == truth(place, number - 1), number
        assert moment.after == truth(place, number), number


def test_what_was_undone_or_edited_later_still_stands_as_it_was_then(place):
    score = number_of(place, "enter_score")
    amended = service.amend(
        place.campaign,
        score,
        {"empire": "anna", "entries": {"track": 61}},
        client_id=uuid4(),
    )
    note = place.do("write_note", text="x")
    undone = service.undo(place.campaign, [amended.number], client_id=uuid4())
    service.undo(place.campaign, [undone.number, note.number], client_id=uuid4())
    later = [number_of(place, "settle_scores"), number_of(place, "finish_session", 1)]
    for number in (score, *later, *range(amended.number - 1, all_numbers(place)[-1])):
        moment = find_moment(place.campaign, number)
        assert moment.after == truth(place, number), number
        assert moment.before == truth(place, number - 1), number
    first = [
        find_moment(place.campaign, one).after for one in (later[1], undone.number)
    ]
    assert [one.empire("anna").sheet.scores[0] for one in first] == [60, 60]
    between = find_moment(place.campaign, amended.number).after
    assert between.empire("anna").sheet.scores[0] == 61


def test_a_session_undone_since_is_still_there_to_look_back_at(place):
    last = number_of(place, "finish_session", 1)
    opening = number_of(place, "open_session", 1)
    service.undo(place.campaign, [opening], client_id=uuid4(), along=True)
    place.campaign.refresh_from_db()
    assert find_moment(place.campaign, last).after == truth(place, last)
    assert find_moment(place.campaign, last).after.played == 2


def test_the_page_says_when_it_was_and_leads_on(place):
    number = number_of(place, "settle_scores", 1)
    shown = ask(place, number)
    page = shown.content.decode()
    assert f"As it was after entry {number}, session 2" in page
    assert "Session 2 was open" in page
    assert (
        f'rel="prev" href="{place.address("history/board/")}?after={number - 1}"'
        in page
    )
    assert (
        f'rel="next" href="{place.address("history/board/")}?after={number + 1}"'
        in page
    )
    assert shown.context["earlier"] == number_of(place, "finish_session")
    assert shown.context["later"] == number_of(place, "finish_session", 1)
    assert f'history/{number}/"' in page


@pytest.mark.parametrize(
    ("asked", "number"), [("", -1), ("0", 1), ("1", 1), ("99999", -1), ("x", -1)]
)
def test_an_entry_that_is_not_there_shows_the_nearest(place, asked, number):
    last = all_numbers(place)[-1]
    assert ask(place, asked).context["number"] == (last if number < 0 else number)


def test_going_back_in_the_browser_shows_the_whole_page_again(place):
    back = {"hx-request": "true", "hx-history-restore-request": "true"}
    assert "<html" in ask(place, 5, headers=back).content.decode()


def test_a_campaign_without_acts_has_nothing_to_look_back_at():
    empty = Place(founded_campaign())
    assert "No empires yet" in ask(empty).content.decode()
    listed = empty.organiser.get(empty.address("history/")).content.decode()
    assert "history/board/" not in listed


def test_nothing_of_the_past_can_be_changed_there(place):
    page = ask(place, number_of(place, "finish_session")).content.decode()
    main = page[page.index('id="then"') : page.index("</main>")]
    assert 'method="post"' not in main
    assert "/empires/" not in main
    assert "data-live" not in page[: page.index('id="then"')].split("<main")[1]


def test_the_slider_fetches_only_the_board(place):
    part = ask(place, 5, headers={"hx-request": "true"}).content.decode()
    assert part.lstrip().startswith('<p class="back"')
    assert "<html" not in part


def test_everybody_at_the_table_may_look(place):
    assert ask(place, 5, place.join("eva", "spectator")).context["number"] == 5


def test_looking_back_starts_at_the_last_session_before_and_asks_no_more_for_that(
    place,
):
    early, late = number_of(place, "enter_score"), number_of(place, "enter_score", -1)
    counts = []
    for number in (early, late):
        client = place.organiser
        forget_everything_kept()
        with CaptureQueriesContext(connection) as asked:
            ask(place, number, client)
        counts.append(len(asked))
        (acts,) = (
            one["sql"] for one in asked if "NOT" in one["sql"] and "kind" in one["sql"]
        )
        since = 0 if number == early else number_of(place, "finish_session")
        assert f'"number" > {since}' in acts
    assert counts[0] == counts[1]
    assert counts[0] <= 14


def test_the_page_of_an_act_leads_to_the_board_after_it(place):
    page = place.organiser.get(place.address("history/7/")).content.decode()
    assert f'{place.address("history/board/")}?after=7"' in page
