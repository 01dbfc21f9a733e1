"""A campaign begins in the browser: anew, from paper, or as a demo that can be thrown away."""

import re
from dataclasses import asdict
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from campaign.board import services
from campaign.models import Campaign, Empire
from companion.log.engines import ENGINES
from companion.log.models import Act, Log
from companion.log.record import rebuild
from companion.tables.joining import current_invitation
from companion.tables.models import Account, Membership, Person, Table
from scoring.rise_of_empire.readings import Readings
from tests.places import Place
from tests.played_campaign import founded_campaign

pytestmark = pytest.mark.django_db


@pytest.fixture
def people():
    """A table with three people and nothing played."""
    table = Table.objects.create(name="Thursday table")
    for name in ("Anna", "Bára", "Cyril"):
        Person.objects.create(table=table, name=name)
    return table


def member(table, role="organiser"):
    account = Account.objects.create(username=str(uuid4()))
    Membership.objects.create(table=table, account=account, role=role)
    client = Client()
    client.force_login(account)
    return client


def page_id(answer):
    return re.search(r'name="id" value="([^"]+)"', answer.content.decode())[1]


def rows(*players, **more):
    """The start page as it is filled in for these players."""
    factions = ("romans", "barbarians", "japanese", "egyptians")
    sent = {"name": "Our campaign", "deck": "standard", "id": str(uuid4())}
    for number in range(4):
        seat = f"seat{number}"
        sent[f"{seat}-player"] = players[number] if number < len(players) else ""
        sent[f"{seat}-name"] = f"Realm {number}"
        sent[f"{seat}-faction"] = factions[number]
    return {**sent, **more}


def state_of(campaign):
    return ENGINES["campaign"].load(Campaign.objects.get(pk=campaign.pk).state)


# Start


def pressed(answer):
    """What a browser would send if somebody just pressed the button."""
    text = answer.content.decode()
    sent = dict(re.findall(r'<input type="text" name="([^"]+)" value="([^"]*)"', text))
    sent["id"] = page_id(answer)
    for name, options in re.findall(
        r'<select name="([^"]+)".*?>(.*?)</select>', text, re.S
    ):
        chosen = re.search(r'value="([^"]*)" selected', options) or re.search(
            r'value="([^"]*)"', options
        )
        sent[name] = chosen[1]
    return sent


def test_most_people_just_press_start(people):
    client, address = member(people), reverse("start-campaign", args=[people.pk])
    answer = client.post(address, pressed(client.get(address)))
    campaign = people.campaigns.get()
    assert answer.url == reverse("campaign", args=[campaign.pk])
    state = state_of(campaign)
    assert campaign.name == "Our campaign"
    assert [one.player for one in state.empires] == ["Anna", "Bára", "Cyril"]
    assert len({one.sheet.faction for one in state.empires}) == 3
    assert state.readings == Readings()
    assert {one.deck for one in state.empires} == {"standard"}


def test_bonuses_are_spoken_of_only_where_there_are_any(people):
    page = member(people).get(reverse("start-campaign", args=[people.pk]))
    assert "These bonuses" not in page.content.decode()


def test_a_second_campaign_has_a_name_of_its_own(people):
    client, address = member(people), reverse("start-campaign", args=[people.pk])
    for _time in range(2):
        client.post(address, pressed(client.get(address)))
    names = people.campaigns.order_by("pk").values_list("name", flat=True)
    assert list(names) == ["Our campaign", "Our campaign (2)"]


def test_players_of_a_campaign_are_people_of_the_table(people):
    client = member(people)
    client.post(
        reverse("start-campaign", args=[people.pk]), rows("Anna", "bára", "Eva")
    )
    address = reverse("found-empire", args=[people.campaigns.get().pk])
    client.post(address, found(player="Filip", sure="yes"))
    names = people.people.order_by("pk").values_list("name", flat=True)
    assert list(names) == ["Anna", "Bára", "Cyril", "Eva", "Filip"]


def test_the_history_says_in_words_which_decks_were_agreed_on(people):
    client = member(people)
    client.post(reverse("start-campaign", args=[people.pk]), rows("Anna"))
    address = reverse("campaign-history", args=[people.campaigns.get().pk])
    assert "· the standard 30 cards" in client.get(address).content.decode()


def test_who_was_copied_from_paper_is_one_of_the_people(people, paper):
    client, address = member(people), reverse("take-over", args=[paper.pk])
    client.post(address, copied(player="Eva"))
    assert people.people.filter(name="Eva").exists()


