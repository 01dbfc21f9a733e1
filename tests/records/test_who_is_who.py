"""People who are one, names of old games, new names: acts of the table's log that can be undone."""

import re
from uuid import uuid4

import pytest
from django.urls import reverse

from campaign.models import TableLog
from companion.log.record import rebuild, record
from companion.records.book import open_book
from companion.records.naming import KEYS, put_back
from companion.records.new_names import known_names
from companion.sessions.models import GameSession, SeatTaken
from companion.tables import joining
from companion.tables.access import own_tables
from companion.tables.models import Person
from companion.tables.services import change_person, remember_people
from scoring.plain import Unfit
from scoring.rules import RuleBroken
from scoring.tables.engine import ENGINE
from scoring.tables.state import TableState
from tests.records.played import finished, numbers_of, person_page, said_on
from tests.sessions.pages import visitor

pytestmark = pytest.mark.django_db


@pytest.fixture
def organiser(table):
    return visitor(table, "organiser")


def address(table, name="who-is-who"):
    return reverse(name, args=[table.pk])


def send(client, table, page, /, **data):
    return client.post(address(table, page), {"id": uuid4(), **data})


def merge(client, table, person, into):
    keys = {one.name: one.pk for one in table.people.all()}
    return send(client, table, "merge-people", person=keys[person], into=keys[into])


def give(client, table, *names, to):
    person = table.people.get(name=to).pk
    return send(client, table, "give-names", name=names, person=person)


def undo_last(client, table):
    box = TableLog.objects.get(table=table)
    where = reverse("box-undo", args=[table.pk, box.last])
    return client.post(where, {"id": uuid4(), "next": address(table)})


def names_at(table):
    return sorted(table.people.values_list("name", flat=True))


def tell(state, kind, **data):
    return ENGINE.apply(state, kind, data)[0]


# The rules


@pytest.mark.rule("TABLE-4")
def test_whatever_was_somebodys_goes_along_with_them():
    state = tell(TableState(), "give_names", names=["Bobby"], person="Bob")
    state = tell(state, "merge_people", person="Bob", into="Robert")
    assert state.known_as == {"bobby": "Robert", "bob": "Robert"}
    state = tell(state, "rename_person", old="Robert", new="Rob")
    assert state.known_as == {"bobby": "Rob", "bob": "Rob", "robert": "Rob"}


@pytest.mark.rule("TABLE-4")
def test_who_gets_an_old_name_back_is_known_by_it():
    state = tell(TableState(), "rename_person", old="Anna", new="Anička")
    state = tell(state, "rename_person", old="Anička", new="Anna")
    assert state.known_as == {"anička": "Anna"}


@pytest.mark.rule("TABLE-4")
@pytest.mark.parametrize(
    ("kind", "data"),
    [
        ("merge_people", {"person": "Anna", "into": "ANNA"}),
        ("merge_people", {"person": " ", "into": "Anna"}),
        ("merge_people", {"person": "Bob", "into": "Anna"}),
        ("give_names", {"names": [], "person": "Anna"}),
        ("give_names", {"names": ["Bob"], "person": "Anna"}),
        ("give_names", {"names": ["Eva"], "person": "Bob"}),
        ("rename_person", {"old": "Anna", "new": ""}),
    ],
)
def test_what_makes_no_sense_is_refused(kind, data):
    state = tell(TableState(), "merge_people", person="Bob", into="Robert")
    with pytest.raises(RuleBroken):
        tell(state, kind, **data)


def test_an_act_without_its_names_is_none():
    with pytest.raises(Unfit):
        tell(TableState(), "merge_people", person="Bob")


def test_a_box_from_before_reads_and_writes_as_it_did():
    assert "known_as" not in ENGINE.dump(TableState())


# Merging


