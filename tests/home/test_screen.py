"""The big screen: what people across the table read, and nothing to press but the way back."""

import re
from datetime import timedelta
from uuid import uuid4

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from campaign.board.services import try_demo
from companion.log.record import record
from companion.sessions.services import start_session
from companion.tables.models import Account, Membership, Person, Table
from scoring.rise_of_empire.stages import Stage
from tests.campaign.test_chronicle import winning
from tests.campaign_visitor import four, kept, member, two_sessions
from tests.played_campaign import CAESAR, TOGETHER, founded_campaign, ticks

pytestmark = pytest.mark.django_db
MOST_QUERIES = 10


@pytest.fixture
def thursday():
    return Table.objects.create(name="Thursday")


def watching(at, role="spectator"):
    account = Account.objects.create(username=str(uuid4()))
    Membership.objects.create(table=at, account=account, role=role)
    client = Client()
    client.force_login(account)
    return client


def look(at, client=None):
    response = (client or watching(at)).get(reverse("screen", args=[at.pk]))
    assert response.status_code == 200
    return response


def on(at):
    return look(at).context["screen"]


def words(response):
    main = response.content.decode().split("<main")[1].split("</main>")[0]
    return " ".join(re.sub(r"<[^>]+>", " ", main.split(">", 1)[1]).split())


def played(at, *totals, **cells):
    names = ("Anna", "Bára", "Cyril", "Dana")
    entered = {f"1s{seat}-track": str(total) for seat, total in enumerate(totals)}
    named = {f"name{seat}": names[seat] for seat in range(len(totals))}
    return start_session(
        game="imperial_settlers",
        table=at,
        players=len(totals),
        cells={**named, **entered, **cells},
    )


def do(log, kind, **data):
    record(log, kind=kind, data=data, client_id=uuid4())
    log.refresh_from_db()


# A session of any game


def test_the_open_session_is_on(thursday):
    played(thursday, 43, 51)
    Person.objects.create(table=thursday, name="Anna", colour="yellow")
    shown = on(thursday)
    assert shown.title == "Imperial Settlers"
    assert [(one.name, one.points, one.place) for one in shown.plates] == [
        ("Anna", "43", 2),
        ("Bára", "51", 1),
    ]
    assert shown.plates[0].tint == "yellow"
    assert not shown.over


def test_before_anybody_scores_nobody_has_a_place(thursday):
    names = {"name0": "Anna", "name1": "Bára"}
    session = start_session(game="arcs", table=thursday, players=2, cells=names)
    do(session, "set_cell", cell="1b-first", typed="tycoon")
    screen = on(thursday)
    assert screen.headline == ""
    assert [one.place for one in screen.plates] == [0, 0]
    page = watching(thursday).get(reverse("session", args=[session.token]))
    assert "Tied at" not in page.content.decode()
    do(session, "set_cell", cell="1s0-tycoon", typed="2")
    assert on(thursday).headline == "Anna leads with 5"
    assert [one.place for one in on(thursday).plates] == [1, 2]


def test_a_covered_result_stays_covered(thursday):
    do(played(thursday, 43, 51), "cover")
    response = look(thursday)
    assert [one.points for one in response.context["screen"].plates] == ["?", "?"]
    assert "Scores are hidden" in words(response)
    assert "51" not in words(response)
    assert not any(one.wins for one in response.context["screen"].plates)


def test_without_an_open_session_the_last_result_is_shown(thursday):
    do(played(thursday, 30, 31), "finish")
    do(played(thursday, 43, 51), "finish")
    shown = on(thursday)
    assert shown.over
    assert shown.played_on == timezone.localdate()
    assert [one.points for one in shown.plates] == ["51", "43"]
    assert "Last result" in words(look(thursday))


def test_a_result_is_shown_when_it_is_news_and_then_what_is_still_open(thursday):
    with time_machine.travel("2026-11-16 20:00:00Z", tick=False) as clock:
        played(thursday, 30, 31)
        do(played(thursday, 43, 51), "finish")
        assert [one.points for one in on(thursday).plates] == ["51", "43"]
        clock.shift(timedelta(minutes=11))
        assert [one.points for one in on(thursday).plates] == ["30", "31"]


def test_the_winners_moment_is_on_the_screen_too(thursday):
    Person.objects.create(table=thursday, name="Bára", colour="yellow")
    do(played(thursday, 40, 45), "finish")
    with time_machine.travel("2026-11-30 20:00:00Z", tick=False) as clock:
        session = played(thursday, 43, 51)
        do(session, "set_cell", cell="1s1-common", typed="2")
        do(session, "finish")
        shown = look(thursday)
        page = shown.content.decode()
        assert page.count("data-fresh") == 3  # the sentence, the places, the reasons
        clock.shift(timedelta(minutes=2))
        assert "data-fresh" not in look(thursday).content.decode()
    screen = shown.context["screen"]
    assert [one.name for one in screen.plates] == ["Bára", "Anna"]
    assert [one.wins for one in screen.plates] == [True, False]
    assert screen.notes == (
        "Decided by “Points on the track”: 51 to 43 (Anna)",
        "Table record: Bára with 53 (was 45)",
        "Personal best: Anna with 43 (was 40)",
    )