def test_every_reading_is_on_the_page_with_its_sentence_and_rule(people):
    text = member(people).get(reverse("start-campaign", args=[people.pk])).content
    text = text.decode()
    for name in vars(Readings()):
        assert f'name="reading-{name}"' in text
    assert text.count("_helptext") >= len(vars(Readings()))
    for target in set(re.findall(r'popovertarget="([^"]+)"', text)):
        assert f'id="{target}"' in text


def test_a_reading_and_a_typed_faction_are_kept(people):
    sent = rows("Anna", "Bára")
    sent |= {"reading-twilight": "two_falls"}
    sent |= {"seat0-faction": "?", "seat0-faction_typed": "Atlanteans"}
    member(people).post(reverse("start-campaign", args=[people.pk]), sent)
    state = state_of(people.campaigns.get())
    assert state.readings.twilight == "two_falls"
    assert state.empires[0].sheet.faction == "Atlanteans"


def test_starting_twice_with_one_page_starts_one_campaign(people):
    client, sent = member(people), rows("Anna", "Bára")
    address = reverse("start-campaign", args=[people.pk])
    first, second = client.post(address, sent), client.post(address, sent)
    assert first.url == second.url
    assert people.campaigns.count() == 1
    assert people.campaigns.get().acts.count() == 2
    client.post(address, rows("Anna", "Bára"))
    assert people.campaigns.count() == 2


@pytest.mark.rule("ROE-2")
def test_what_the_rules_refuse_is_said_and_nothing_is_written_or_lost(people):
    sent = rows("Anna", "Bára") | {"seat1-name": ""}
    answer = member(people).post(reverse("start-campaign", args=[people.pk]), sent)
    text = answer.content.decode()
    assert answer.status_code == 422
    assert "Give the empire a name." in text
    assert "ROE-2" in text
    assert 'value="Our campaign"' in text
    assert not Log.objects.exists()


def test_nobody_named_is_said(people):
    answer = member(people).post(reverse("start-campaign", args=[people.pk]), rows())
    assert answer.status_code == 422
    assert "Enter at least one player." in answer.content.decode()
    assert not people.campaigns.exists()


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": ""},
        {"name": "x" * 61},
        {"deck": "forged"},
        {"seat0-player": "A\x00"},
        {"reading-twilight": "forged"},
        {"reading-province_points": "many"},
        {"seat0-faction": "forged"},
    ],
    ids=str,
)
def test_bad_input_is_refused_on_the_page(people, wrong):
    sent = rows("Anna", "Bára") | wrong
    answer = member(people).post(reverse("start-campaign", args=[people.pk]), sent)
    assert answer.status_code == 422
    assert not people.campaigns.exists()


@pytest.mark.parametrize("role", ["player", "spectator"])
def test_only_an_organiser_starts_a_campaign_or_a_demo(people, role):
    client = member(people, role)
    for name in ("start-campaign", "try-demo"):
        assert client.post(reverse(name, args=[people.pk])).status_code == 404
    assert not people.campaigns.exists()


# From paper


@pytest.fixture
def paper(people):
    """A campaign that goes on from paper, with the page on which a sheet is copied."""
    client = member(people)
    address = reverse("start-campaign", args=[people.pk]) + "?paper"
    answer = client.post(address, {"name": "Since 2024", "id": str(uuid4())})
    campaign = people.campaigns.get()
    assert answer.url == reverse("take-over", args=[campaign.pk])
    return campaign


def copied(**more):
    """A medieval sheet as it lies on the table."""
    return {
        "id": str(uuid4()),
        "age": "medieval",
        "player": "Anna",
        "name": "Aurelia",
        "faction": "romans",
        "deck": "standard",
        "diplomacy": "7",
        "economy": "3",
        "science": "0",
        "boxes": ["0", "4"],
        "provinces": "ROTE011, 12",
        "knowledge": "16",
        "score0": "40",
        "score1": "44",
        "score2": "39",
        "earlier_ticks": "30",
        "card0-number": "56",
        "card4-number": "80",
        "card4-price": "50",
        **more,
    }


def test_pressing_twice_begins_one_campaign_from_paper(people, paper):
    client = member(people)
    address = reverse("start-campaign", args=[people.pk]) + "?paper"
    client.post(address, {"name": "Since 2024", "id": str(uuid4())})
    assert people.campaigns.count() == 1


@pytest.mark.rule("ROE-34")
def test_a_sheet_is_copied_as_it_lies_on_the_table(people, paper):
    client = member(people, "player")
    answer = client.post(reverse("take-over", args=[paper.pk]), copied(another="1"))
    assert answer.url == reverse("take-over", args=[paper.pk])
    (empire,) = state_of(paper).empires
    sheet = empire.sheet
    assert (empire.player, sheet.name, sheet.age) == ("Anna", "Aurelia", "medieval")
    assert asdict(sheet.ticks) == {"diplomacy": 7, "economy": 3, "science": 0}
    assert (sheet.boxes, sheet.provinces) == ((0, 4), (11, 12))
    assert (sheet.knowledge, sheet.scores, empire.earlier_ticks) == (
        16,
        (40, 44, 39),
        30,
    )
    held = [(one.number, one.colour, one.price, one.age) for one in sheet.inventions]
    assert held == [(56, "red", 30, "ancient"), (80, "blue", 50, "medieval")]
    assert rebuild(paper) == 0