def test_merged_people_have_one_page_one_rating_and_one_place_in_the_list(
    organiser, client, table
):
    finished(table, 40, 30, names=("Anna", "Cyril"))
    finished(table, 50, 30, names=("Bára", "Cyril"))
    logs = dict(GameSession.objects.values_list("pk", "state"))
    assert merge(organiser, table, "Bára", "Anna").status_code == 302
    assert "Bára" not in names_at(table)
    numbers = numbers_of(client, table)
    assert (numbers.plays, numbers.games[0].best) == (2, 50)
    assert len(open_book(table).ratings()) == 2
    assert dict(GameSession.objects.values_list("pk", "state")) == logs


def test_a_merge_can_be_undone_and_the_history_says_it_in_words(
    organiser, client, table
):
    finished(table, 50, 30, names=("Bára", "Cyril"))
    merge(organiser, table, "Bára", "Anna")
    history = said_on(organiser.get(reverse("box-history", args=[table.pk])))
    assert "Bára is the same person as Anna" in history
    answer = undo_last(organiser, table)
    assert answer.url == address(table)
    assert "Bára" in names_at(table)
    assert numbers_of(client, table).plays == 0
    assert numbers_of(client, table, "Bára").plays == 1


def test_two_who_played_each_other_are_two_people(organiser, table):
    finished(table, 40, 30)
    answer = merge(organiser, table, "Bára", "Anna")
    assert answer.status_code == 422
    assert "They are two people" in said_on(answer)
    assert "Bára" in names_at(table)


def test_nobody_is_merged_with_themselves(organiser, table):
    answer = merge(organiser, table, "Anna", "Anna")
    assert "Pick two different people" in said_on(answer)


def test_only_an_organiser_says_who_is_who(client, table):
    assert client.get(address(table)).status_code == 404
    assert merge(client, table, "Bára", "Anna").status_code == 404


def test_a_phone_of_a_merged_person_is_the_one_that_stays(organiser, table, rf):
    code = joining.current_invitation(table=table, role="player")
    phone = joining.join_table(invitation=code, name="Bára", about="")
    merge(organiser, table, "Bára", "Anna")
    request = rf.get("/")
    request.session = {"phones": [phone.pk]}
    request.user = type("Nobody", (), {"is_authenticated": False})()
    (here,) = own_tables(request)
    assert here.person.name == "Anna"


def test_a_merged_name_finds_whoever_it_is_now(organiser, table):
    merge(organiser, table, "Bára", "Anna")
    assert joining.find_person(table, "bára").name == "Anna"
    remember_people(table, ["BÁRA"])
    assert Person.everyone.filter(table=table).count() == 4  # the organiser too


# Names of old games


def test_several_names_are_given_to_a_person_at_once(organiser, client, table):
    finished(table, 40, 30, names=("Annie", "Cyril"))
    finished(table, 45, 30, names=("A.", "Cyril"))
    assert "Annie" in said_on(organiser.get(address(table)))
    assert give(organiser, table, "Annie", "A.", to="Anna").status_code == 302
    assert numbers_of(client, table).plays == 2
    said = said_on(organiser.get(address(table)))
    assert "Every name in your games belongs to somebody" in said
    assert "Annie, A.: games of Anna" in said
    undo_last(organiser, table)
    assert numbers_of(client, table).plays == 0


def test_without_a_name_ticked_the_page_says_so(organiser, table):
    finished(table, 40, 30, names=("Annie", "Cyril"))
    answer = give(organiser, table, to="Anna")
    assert answer.status_code == 422
    assert "Tick at least one name" in said_on(answer)


@pytest.mark.parametrize(
    ("names", "given"),
    [(("Anna", "Annie"), ("Annie",)), (("Annie", "A."), ("Annie", "A."))],
)
def test_a_name_from_somebodys_own_game_is_somebody_else(
    organiser, table, names, given
):
    finished(table, 40, 30, names=names)
    answer = give(organiser, table, *given, to="Anna")
    assert answer.status_code == 422
    assert "They are two people" in said_on(answer)
    assert not known_names(table)


def chosen_on(answer, field):
    select = answer.content.decode().split(f'id="{field}"')[1].split("</select>")[0]
    return re.findall(r'value="(\d*)" selected', select)