def test_what_is_revealed_is_news_before_the_session_is_finished(thursday):
    session = played(thursday, 43, 51)
    do(session, "cover")
    assert "data-fresh" not in look(thursday).content.decode()
    do(session, "reveal")
    shown = look(thursday)
    assert "data-fresh" in shown.content.decode()
    assert [one.points for one in shown.context["screen"].plates] == ["51", "43"]
    do(session, "set_cell", cell="1s0-track", typed="44")
    do(session, "finish")
    do(session, "reopen")
    assert "data-fresh" not in look(thursday).content.decode()


def test_final_scores_only_are_told_as_such(thursday):
    session = start_session(game="arcs", table=thursday)
    people = {"names": ["Anna", "Bára"], "scores": ["30", "30"]}
    do(session, "enter_final_scores", **people)
    do(session, "finish")
    shown = look(thursday)
    assert "Anna and Bára share the win with 30" in words(shown)
    assert "Final scores only, counted on paper." in words(shown)
    assert all(one.wins for one in shown.context["screen"].plates)


def test_of_two_open_sessions_the_one_that_was_touched_last_is_on(thursday):
    first = played(thursday, 30, 31)
    played(thursday, 43, 51)
    do(first, "set_cell", cell="1s0-track", typed="32")
    assert [one.points for one in on(thursday).plates] == ["32", "31"]


def test_what_was_put_away_or_never_begun_is_not_shown(thursday):
    do(played(thursday, 43, 51), "archive")
    start_session(game="arcs", table=thursday)
    response = look(thursday)
    assert response.context["screen"] is None
    assert "No game is open. Start one and it shows here." in words(response)


# A session of a campaign


def test_the_missions_are_on_with_everybodys_marker():
    at = four().do("move_marker", empire="anna", mission=CAESAR, by=2)
    campaign = kept(at.complete(TOGETHER[1], "bara"))
    shown = on(campaign.table)
    assert (shown.title, shown.number) == ("Ours", 3)
    rows = {
        plate.name: [(marker.at, marker.done) for _, marker in cells]
        for plate, cells in shown.rows
    }
    assert rows["Anna"] == [(2, False), (0, False), (0, False)]
    assert rows["Bara"] == [(0, False), (0, True), (0, False)]
    assert [one.worth for one in shown.missions] == [3, 1, 3]
    text = words(look(campaign.table))
    assert "Diplomacy and military" in text
    assert "completed" in text


def test_while_the_table_counts_it_says_who_is_next():
    at = four().pay("anna").enter("anna", track=60)
    shown = on(kept(at).table)
    assert shown.step.number == 1
    assert shown.headline == "Bara's turn"
    assert [bool(one.points) for one in shown.plates] == [True, False, False, False]
    assert [one.asked for one in shown.plates] == [False, True, False, False]
    assert shown.missions == ()


def test_in_the_six_steps_it_says_whose_turn_it_is_and_which_step():
    at = four().settle(anna=66, bara=61, cyril=40, dana=52).to(Stage.INVENTIONS)
    response = look(kept(at).table)
    shown = response.context["screen"]
    assert shown.step.number == 5
    assert shown.headline == "Anna's turn"
    assert "112 knowledge" in shown.detail
    assert [(one.points, one.place) for one in shown.plates] == [
        ("66", 1),
        ("61", 2),
        ("40", 4),
        ("52", 3),
    ]
    assert "5 of 6 · Inventions" in words(response)


AFTER_THE_SCORES = {
    Stage.WINNER: "Anna's turn",
    Stage.KNOWLEDGE: "Everyone",
    Stage.PROVINCES: "Anna's turn",
    Stage.FINISH: "All six steps done",
}


@pytest.mark.parametrize("stage", AFTER_THE_SCORES)
def test_every_step_says_whom_the_table_waits_for(stage):
    at = four().settle(anna=66, bara=61, cyril=40, dana=52).to(stage)
    shown = on(kept(at).table)
    assert shown.headline == AFTER_THE_SCORES[stage]
    assert len(shown.plates) == 4


def test_somebody_alone_has_four_missions():
    campaign = kept(founded_campaign("anna").open())
    shown = on(campaign.table)
    assert len(shown.missions) == 4
    assert len(shown.plates) == 1


