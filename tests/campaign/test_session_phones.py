"""Every phone its own: whom a page asks about, who waits for whom, and who is done for."""

import re
from uuid import uuid4

import pytest
from django.test import Client
from django.utils.html import strip_tags

from campaign.documents.session_pack import pack_leaves
from campaign.documents.views import counted_of
from campaign.session.desk import campaign_letters
from campaign.session.past import find_past_session
from companion.home.campaign_screens import campaign_screen
from companion.paper.shapes import Text
from companion.tables.models import Membership, Phone
from scoring.rise_of_empire.engine import ENGINE as CAMPAIGN
from scoring.rise_of_empire.stages import Stage
from tests.campaign_visitor import Visitor, done, four, kept, two_sessions
from tests.played_campaign import PlayedCampaign, founded_campaign, ticks

pytestmark = pytest.mark.django_db
NAMES = ("anna", "bara", "cyril", "dana")


class Phones:
    """Four players with a phone each; Anna is also the host."""

    def __init__(self, played, names=NAMES):
        self.campaign = kept(played)
        self.of = {
            name: Visitor(
                Client(),
                self.campaign,
                "organiser" if name == "anna" else "player",
                name,
            )
            for name in names
        }
        for name in names:
            self.connect(name)

    def connect(self, name):
        table = self.campaign.table
        person = table.people.get(name=name.title())
        Phone.objects.create(table=table, person=person, role=Membership.Role.PLAYER)

    def __getattr__(self, name):
        return self.of[name]


def asked(visitor):
    """About whom a page asks, or for whom it waits."""
    context = visitor.page().context
    if "awaited" in context:
        return [one.key for one in context["awaited"]]
    return context["view"].asked.key


@pytest.fixture
def phones(db):
    return Phones(four())


def count(visitor, seat, track):
    return done(visitor.count(seat, track=track, common=0, faction=0))


# Watching


def test_who_has_no_empire_watches_and_acts_only_for_somebody_they_chose(phones):
    eva = Visitor(Client(), phones.campaign, "player", "eva")
    page = eva.page()
    assert page.context["view"].serves == ()
    html = page.content.decode()
    assert "You're watching." in html
    assert "Do it for Anna" in html
    assert "You're watching." not in phones.bara.page().content.decode()
    helping = eva.page("campaign-session-help", 0)
    assert helping.context["view"].serves == ("anna",)
    assert "Back to watching" in helping.content.decode()


# Scores


def test_everybody_counts_their_own_score_at_the_same_time(phones):
    for name in NAMES:
        page = phones.of[name].page("campaign-session-scores")
        assert page.context["score"].seat.key == name
    for number, name in reversed(list(enumerate(NAMES))):
        count(phones.of[name], number, 40 + number)
    assert [seat.entries["track"] for seat in phones.anna.state.session.seats] == [
        40,
        41,
        42,
        43,
    ]


def test_who_has_counted_waits_for_the_others_by_name(phones):
    count(phones.bara, 1, 50)
    page = phones.bara.page()
    assert [one.key for one in page.context["missing"]] == ["anna", "cyril", "dana"]
    assert "Waiting for" in page.content.decode()
    assert "Confirm scores" not in page.content.decode()


def test_the_host_sees_who_is_missing_and_counts_for_them(phones):
    count(phones.anna, 0, 50)
    page = phones.anna.page().content.decode()
    assert "Do it for Bara" in page
    count(phones.anna, 1, 44)
    assert phones.anna.state.session.seat("bara").entries["track"] == 44


def test_the_host_goes_on_with_players_who_have_no_phone(db):
    phones = Phones(four(), names=("anna", "cyril"))
    seats = []
    for _player in range(3):
        seat = phones.anna.page("campaign-session-scores").context["score"].seat
        seats.append(seat.key)
        count(phones.anna, seat.number, 40)
    assert seats == ["anna", "bara", "dana"]
    missing = phones.anna.page().context["missing"]
    assert [one.key for one in missing] == ["cyril"]


def test_a_phone_of_another_week_is_none(db):
    phones = Phones(four(), names=("anna", "bara"))
    Phone.objects.update(seen="2026-01-01T20:00Z")
    count(phones.anna, 0, 50)
    page = phones.anna.page("campaign-session-scores")
    assert page.context["score"].seat.key == "bara"