def test_the_last_sheet_leads_to_the_board_and_twice_is_once(people, paper):
    client, sent = member(people), copied()
    address = reverse("take-over", args=[paper.pk])
    for _press in range(2):
        assert client.post(address, sent).url == reverse("campaign", args=[paper.pk])
    assert len(state_of(paper).empires) == 1


def test_another_age_shows_its_own_sheet_and_keeps_what_was_typed(people, paper):
    client = member(people)
    sent = copied(to_age="industrial")
    answer = client.post(reverse("take-over", args=[paper.pk]), sent)
    text = answer.content.decode()
    assert answer.status_code == 200
    assert 'name="age" value="industrial"' in text
    assert 'value="Aurelia"' in text
    assert re.search(r'name="diplomacy" value="7" checked', text)
    assert not state_of(paper).empires


@pytest.mark.rule("ROE-33", "ROE-12", "ROE-1")
@pytest.mark.parametrize(
    ("wrong", "rule"),
    [
        ({"diplomacy": "16"}, "ROE-33"),
        ({"provinces": "11, 56"}, "ROE-1"),
        ({"provinces": "11, 11"}, "ROE-1"),
        ({"card5-number": "81", "card5-price": "9", "card5-colour": "red"}, "ROE-12"),
        ({"age": "ancient", "earlier_ticks": "3", "card4-number": ""}, "ROE-34"),
        ({"name": "", "sure": "1"}, ""),
        ({"boxes": ["99"]}, ""),
        ({"knowledge": "many"}, ""),
        ({"card3-number": "90"}, ""),  # nobody knows its price
    ],
    ids=str,
)
def test_what_is_impossible_is_said_and_nothing_typed_is_lost(
    people, paper, wrong, rule
):
    sent = copied(sure="1") | wrong
    answer = member(people).post(reverse("take-over", args=[paper.pk]), sent)
    text = answer.content.decode()
    assert answer.status_code == 422
    assert rule in text
    assert 'value="Anna"' in text
    assert f'value="{sent["provinces"]}"' in text
    assert not state_of(paper).empires


@pytest.mark.rule("ROE-9")
def test_what_is_unusual_is_pointed_out_and_then_accepted(people, paper):
    client, address = member(people), reverse("take-over", args=[paper.pk])
    answer = client.post(address, copied(provinces="11"))
    text = answer.content.decode()
    assert answer.status_code == 422
    assert "1 provinces, but 2 map boxes ticked." in text
    assert 'name="sure"' in text
    assert not state_of(paper).empires
    assert client.post(address, copied(provinces="11", sure="1")).status_code == 302
    assert len(state_of(paper).empires) == 1


def test_a_session_opened_meanwhile_does_not_lose_the_sheet(people, paper):
    """The rules let an empire come at any time; it plays from the next session on."""
    client = member(people)
    client.post(reverse("take-over", args=[paper.pk]), copied())
    answer = client.post(reverse("take-over", args=[paper.pk]), copied(sure="1"))
    assert answer.status_code == 422  # Anna's empire still stands
    assert "Anna already has an empire." in answer.content.decode()


# A demo


@pytest.fixture
def demo(people):
    client = member(people)
    answer = client.post(
        reverse("try-demo", args=[people.pk]), {"id": str(uuid4())}, follow=True
    )
    assert answer.status_code == 200
    return people.campaigns.get()


def test_a_demo_shows_everything_at_once_and_says_what_it_is(people, demo):
    text = member(people).get(reverse("campaign", args=[demo.pk])).content.decode()
    state = state_of(demo)
    assert (state.played, demo.example) == (8, True)
    assert {one.status for one in state.empires} == {"alive", "collapsed"}
    assert len({one.sheet.age for one in state.alive}) == 2
    assert "Collapses if the next score is below" in text
    assert "Found a new empire" in text
    assert ">Demo<" in text
    assert Person.objects.count() == 3  # nobody was made up at the table
    assert rebuild(demo) == 0


def test_asking_twice_for_a_demo_makes_one(people):
    client, sent = member(people), {"id": str(uuid4())}
    for _press in range(2):
        client.post(reverse("try-demo", args=[people.pk]), sent)
    assert people.campaigns.count() == 1