def test_between_sessions_the_last_one_of_the_campaign_is_shown():
    at = four().settle(anna=66, bara=61, cyril=40, dana=66).finish()
    shown = on(kept(at).table)
    assert shown.over
    assert shown.headline == "Anna and Dana share the win with 66"
    assert [(one.name, one.place) for one in shown.plates] == [
        ("Anna", 1),
        ("Dana", 1),
        ("Bara", 3),
        ("Cyril", 4),
    ]


def test_whoever_came_late_has_a_result_too():
    at = founded_campaign("anna", "bara", "cyril").open("anna", "bara")
    at.do("join_session", empire="cyril")
    at.settle(anna=30, bara=20, cyril=40).finish()
    shown = on(kept(at).table)
    assert [(one.name, one.seat) for one in shown.plates] == [
        ("Cyril", 2),
        ("Anna", 0),
        ("Bara", 1),
    ]


def test_a_campaign_nobody_has_played_shows_its_empires():
    shown = on(kept(founded_campaign("bara").take_over("anna", scores=[43, 38])).table)
    assert shown.headline == "Session 1 comes next."
    assert [(one.name, one.points) for one in shown.plates] == [
        ("Bara", ""),
        ("Anna", "38"),
    ]


@pytest.mark.rule("ROE-38")
def test_a_finished_session_of_a_campaign_tells_who_fell_and_what_comes_next():
    at = founded_campaign("anna", "bara").session(anna=50, bara=45)
    campaign = kept(at.session(anna=60, bara=5))
    shown = on(campaign.table)
    assert shown.headline == "Anna wins with 60"
    told = [one.text for one in shown.told]
    fell = "bara's realm collapsed in a dark age. It couldn't buy any invention."
    assert told.index(fell) < told.index("Highest score so far: 60, Anna.")
    assert not [one for one in told if "session 2" in one]  # the headline says who won
    assert "collapsed in a dark age" in words(look(campaign.table))


def test_the_boxes_and_icons_of_the_session_stand_beside_every_player():
    at = founded_campaign("anna", "bara").open().complete(CAESAR, "bara")
    campaign = kept(at.settle(anna=50, bara=45).finish())
    shown = {one.name: one for one in on(campaign.table).plates}
    assert [(one.category, one.ticks) for one in shown["Bara"].gains] == [
        ("diplomacy", 3)
    ]
    assert [one.ticks for one in shown["Anna"].gains] == [1]  # the winner's
    (icon, *_more) = shown["Bara"].gains[0].icons
    assert f"+3 {icon.word}" in words(look(campaign.table))


@pytest.mark.rule("ROE-36")
def test_the_end_of_a_campaign_is_the_headline_and_the_boxes_say_why():
    shown = on(kept(winning(also=("bara",)).finish()).table)
    assert shown.headline == "Anna won the campaign with anna's realm."
    assert "Ticked boxes decided: 57 : 51." in [one.text for one in shown.told]
    assert shown.stakes == ()


def left_open(at):
    """A game that somebody forgot to finish an hour ago."""
    with time_machine.travel(timezone.now() - timedelta(hours=1)):
        return played(at, 12, 9)


def test_a_game_left_open_does_not_push_a_finished_session_away():
    campaign = kept(two_sessions())
    session = left_open(campaign.table)
    assert on(campaign.table).headline == "Anna wins with 66"
    with time_machine.travel(timezone.now() + timedelta(minutes=11)):
        assert on(campaign.table).log == session


def test_opened_from_a_campaign_the_screen_shows_that_campaign():
    campaign = kept(two_sessions())
    left_open(campaign.table)
    client, path = watching(campaign.table), reverse("screen", args=[campaign.table_id])
    opened = {"campaign": campaign.pk}
    with time_machine.travel(timezone.now() + timedelta(days=1)):
        shown = client.get(path, opened).context["screen"]
        assert shown.headline == "Anna wins with 66"
        session = played(campaign.table, 30, 20)
        assert client.get(path, opened).context["screen"].log == session
    for odd in ("0", "x", "9" * 30, "²"):
        assert client.get(path, {"campaign": odd}).status_code == 200
    board = client.get(reverse("campaign", args=[campaign.pk])).content.decode()
    assert f'href="{path}?campaign={campaign.pk}"' in board


def test_a_demo_people_play_in_stays_on_between_its_sessions():
    table = Table.objects.create(name="Friday")
    demo = try_demo(table=table, name="Example", client_id=uuid4())
    assert on(table) is None
    do(demo, "write_note", text="We try it.")
    shown = on(table)
    assert (shown.title, shown.over, shown.number) == (
        "Example",
        True,
        demo.state["played"],
    )
    assert shown.told


def test_a_new_campaign_is_on_rather_than_an_old_game(thursday):
    with time_machine.travel(timezone.now() - timedelta(days=7)):
        old = played(thursday, 12, 9)
        do(old, "finish")
    at = founded_campaign("anna", "bara")
    campaign = kept(at)
    campaign.table = thursday
    campaign.save()
    assert on(thursday).headline == "Session 1 comes next."


