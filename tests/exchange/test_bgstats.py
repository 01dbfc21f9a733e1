"""BG Stats: a link the app takes, a short code that leads nowhere else, a file whose rows add up."""

import json
from urllib.parse import parse_qs, urlsplit
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override
from hypothesis import given

from companion.exchange import short_links
from companion.exchange.bgstats import PUSH, PlayerIds, push_address, push_data
from companion.exchange.bgstats_file import write_bgstats
from companion.exchange.campaign_plays import play_of_campaign, plays_of_campaign
from companion.exchange.plays import PlayedNight, play_of_session, plays_of_table
from scoring.games import GAMES
from scoring.sheet import score_game
from tests.campaign_visitor import kept
from tests.exchange.nights import every_game_finished, finished_night
from tests.played_campaign import founded_campaign
from tests.scoring.test_properties import every_game, quick, sessions
from tests.sessions.pages import do, visitor

NOBODY = PlayerIds(None)


def text_of_page(client, address):
    return client.get(address).content.decode()


def sent(address):
    assert address.startswith(PUSH)
    return json.loads(parse_qs(urlsplit(address).query)["data"][0])


def played(game, tallies):
    players = len(tallies[0].seats)
    return PlayedNight(
        id=uuid4(),
        game=game,
        sheet=score_game(game, tallies),
        names=tuple(f"P{n}" for n in range(players)),
        played_as=("",) * players,
    )


def sums_of_rows(play_data):
    """What the cells of each seat come to, by the key in its metaData, as the app adds them."""
    sheet = json.loads(play_data["scoresheet"])
    keys = [
        json.loads(one["metaData"])["scoreUuid"] for one in play_data["playerScores"]
    ]
    rows = [row for group in sheet["groups"] for row in group["rows"]]
    return [sum(int(row["scores"][key]) for row in rows) for key in keys]


def scores_of(play_data):
    return [int(one["score"]) for one in play_data["playerScores"]]


@every_game
def test_the_rows_of_a_sheet_add_up_to_the_total_whatever_is_entered(game):
    @quick
    @given(sessions(game))
    def holds(tallies):
        (play,) = json.loads(write_bgstats([played(game, tallies)], NOBODY))["plays"]
        assert sums_of_rows(play) == scores_of(play)

    holds()


@pytest.mark.django_db
def test_the_rows_of_a_campaign_s_sessions_add_up_too():
    at = founded_campaign("anna", "bara").session(anna=60, bara=55)
    campaign = kept(at.session(anna=48, bara=70))
    written = json.loads(write_bgstats(plays_of_campaign(campaign), NOBODY))
    assert [scores_of(one) for one in written["plays"]] == [[60, 55], [48, 70]]
    for play in written["plays"]:
        assert sums_of_rows(play) == scores_of(play)
        assert "Rise of the Empire" in play["board"]


@pytest.mark.django_db
def test_everything_a_file_points_at_is_in_it(table):
    every_game_finished(table)
    file = json.loads(write_bgstats(plays_of_table(table), PlayerIds(table)))
    players = {one["id"] for one in file["players"]}
    games = {one["id"]: one for one in file["games"]}
    assert len({one["uuid"] for one in file["plays"]}) == len(GAMES)
    assert (
        len(games) == len(GAMES) - 1
    )  # Rise of the Empire is sent as Imperial Settlers
    for play in file["plays"]:
        assert play["gameRefId"] in games
        assert {one["playerRefId"] for one in play["playerScores"]} <= players
        assert type(games[play["gameRefId"]]["bggId"]) is int
        timezone.datetime.strptime(play["playDate"], "%Y-%m-%d %H:%M:%S")


@pytest.mark.django_db
def test_rows_have_labels_in_both_languages_and_the_app_s_own_keys_where_known(table):
    play = play_of_session(finished_night(table, "empires_of_the_north"))
    with override("cs"):
        (written,) = json.loads(write_bgstats([play], NOBODY))["plays"]
    (group,) = json.loads(written["scoresheet"])["groups"]
    assert [one["templateId"] for one in group["rows"]][:4] == [
        "vptrack",
        "cards",
        "resources",
        "gold",
    ]
    first = group["rows"][0]
    assert (first["label"], first["label-cs"]) == (
        "Points on the track",
        "Body na počítadle",
    )


@pytest.mark.django_db
def test_a_chapter_is_a_group_with_its_subtotal(table):
    play = play_of_session(finished_night(table, "arcs"))
    (written,) = json.loads(write_bgstats([play], NOBODY))["plays"]
    groups = json.loads(written["scoresheet"])["groups"]
    assert len(groups) == len(GAMES["arcs"].example.tallies)
    assert (groups[0]["label"], groups[0]["label-cs"]) == ("Chapter 1", "Kapitola 1")
    assert all(one["hasSubTotal"] for one in groups)


@pytest.mark.django_db
def test_a_file_without_sheets_is_whole(table):
    play = play_of_session(finished_night(table))
    (written,) = json.loads(write_bgstats([play], NOBODY, rows=False))["plays"]
    assert "scoresheet" not in written
    assert scores_of(written) == list(play.sheet.totals)


# The link


@pytest.mark.django_db
@pytest.mark.parametrize("game", GAMES)
def test_the_link_says_every_boolean_and_the_number_as_a_number(table, game):
    play = play_of_session(finished_night(table, game))
    told = sent(push_address(play, PlayerIds(table)))
    assert type(told["game"]["bggId"]) is int
    assert [type(told["game"][key]) for key in ("highestWins", "noPoints")] == [
        bool
    ] * 2
    for seat, player in enumerate(told["players"]):
        assert [type(player[key]) for key in ("winner", "startPlayer")] == [bool] * 2
        assert player["score"] == str(play.sheet.totals[seat])
        assert player["rank"] == play.sheet.places[seat]
    assert told["sourcePlayId"] == str(play.id)


