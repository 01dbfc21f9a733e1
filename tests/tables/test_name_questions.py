"""A phone wants a name that is somebody's: that person or an organiser decides, and nobody else."""

import re
from datetime import timedelta

import pytest
from django.db.models import F
from django.test import Client
from django.urls import reverse

from companion.tables import joining, rate_limits, services
from companion.tables.models import Phone, Table
from tests.tables.pages import html, link, phone, text

pytestmark = pytest.mark.django_db


def asking(table: Table) -> Phone:
    return table.phones.get(wants__isnull=False)


def questions(client: Client, table: Table) -> str:
    return text(html(client.get(reverse("name-questions", args=[table.pk]))))


def answer(client: Client, asked: Phone, said="yes", **more):
    sent = {"person": asked.wants_id, "answer": said, **more}
    address = reverse("answer-question", args=[asked.table_id, asked.pk])
    return client.post(address, sent)


def waiting_page(client: Client, asked: Phone):
    return client.get(
        reverse("wait-for-name", args=[asked.table_id, asked.wants_id]), follow=True
    )


def plays_as(client: Client, table: Table) -> str:
    here = client.get(reverse("table", args=[table.pk])).context["request"].here
    return here.person.name if here.person and here.plays else ""


# Who has to ask


def test_the_name_of_an_account_is_not_free_for_a_phone(table):
    client = phone(table, "Anna")
    assert plays_as(client, table) == ""
    assert asking(table).wants.name == "Anna"


def test_the_name_of_another_phone_is_not_free_however_it_is_written(table):
    first, second = phone(table, "Bára"), phone(table, " BÁRA ")
    assert plays_as(first, table) == "Bára"
    assert plays_as(second, table) == ""


@pytest.mark.parametrize(
    "written", ["Anna\u200b", "An\u00adna", "\u200fAnna", "Ａｎｎａ", "Anna\ufe0f"]
)
def test_a_name_that_only_looks_like_somebodys_is_not_free_either(table, written):
    client = phone(table, written)
    assert plays_as(client, table) == ""
    assert asking(table).wants.name == "Anna"


@pytest.mark.parametrize("written", ["Аnna", "АNNA", "Αnna", "Annа\u200b", "𝐀nna"])
def test_letters_of_another_script_do_not_make_it_another_name(table, written):
    client = phone(table, written)
    assert plays_as(client, table) == ""
    assert asking(table).wants.name == "Anna"


def test_a_name_like_somebodys_is_not_free_because_an_old_game_has_it(anna, table):
    services.remember_people(table, ["Аnna"])  # with a Cyrillic А
    client = phone(table, "Аnna")
    assert plays_as(client, table) == ""
    assert "A phone wants to play as" in questions(anna, table)
    in_use = html(Client().get(link(table))).count("<small>in use</small>")
    assert in_use == 2


def test_an_honest_name_with_another_accent_or_in_another_script_is_free(table):
    names = ("Ana", "Hanna", "Bára", "Bara", "Анна", "Ирина", "Άννα", "安娜")
    assert [plays_as(phone(table, one), table) for one in names] == list(names)


@pytest.mark.parametrize("written", ["\u3164", "\u2800\u200b", "\u115f"])
def test_a_name_of_which_nothing_can_be_seen_is_none(table, written):
    answered = Client().post(link(table), {"name": written})
    assert answered.status_code == 200
    assert "nobody can read" in html(answered)
    assert table.phones.count() == 0


def test_letters_that_look_different_are_another_name(table):
    assert plays_as(phone(table, "Ánna"), table) == "Ánna"


def test_a_phone_that_has_joined_cannot_change_to_somebody_else_either(table):
    client = phone(table, "Cyril")
    answered = client.post(reverse("play-as", args=[table.pk]), {"name": "Anna"})
    asked = asking(table)
    assert answered.url == reverse("wait-for-name", args=[table.pk, asked.wants_id])
    assert plays_as(client, table) == "Cyril"


def test_a_name_in_use_says_so_before_it_is_tapped(table):
    table.people.create(name="Dana")
    bara, guest = phone(table, "Bára"), Client()
    used = re.compile(r"<bdi>(\w+)</bdi>\s*<small>in use</small>")
    assert used.findall(html(guest.get(link(table)))) == ["Anna", "Bára"]
    chosen = bara.get(reverse("play-as", args=[table.pk]))
    assert used.findall(html(chosen)) == ["Anna"]
    organising = guest.get(link(table, role="organiser"))
    assert "in use" not in html(organising)


def test_a_name_nobody_uses_is_taken_at_once(table):
    gone = phone(table, "Bára")
    joining.disconnect_phone(Phone.objects.get())
    client = phone(table, "Bára")
    assert plays_as(client, table) == "Bára"
    assert gone.get(reverse("table", args=[table.pk])).status_code == 404


def test_who_logs_in_with_a_name_joins_with_it(anna, table):
    joining.current_invitation(table=table, role="player")
    anna.post(link(table), {"name": "Anna"})
    assert Phone.objects.get().person.name == "Anna"


def test_a_browser_keeps_its_own_name_with_another_link(table):
    client = phone(table, "Bára")
    client.post(link(table, "organiser"), {"name": "Bára"})
    assert table.phones.get(gone=False).role == "organiser"