def test_nobody_is_chosen_until_somebody_is_and_a_refusal_keeps_the_choice(
    organiser, table
):
    finished(table, 40, 30, names=("Annie", "Cyril"))
    anna, bara = (table.people.get(name=name).pk for name in ("Anna", "Bára"))
    assert chosen_on(organiser.get(address(table)), "give-to") == []
    answer = send(organiser, table, "give-names", name="Annie", person="")
    assert "Choose a person first" in said_on(answer)
    assert chosen_on(give(organiser, table, to="Bára"), "give-to") == [str(bara)]
    answer = send(organiser, table, "merge-people", person=anna, into="")
    assert answer.status_code == 422
    assert chosen_on(answer, "merge-person") == [str(anna)]
    assert chosen_on(answer, "give-to") == []


# New names


def rename(table, old, new):
    change_person(person=table.people.get(name=old), name=new, colour="")


def test_a_renamed_person_is_renamed_in_old_games_too(client, table):
    finished(table, 40, 30)
    rename(table, "Anna", "Anička")
    assert numbers_of(client, table, "Anička").plays == 1
    for page in ("table", "sessions"):
        said = said_on(client.get(address(table, page)))
        assert "Anička" in said
        assert "Anna" not in said
    found = client.get(address(table, "sessions"), {"person": "Anička"})
    assert len(found.context["page"].object_list) == 1
    assert SeatTaken.objects.filter(name="Anna").exists()  # as it was written


def test_the_old_name_of_who_never_played_is_free_again(organiser, table):
    rename(table, "Anna", "Anička")
    assert "Anna is now called Anička" in said_on(organiser.get(address(table)))
    assert not known_names(table)
    organiser.post(address(table, "people"), {"names": "Anna"})
    assert {"Anna", "Anička"} <= set(names_at(table))


def test_a_new_name_can_be_undone(organiser, client, table):
    finished(table, 40, 30)
    rename(table, "Anna", "Anička")
    undo_last(organiser, table)
    assert "Anna" in names_at(table)
    assert numbers_of(client, table).plays == 1
    undo_last(organiser, table)  # the undo itself
    assert "Anička" in names_at(table)
    assert numbers_of(client, table, "Anička").plays == 1


def test_a_former_name_is_taken(organiser, table):
    finished(table, 40, 30)
    rename(table, "Anna", "Anička")
    answer = organiser.post(address(table, "people"), {"names": "Anna"})
    assert "already at this table" in said_on(answer)
    rename(table, "Anička", "Anna")  # but not for whoever had it
    assert "Anna" in names_at(table)


def test_the_tables_log_is_rebuilt_without_a_difference(organiser, table):
    finished(table, 40, 30)
    rename(table, "Anna", "Anička")
    merge(organiser, table, "Cyril", "Anička")
    assert rebuild(TableLog.objects.get(table=table)) == 0


def test_a_person_page_leads_to_renaming(organiser, table):
    page = person_page(organiser, table).content.decode()
    person = table.people.get(name="Anna")
    assert reverse("person", args=[table.pk, person.pk]) in page


# Removed by mistake


def test_a_removed_person_comes_back_with_their_colour_and_games(
    organiser, client, table
):
    change_person(person=table.people.get(name="Bára"), name="Bára", colour="red")
    finished(table, 40, 30)
    bara = table.people.get(name="Bára")
    organiser.post(reverse("remove-person", args=[table.pk, bara.pk]))
    assert "Bára" not in names_at(table)
    assert "Bára removed from the table" in said_on(organiser.get(address(table)))
    undo_last(organiser, table)
    assert table.people.get(name="Bára").colour == "red"
    assert numbers_of(client, table, "Bára").plays == 1


def test_links_to_a_person_hold_again_after_an_undo(organiser, client, table):
    finished(table, 40, 30)
    bara = table.people.get(name="Bára")
    record_of_bara = reverse("person-record", args=[table.pk, bara.pk])
    organiser.post(reverse("remove-person", args=[table.pk, bara.pk]))
    table.people.create(name="Dana")
    assert client.get(record_of_bara).status_code == 404
    undo_last(organiser, table)
    assert "Bára" in said_on(client.get(record_of_bara))
    undo_last(organiser, table)
    undo_last(organiser, table)
    assert table.people.get(name="Bára").pk == bara.pk


