"""The pages that tell what other rule options or sheets would have changed."""

from dataclasses import replace
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaign.files.lines import campaign_bytes
from campaign.history import rescore_views
from campaign.history.rescoring import read_span, rescore_span
from campaign.models import Campaign
from companion.log import record as service
from scoring.rise_of_empire.readings import Readings
from scoring.rise_of_empire.rescoring import OtherRules
from scoring.rise_of_empire.simulation import example_start, simulate
from tests.campaign_visitor import two_sessions
from tests.places import Place, once

pytestmark = pytest.mark.django_db


def ask(place, client=None, **query):
    answer = (client or place.organiser).get(place.address("rescore/"), query)
    assert answer.status_code == 200
    return answer


def test_the_options_of_today_change_nothing_where_they_always_were(place):
    found = ask(place, since=1)
    assert found.context["found"].different == []
    assert found.context["found"].stop is None
    assert "Nothing would be different." in found.content.decode()


def test_another_option_tells_session_by_session_what_it_would_change(place):
    points = {"reading-province_points": "2", "since": "1"}
    answer = ask(place, **points)
    found = answer.context["found"]
    assert [one.number for one in found.different] == [2]
    changes = {(one.whose, one.what) for one in found.different[0].changes}
    assert ("anna's realm (Anna)", "Score") in changes
    page = answer.content.decode()
    assert "1 session would be different" in page
    assert answer.context["changed"][0][1] == "2"


def test_nothing_is_recorded(place):
    before = campaign_bytes(place.campaign)
    ask(place, since=1, sheets="example", **{"reading-twilight": "two_falls"})
    place.organiser.post(place.address("rescore/"), once())
    assert campaign_bytes(place.campaign) == before
    assert service.rebuild(place.campaign) == 0


def test_only_the_sessions_asked_for_are_told(place):
    points = {"reading-province_points": "2"}
    for query, sessions in (
        ({"since": 2}, [2]),
        ({"since": 1, "until": 1}, [1]),
        ({"after": 3}, [1, 2]),
        ({"after": place.last().number}, [2]),
        ({"since": "x"}, [1, 2]),
        ({"since": 99}, [2]),
        ({"since": 2, "until": 1}, [1, 2]),
    ):
        found = ask(place, **query, **points).context["found"]
        assert [one.number for one in found.sessions] == sessions, query


@pytest.fixture
def overtaken():
    """In a third session Anna wins with 70, and with one province more than Dana, who has 66."""
    at = two_sessions()
    provinces = [*at.sheet("anna").provinces, 9]
    at.correct("provinces", "anna", provinces=provinces)
    return Place(at.session(anna=70, bara=60, cyril=58, dana=66))


def test_it_says_where_it_would_stop_and_why(overtaken):
    answer = ask(overtaken, since=1, **{"reading-province_points": "10"})
    found, page = answer.context["found"], answer.content.decode()
    third = found.sessions[2]
    stops = {one.stopped.number for one in (found.stop, third.stop)}
    ticking = overtaken.acts.filter(kind="tick_track").last().number
    assert stops == {ticking}
    assert ("Winner", "anna's realm (Anna)", "dana's realm (Dana)") in [
        (one.what, one.before, one.after) for one in third.changes
    ]
    assert overtaken.address(f"history/{ticking}/") in page
    why = "anna&#x27;s realm (Anna) no longer won session 3."
    assert page.count(why) == 1
    assert (found.stop.session, found.stop.empire) == (3, "anna's realm (Anna)")
    assert "Each session is compared on its own" in page


def test_from_there_it_goes_back_to_the_options_with_the_choice(place):
    points = {"reading-province_points": "10"}
    answer = ask(place, since=1, **points)
    back = f"{place.address('readings/')}?reading-province_points=10"
    assert back in answer.content.decode()
    form = place.organiser.get(back).context["form"]
    assert form["province_points"].value() == "10"
    plain = place.organiser.get(place.address("readings/")).context["form"]
    assert plain["province_points"].value() != "10"


