"""The board of empires: what everybody holds, is heading for, and is warned of."""

import json
import re
from pathlib import Path
from uuid import uuid4

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.translation import npgettext, override

from campaign.board import services
from campaign.board.stakes import next_stake
from campaign.files.importing import keep_campaign
from campaign.files.lines import read_campaign
from campaign.goods import count_good
from campaign.models import Campaign
from campaign.models.pictures import card_words
from companion.base.wording import translate
from companion.home.tonight import campaigns_lately, summarise_campaign
from companion.tables.models import Account, Membership, Table
from scoring.rise_of_empire.simulation import example_start, simulate
from tests.campaign.pages import shown, text_of, winning
from tests.campaign_visitor import Visitor, kept
from tests.places import Place, once
from tests.played_campaign import PlayedCampaign, founded_campaign, invention, ticks
from tests.thorough import THOROUGH

pytestmark = pytest.mark.django_db
MOST_QUERIES = 14


# The board


def test_the_board_shows_every_empire_with_what_it_holds_and_is_heading_for():
    at = PlayedCampaign().take_over(
        "anna",
        ticks=ticks(5, 2, 0),
        boxes=[0, 6],
        provinces=[11, 12],
        inventions=[invention(56, 30, "red"), invention(61, 45, "grey")],
        knowledge=16,
        scores=[43, 38, 27],
    )
    page = text_of(shown(Place(at.found("bara"))))
    for words in (
        "anna's realm".replace("'", "&#x27;"),
        "Romans",
        "Ancient age",
        "Collapses if the next score is below 27.",
        "43 → 38 → 27 falling",
        "Knowledge 16",
        "Diplomacy and military 5 /16",
        "in 1 tick: 1 knowledge per faction location",
        "Provinces 2",
        "2 wood 1 stone",
        "Křemenolom · Skrblíkova vilka",
        "Lukostřelba red, 30",
        "Stavitelství grey, 45",
        "Prepare session 1",
        "No score yet.",
    ):
        assert words in page, words


def test_with_an_empty_catalogue_cards_are_their_numbers_and_prices_unknown():
    at = PlayedCampaign(cards=[]).take_over(
        "anna",
        boxes=[0],
        provinces=[3],
        inventions=[invention(57, 40, "teal")],
        scores=[5],
    )
    page = text_of(shown(Place(at)))
    assert "ROTE" not in page
    assert "057 teal, 40" in page
    assert "17 of 21 prices are unknown. Fill in prices" in page


def test_a_campaign_without_empires_says_what_to_do_next():
    page = text_of(shown(Place(PlayedCampaign())))
    assert "No empires yet." in page
    assert "Found an empire" in page
    assert "Prepare session" not in page


def test_a_session_in_play_is_gone_on_with():
    page = text_of(shown(Place(founded_campaign("anna", "bara").open())))
    assert "Continue session 1" in page
    assert "Found an empire" not in page


@pytest.mark.rule("ROE-39")
def test_a_good_of_a_track_is_called_by_its_name():
    at = PlayedCampaign().take_over("anna", ticks=ticks(0, 0, 0))
    track = at.state.layouts["ancient"].economy.boxes
    before = track.index("good_one")
    place = Place(PlayedCampaign().take_over("anna", ticks=ticks(0, before, 0)))
    good = count_good(at.state.readings.good_one, 1)
    assert f"in 1 tick: {good}" in text_of(shown(place))


def test_a_collapse_stands_on_the_board_until_the_next_session():
    at = founded_campaign("anna", "bara").session(anna=50, bara=5)
    place = Place(at)
    assert at.empire("bara").status == "collapsed"
    page = shown(place)
    assert "buy any invention." in page
    assert f"{place.address('found/')}?player=Bara" in page
    place.do("found_empire", empire="b2", player="Bara", name="Anew", faction="inkas")
    place.do("open_session", empires=["anna", "b2"], missions=[126, 136, 150])
    page = text_of(shown(place))
    assert "Past empires" in page
    assert "Dark age" not in page


def test_of_many_past_empires_the_board_names_the_latest_and_the_chronicle_all():
    at = founded_campaign("anna", "bara")
    for nth in range(10):
        own = {"player": "Cyril", "name": f"Realm {nth}", "faction": "inkas"}
        at.do("found_empire", empire=f"c{nth}", **own)
        at.do("retire_empire", empire=f"c{nth}")
        at.session(anna=50, bara=50)
    place = Place(at)
    page = shown(place)
    assert "Realm 9" in page
    assert "Realm 1<" not in page
    assert "2 more in the chronicle" in page
    story = place.address("chronicle/")
    assert f'href="{story}#lives"' in page
    earlier = place.organiser.get(f"{story}?lives=2").content.decode()
    assert "Realm 1<" in earlier


@pytest.mark.rule("ROE-36")
def test_a_victory_is_on_top_and_the_table_may_play_on():
    place = Place(winning())
    page = text_of(shown(place))
    assert "Anna won the campaign." in page
    assert "Prepare session" not in page
    sent, client = once(), place.join("dan", "player")
    for _press in range(2):
        answer = client.post(place.address("play-on/"), sent)
        assert answer.url == place.address()
    assert "Prepare session 2" in text_of(shown(place))
    answer = client.post(place.address("play-on/"), once())
    assert answer.status_code == 422
    assert "Please check" in answer.content.decode()