def test_a_demo_can_be_thrown_away_and_leaves_nothing(people, demo):
    answer = member(people).post(reverse("throw-away", args=[demo.pk]))
    assert answer.url == reverse("table", args=[people.pk])
    assert not Log.objects.exists()
    assert not Act.objects.exists()
    assert not Empire.objects.exists()


@pytest.mark.parametrize("role", ["player", "spectator"])
def test_only_an_organiser_throws_a_demo_away(people, demo, role):
    answer = member(people, role).post(reverse("throw-away", args=[demo.pk]))
    assert answer.status_code == 404
    assert Act.objects.exists()


def test_what_people_played_is_never_thrown_away(people, paper):
    answer = member(people).post(reverse("throw-away", args=[paper.pk]))
    assert answer.status_code == 404
    with pytest.raises(services.NoDemo):
        services.throw_away(paper)
    assert Log.objects.count() == 1


# The list at a table


def table_page(table, role):
    return member(table, role).get(reverse("table", args=[table.pk])).content.decode()


def test_a_table_shows_its_campaigns_and_how_to_get_one(people, demo):
    text = table_page(people, "organiser")
    assert reverse("campaign", args=[demo.pk]) in text
    assert "Next: session 9" in text
    assert ">Demo<" in text
    for name in ("start-campaign", "try-demo"):
        assert reverse(name, args=[people.pk]) in text
    assert "Start a campaign" not in table_page(people, "player")


# Found anew


def found(**more):
    sent = {"player": "Dan", "name": "Vinland", "faction": "egyptians"}
    return {"id": str(uuid4()), "deck": "standard", **sent, **more}


@pytest.mark.rule("ROE-39")
def test_after_a_collapse_the_player_founds_anew(people, demo):
    client = member(people, "player")
    address = reverse("found-empire", args=[demo.pk])
    text = client.get(address + "?player=Bára").content.decode()
    assert 'value="Bára"' in text
    assert "Kemet no longer plays." in text
    sent = found(player="Bára", faction="barbarians")
    for _press in range(2):
        assert client.post(address, sent).url == reverse("campaign", args=[demo.pk])
    assert {one.player for one in state_of(demo).alive} == {"Anna", "Bára", "Cyril"}


@pytest.mark.rule("ROE-39")
def test_whose_empire_stands_founds_no_second_one(people, demo):
    answer = member(people).post(
        reverse("found-empire", args=[demo.pk]), found(player="Anna")
    )
    assert answer.status_code == 422
    assert "ROE-39" in answer.content.decode()
    assert 'value="Vinland"' in answer.content.decode()


def test_a_spectator_founds_and_copies_nothing(people, demo):
    client = member(people, "spectator")
    for name, sent in (("found-empire", found()), ("take-over", copied())):
        assert client.post(reverse(name, args=[demo.pk]), sent).status_code == 404
        assert client.get(reverse(name, args=[demo.pk])).status_code == 404


def test_an_empire_is_called_after_its_player_and_the_same_when_asked_again():
    one, other = uuid4(), uuid4()
    assert services.key_of("Šárka", one).startswith("sarka-")
    assert services.key_of("Šárka", one) == services.key_of("Šárka", one)
    assert services.key_of("Šárka", one) != services.key_of("Šárka", other)
    assert services.key_of("李", one).startswith("empire-")
    assert len(services.key_of("a" * 60, one)) <= 60


def test_founding_an_empire_fills_in_the_visitor_without_one():
    place = Place(founded_campaign("anna", "bara"))
    dana = place.join("dana", "player")
    address = reverse("found-empire", args=[place.campaign.pk])
    assert dana.get(address).context["form"]["player"].value() == "Dana"
    assert place.organiser.get(address).context["form"]["player"].value() == ""


def test_a_new_campaign_tells_how_friends_join_until_somebody_did():
    place = Place(founded_campaign("anna", "bara"))
    invite = "Friends can play along on their phones."
    pages = [
        reverse(one, args=[place.campaign.pk])
        for one in ("campaign", "campaign-session")
    ]
    for page in pages:
        assert invite in place.organiser.get(page).content.decode()
    place.join("dana", "player")
    for page in pages:
        assert invite not in place.organiser.get(page).content.decode()


def test_a_joining_phone_is_offered_the_people_of_the_campaign(people):
    member(people).post(
        reverse("start-campaign", args=[people.pk]), rows("Anna", "Eva", "Filip")
    )
    code = current_invitation(table=people, role="player").code
    page = Client().get(reverse("join", args=[code])).content.decode()
    offered = re.findall(r'name="name" value="([^"]+)"', page)
    assert set(offered) >= {"Anna", "Eva", "Filip"}