def test_it_says_which_sessions_it_looked_at(place):
    page = ask(place, since=1).content.decode()
    assert "Sessions 1 to 2." in page
    alone = ask(place, since=2, until=2).content.decode()
    assert "Sessions 1 to 2." not in alone
    assert "All sessions" not in alone


def test_a_session_is_told_from_what_it_really_began_with(overtaken):
    rules = OtherRules(replace(Readings(), province_points=10))
    alone = rescore_span(read_span(overtaken.campaign, 3, 3), rules)
    among = rescore_span(read_span(overtaken.campaign, 1, 3), rules)
    assert alone.sessions[0] == among.sessions[2]


def test_an_edited_score_counts_as_it_stands_now(place):
    number = place.acts.filter(kind="enter_score").first().number
    service.amend(
        place.campaign,
        number,
        {"empire": "anna", "entries": {"track": 61}},
        client_id=uuid4(),
    )
    span = read_span(place.campaign, 1, 2)
    assert span.sessions[0].scores["anna"].score == 61
    found = rescore_span(span, OtherRules(Readings()))
    assert (found.different, found.stop) == ([], None)


def test_sheets_as_they_are_now_are_tried_on_the_past(place):
    found = ask(place, since=1, sheets="now").context["found"]
    assert (found.different, found.stop) == ([], None)
    assert ask(place, since=1, sheets="no such").context["asked"].sheets == ""


def test_an_answer_that_is_not_there_is_said_beside_its_question(place):
    answer = place.organiser.get(
        place.address("rescore/"), {"since": 1, "reading-unpaid": "never"}
    )
    assert answer.status_code == 422
    assert answer.context["found"] is None
    assert "mistake" in answer.content.decode()


# The ways there


def test_rule_options_ask_what_a_choice_would_have_changed_without_saving_it(place):
    page = place.organiser.get(place.address("readings/")).content.decode()
    assert f'formaction="{place.address("rescore/")}"' in page
    last = place.last().number
    sent = {**once(), "reading-province_points": "2", "reading-twilight": "three_falls"}
    answer = place.organiser.post(place.address("rescore/"), sent)
    assert (
        answer.url == f"{place.address('rescore/')}?since=1&reading-province_points=2"
    )
    assert place.last().number == last


def test_everybody_at_the_table_may_ask(place):
    eva = place.join("eva", "spectator")
    assert ask(place, eva, since=1).context["found"] is not None
    assert (
        place.address("rescore/")
        in eva.get(place.address("readings/")).content.decode()
    )


def test_the_history_leads_there_from_the_top_and_from_every_entry(place):
    for rest, link in (
        ("history/", "rescore/"),
        ("history/7/", "rescore/?after=7"),
        ("history/board/?after=7", "rescore/?after=7"),
    ):
        page = place.organiser.get(place.address(rest)).content.decode()
        assert f'href="{place.address(link)}"' in page, rest


def test_before_the_first_session_there_is_nothing_to_ask():
    empty = Place()
    page = ask(empty).content.decode()
    assert "Finish a session first." in page
    assert (
        "formaction"
        not in empty.organiser.get(empty.address("readings/")).content.decode()
    )


# What it costs


def test_many_sessions_are_told_a_few_at_a_time(place, monkeypatch):
    monkeypatch.setattr("campaign.history.rescore_views.MOST_SESSIONS", 1)
    answer = ask(place, since=1)
    assert [one.number for one in answer.context["found"].sessions] == [1]
    latest = ask(place, until=2)
    assert [one.number for one in latest.context["found"].sessions] == [2]


def test_as_many_queries_for_one_session_as_for_more(place):
    begun = Campaign(table=place.table, name="Long", engine="campaign")
    place.campaign = service.begin_log(begun, start=example_start())
    acts = simulate(sessions=4, players=3, seed=1)
    service.append_all(place.campaign, (service.NewAct(*act) for act in acts))
    counts = []
    for until in (1, 4):
        client = place.organiser
        with CaptureQueriesContext(connection) as asked:
            ask(place, client, since=1, until=until)
        counts.append(len(asked))
    assert counts[0] == counts[1]
    assert counts[0] <= 10
    assert rescore_views.MOST_SESSIONS == 40