def test_a_spectator_sees_the_board_and_is_offered_nothing_to_change():
    place = Place(founded_campaign("anna", "bara").session(anna=50, bara=5))
    client = place.join("eve", "spectator")
    page = client.get(place.address()).content.decode()
    assert "Found" not in text_of(page)
    assert 'method="post" action="/campaigns' not in page
    for rest in ("play-on/", "empires/anna/rename/", "empires/anna/retire/"):
        assert client.post(place.address(rest), once()).status_code == 404


@pytest.mark.parametrize(
    "rest", ["", "charts/", "empires/anna/", "empires/anna/sheet.pdf", "found/"]
)
def test_a_stranger_learns_nothing(rest):
    place = Place()
    stranger = Client()
    assert stranger.get(place.address(rest)).status_code == 404
    stranger.force_login(Account.objects.create(username="mallory"))
    assert stranger.get(place.address(rest)).status_code == 404


def test_every_rule_badge_has_its_rule_on_the_page():
    at = PlayedCampaign().take_over("anna", scores=[40, 30, 27]).found("bara")
    for rest in ("", "empires/anna/"):
        page = shown(Place(at) if rest == "" else last_place(), rest)
        targets = set(re.findall(r'popovertarget="([^"]+)"', page))
        assert targets
        assert all(page.count(f'id="{target}"') == 1 for target in targets)


def last_place():
    """The same place again, without a second organiser of the same name."""
    place = Place.__new__(Place)
    place.campaign = Campaign.objects.last()
    return place


# Queries


def simulated(sessions):
    """A campaign of four at a table with an organiser, and a browser there."""
    first = {"campaign": "long", "engine": "campaign", "start": example_start()}
    acts = simulate(sessions=sessions, players=4, seed=3, play_on=True)
    lines = [
        {"number": number, "kind": kind, "data": data}
        for number, (kind, data) in enumerate(acts, start=1)
    ]
    campaign = keep_campaign(
        read_campaign("\n".join(map(json.dumps, [first, *lines])).encode())
    )
    account = Account.objects.create(username=str(uuid4()))
    Membership.objects.create(table=campaign.table, account=account, role="organiser")
    client = Client()
    client.force_login(account)
    return client, campaign


def queries(client, address):
    with CaptureQueriesContext(connection) as asked:
        assert client.get(address).status_code == 200
    return len(asked)


def test_queries_are_few_and_the_same_after_two_and_after_a_hundred_sessions():
    counted = []
    for sessions in (2, 100 if THOROUGH else 8):
        client, campaign = simulated(sessions)
        standing = campaign.empires.filter(status="alive").first()
        addresses = [
            reverse("campaign", args=[campaign.pk]),
            reverse("campaign-charts", args=[campaign.pk]),
            reverse("empire", args=[campaign.pk, standing.key]),
        ]
        counted.append([queries(client, address) for address in addresses])
    few, many = counted
    assert few == many
    assert max(many[:2]) <= MOST_QUERIES
    assert many[2] <= MOST_QUERIES + 1


def test_a_list_of_campaigns_takes_one_query(django_assert_num_queries):
    people = Table.objects.create(name="Friday")
    for number in range(3):
        services.try_demo(table=people, name=f"{number}", client_id=uuid4())
    with django_assert_num_queries(1):
        found = [summarise_campaign(one) for one in campaigns_lately(people)]
    assert [one.played for one in found] == [8, 8, 8]


# What the board says besides


def test_the_winner_stays_named_when_the_table_plays_on():
    page = text_of(shown(Place(winning().do("play_on"))))
    assert "Anna won the campaign with" in page


@pytest.mark.rule("ROE-3")
def test_the_decks_are_shown_and_that_they_differ():
    at = founded_campaign("anna")
    empire = {"empire": "bara", "player": "Bara", "name": "B", "faction": "egyptians"}
    at.do("found_empire", **empire, deck="tournament")
    place = Place(at)
    assert "The players' decks follow different rules.".replace(
        "'", "&#x27;"
    ) in text_of(shown(place))
    assert "Decks: tournament decks" in text_of(shown(place, "empires/bara/"))


@pytest.mark.rule("ROE-1")
def test_a_second_empire_of_a_faction_is_asked_about_first():
    place = Place(founded_campaign("anna"))
    held = place.campaign.empires.get().sheets.get().faction
    sent = {"player": "Bara", "name": "New", "faction": held, "faction_typed": ""}
    answer = place.organiser.post(place.address("found/"), {**once(), **sent})
    assert answer.status_code == 422
    assert "already has this faction" in answer.content.decode()
    assert place.campaign.empires.count() == 1
    sure = {**once(), **sent, "sure": "1"}
    assert place.organiser.post(place.address("found/"), sure).status_code == 302
    assert place.campaign.empires.count() == 2


