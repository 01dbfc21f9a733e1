"""A page of a campaign is drawn once for all who see the same, and for nobody else."""

import gzip
import re
from types import SimpleNamespace
from uuid import uuid4

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from campaign.board import views
from campaign.board.views import show_board
from campaign.box.keeping import open_box
from campaign.models import Campaign
from companion.base import holes
from companion.log import record as service
from companion.tables import drawn_once
from companion.tables.access import Here, Role
from companion.tables.models import Account, Membership, Person, Phone, Table
from tests.campaign_visitor import kept, two_sessions
from tests.places import Place, once

pytestmark = pytest.mark.django_db
PAGES = (
    *("", "charts/", "empires/anna/", "session/", "session/play/"),
    *("chronicle/", "cards/"),
)
LIVE = {"X-Live": "true"}
TOKEN = r'name="csrfmiddlewaretoken" value="([^"]*)"'
ID = r'type="hidden" name="id" value="([^"]*)"'


@pytest.fixture
def drawn(monkeypatch):
    """The keys of the pages that were drawn, in order."""
    keys = []
    draw = drawn_once.RequestOfAll.__init__

    def noted(self, key, here):
        keys.append(key)
        draw(self, key, here)

    monkeypatch.setattr(drawn_once.RequestOfAll, "__init__", noted)
    return keys


def see(client, place, rest="", **headers):
    answer = client.get(place.address(rest), headers=headers)
    assert answer.status_code == 200
    return answer.content.decode()


def main_of(html):
    html = re.sub(f"{TOKEN}|{ID}", "", html)
    return re.search(r"<main\b.*</main>", html, re.DOTALL)[0]


def watching_phone(place):
    phone = Phone.objects.create(table=place.table, role="spectator")
    client = Client()
    session = client.session
    session["phones"] = [phone.pk]
    session.save()
    return client


# Once for all


def test_many_phones_that_watch_are_drawn_one_board(place, drawn):
    boards = {main_of(see(watching_phone(place), place)) for _phone in range(5)}
    assert len(boards) == len(drawn) == 1


def test_an_act_makes_a_new_page_and_an_undo_another(place, drawn):
    client = watching_phone(place)
    before = see(client, place)
    place.do("rename_empire", empire="anna", name="Nova Roma")
    assert "Nova Roma" in see(client, place)
    number = place.last().number
    service.undo(place.campaign, [number], client_id=uuid4())
    after = see(client, place)
    assert "Nova Roma" not in after
    assert f'data-version="{number + 1}"' in after
    assert f'data-version="{number - 1}"' in before
    assert len({key.tag for key in drawn}) == len(drawn) == 3


def test_whoever_plays_sees_their_empire_first_and_only_they(place, drawn):
    bara, eva, ivo = (place.join(name, "player") for name in ("bara", "eva", "ivo"))
    first = re.compile(r'class="card stand seat-(\w)')
    assert first.search(see(bara, place))[1] == "B"
    assert first.search(see(eva, place))[1] == "A"
    assert first.search(see(ivo, place))[1] == "A"  # has no empire, as Eva
    assert len(drawn) == 2


def test_a_page_that_changed_while_it_was_drawn_is_not_kept(place, monkeypatch):
    from campaign.board import views

    telling = views.story_so_far

    def act_meanwhile(campaign, state, empires):
        monkeypatch.undo()
        place.do("rename_empire", empire="anna", name="Nova Roma")
        return telling(campaign, state, empires)

    monkeypatch.setattr(views, "story_so_far", act_meanwhile)
    client = watching_phone(place)
    see(client, place)
    assert not drawn_once.PAGES._kept
    assert "Nova Roma" in see(client, place)


# What is somebody's own


def test_two_phones_that_press_the_same_button_of_one_page_do_it_twice(drawn):
    place = Place(two_sessions().open())
    place.join("bara", "player")
    phones = [Client(), Client()]
    for phone in phones:
        phone.force_login(Account.objects.get(username="bara"))
    pages = [see(phone, place, "session/play/") for phone in phones]
    assert len(drawn) == 1
    ids = [re.findall(ID, page) for page in pages]
    assert ids[0]
    assert not set(ids[0]) & set(ids[1])
    before = place.acts.count()
    for phone, own in zip(phones, ids, strict=True):
        note = {"id": own[0], "text": "It rained."}
        for _press in range(2):  # pressed twice on one phone it is one act
            phone.post(place.address("session/do/write_note/"), note)
    assert place.acts.count() == before + 2


