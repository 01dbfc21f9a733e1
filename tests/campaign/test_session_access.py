"""Who sees a session of a campaign, and who may do what in it; and a session long past."""

import pytest
from django.http import QueryDict
from django.test import Client
from django.urls import reverse

from campaign.session.act_data import read_losses
from campaign.session.log import DEEDS
from companion.tables.models import Account, Person
from scoring.rise_of_empire.stages import Stage
from tests.campaign_visitor import Visitor, done, kept
from tests.papers import read
from tests.played_campaign import CAESAR, founded_campaign
from tests.thorough import THOROUGH

pytestmark = pytest.mark.django_db
PAGES = ("campaign-session", "campaign-session-play", "campaign-session-scores")
MOVE = {"mission": CAESAR, "empire": "anna"}


@pytest.fixture
def here(client):
    return Visitor(
        client, kept(founded_campaign("anna", "bara").session(anna=50, bara=45).open())
    )


@pytest.fixture
def past():
    played = founded_campaign("anna", "bara").open().complete(136, "bara")
    played.do("write_note", text="A long evening")
    return kept(played.settle(anna=50, bara=45).finish().session(anna=51, bara=46))


@pytest.mark.parametrize("known", [True, False])
def test_a_stranger_finds_nothing(here, known):
    stranger = Client()
    if known:
        stranger.force_login(Account.objects.create_user("stranger"))
    for name in PAGES:
        assert stranger.get(here.address(name)).status_code == 404
    assert stranger.get(here.address("campaign-session-past", 1)).status_code == 404
    assert stranger.get(here.address("campaign-session-score", 0)).status_code == 404
    for name in ("campaign-session-take-back",):
        assert stranger.post(here.address(name)).status_code == 404
    assert (
        stranger.post(here.address("campaign-session-do", "move_marker")).status_code
        == 404
    )


def test_a_spectator_sees_everything_and_does_nothing(here):
    spectator = Visitor(Client(), here.campaign, "spectator", "sona")
    for name in PAGES:
        page = spectator.page(name)
        assert page.status_code == 200
        assert "campaign-session-do" not in page.content.decode()
        assert "/session/do/" not in page.content.decode()
    assert spectator.do("move_marker", MOVE).status_code == 404
    assert spectator.count(0, track=3).status_code == 404
    assert spectator.take_back(1).status_code == 404
    assert here.state.session.mission(CAESAR).markers == {}


@pytest.mark.parametrize(
    "wanted",
    [Stage.WINNER, Stage.KNOWLEDGE, Stage.INVENTIONS, Stage.PROVINCES, Stage.FINISH],
)
def test_a_spectator_follows_every_step_without_a_button_that_works(client, wanted):
    played = founded_campaign("anna", "bara").open().settle(anna=50, bara=45).to(wanted)
    spectator = Visitor(client, kept(played), "spectator")
    shown = spectator.page()
    assert shown.status_code == 200
    forms = shown.content.decode().split("/session/do/")[1:]
    assert all("disabled" in one.split("</form>")[0] for one in forms)


def test_a_player_enters_anything_of_the_open_session(here):
    player = Visitor(Client(), here.campaign, "player", "petr")
    done(player.do("move_marker", MOVE))
    assert player.last.by.name == "Petr"
    done(player.count(1, track=12))


@pytest.mark.parametrize("name", ["campaign-session-do", "campaign-session-take-back"])
def test_whoever_opens_an_address_that_does_something_lands_on_the_page(here, name):
    more = ["move_marker"] if name == "campaign-session-do" else []
    before = here.campaign.acts.count()
    assert here.page(name, *more).status_code == 200
    assert here.campaign.acts.count() == before
    assert Client().get(here.address(name, *more)).status_code == 404


GARBAGE = (
    {},
    {"data": "{}"},
    {"data": "[" * 100_000},
    {"data": '{"empire": ["anna"], "mission": {}, "number": NaN, "box": 1e400}'},
    {"data": '{"empire": "anna", "number": 7, "price": 99999999999999999999}'},
    {"data": '{"empire": "\\u0000", "provinces": "1"}', "provinces": ["x", "९"]},
    {"data": '{"empire": "anna"}', "provinces": ["9" * 5000]},
    {"data": '{"empire": "anna"}', "card-1": "\x00", "number": "१", "price": "1e9"},
    {"empires": ["\x00", "anna"], "played_on": "yesterday", "diplomacy": "999"},
    {"data": '{"mission": 126, "empires": 7}', "empires": ["nobody"], "at": "#<b>"},
)


def moment(which):
    played = founded_campaign("anna", "bara")
    if which == "between":
        return played.session(anna=50, bara=45)
    played.open()
    return played if which == "play" else played.settle(anna=50, bara=45).to(which)


MOMENTS = ("play", Stage.INVENTIONS, Stage.PROVINCES, "between")