@pytest.mark.rule("ROE-33")
def test_it_says_what_the_next_session_of_a_campaign_is_about():
    at = founded_campaign("bara").take_over(
        "anna", ticks=ticks(diplomacy=15), scores=[40]
    )
    campaign = kept(at.session(bara=60, anna=50))
    assert "Next time anna" in words(look(campaign.table))
    assert "One more box brings a new age." in words(look(campaign.table))


# The page


def test_it_asks_little_of_the_database(thursday, django_assert_max_num_queries):
    for total in range(5):
        played(thursday, total, 51)
        do(played(thursday, total, 51), "finish")
    campaign = kept(four())
    campaign.table = thursday
    campaign.save()
    for at in (thursday, kept(four().settle(anna=9, bara=8, cyril=7, dana=6)).table):
        client = watching(at)
        with django_assert_max_num_queries(MOST_QUERIES):
            look(at, client)


def test_there_is_nothing_to_press_but_the_way_back(thursday):
    played(thursday, 43, 51)
    page = look(thursday).content.decode()
    main = page.split("<main")[1].split("</main>")[0]
    assert re.findall(r"<(a|button|input|form|select)\b", main) == ["a"]
    assert "<header class=" not in page.split("<main")[0]


def test_it_hears_of_changes_and_asks_again_without_a_script(thursday):
    page = look(thursday).content.decode()
    assert f'data-live="{reverse("table-live", args=[thursday.pk])}"' in page
    fallback = page.split("<noscript>")[1].split("</noscript>")[0]
    assert 'http-equiv="refresh" content="30"' in fallback


def test_its_version_grows_with_every_act(thursday):
    session = played(thursday, 43, 51)
    before = look(thursday).context["version"]
    do(session, "set_cell", cell="1s0-track", typed="44")
    assert look(thursday).context["version"] == before + 1


def test_the_table_and_its_sessions_lead_there(thursday):
    campaign = kept(four())
    client = Client()
    client.force_login(member(campaign, "olga", "spectator"))
    link = f'href="{reverse("screen", args=[campaign.table_id])}'
    pages = [
        reverse("table", args=[campaign.table_id]),
        reverse("campaign-session", args=[campaign.pk]),
        reverse("session", args=[played(campaign.table, 1, 2).token]),
    ]
    assert all(link in client.get(page).content.decode() for page in pages)


def test_a_stranger_finds_nothing(thursday):
    address = reverse("screen", args=[thursday.pk])
    assert Client().get(address).status_code == 404
    other = watching(Table.objects.create(name="Sunday"), "organiser")
    assert other.get(address).status_code == 404


@pytest.mark.parametrize("on_now", [False, True])
def test_the_big_screen_leads_back_to_its_table(thursday, on_now):
    if on_now:
        played(thursday, 40, 30)
    page = look(thursday).content.decode()
    assert f'href="{reverse("table", args=[thursday.pk])}"' in page


def test_the_big_screen_shows_the_turn_clock_and_passes_the_turn(db):
    table = Table.objects.create(name="Friday")
    names = {"name0": "Anna", "name1": "Bára"}
    session = start_session(game="arcs", table=table, players=2, cells=names)
    account = Account.objects.create_user("host")
    Membership.objects.create(table=table, account=account, role="organiser")
    client = Client()
    client.force_login(account)
    page = reverse("screen", args=[table.pk])
    assert "screen-clock" not in client.get(page).content.decode()
    address = reverse("session-helper", args=[session.token, "turn-clock"])
    turn = {"move": "give_turn", "data": '{"seat": 0, "after": null}', "next": page}
    assert client.post(address, turn)["Location"] == page
    html = client.get(page).content.decode()
    assert 'class="screen-clock seat-A' in html
    assert 'id="pass-turn"' in html
    assert 'id="pause-clock"' in html


# Opened from a session


def test_opened_from_an_open_game_the_screen_shows_that_game(thursday):
    finished = played(thursday, 43, 51)
    do(finished, "finish")
    begun = start_session(game="arcs", table=thursday)
    client = watching(thursday)
    page = client.get(reverse("session", args=[begun.token])).content.decode()
    address = f"{reverse('screen', args=[thursday.pk])}?session={begun.token}"
    assert f'href="{address}"' in page
    assert client.get(address).context["screen"].title == "Arcs"
    do(begun, "archive")
    assert client.get(address).context["screen"].title == "Imperial Settlers"


def test_a_game_no_screen_can_be_opened_from_is_passed_over(thursday):
    do(played(thursday, 43, 51), "finish")
    address = reverse("screen", args=[thursday.pk])
    shown = watching(thursday).get(
        address, {"session": "\x00"}
    )  # PostgreSQL takes no NUL
    assert shown.context["screen"].title == "Imperial Settlers"