def test_every_browser_gets_its_own_token(place):
    client = Client(enforce_csrf_checks=True)
    client.force_login(place_account(place, "bara"))
    page = see(client, place, "empires/anna/")
    see(watching_phone(place), place, "empires/anna/")
    assert "" not in re.findall(TOKEN, see(client, place, "empires/anna/"))
    sent = {"csrfmiddlewaretoken": re.search(TOKEN, page)[1], **once(), "name": "Roma"}
    renamed = client.post(place.address("empires/anna/rename/"), sent)
    assert renamed.status_code == 302
    stranger = Client(enforce_csrf_checks=True)
    stranger.force_login(place_account(place, "cyril"))
    see(stranger, place, "empires/anna/")
    refused = stranger.post(place.address("empires/anna/rename/"), {**sent, **once()})
    assert refused.status_code == 403


def place_account(place, name):
    place.join(name, "player")
    return Account.objects.get(username=name)


def test_the_frame_says_who_looks_and_the_part_never(place):
    ivo, eva = place.join("ivo", "spectator"), place.join("eva", "spectator")
    for client, own, other in ((ivo, "ivo", "eva"), (eva, "eva", "ivo")):
        page = see(client, place, "charts/")
        assert f"<bdi>{own}</bdi></a>" in page
        assert f"<bdi>{other}</bdi></a>" not in page
        part = see(client, place, "charts/", **LIVE)
        assert f"<bdi>{own}" not in part
        assert not any(re.findall(TOKEN, part))


def test_the_theme_of_one_phone_is_not_another_s(place):
    dark, light = watching_phone(place), watching_phone(place)
    dark.cookies["theme"], light.cookies["theme"] = "dark", "light"
    assert 'data-theme="dark"' in see(dark, place)
    assert 'data-theme="light"' in see(light, place)
    assert "data-theme" not in see(watching_phone(place), place)


def test_paper_sizes_are_told_apart_and_unknown_ones_are_nobody_s(place, drawn):
    for paper in ("a4", "letter", "<script>", "papyrus"):
        client = watching_phone(place)
        client.cookies["print_paper"] = paper
        assert ('value="letter" selected' in see(client, place)) == (paper == "letter")
    assert len(drawn) == 3  # A4 by choice, Letter, and nothing known


def test_a_page_for_all_cannot_ask_who_looks(place):
    key = drawn_once.SeenBy("/", "", "en", "", "spectator", None, (), None)
    request = drawn_once.RequestOfAll(key, None)
    for ask in (
        lambda: request.META["HTTP_COOKIE"],
        lambda: request.headers,
        lambda: request.get_host(),
        lambda: "CSRF_COOKIE" in request.META,
    ):
        with pytest.raises(drawn_once.NotForAll):
            ask()
    assert not hasattr(request, "user")
    assert not hasattr(request, "session")
    assert request.COOKIES == {}


def test_a_page_that_asks_all_the_same_is_drawn_for_its_visitor(place, monkeypatch):
    def ask_first(request, campaign):
        request.get_host()
        return show_board(request, campaign)

    monkeypatch.setattr(views, "show_board", ask_first)
    page = see(place.organiser, place)
    assert "<h1" in page
    assert "data-tag" not in page  # nobody is told that theirs is the newest


def test_a_refusal_is_made_for_whoever_gets_it(rf, place):
    """Nobody fills the holes of what isn't kept."""

    def refuse(request, campaign):
        open_place = holes.leave_token_open(request).get("csrf_token", "their own")
        return HttpResponse(open_place, status=422)

    sharing = drawn_once.Sharing(
        lambda _campaign: 1, lambda *_visit: None, lambda _request: {}
    )
    request = rf.get("/")
    request.htmx, request.here = False, Here(place.table, Role.SPECTATOR)
    answer = drawn_once.draw_once(sharing)(refuse)(request, campaign=place.campaign)
    assert (answer.status_code, answer.content) == (422, b"their own")


# Roles, tables, languages


