"""What an import added is listed with links, and exactly that goes to the archive again."""

import pytest
from django.urls import reverse

from campaign.models import Campaign
from companion.exchange.table_capsule import write_table_capsule
from companion.tables.models import Table
from tests.campaign_visitor import kept
from tests.exchange.bgstats_files import arcs_export, as_bytes, export, north_play
from tests.exchange.bringing import send
from tests.exchange.nights import finished_night
from tests.played_campaign import founded_campaign
from tests.sessions.pages import visitor

pytestmark = pytest.mark.django_db


def press(client, answer, **more):
    """The button on the page of what was added."""
    signed = client.get(answer.url).context["signed"]
    address = answer.url.partition("?")[0]
    return client.post(address, {"import": signed, **more})


def archived(table):
    return list(table.sessions.order_by("pk").values_list("card__archived", flat=True))


def test_the_games_that_were_added_are_listed_with_links(table, organiser):
    answer = send(organiser, table, as_bytes(arcs_export("9", "5")), take="1")
    said = organiser.get(answer.url).content.decode()
    assert "1 game added." in said
    assert reverse("session", args=[table.sessions.get().token]) in said


def test_an_import_is_undone_and_restored_with_one_press_each(table, organiser):
    finished_night(table)
    answer = send(organiser, table, as_bytes(arcs_export("9", "5")), take="1")
    undone = press(organiser, answer)
    assert archived(table) == [False, True]
    assert "1 game is in the archive now." in organiser.get(undone.url).content.decode()
    press(organiser, undone, restore="1")
    assert archived(table) == [False, False]


def test_a_file_whose_games_are_archived_leads_to_the_archive(table, organiser):
    raw = as_bytes(arcs_export("9", "5"))
    answer = send(organiser, table, raw, take="1")
    assert "in the archive" not in send(organiser, table, raw).content.decode()
    press(organiser, answer)
    said = send(organiser, table, raw).content.decode()
    assert "1 game is here already." in said
    assert "Some may be in the archive." in said


def test_pressed_twice_it_stays_in_the_archive(table, organiser):
    answer = send(organiser, table, as_bytes(arcs_export("9", "5")), take="1")
    for _press in range(2):
        undone = press(organiser, answer)
        said = organiser.get(undone.url).content.decode()
        assert "1 game is in the archive now." in said
    assert archived(table) == [True]


def test_games_and_campaigns_are_counted_apart_and_go_together():
    campaign = kept(founded_campaign("anna", "bara").session(anna=60, bara=55))
    finished_night(campaign.table)
    elsewhere = Table.objects.create(name="Sunday")
    organiser = visitor(elsewhere, "organiser")
    page = write_table_capsule(campaign.table)
    shown = send(organiser, elsewhere, page).content.decode()
    assert "1 game<" in shown
    assert "1 campaign<" in shown
    answer = send(organiser, elsewhere, page, take="1")
    said = organiser.get(answer.url).content.decode()
    assert ("1 game added." in said, "1 campaign added." in said) == (True, True)
    press(organiser, answer)
    assert archived(elsewhere) == [True]
    assert Campaign.objects.get(table=elsewhere).archived
    again = send(organiser, elsewhere, page).content.decode()
    assert "1 campaign is here already." in again


def test_another_table_is_told_nothing(table, organiser):
    answer = send(organiser, table, as_bytes(arcs_export("9", "5")), take="1")
    signed = answer.url.partition("?")[2]
    other = Table.objects.create(name="Sunday")
    address = reverse("games-added", args=[other.pk])
    client = visitor(other, "organiser")
    assert client.get(f"{address}?{signed}").status_code == 404
    assert client.get(f"{address}?import=x").status_code == 404
    files = reverse("table-files", args=[other.pk])
    assert client.get(address).url == files


def imports_on(client, table):
    page = client.get(reverse("table-files", args=[table.pk]))
    return page.context["imports"], page.content.decode()


def test_the_files_page_lists_the_last_imports_and_leads_to_their_undo(
    table, organiser
):
    finished_night(table)
    assert imports_on(organiser, table)[0] == []
    first = send(organiser, table, as_bytes(arcs_export("9", "5")), take="1")
    other = as_bytes(export(north_play(7), north_play(8, day="2025-03-02")))
    send(organiser, table, other, take="1")
    found, page = imports_on(organiser, table)
    assert [one.games for one in found] == [2, 1]
    assert "Last imports" in page
    address = first.url.partition("?")[0]
    organiser.post(address, {"import": found[0].signed})
    assert archived(table) == [False, False, True, True]
    found, page = imports_on(organiser, table)
    assert [one.archived for one in found] == [True, False]
    assert "in the archive" in page


def test_a_page_that_was_opened_is_one_import(table, organiser):
    finished_night(table, played_on="2025-03-01")
    finished_night(table, "arcs", played_on="2025-03-02")
    elsewhere = Table.objects.create(name="Sunday")
    client = visitor(elsewhere, "organiser")
    send(client, elsewhere, write_table_capsule(table), take="1")
    assert [one.games for one in imports_on(client, elsewhere)[0]] == [2]


def test_a_player_is_shown_no_imports(table, organiser):
    send(organiser, table, as_bytes(arcs_export("9", "5")), take="1")
    assert imports_on(visitor(table, "player"), table)[0] == []