def test_one_box_from_victory_comes_first_among_what_is_at_stake():
    played = PlayedCampaign().take_over(
        "anna", age="industrial", scores=[50], ticks=ticks(economy=15), earlier_ticks=40
    )
    said = translate(next_stake(played.state))
    assert said == "anna's realm is one box from winning the campaign."


def test_the_cards_of_a_czech_demo_are_named_in_czech():
    people = Table.objects.create(name="Pátek")
    with override("cs"):
        demo = services.try_demo(table=people, name="Ukázka", client_id=uuid4())
    told = json.dumps([demo.start, *demo.acts.values_list("data", flat=True)])
    assert "Example" not in told
    assert card_words(39, "Example province 039") == "Example province 039"
    assert card_words(61, "Stavitelství") == "061 Stavitelství"


@pytest.mark.parametrize(
    ("count", "words"), [(1, "bod"), (3, "body"), (0, "bodů"), (119, "bodů")]
)
def test_czech_counts_knowledge_in_the_right_case(count, words):
    with override("cs"):
        told = npgettext("beside its number", "knowledge", "knowledge", count)
    assert told == f"{words} znalosti"


def test_the_rule_options_name_the_last_page_in_czech():
    place = Place(founded_campaign("anna"))
    address = reverse("campaign-readings", args=[place.campaign.pk])
    czech = {"accept-language": "cs"}
    page = place.organiser.get(address, headers=czech).content.decode()
    assert "poslední" in page
    assert ", last" not in page


def test_before_the_first_game_nothing_alarms():
    place = Place(founded_campaign("anna", "bara"))
    for rest in ("", "empires/anna/", "session/", "before/"):
        page = shown(place, rest)
        assert "⚠" not in page, rest
        assert 'class="dangers"' not in page, rest


def board_text(at, name):
    """The board of a campaign played so far, as somebody of this name reads it."""
    return text_of(
        Visitor(Client(), kept(at), name=name).page("campaign").content.decode()
    )


def test_a_victory_ends_the_alarms_and_its_banner_outlives_playing_on():
    at = PlayedCampaign().take_over(
        "anna", age="industrial", ticks=ticks(15, 0, 0), earlier_ticks=40
    )
    at.take_over("bara", scores=[60, 50, 40], knowledge=95)
    assert "⚠ Collapses if" in board_text(at, "before")
    at.open().settle(anna=60, bara=45)
    at.do("tick_track", empire="anna", category="diplomacy").finish()
    won = board_text(at, "after")
    assert "Anna won the campaign." in won
    assert "⚠" not in won
    assert "Anna won the campaign with" in board_text(at.do("play_on"), "on")


def test_a_phone_shows_the_name_of_an_opened_empire_once():
    page = shown(Place(founded_campaign("anna", "bara")))
    card = page[page.index('<article class="card stand') : page.index("</article>")]
    assert card.count("</h2>") == 1
    assert '<p class="to-empire">' in card
    css = (Path(settings.BASE_DIR) / "static/campaign/board.css").read_text("utf-8")
    narrow = css[css.index("@media (max-width: 39.99rem)") :]
    assert ".stand h2 { display: none; }" in narrow[: narrow.index("\n}")]


def test_examples_are_said_briefly_on_the_board_and_no_more_after_the_victory():
    founded = board_text(founded_campaign("anna"), "before")
    assert "Bonuses are examples. Copy your three sheets before you play." in founded
    assert founded.count("examples") == 1
    assert "examples" not in board_text(winning(), "after")


@pytest.mark.parametrize("rest", ["", "readings/"])
def test_every_badge_of_a_campaign_leads_to_rules_that_lead_back(rest):
    at = founded_campaign("anna")
    empire = {"empire": "bara", "player": "Bara", "name": "B", "faction": "egyptians"}
    place = Place(at.do("found_empire", **empire, deck="tournament"))
    badges = re.findall(r'class="rule" href="([^"]+)"', shown(place, rest))
    assert badges
    assert all(f"?campaign={place.campaign.pk}#" in one for one in badges)
    desk = place.organiser.get(badges[0]).content.decode()
    assert f'href="{place.address("session/")}"' in desk


def test_ones_own_empire_is_the_first_on_the_board_in_the_colour_it_has():
    place = Place(founded_campaign("anna", "bara", "cyril"))
    cyril, watcher = place.join("cyril", "player"), place.join("zoe", "spectator")

    def seats(client):
        page = client.get(place.address()).content.decode()
        return re.findall(r'class="card stand seat-(\w)', page)

    assert seats(cyril) == ["C", "A", "B"]
    assert seats(watcher) == ["A", "B", "C"]


def test_a_price_nobody_knows_is_grey_and_offers_to_fill_it_in():
    page = shown(Place(PlayedCampaign(cards=[]).take_over("anna", scores=[5])))
    hint = page[page.index('<p class="soft hint">') :]
    assert "18 of 22 prices are unknown." in hint[: hint.index("</p>")]
    assert 'cards/">Fill in prices</a>' in hint[: hint.index("</p>")]
    assert 'class="dangers"' not in page