@pytest.mark.parametrize("rest", PAGES)
def test_nobody_gets_the_page_of_another_role(place, rest):
    """Whoever comes first, each sees what they would see alone."""
    browsers = {
        "organiser": place.organiser,
        "player": place.join("eva", "player"),
        "spectator": place.join("ivo", "spectator"),
        "phone": watching_phone(place),
    }
    alone = {}
    for role, client in browsers.items():
        drawn_once.PAGES.forget_everything()
        alone[role] = main_of(see(client, place, rest))
    for first in browsers:
        drawn_once.PAGES.forget_everything()
        see(browsers[first], place, rest)
        for role, client in browsers.items():
            assert main_of(see(client, place, rest)) == alone[role]
    assert "Name, archive, delete" in alone["organiser"]
    for role in ("player", "spectator", "phone"):
        assert "Name, archive, delete" not in alone[role]
    assert "Download this campaign" in alone["player"]
    assert "Download this campaign" not in alone["spectator"]


def test_whoever_is_at_another_table_gets_nothing_kept_or_not(place):
    other = watching_phone(SimpleNamespace(table=kept(two_sessions()).table))
    for rest in PAGES:
        part = place.organiser.get(place.address(rest), headers=LIVE)
        for headers in ({}, LIVE, {**LIVE, "If-None-Match": part.get("ETag", "*")}):
            assert other.get(place.address(rest), headers=headers).status_code == 404


def test_two_tables_with_the_same_acts_are_two_pages(place, drawn):
    campaign = kept(two_sessions())
    Table.objects.filter(pk=campaign.table_id).update(name="Sunday")
    here = see(watching_phone(place), place, "charts/")
    visitor = watching_phone(SimpleNamespace(table=campaign.table))
    there = visitor.get(f"/campaigns/{campaign.pk}/charts/").content.decode()
    assert "Thursday" in here
    assert "Sunday" not in here
    assert "Sunday" in there
    assert "Thursday" not in there
    assert len(drawn) == 2


def test_each_reads_their_own_language(place, drawn):
    for language, word in (("cs", "Grafy"), ("en", "Charts"), ("cs", "Grafy")):
        client = watching_phone(place)
        client.cookies["django_language"] = language
        assert f"<h1>{word}</h1>" in see(client, place, "charts/")
    assert [key.language for key in drawn] == ["cs", "en"]
    translation.activate("en")


def test_a_phone_that_was_sent_away_gets_nothing_that_is_kept(place):
    client = watching_phone(place)
    tag = client.get(place.address(), headers=LIVE)["ETag"]
    Phone.objects.update(gone=True)
    asked = client.get(place.address(), headers={**LIVE, "If-None-Match": tag})
    assert asked.status_code == 404


def test_who_becomes_an_organiser_sees_it_at_once(place):
    eva = place.join("eva", "player")
    assert "Name, archive, delete" not in see(eva, place)
    Membership.objects.filter(person__name="Eva").update(role="organiser")
    assert "Name, archive, delete" in see(eva, place)


# Everything it depends on


def rename_campaign(place):
    Campaign.objects.filter(pk=place.campaign.pk).update(name="Other")


def archive_campaign(place):
    Campaign.objects.filter(pk=place.campaign.pk).update(archived=True)


def rename_table(place):
    Table.objects.filter(pk=place.table.pk).update(name="Sunday")


def keep_to_own(place):
    Table.objects.filter(pk=place.table.pk).update(only_own=True)


def rename_person(place):
    place.table.people.update(name="Somebody else")


def change_colour(place):
    place.table.people.update(colour="purple")


def write_into_box(place):
    box, data = open_box(place.table), {"number": 61, "name": "Wheel"}
    service.record(box, kind="fill_box_card", data=data, client_id=uuid4())


def change_reading(place):
    place.do("change_readings", readings={"twilight": "two_falls"})


def join_friend(place):
    Phone.objects.create(table=place.table, role="player")


def put_other_log_back(place):
    """As many acts as before, but others: a copy from another day was put back."""
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE campaign_act SET client_id = %s WHERE log_id = %s AND number = %s",
            [uuid4().hex, place.campaign.pk, place.last().number],
        )


@pytest.mark.parametrize(
    "change",
    [
        rename_campaign,
        archive_campaign,
        rename_table,
        keep_to_own,
        rename_person,
        change_colour,
        write_into_box,
        change_reading,
        join_friend,
        put_other_log_back,
    ],
)
def test_whatever_changes_makes_a_new_page(place, drawn, change):
    client = place.organiser
    tag = client.get(place.address(), headers=LIVE)["ETag"]
    asked = {**LIVE, "If-None-Match": tag}
    assert client.get(place.address(), headers=asked).status_code == 304
    change(place)
    assert client.get(place.address(), headers=asked).status_code == 200
    assert len(drawn) == 2