# The other steps


def at_shopping():
    return four().settle(anna=66, bara=44, cyril=70, dana=50)


def test_only_the_order_of_buying_makes_people_wait_and_the_page_says_for_whom(db):
    phones = Phones(at_shopping())
    assert asked(phones.cyril) == "cyril"
    assert asked(phones.anna) == ["cyril"]
    done(phones.cyril.do("tick_track", {"empire": "cyril", "category": "science"}))
    assert asked(phones.cyril) == "cyril"
    assert asked(phones.anna) == ["cyril"]
    assert asked(phones.dana) == ["cyril", "anna"]
    assert asked(phones.bara) == ["cyril", "anna", "dana"]


def test_knowledge_is_gained_by_itself_and_told_in_the_shop(db):
    phones = Phones(at_shopping())
    before = phones.cyril.sheet("cyril").knowledge
    done(phones.cyril.do("tick_track", {"empire": "cyril", "category": "science"}))
    assert phones.cyril.sheet("cyril").knowledge == before + 70
    assert "+ 70" in phones.cyril.page().content.decode()


def buy(visitor, **more):
    """Presses the first card that can be bought."""
    ware = visitor.page().context["wares"][0]
    return done(visitor.do("buy_invention", ware.data, then="stop", **more))


def shopping(names=NAMES):
    phones = Phones(at_shopping(), names)
    done(phones.anna.do("tick_track", {"empire": "cyril", "category": "science"}))
    return phones


def test_buying_one_invention_is_the_end_of_it_unless_one_wants_more(db):
    phones = shopping()
    buy(phones.cyril, more="on")
    assert not phones.cyril.state.session.seat("cyril").shopped
    buy(phones.cyril)
    assert phones.cyril.state.session.seat("cyril").shopped
    assert len(phones.cyril.state.session.seat("cyril").bought) == 2


def test_who_has_bought_draws_a_province_while_others_still_buy(db):
    phones = shopping()
    buy(phones.cyril)
    page = phones.cyril.page()
    assert page.context["on"] == "provinces"
    assert "6 of 6" in page.content.decode()
    data = page.context["choice"].options[0].data
    done(phones.cyril.do("draw_provinces", data, by_hand="on", **{"card-1": "41"}))
    done(phones.cyril.do("tick_map_box", {"empire": "cyril", "box": 9}))
    assert asked(phones.cyril) == ["anna"]
    assert asked(phones.anna) == "anna"


def test_the_waiting_see_what_they_could_buy(db):
    phones = shopping()
    shop = phones.bara.page().context["shop"]
    have = phones.bara.sheet("bara").knowledge
    assert shop
    assert all(one.card.price <= have for one in shop)
    assert "/do/buy_invention/" not in phones.bara.page().content.decode()


def test_the_waiting_also_see_cards_whose_colour_nobody_copied(db):
    played = founded_campaign("anna", "bara", cards=[]).open()
    phones = Phones(played.settle(anna=60, bara=50).to(Stage.INVENTIONS), NAMES[:2])
    offered = {one.card.number for one in phones.anna.page().context["half"]}
    page = phones.bara.page()
    assert 61 in offered & {one.card.number for one in page.context["shop"]}
    assert "5 left" in page.content.decode()
    assert "colour not known yet" in page.content.decode()


def test_after_buying_the_page_says_what_and_how_much_is_left(db):
    phones = shopping()
    buy(phones.cyril)
    left = phones.cyril.sheet("cyril").knowledge
    shown = phones.cyril.page().content.decode()
    assert "Bought:" in shown
    assert f"Knowledge left: {left}." in shown


def test_the_host_does_it_for_somebody_and_stays_with_them(db):
    phones = shopping()
    page = phones.anna.page("campaign-session-help", 2)
    assert page.context["view"].asked.key == "cyril"
    assert "doing this for Cyril." in page.content.decode()
    ware = page.context["wares"][0]
    answer = done(phones.anna.do("buy_invention", ware.data, then="stop", help="2"))
    assert answer.headers["Location"] == phones.anna.address("campaign-session-help", 2)
    page = phones.anna.page("campaign-session-help", 2)
    assert page.context["on"] == "provinces"


