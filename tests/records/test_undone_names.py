"""Undoing a new name: only whose name it is, and never without their games."""

import re
from uuid import uuid4

import pytest
from django.urls import reverse

from campaign.box.keeping import open_box
from campaign.models import TableLog
from companion.log.record import rebuild, record
from companion.records.book import open_book
from companion.records.naming_views import loose_names
from companion.records.new_names import known_names
from companion.tables.services import change_person
from tests.records.played import finished, numbers_of, said_on
from tests.sessions.pages import visitor

pytestmark = pytest.mark.django_db


@pytest.fixture
def organiser(table):
    return visitor(table, "organiser")


def rename(table, old, new):
    change_person(person=table.people.get(name=old), name=new, colour="")


def page(table):
    return reverse("who-is-who", args=[table.pk])


def undo(client, table, number):
    where = reverse("undo-naming", args=[table.pk, number])
    return client.post(where, {"id": uuid4()}, follow=True)


def last_act(table):
    return TableLog.objects.get(table=table).last


def loose(table):
    return [player.name for player, _many in loose_names(open_book(table))]


def listed(client, table):
    """What the page offers to undo, the newest first."""
    found = client.get(page(table)).content.decode()
    return list(map(int, re.findall(r"/names/(\d+)/undo/", found)))


@pytest.mark.parametrize("order", [(2, 1), (1, 2)])
def test_a_name_there_and_back_is_undone_in_any_order(organiser, client, table, order):
    finished(table, 40, 30)
    rename(table, "Anna", "E4")
    rename(table, "E4", "Anna")
    for number in order:
        undo(organiser, table, number)
        assert loose(table) == []
    assert numbers_of(client, table, "Anna").plays == 1
    assert listed(organiser, table) == []


def test_an_undo_leaves_everybody_elses_name_alone(organiser, client, table):
    finished(table, 40, 30)
    rename(table, "Anna", "Anička")
    rename(table, "Bára", "Bářa")
    rename(table, "Anička", "Anna")
    rename(table, "Bářa", "Bára")
    undo(organiser, table, last_act(table))
    assert {"Anna", "Bářa"} <= set(table.people.values_list("name", flat=True))
    assert numbers_of(client, table, "Anna").plays == 1
    assert numbers_of(client, table, "Bářa").plays == 1


def test_games_played_under_a_name_that_is_undone_stay_with_the_person(
    organiser, client, table
):
    finished(table, 40, 30)
    rename(table, "Anna", "Anička")
    finished(table, 50, 30, names=("Anička", "Bára"))
    undo(organiser, table, 1)
    assert numbers_of(client, table, "Anna").plays == 2
    assert listed(organiser, table) == []
    undo_in_history = reverse("box-undo", args=[table.pk, 2])
    organiser.post(undo_in_history, {"id": uuid4()})  # the undo itself
    assert numbers_of(client, table, "Anička").plays == 2
    assert loose(table) == []
    assert rebuild(TableLog.objects.get(table=table)) == 0


def test_who_was_merged_into_a_renamed_person_stays_merged(organiser, client, table):
    finished(table, 40, 30)
    finished(table, 50, 30, names=("Dana", "Bára"))
    table.people.get_or_create(name="Dana")
    rename(table, "Anna", "Anička")
    keys = {one.name: one.pk for one in table.people.all()}
    data = {"id": uuid4(), "person": keys["Dana"], "into": keys["Anička"]}
    organiser.post(reverse("merge-people", args=[table.pk]), data)
    undo(organiser, table, 1)
    assert numbers_of(client, table, "Anna").plays == 2
    assert not table.people.filter(name="Dana").exists()


def test_the_first_of_two_new_names_is_undone_and_the_second_holds(
    organiser, client, table
):
    finished(table, 40, 30)
    rename(table, "Anna", "Anička")
    rename(table, "Anička", "Ani")
    undo(organiser, table, 1)
    assert numbers_of(client, table, "Ani").plays == 1
    undo(organiser, table, 2)
    assert numbers_of(client, table, "Anna").plays == 1
    assert loose(table) == []


def test_every_new_name_is_listed_and_undone_also_of_who_never_played(organiser, table):
    rename(table, "Cyril", "Cyrilek")
    assert listed(organiser, table) == [1]
    answer = undo(organiser, table, 1)
    assert "Undone: Cyril is now called Cyrilek" in said_on(answer)
    assert table.people.filter(name="Cyril").exists()


def test_a_name_somebody_else_has_by_now_is_not_undone(organiser, table):
    rename(table, "Cyril", "Cyrilek")
    table.people.create(name="Cyril")
    answer = undo(organiser, table, 1)
    assert answer.status_code == 422
    assert "Somebody else is called Cyril by now." in said_on(answer)
    assert table.people.filter(name="Cyrilek").exists()


def test_an_undo_pressed_twice_stays_on_the_page_and_says_so(organiser, table):
    finished(table, 40, 30)
    rename(table, "Anna", "Anička")
    undo(organiser, table, 1)
    answer = undo(organiser, table, 1)
    assert answer.redirect_chain[-1][0].startswith(page(table))
    assert "Undone: Anna is now called Anička" in said_on(answer)
    assert last_act(table) == 2


def rename_as_before(table, old, new):
    """As a log says it that was written before acts named the person."""
    table.people.filter(name=old).update(name=new)
    data = {"old": old, "new": new}
    record(open_box(table), kind="rename_person", data=data, client_id=uuid4())


def test_new_names_that_say_no_person_are_undone_too(organiser, client, table):
    finished(table, 40, 30)
    rename_as_before(table, "Anna", "Anička")
    rename_as_before(table, "Anička", "Anna")
    undo(organiser, table, 2)
    assert numbers_of(client, table, "Anička").plays == 1
    undo(organiser, table, 1)
    assert numbers_of(client, table, "Anna").plays == 1
    assert not known_names(table)


def test_the_page_says_that_a_new_person_gets_the_games_of_the_name(organiser, table):
    finished(table, 40, 30, names=("Annie", "Bára"))
    table.people.filter(name="Annie").delete()
    assert "they get its games" in said_on(organiser.get(page(table)))
