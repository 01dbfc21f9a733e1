"""Finished games of a table, and its pages of records as tests read them."""

from django.urls import reverse

from companion.records import remembering
from companion.records.groups import PlayGroup
from companion.records.ratings import rate_group
from tests.sessions.pages import SETTLERS, do, entered, text_of


def forget_everything():
    """Databases of tests use the same keys again."""
    remembering._shelves.clear()


def rate_people(plays):
    return rate_group(PlayGroup(tuple(plays)))


def finished(table, *totals, names=("Anna", "Bára", "Cyril"), game=SETTLERS, **cells):
    """A finished game with these totals on the track."""
    typed = {f"name{seat}": name for seat, name in enumerate(names[: len(totals)])}
    typed |= {f"1s{seat}-track": str(one) for seat, one in enumerate(totals)}
    session = entered(table, game, len(totals), **typed, **cells)
    do(session, "finish")
    return session


def person_address(table, name):
    person = table.people.get(name=name)
    return reverse("person-record", args=[table.pk, person.pk])


def person_page(client, table, name="Anna", **query):
    answer = client.get(person_address(table, name), query)
    assert answer.status_code == 200
    return answer


def numbers_of(client, table, name="Anna", **query):
    return person_page(client, table, name, **query).context["page"].numbers


def game_address(table, slug=SETTLERS):
    return reverse("game-record", args=[table.pk, slug])


def game_page(client, table, slug=SETTLERS, **query):
    answer = client.get(game_address(table, slug), query)
    assert answer.status_code == 200
    return answer


def hall_page(client, table, **query):
    answer = client.get(reverse("hall-of-fame", args=[table.pk]), query)
    assert answer.status_code == 200
    return answer


def said_on(answer):
    return text_of(answer.content.decode())