def test_whoever_is_done_with_step_6_isnt_sent_back_to_step_5(db):
    phones = shopping()
    buy(phones.cyril)
    page = phones.cyril.page()
    assert "6 of 6" in page.content.decode()
    drawn = page.context["choice"].options[0].data
    done(phones.cyril.do("draw_provinces", drawn))
    box = next(one for one in phones.cyril.page().context["map"] if one.data)
    done(phones.cyril.do("tick_map_box", box.data))
    page = phones.cyril.page()
    shown = page.content.decode()
    assert "awaited" in page.context
    assert "6 of 6" in shown
    assert "5 of 6" not in shown
    assert "(inventions)" in shown


def test_helping_ends_where_nothing_is_left_to_do(db):
    phones = shopping()
    answer = phones.anna.client.get(phones.anna.address("campaign-session-help", 1))
    assert answer.headers["Location"] == f"{phones.anna.address()}?passed=help"
    assert (
        "That part is done."
        in phones.anna.page("campaign-session-help", 1).content.decode()
    )


def test_nobody_helps_a_seat_that_isnt_there(db):
    phones = shopping()
    address = phones.anna.address("campaign-session-help", 9)
    assert phones.anna.client.get(address).status_code == 404


def test_where_everybody_enters_only_their_own_nobody_helps_but_the_host(db):
    phones = shopping()
    phones.campaign.table.only_own = True
    phones.campaign.table.save()
    address = phones.bara.address("campaign-session-help", 2)
    assert phones.bara.client.get(address).status_code == 404
    assert phones.anna.client.get(address).status_code == 200


def test_the_host_of_one_phone_is_asked_in_the_order_of_the_book(db):
    phones = shopping(names=("anna",))
    for buyer in ("cyril", "anna", "dana", "bara"):
        assert asked(phones.anna) == buyer
        buy(phones.anna)
    for drawer in NAMES:
        # Her own first, then the others around the table.
        assert asked(phones.anna) == drawer
        done(phones.anna.do("draw_provinces", {"empire": drawer}))
        page = phones.anna.page()
        box = next(one for one in page.context["map"] if one.data)
        done(phones.anna.do("tick_map_box", box.data))
    assert phones.anna.page().context["on"] == "finish"


# During play


def test_ones_own_empire_comes_first_and_only_its_buttons_are_there(phones):
    page = phones.cyril.page("campaign-session-play")
    content = page.content.decode()
    for mission in page.context["missions"]:
        assert mission.rows[0].seat.key == "cyril"
        assert [row.acts for row in mission.rows] == [True, False, False, False]
    assert page.context["upkeep"][0].seat.key == "cyril"
    assert "Cyril: mission completed" in content
    assert "Bara: mission completed" not in content
    assert phones.cyril.address("campaign-session-help", 1) in content


def first_lines(visitor):
    """What the play page says of whoever was first."""
    content = visitor.page("campaign-session-play").content.decode()
    lines = re.findall(r'<p class="first-done.*?</p>', content, re.DOTALL)
    return [" ".join(re.sub("<[^>]*>", "", one).split()) for one in lines]


@pytest.mark.rule("ROE-14")
def test_the_first_keeps_seeing_the_bonus_and_the_others_who_it_was(db):
    played = four()
    played.do("fill_card", number=126, bonus="Draw 2")
    phones = Phones(played)
    assert first_lines(phones.bara) == []
    for name in ("bara", "cyril"):
        data = {"mission": 126, "empires": [name]}
        done(phones.of[name].do("complete_mission", data, sure="on"))
    assert first_lines(phones.bara) == ["Your bonus for being first: Draw 2"]
    assert first_lines(phones.cyril) == ["First: Bara. Draw 2"]


def test_the_page_shows_how_far_everybody_is(phones):
    phones.bara.do("move_marker", {"mission": 126, "empire": "bara", "by": 3})
    rows = phones.cyril.page("campaign-session-play").context["missions"][0].rows
    assert {row.seat.key: row.marker for row in rows}["bara"] == 3


