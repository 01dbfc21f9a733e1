"""A session as tests visit it: its pages, its forms, and what they say."""

import re
from html import unescape
from io import BytesIO
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from companion.log.record import NewAct, append_all, record
from companion.sessions.models import GameSession
from companion.sessions.services import session_state, start_session
from companion.tables.models import Account, Membership, Person
from scoring.games import GAMES

SETTLERS, ARCS = "imperial_settlers", "arcs"
HTMX = {"HX-Request": "true"}
CZECH = {"Accept-Language": "cs"}
ROLES = ("organiser", "player", "spectator")
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
# Totals that stand nowhere else on a page.
UNLIKELY = {"1s0-track": "611", "1s1-track": "733"}


def visitor(table, role):
    """The client of somebody with a part at a table, or of a stranger with an account."""
    account = Account.objects.create_user(f"{role}{Account.objects.count()}")
    if role != "stranger":
        person = Person.objects.create(table=table, name=f"the {role}")
        Membership.objects.create(
            table=table, account=account, person=person, role=role
        )
    client = Client()
    client.force_login(account)
    return client


def at(session, name="session"):
    return reverse(name, args=[session.token])


def do(session, kind, **data):
    return record(session, kind=kind, data=data, client_id=uuid4())


def type_often(session, cell, values):
    """Many acts at once: only their number matters."""
    append_all(
        session, [NewAct("set_cell", {"cell": cell, "typed": one}) for one in values]
    )


def put(session, **cells):
    for cell, typed in cells.items():
        do(session, "set_cell", cell=cell, typed=typed)


def entered(table=None, game=SETTLERS, players=2, **cells):
    return start_session(
        game=game,
        table=table,
        players=players,
        cells=cells or {"name0": "Anna", "name1": "Bára", **UNLIKELY},
    )


def now(session):
    return session_state(GameSession.objects.get(pk=session.pk))


def page_of(client, session, **more):
    answer = client.get(at(session), **more)
    assert answer.status_code == 200
    return answer.content.decode()


def save(client, session, cell, typed, seen="", **more):
    content = {"id": uuid4(), "cell": cell, "typed": typed, "seen": seen}
    return client.post(at(session, "session-cells"), content, **more)


def press(client, session, kind, name="session-do", **more):
    return client.post(at(session, name), {"id": uuid4(), "kind": kind, **more})


def whole_form(page):
    """What a browser without script sends of the page's form, by name."""
    form = page[page.index('id="score"') : page.index("</form>", page.index('"score"'))]
    fields = {}
    pattern = r'<input[^>]*?name="([^"]+)"[^>]*?>'
    for tag in re.finditer(pattern, form + named_inputs(page), re.DOTALL):
        value = re.search(r'value="([^"]*)"', tag[0])
        if 'type="checkbox"' not in tag[0] or " checked" in tag[0]:
            ticked = "on" if 'type="checkbox"' in tag[0] else ""
            fields[tag[1]] = unescape(value[1]) if value else ticked
    for tag in re.finditer(r'<select name="([^"]+)".*?</select>', form, re.DOTALL):
        chosen = re.search(r'value="([^"]*)" selected', tag[0])
        fields[tag[1]] = chosen[1] if chosen else ""
    note = re.search(r'name="note".*?>(.*?)</textarea>', form, re.DOTALL)
    fields["note"] = unescape(note[1])
    return fields


def named_inputs(page):
    return "".join(re.findall(r'<input form="score".*?>', page, re.DOTALL))


def text_of(page):
    """What people read of a page, without what stands in its tags."""
    return re.sub(r"<[^>]*>", "", page)


def words_of(pdf):
    return "\n".join(page.extract_text() for page in PdfReader(BytesIO(pdf)).pages)


def listed(client, table, **query):
    answer = client.get(reverse("sessions", args=[table.pk]), query)
    assert answer.status_code == 200
    return [one.token for one in answer.context["page"].object_list], answer