def kinds_tried(when):
    """Every kind of act at every moment when there is time, else each at one of them."""
    every = sorted(DEEDS)
    return every if THOROUGH else every[MOMENTS.index(when) :: len(MOMENTS)]


def test_a_province_of_five_thousand_digits_is_none_at_all():
    sent = QueryDict(f'data={{"empire":"anna"}}&provinces={"9" * 5000}&provinces=7')
    assert read_losses(sent, None).data == {"empire": "anna", "provinces": [7]}


@pytest.mark.parametrize("when", MOMENTS)
def test_whatever_is_sent_is_answered(client, when):
    visitor = Visitor(client, kept(moment(when)))
    for nth, kind in enumerate(kinds_tried(when)):
        for sent in GARBAGE if THOROUGH else [GARBAGE[nth % len(GARBAGE)]]:
            answer = client.post(visitor.address("campaign-session-do", kind), sent)
            assert answer.status_code in (302, 400, 422)  # 400: no page sends NUL


@pytest.mark.parametrize(
    "sent", [{"s-track": "१"}, {"s-track": "9" * 50}, {"fall": "x"}]
)
def test_whatever_is_counted_is_answered(here, sent):
    answer = here.client.post(here.address("campaign-session-score", 0), sent)
    assert answer.status_code in (302, 422)
    assert (
        here.client.get(here.address("campaign-session-score", 0), sent).status_code
        == 200
    )


# A session long past


def test_a_past_session_tells_results_missions_and_what_each_did(client, past):
    page = Visitor(client, past).page("campaign-session-past", 1)
    shown = page.content.decode()
    assert [one.score for one in page.context["past"].results] == [50, 45]
    for words in ("126 Obezřetný jako Caesar", "A long evening", "Invention bought"):
        assert words in shown
    ((card, done_by),) = page.context["past"].completions
    assert (card, done_by.empire.key, done_by.first) == ("136", "bara", True)
    assert reverse("campaign-session-past", args=[past.pk, 2]) in shown


def test_what_was_taken_back_later_is_not_told(client, past):
    note = past.acts.get(kind="write_note").number
    here = Visitor(client, past)
    response = here.take_back(note)
    assert response.status_code == 302
    assert (
        "A long evening" not in here.page("campaign-session-past", 1).content.decode()
    )


def test_before_and_after_of_a_past_session_start_where_the_one_before_ended(
    client, past
):
    parts = Visitor(client, past).page("campaign-session-past", 2).context["past"].parts
    rows = {row.label: (row.before, row.after) for row in parts[0].compared.rows}
    assert rows["Provinces"] == (1, 2)


@pytest.mark.parametrize("number", [0, 3])
def test_a_session_that_isnt_finished_has_no_past(client, past, number):
    assert (
        Visitor(client, past).page("campaign-session-past", number).status_code == 404
    )


def test_looking_back_costs_the_same_early_and_late(
    client, django_assert_max_num_queries
):
    played = founded_campaign("anna", "bara")
    for _session in range(5):
        played.session(anna=50, bara=45)
    here = Visitor(client, kept(played))
    with django_assert_max_num_queries(10):
        here.page("campaign-session-past", 4)


# Where everybody enters only for themselves


def test_a_player_kept_to_their_own_does_nothing_for_another(client):
    campaign = kept(founded_campaign("anna", "bara").open())
    campaign.table.only_own = True
    campaign.table.save()
    anna = Visitor(client, campaign, "player", "anna")
    other = anna.do("move_marker", {"mission": CAESAR, "empire": "bara"})
    assert other.status_code == 422
    done(anna.do("move_marker", MOVE))
    assert anna.state.session.mission(CAESAR).markers == {"anna": 1}


def test_an_organiser_acts_for_whoever_is_absent_and_the_log_says_so(here):
    Person.objects.create(table=here.campaign.table, name="Anna")
    done(here.do("move_marker", MOVE))
    assert (here.last.by_name, here.last.for_name) == ("Olga", "Anna")


def test_a_past_session_tells_how_long_everybody_took(client):
    played = founded_campaign("anna", "bara").open()
    for seat, at, after in ((0, 1000, None), (1, 1090, 0), (0, 1100, 1)):
        content = {"seat": seat, "at": at, "after": after}
        played.do("use_helper", helper="turn-clock", move="give_turn", content=content)
    content = {"at": 1130}
    played.do("use_helper", helper="turn-clock", move="pause_clock", content=content)
    past = kept(played.settle(anna=50, bara=45).finish())
    page = Visitor(client, past).page("campaign-session-past", 1)
    assert [took for _seat, _name, took in page.context["past"].times] == [120, 10]
    assert "Time per player" in page.content.decode()
    assert not page.context["past"].time.minutes  # it was all entered in a moment
    address = reverse("session-result", args=[past.pk])
    paper = read(client.get(f"{address}?session=1").content)
    assert "2:00 0:10" in " ".join(paper.pages[0].extract_text().split())