@pytest.mark.django_db
def test_a_day_without_a_time_is_noon_where_people_are_and_comments_are_cut(table):
    session = finished_night(table, played_on="2025-07-16", note="x" * 999)
    told = push_data(play_of_session(session), NOBODY)
    assert told["playDate"] == "2025-07-16 10:00:00"  # in Prague, in summer
    assert len(told["comments"]) == 400


@pytest.mark.django_db
def test_a_game_entered_on_its_day_is_never_sent_from_the_future(table):
    now = timezone.now()
    today = timezone.localdate().isoformat()
    play = play_of_session(finished_night(table, played_on=today))
    assert now <= play.moment <= timezone.now()


@pytest.mark.django_db
def test_an_unknown_length_is_left_out_of_the_link_and_0_in_the_file(table):
    play = play_of_session(finished_night(table))
    assert "durationMin" not in push_data(play, NOBODY)
    (written,) = json.loads(write_bgstats([play], NOBODY))["plays"]
    assert written["durationMin"] == 0
    typed = play_of_session(finished_night(table, minutes="75"))
    assert push_data(typed, NOBODY)["durationMin"] == 75


@pytest.mark.django_db
def test_a_renamed_person_stays_the_same_in_the_app(table):
    person = table.people.create(name="Anna")
    before = PlayerIds(table)["Anna"]
    person.name = "Anička"
    person.save()
    assert PlayerIds(table)["anička"] == before
    assert PlayerIds(table)["Anna"] != before


@pytest.mark.django_db
def test_names_cannot_lead_elsewhere(table):
    evil = {
        "name0": "https://evil.example/#",
        "place": '"},"x":"',
        "note": "&data=\n%0d",
    }
    play = play_of_session(finished_night(table, **evil))
    address = push_address(play, NOBODY)
    assert urlsplit(address).netloc == "app.bgstatsapp.com"
    assert sent(address)["location"] == '"},"x":"'
    assert set(address.removeprefix(PUSH)) <= set(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789%_.-~"
    )


@pytest.mark.django_db
def test_only_who_plays_is_offered_a_file_and_the_way_to_the_app(table):
    session = finished_night(table)
    roles = ("player", "spectator", "stranger")
    clients = {role: visitor(table, role) for role in roles}
    address = reverse("session-bgsplay", args=[session.token])
    found = [client.get(address).status_code for client in clients.values()]
    assert found == [200, 404, 404]
    page = reverse("session", args=[session.token])
    offered = ["/b/s" in text_of_page(clients[role], page) for role in roles[:2]]
    assert offered == [True, False]


# The code


@pytest.mark.django_db
def test_the_code_on_a_result_leads_a_stranger_s_phone_to_the_app(table, organiser):
    session = finished_night(table)
    code = short_links.session_code(session)
    answer = Client().get(reverse("follow-bgstats", args=[code]))
    assert sent(answer.url)["sourcePlayId"] == str(play_of_session(session).id)
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    page = organiser.get(reverse("session", args=[session.token])).content.decode()
    assert reverse("follow-bgstats", args=[code]) in page
    assert len(code) < 40


@pytest.mark.django_db
def test_a_campaign_s_session_has_a_code_too():
    campaign = kept(founded_campaign("anna", "bara").session(anna=60, bara=55))
    answer = Client().get(f"/b/{short_links.campaign_code(campaign, 1)}/")
    assert sent(answer.url)["sourcePlayId"] == str(play_of_campaign(campaign, 1).id)
    assert (
        Client().get(f"/b/{short_links.campaign_code(campaign, 2)}/").status_code == 404
    )


@pytest.mark.django_db
def test_what_nobody_really_played_is_sent_nowhere():
    campaign = kept(founded_campaign("anna", "bara").session(anna=60, bara=55))
    campaign.what_if_after = 1
    campaign.save()
    client = visitor(campaign.table, "player")
    chapter = reverse("campaign-chapter", args=[campaign.pk, 1])
    assert "BG Stats" not in text_of_page(client, chapter)
    assert (
        Client().get(f"/b/{short_links.campaign_code(campaign, 1)}/").status_code == 404
    )


@pytest.mark.django_db
def test_other_codes_lead_nowhere(table):
    session = finished_night(table)
    code = short_links.session_code(session)
    other = short_links.session_code(finished_night(table))
    key, day, signature = code.split(".")
    wrong = [
        "x",
        f"{other.split('.')[0]}.{day}.{signature}",
        f"{key}.{int(day) + 1}.{signature}",
        f"{key}.{day}.{signature[:-1]}{'A' if signature[-1] != 'A' else 'B'}",
        f"c{key[1:]}-1.{day}.{signature}",
        "s1.000000.AAAAAAAAAAAAAAAA",
        f"{key}.{day}.{'é' * 16}",
    ]
    for one in wrong:
        assert Client().get(f"/b/{one}/").status_code == 404


@pytest.mark.django_db
def test_a_code_ends_after_two_days_and_with_a_reopened_game(table):
    session = finished_night(table)
    today = timezone.localdate().toordinal()
    for days, works in ((1, True), (2, False), (-1, False)):
        code = short_links.sign_code(f"s{session.pk}", today - days)
        assert (short_links.find_play(code) is not None) is works
    do(session, "reopen")
    assert short_links.find_play(short_links.session_code(session)) is None
