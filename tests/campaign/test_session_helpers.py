"""Helpers in a session of a campaign: the same as anywhere, kept in the campaign's own log."""

import re
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from campaign.models import Campaign
from companion.log.record import NewAct as Act
from companion.log.record import append_all, begin_log, rebuild, undo
from companion.tables.models import Account, Membership, Person, Table
from scoring.rise_of_empire.engine import ENGINE as CAMPAIGN
from scoring.rise_of_empire.pools import mission_numbers
from tests.campaign_visitor import Visitor, kept
from tests.places import Place
from tests.played_campaign import PlayedCampaign, founded_campaign

pytestmark = pytest.mark.django_db


def found(key, player, faction):
    data = {"empire": key, "player": player, "name": player, "faction": faction}
    return Act("found_empire", data)


@pytest.fixture
def campaign():
    table = Table.objects.create(name="Thursday")
    new = begin_log(Campaign(table=table, name="Rome", engine="campaign"), start={})
    append_all(
        new, [found("anna", "Anna", "romans"), found("bara", "Bára", "egyptians")]
    )
    new.refresh_from_db()
    return new


@pytest.fixture
def anna(campaign):
    account = Account.objects.create_user("anna")
    person = Person.objects.create(table=campaign.table, name="Anna")
    Membership.objects.create(
        table=campaign.table, account=account, role="player", person=person
    )
    client = Client()
    client.force_login(account)
    return client


def open_session(campaign, empires=("anna", "bara")):
    state = CAMPAIGN.load(campaign.state)
    numbers = list(mission_numbers(state))
    of_each = {state.catalogue[number].group: number for number in numbers}
    missions = numbers[:4] if len(empires) == 1 else list(of_each.values())
    data = {"empires": list(empires), "missions": missions}
    append_all(campaign, [Act("open_session", data)])
    campaign.refresh_from_db()


def use(client, campaign, page, move, **typed):
    address = reverse("campaign-helper", args=[campaign.pk, page])
    sent = {"move": move, "id": str(uuid4()), **typed}
    return client.post(address, sent, follow=True).content.decode()


def test_rounds_open_with_the_campaigns_people_and_four_rounds(campaign, anna):
    open_session(campaign)
    address = f"{reverse('settlers-rounds')}?campaign={campaign.pk}"
    html = anna.get(address).content.decode()
    assert "Round 1 of 4" in html
    assert "Bára" in html
    assert f'data-live="/campaigns/{campaign.pk}/live/"' in html
    assert "Anna" not in Client().get(address).content.decode()


@pytest.mark.parametrize("page", ["settlers-rounds", "empire-counters", "turn-clock"])
def test_people_keep_their_letter_while_somebody_else_is_away(campaign, anna, page):
    append_all(campaign, [found("cyril", "Cyril", "japanese")])
    campaign.refresh_from_db()
    open_session(campaign, ("bara", "cyril"))
    html = anna.get(reverse(page), {"campaign": campaign.pk}).content.decode()
    shown = re.findall(r'aria-hidden="true">(\w)</span>\s*<bdi>(\w+)<', html)
    assert set(shown) == {("B", "Bára"), ("C", "Cyril")}
    assert "seat-A" not in html


def test_the_round_is_marked_on_the_sessions_page_and_in_the_helper(campaign, anna):
    open_session(campaign)
    use(
        anna,
        campaign,
        "settlers-rounds",
        "go_to_phase",
        data='{"round": 3, "phase": "lookout"}',
    )
    page = reverse("campaign-session-play", args=[campaign.pk])
    html = anna.get(page).content.decode()
    assert re.search(r'aria-current="step">\s*<form[^>]*>.*?id="round-3"', html, re.S)
    address = f"{reverse('settlers-rounds')}?campaign={campaign.pk}"
    assert "Round 3 of 4" in anna.get(address).content.decode()


def test_a_box_of_the_set_up_stays_ticked_from_before_into_the_game(campaign, anna):
    use(anna, campaign, "checklist", "tick", box="+anna.bonus.card")
    open_session(campaign)
    campaign.refresh_from_db()
    state = CAMPAIGN.load(campaign.state)
    assert state.helpers == {"checklist": {"boxes": ["anna.bonus.card"]}}
    assert rebuild(campaign) == 0


def test_what_helpers_counted_is_no_act_of_the_story(campaign, anna):
    open_session(campaign)
    use(anna, campaign, "turn-clock", "give_turn", data='{"seat": 0, "after": null}')
    page = anna.get(
        reverse("campaign-session-play", args=[campaign.pk])
    ).content.decode()
    undoing = re.search(r'class="undo">(.*?)</button>', page, re.S)
    assert undoing is None or "Turn clock" not in undoing[1]
    history = anna.get(reverse("campaign-history", args=[campaign.pk])).content.decode()
    assert 'class="card folded"' in history