def test_who_organises_needs_to_ask_nobody(table):
    assert plays_as(phone(table, "Anna", role="organiser"), table) == "Anna"


# Who is asked


def test_the_organiser_and_that_person_are_asked_and_nobody_else(anna, table):
    bara, cyril = phone(table, "Bára"), phone(table, "Cyril")
    other = phone(table, "Bára")
    sentence = "A phone wants to play as Bára ."
    assert sentence in questions(anna, table)
    assert "iPhone" in questions(anna, table)
    assert sentence in questions(bara, table)
    assert questions(cyril, table) == ""
    assert questions(other, table) == ""


def test_an_open_page_has_the_question_and_a_place_for_the_next(anna, table):
    phone(table, "Anna")
    page = html(anna.get(reverse("people", args=[table.pk])))
    assert 'id="questions"' in page
    assert "A phone wants to play as" in page
    assert f'data-stream="{reverse("table-live", args=[table.pk])}"' in page


@pytest.mark.parametrize("role", ["player", "spectator"])
def test_let_in_the_phone_is_that_person_with_the_role_of_its_link(anna, table, role):
    client = phone(table, "Anna", role=role)
    asked = asking(table)
    assert "Waiting for an answer" in html(waiting_page(client, asked))
    assert answer(anna, asked).status_code == 302
    let_in = table.phones.get()
    assert (let_in.person.name, let_in.role, let_in.wants) == ("Anna", role, None)
    last = waiting_page(client, asked).redirect_chain[-1][0]
    assert last == reverse("table", args=[table.pk])


def test_that_person_lets_a_second_phone_in(table):
    first, second = phone(table, "Bára"), phone(table, "Bára")
    answer(first, asking(table))
    assert plays_as(second, table) == plays_as(first, table) == "Bára"


def test_refused_the_phone_chooses_another_name_and_plays(anna, table):
    client = phone(table, "Anna")
    asked = asking(table)
    answer(anna, asked, "no")
    page = html(waiting_page(client, asked))
    assert "You can't play as Anna" in text(page)
    client.post(reverse("play-as", args=[table.pk]), {"name": "Dana"})
    assert plays_as(client, table) == "Dana"


def test_nobody_else_can_answer(table):
    cyril, other = phone(table, "Cyril"), phone(table, "Anna")
    asked = asking(table)
    for client in (cyril, other, Client()):
        answer(client, asked)
    assert asking(table) == asked


def test_an_answer_holds_only_for_the_name_that_was_asked_for(anna, table):
    client = phone(table, "Bára")
    taker = phone(table, "Anna")
    asked = asking(table)
    taker.post(reverse("play-as", args=[table.pk]), {"name": "Bára"})
    answer(anna, asked)
    assert plays_as(taker, table) == ""
    assert plays_as(client, table) == "Bára"


@pytest.mark.parametrize("sent", ["", "x", "9" * 30, "\x00"])
def test_an_odd_answer_changes_nothing(anna, table, sent):
    phone(table, "Anna")
    asked = asking(table)
    assert answer(anna, asked, person=sent).status_code == 302
    assert asking(table) == asked


def test_the_page_goes_on_where_it_was(anna, table):
    phone(table, "Anna")
    people = reverse("people", args=[table.pk])
    assert answer(anna, asking(table), next=people).url == people


# When nobody answers


def test_after_ten_minutes_nobody_is_asked_and_the_phone_may_ask_again(anna, table):
    client = phone(table, "Anna")
    asked = asking(table)
    late = {"wanted_at": F("wanted_at") - timedelta(minutes=10)}
    Phone.objects.update(**late)
    assert questions(anna, table) == ""
    answer(anna, asked)
    assert plays_as(client, table) == ""
    page = text(html(waiting_page(client, asked)))
    assert "Nobody answered" in page
    assert "Choose another name" in page
    client.post(reverse("play-as", args=[table.pk]), {"name": "Anna"})
    assert "A phone wants to play as" in questions(anna, table)


def test_a_second_tap_asks_once(table):
    client = phone(table, "Anna")
    client.post(link(table), {"name": "anna"})
    assert table.phones.count() == 1


def test_a_phone_that_joins_again_stays_who_it_was_while_it_asks(table):
    client = phone(table, "Cyril")
    client.post(link(table), {"name": "Anna"})
    assert plays_as(client, table) == "Cyril"
    assert asking(table).person.name == "Cyril"


def test_a_phone_that_asks_can_be_disconnected_with_its_link(anna, table):
    client = phone(table, "Anna")
    asked = asking(table)
    anna.post(reverse("send-out", args=[table.pk, asked.pk]))
    assert questions(anna, table) == ""
    assert client.get(link(table)).status_code == 404


def test_questions_are_counted(table):
    most = rate_limits.LIMITS["name"].most
    client = phone(table, "Cyril")
    address = reverse("play-as", args=[table.pk])
    codes = [
        client.post(address, {"name": "Anna"}).status_code for _ in range(most + 1)
    ]
    assert codes == [302] * most + [429]


def test_a_page_without_a_question_asks_the_database_nothing_more(
    anna, table, django_assert_num_queries
):
    address = reverse("name-questions", args=[table.pk])
    anna.get(address)
    with django_assert_num_queries(
        3
    ):  # the session, the account, the role with its table
        anna.get(address)