@pytest.mark.parametrize("key", ["", "7000000", "7000000:forged"])
def test_a_number_from_elsewhere_is_nobodys(table, key):
    put_back(table, {"person": "Eva", "key": key})
    assert table.people.get(name="Eva").pk < 7_000_000


def test_a_number_somebody_has_by_now_stays_theirs(table):
    anna = table.people.get(name="Anna")
    put_back(table, {"person": "Eva", "key": KEYS.sign(str(anna.pk))})
    anna.refresh_from_db()
    assert anna.name == "Anna"
    assert table.people.get(name="Eva").pk != anna.pk


def test_a_name_taken_meanwhile_is_not_listed_twice(organiser, table):
    bara = table.people.get(name="Bára")
    organiser.post(reverse("remove-person", args=[table.pk, bara.pk]))
    table.people.create(name="BÁRA")
    undo_last(organiser, table)
    assert [one for one in names_at(table) if one.casefold() == "bára"] == ["BÁRA"]


def test_undoing_the_undo_removes_again_whoever_did_nothing(organiser, table):
    bara = table.people.get(name="Bára")
    organiser.post(reverse("remove-person", args=[table.pk, bara.pk]))
    undo_last(organiser, table)
    undo_last(organiser, table)
    assert "Bára" not in names_at(table)


def test_removing_asks_first_and_is_undone_where_it_is_told(organiser, table):
    finished(table, 40, 30)
    bara = table.people.get(name="Bára")
    asked = said_on(organiser.get(reverse("person", args=[table.pk, bara.pk])))
    assert "Really remove Bára?" in asked
    assert "1 game stays, under a name without a person." in asked
    assert "Merge two people" in asked
    told = organiser.post(
        reverse("remove-person", args=[table.pk, bara.pk]), follow=True
    )
    assert "Bára was removed." in said_on(told)
    box = TableLog.objects.get(table=table)
    undo = reverse("box-undo", args=[table.pk, box.last])
    assert f'action="{undo}"' in told.content.decode()
    undo_last(organiser, table)
    assert "was removed" not in said_on(
        organiser.get(f"{address(table, 'people')}?removed")
    )


def test_who_can_not_be_removed_can_be_merged(organiser, table):
    session = finished(table, 40, 30)
    bara = table.people.get(name="Bára")
    record(session, kind="reopen", data={}, client_id=uuid4(), by=bara)
    answer = organiser.post(reverse("remove-person", args=[table.pk, bara.pk]))
    assert "history. Merge instead." in said_on(answer)
    assert f"{address(table)}#merge" in answer.content.decode()


# What the page says and suggests


def test_a_merge_is_told_at_the_top_with_its_undo(organiser, table):
    answer = organiser.get(merge(organiser, table, "Cyril", "Anna").url)
    page = answer.content.decode()
    said = page.index("Cyril is the same person as Anna")
    assert said < page.index("Names without a person")
    assert page.index(">Undo<") < page.index("Names without a person")
    assert 'class="number"' not in page


def test_a_refusal_of_our_own_has_no_rule_to_look_up(organiser, table):
    answer = merge(organiser, table, "Anna", "Anna")
    assert "Pick two different people." in said_on(answer)
    assert "TABLE-4" not in said_on(answer)


def test_names_that_differ_by_accents_alone_are_suggested(organiser, table):
    table.people.create(name="BARA")
    finished(table, 40, 30)
    answer = organiser.get(address(table))
    assert "BARA and Bára: same person?" in said_on(answer)
    finished(table, 40, 30, names=("Bára", "Bara"))
    assert "same person?" not in said_on(organiser.get(address(table)))


def test_names_that_differ_by_one_letter_are_suggested(organiser, table):
    table.people.create(name="Cyrill")
    assert "Cyrill: same person?" in said_on(organiser.get(address(table)))