def test_a_player_pays_their_own_upkeep_and_sees_what_others_owe(phones):
    content = phones.bara.page("campaign-session-play").content.decode()
    assert content.count("/session/pay-all/") == 1
    sent = {"id": str(uuid4()), "empire": "bara"}
    done(phones.bara.client.post(phones.bara.address("campaign-session-pay-all"), sent))
    assert set(phones.bara.state.session.seat("bara").paid) == set(
        phones.bara.sheet("bara").boxes
    )


# One letter and colour for everybody


def test_a_player_keeps_letter_and_colour_whoever_is_there(db):
    played = founded_campaign("anna", "bara", "cyril").open("bara", "cyril")
    campaign = kept(played)
    here = Visitor(Client(), campaign)
    page = here.page()
    letters = {seat.player: seat.letter for seat in page.context["view"].seats}
    assert letters == {"Bara": "B", "Cyril": "C"}
    here.count(0, track=30)
    result = here.page().context["result"]
    assert [(one.name, one.letter) for one in result.standings] == [
        ("Bara", "B"),
        ("Cyril", "C"),
    ]
    board = here.page("campaign").context["board"]
    seats = {one.empire.player: one.seat for one in board.stands}
    assert seats == {"Anna": "A", "Bara": "B", "Cyril": "C"}
    plates = campaign_screen(here.campaign).plates
    assert [(one.seat, one.name) for one in plates] == [(1, "Bara"), (2, "Cyril")]


# Before the game


def test_before_the_game_ones_own_empire_comes_first_in_its_colour(db):
    phones = Phones(two_sessions())
    page = phones.cyril.page()
    assert [one.empire.key for one in page.context["ready"]] == [
        "cyril",
        "anna",
        "bara",
        "dana",
    ]
    shown = page.content.decode().split('<ul class="players">')[1]
    cards = re.findall(r'<li class="card seat-(\w)">', shown)
    assert cards == ["C", "A", "B", "D"]
    assert [f"laying-{name}" in shown for name in NAMES] == [True, True, False, True]


def test_who_opens_the_session_changes_nobodys_place_at_the_table(db):
    phones = Phones(two_sessions())
    empires = ["cyril", "anna", "bara", "dana"]
    done(phones.cyril.do("open_session", empires=empires))
    seats = phones.cyril.state.session.seats
    assert [seat.empire for seat in seats] == list(NAMES)


def test_before_we_meet_ones_own_empire_comes_first_too(db):
    meeting = Phones(two_sessions()).cyril.page("before-we-meet").context
    for part in ("answers", "ready"):
        keys = [one.empire.key for one in meeting[part]]
        assert keys == ["cyril", "anna", "bara", "dana"]


def test_what_the_session_brought_begins_with_ones_own_empire(db):
    phones = Phones(at_shopping().to(Stage.FINISH))
    compared = phones.cyril.page().context["compared"]
    assert [(one.empire.key, one.letter) for one in compared[:2]] == [
        ("cyril", "C"),
        ("anna", "A"),
    ]


def test_at_the_table_a_player_sees_the_tokens_they_have(client):
    played = PlayedCampaign().take_over("anna", ticks=ticks(diplomacy=4))
    here = Visitor(client, kept(played.found("bara").open()), "player", "anna")
    page = here.page("campaign-session-play").content.decode()
    mine = page[page.index('class="card mine') : page.index("</section>")]
    told = strip_tags(mine[: mine.index("<details")])
    assert "Tokens: Wall token" in " ".join(told.split())


def test_papers_of_a_session_keep_everybodys_letter(db):
    played = founded_campaign("anna", "bara", "cyril").session(bara=90, cyril=80)
    campaign = kept(played.open("bara", "cyril"))
    _form, result = counted_of(find_past_session(campaign, 1))
    assert [one.letter for one in result.standings] == ["B", "C"]
    *_before, scores = pack_leaves(
        CAMPAIGN.load(campaign.state), "", "a4", campaign_letters(campaign)
    )
    said = {one.text for one in scores.drawing.shapes if isinstance(one, Text)}
    assert {"B", "C", "Bara", "Cyril"} <= said
    assert "A" not in said