def test_a_new_field_of_a_person_or_a_campaign_is_asked_for_its_place_in_the_version():
    named = {"id", "table", "name", "colour", "merged_into"}
    assert {one.name for one in Person._meta.concrete_fields} == named
    told = {"id", "log_ptr", "last", "table", "name", "created", "example", "archived"}
    told |= {"what_if_of", "what_if_after", "letters", "copy_of"}
    follows = {"engine", "start", "state"}  # from the acts
    assert {one.name for one in Campaign._meta.concrete_fields} == told | follows


# What a page for all may be read from: all of it is named in its version.
KNOWN = {
    "campaign_log",
    "campaign_act",
    "campaign_campaign",
    "campaign_tablelog",
    "campaign_empire",
    "campaign_empiresheet",
    "campaign_empireaftersession",
    "campaign_session",
    "campaign_sessionend",
    "campaign_result",
    "campaign_completion",
    "campaign_knowledgeentry",
    "campaign_missioninplay",
    "companion_table",
    "companion_person",
}


@pytest.mark.parametrize("role", ["organiser", "player", "spectator"])
@pytest.mark.parametrize("rest", PAGES)
def test_a_page_for_all_is_read_from_nothing_its_version_does_not_name(
    place, monkeypatch, rest, role
):
    client = place.join("eva", role)
    asked = []
    answer = drawn_once.RequestOfAll

    def begin(*given):
        asked.append(len(connection.queries))
        return answer(*given)

    keep = drawn_once.keep_holes

    def end(content):
        asked.append(len(connection.queries))
        return keep(content)

    monkeypatch.setattr(drawn_once, "RequestOfAll", begin)
    monkeypatch.setattr(drawn_once, "keep_holes", end)
    with CaptureQueriesContext(connection) as queries:
        see(client, place, rest)
    if role == "organiser" and rest.startswith("session"):
        assert not asked  # drawn for the host alone, who is told which phones are here
        return
    begun, ended = asked
    first = len(connection.queries) - len(queries)
    told = " ".join(
        one["sql"] for one in queries.captured_queries[begun - first : ended - first]
    )
    assert (
        set(re.findall(r'"((?:campaign|companion|auth|django)_\w+)"\.', told)) <= KNOWN
    )


# Asking again


def test_an_open_page_that_has_it_is_told_so_in_few_questions(place):
    client = watching_phone(place)
    part = client.get(place.address(), headers={**LIVE, "Accept-Encoding": "gzip"})
    html = gzip.decompress(part.content).decode()
    assert html.startswith("<title>")
    assert html.endswith("</main>")
    assert f'data-tag="{part["ETag"]}"'.replace('W/"', "W/&quot;")[:-2] in html
    assert part["Vary"].split(", ")[:3] == ["Accept-Encoding", "Cookie", "X-Live"]
    asked = {**LIVE, "If-None-Match": part["ETag"]}
    with CaptureQueriesContext(connection) as queries:
        again = client.get(place.address(), headers=asked)
    assert (again.status_code, again.content) == (304, b"")
    assert (
        len(queries) == 4
    )  # the campaign, the cookie's session, the phone, the version


def test_a_part_has_no_ids_and_no_tokens_to_send_twice(place):
    client = place.join("bara", "player")
    part = see(client, place, "empires/anna/", **LIVE)
    assert set(re.findall(ID, part)) == set(re.findall(TOKEN, part)) == {""}
    assert part == see(client, place, "empires/anna/", **LIVE)


def test_a_page_kept_costs_few_questions(place, django_assert_num_queries):
    client = watching_phone(place)
    see(client, place)
    with django_assert_num_queries(4):
        see(client, place)


def test_a_running_clock_is_not_kept():
    place = Place(two_sessions().open())
    bara = place.join("bara", "player")
    see(bara, place, "session/play/")
    assert drawn_once.PAGES._kept
    move = {"move": "give_turn", "data": '{"seat": 0, "after": null}', **once()}
    bara.post(place.address("session/helpers/turn-clock/"), move)
    drawn_once.PAGES.forget_everything()
    assert 'class="clock-strip ' in see(bara, place, "session/play/")
    assert not drawn_once.PAGES._kept