def test_a_helper_of_the_campaign_is_undone_by_any_player(campaign, anna):
    open_session(campaign)
    use(
        anna,
        campaign,
        "empire-counters",
        "count_tap",
        data='{"seat": 1, "counter": "built", "sign": "r"}',
    )
    campaign.refresh_from_db()
    last = campaign.last
    address = reverse("campaign-helper-undo", args=[campaign.pk, "empire-counters"])
    anna.post(address, {"of": str(last)})
    campaign.refresh_from_db()
    assert CAMPAIGN.load(campaign.state).helpers == {}
    undo(campaign, [campaign.last], client_id=uuid4())
    campaign.refresh_from_db()
    assert "empire-counters" in CAMPAIGN.load(campaign.state).helpers


def test_alone_the_solo_opponent_comes_first_with_four_rounds(campaign, anna):
    open_session(campaign, ("anna",))
    page = anna.get(
        reverse("campaign-session-play", args=[campaign.pk])
    ).content.decode()
    links = re.findall(r'<a href="/helpers/([\w/-]+)/\?campaign=\d+"', page)
    assert links[0] == "settlers/solo"
    address = f"{reverse('settlers-solo')}?campaign={campaign.pk}"
    html = anna.get(address).content.decode()
    assert re.search(r'value="4" selected', html)


# The upkeep planner knows the map


@pytest.fixture
def taxed():
    """Anna pays for two boxes of her map, Bara for one."""
    at = PlayedCampaign().take_over("anna", boxes=[0, 1], provinces=[1, 2])
    return Place(at.take_over("bara", boxes=[0], provinces=[3]).open())


def planned(place, rest="", client=None):
    address = f"{reverse('empire-upkeep')}?campaign={place.campaign.pk}{rest}"
    answer = (client or place.organiser).get(address, follow=True)
    assert answer.status_code == 200
    return answer.context["upkeep"]


def map_boxes(place, *boxes):
    state = CAMPAIGN.load(place.state)
    goods = state.layout(state.empire("anna")).map
    return [tuple(goods[box]) for box in boxes]


def test_the_upkeep_planner_opens_with_what_ones_own_map_asks_for(taxed):
    assert planned(taxed).boxes == map_boxes(taxed, 0, 1)
    bara = taxed.join("bara", "player")
    assert planned(taxed, client=bara).boxes == map_boxes(taxed, 0)
    assert planned(taxed, "&seat=1").boxes == map_boxes(taxed, 0)
    assert planned(taxed, "&seat=7").seat == 0


def test_a_box_that_was_paid_leaves_the_plan_by_itself(taxed):
    (first,) = map_boxes(taxed, 0)
    taxed.do("pay_upkeep", empire="anna", box=0, goods=list(first))
    assert planned(taxed).boxes == map_boxes(taxed, 1)
    assert "boxes" not in planned(taxed).query


def test_what_somebody_changes_in_the_plan_stands_in_its_address(taxed):
    assert planned(taxed, "&boxes=gold").boxes == [("gold",)]
    assert planned(taxed, "&boxes=gold").query == {"boxes": "gold"}
    assert planned(taxed, "&boxes=").boxes == []
    assert planned(taxed, "&seat=1").query == {"seat": "1"}


def test_a_strangers_planner_knows_no_map(taxed):
    assert planned(taxed, client=Client()).boxes == []


def test_before_a_session_is_open_the_planner_asks_for_the_whole_map():
    at = PlayedCampaign().take_over("anna", boxes=[0, 1], provinces=[1, 2])
    place = Place(at)
    assert planned(place).boxes == map_boxes(place, 0, 1)


@pytest.mark.parametrize("begun", [True, False])
def test_the_rules_opened_from_a_session_lead_back_to_its_campaign(begun):
    at = founded_campaign("anna", "bara")
    visitor = Visitor(Client(), kept(at.open() if begun else at))
    page = visitor.page().content.decode()
    linked = re.search(r'href="([^"]*/rules/\?[^"]*now=[^"]*)"', page)
    desk = visitor.client.get(linked[1].replace("&amp;", "&"))
    assert desk.status_code == 200
    assert f'href="{visitor.address()}"' in desk.content.decode()


def test_a_rule_told_in_a_campaign_leads_to_the_desk_of_that_campaign():
    visitor = Visitor(Client(), kept(founded_campaign("anna", "bara").open()))
    page = visitor.page("campaign-session-scores").content.decode()
    assert f"/rules/?campaign={visitor.campaign.pk}#" in page
