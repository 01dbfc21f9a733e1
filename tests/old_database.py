"""What the present code makes of a database an earlier version wrote.

Run by tests/log/test_old_database.py through `manage.py shell -c`, on a copy of that database:
the tests' own database knows nothing of it.
"""

import json
import re
import sys
from datetime import UTC, date, datetime
from io import StringIO
from typing import Any
from uuid import UUID

from django.conf import settings
from django.core.management import call_command
from django.db.models import Model
from django.test import Client, override_settings

from campaign.models import Campaign
from companion.log.models import Act, Log
from companion.log.record import rebuild
from companion.sessions.models import GameSession
from companion.tables.models import Table

PLAIN = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
CELLS_AT = re.compile(r'data-cells-at="([^"]+)"')
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')


def as_lines(data: Any) -> str:
    """The same content gives the same bytes; a line each, so that a difference is found."""
    return json.dumps(data, indent=1, sort_keys=True, ensure_ascii=False, default=plain)


def plain(value: Any) -> str:
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    if isinstance(value, date):
        return value.isoformat()
    assert isinstance(value, UUID | Model), value
    return str(value)


# What it holds


def export_everything() -> dict[str, str]:
    """Every campaign, session and table as a file of text, by its name."""
    campaigns = Campaign.objects.order_by("pk")
    sessions = GameSession.objects.order_by("pk")
    tables = Table.objects.order_by("pk")
    return {
        **{f"campaign-{one.pk}.jsonl": export_campaign(one) for one in campaigns},
        **{f"session-{one.token}.json": export_session(one) for one in sessions},
        **{f"table-{one.pk}.json": export_table(one) for one in tables},
    }


def export_campaign(campaign: Campaign) -> str:
    said = StringIO()
    call_command("export", str(campaign.pk), stdout=said)
    return said.getvalue()


def export_session(session: GameSession) -> str:
    card = ("game", "played_on", "place", "begun", "covered", "finished", "archived")
    seat = ("position", "name", "played_as", "total", "place", "wins")
    return as_lines(
        {
            "token": session.token,
            "engine": session.engine,
            "table": session.table_id,
            "created": session.created,
            "start": session.start,
            "acts": [export_act(act) for act in session.acts.order_by("number")],
            "last": session.last,
            "state": session.state,
            "card": {key: getattr(session.card, key) for key in card},
            "result": list(session.seats.order_by("position").values(*seat)),
        }
    )


def export_act(act: Act) -> dict[str, Any]:
    names = ("number", "client_id", "by_name", "for_name", "kind", "data", "at")
    people = {"by": act.by_id, "for_person": act.for_person_id}
    return {name: getattr(act, name) for name in names} | people


def export_table(table: Table) -> str:
    membership = ("account__username", "person__name", "role")
    phone = ("pk", "person__name", "role", "about", "joined", "seen", "gone")
    invitation = ("role", "code", "created", "expires")
    return as_lines(
        {
            "name": table.name,
            "created": table.created,
            "only_own": table.only_own,
            "people": rows(table.people, ("pk", "name", "colour")),
            "memberships": rows(table.memberships, membership),
            "invitations": rows(table.invitations, invitation),
            "phones": rows(table.phones, phone),
            "campaigns": rows(table.campaigns, ("pk", "name", "created", "example")),
        }
    )


def rows(found: Any, names: tuple[str, ...]) -> list[dict[str, Any]]:
    return list(found.order_by("pk").values(*names))


def rebuild_logs(**narrowed: Any) -> dict[str, int]:
    """How many rows of each log are not what its acts say."""
    logs = Log.objects.filter(**narrowed).distinct()
    return {f"{one.pk} {one.engine}": rebuild(one) for one in logs}


# Who comes back to it


def browser(cookies: dict[str, str]) -> Client:
    """A browser as it was left: with its cookies, and CSRF checked as at the table."""
    client = Client(enforce_csrf_checks=True)
    for name, value in cookies.items():
        client.cookies[name] = value
    return client


def visit_all(stored: dict[str, Any]) -> dict[str, Any]:
    organiser = browser(stored["browsers"]["organiser"])
    return {
        address: visit(organiser, address, word)
        for address, word in stored["addresses"].items()
    }


def visit(client: Client, address: str, word: str) -> dict[str, Any]:
    """Where an address leads, what that answers, and whether it says what it is about."""
    answer = client.get(address, follow=True)
    return {
        "by": [status for _onward, status in answer.redirect_chain],
        "status": answer.status_code,
        "says": word if word in answer.text else answer.text,
    }


def come_back(stored: dict[str, Any]) -> dict[str, int]:
    """What each browser is answered that was at the table before."""
    table = stored["table"]
    return {
        who: browser(cookies).get(table).status_code
        for who, cookies in stored["browsers"].items()
    }


def log_in(stored: dict[str, Any]) -> list[int]:
    client = Client()
    answer = client.post("/log-in/", stored["account"])
    return [answer.status_code, client.get(stored["table"]).status_code]


# What waited on a phone


def send_cells(stored: dict[str, Any]) -> list[dict[str, Any]]:
    """The first cell from the page that stayed open, the others after a reload."""
    waiting = stored["waiting_cells"]
    phone = browser(stored["browsers"]["player"])
    open_page, *reloaded = waiting["entries"]
    sent = [send_cell(phone, waiting["action"], waiting["csrf"], open_page)]
    # The script finds what waits by the path it was typed at, so a redirect would lose it.
    page = phone.get(waiting["page"])
    assert page.status_code == 200, page.status_code
    (action,), token = CELLS_AT.findall(page.text), TOKEN.findall(page.text)[0]
    for entry in reloaded:
        assert f'name="{entry["cell"]}"' in page.text  # else the script drops it
        sent.append(send_cell(phone, action, token, entry))
    return sent


def send_cell(
    phone: Client, action: str, csrf: str, entry: dict[str, str]
) -> dict[str, Any]:
    """As cells.js puts it together."""
    body = {"csrfmiddlewaretoken": csrf, **entry}
    before = Act.objects.count()
    answers = [phone.post(action, body, headers={"HX-Request": "true"}) for _ in "12"]
    last = Act.objects.order_by("pk").last()
    return {
        "statuses": [answer.status_code for answer in answers],
        "new": Act.objects.count() - before,
        "kind": last.kind,
        "data": last.data,
        "by": last.by_name,
    }


def send_acts(stored: dict[str, Any]) -> list[dict[str, Any]]:
    """Twice each, as post() in queue.js does when the first answer gets lost."""
    phone = browser(stored["browsers"]["player"])
    token = TOKEN.findall(phone.get(stored["table"]).text)[0]
    return [send_act(phone, token, one) for one in stored["waiting_acts"]]


def send_act(phone: Client, csrf: str, waiting: dict[str, str]) -> dict[str, Any]:
    form = "application/x-www-form-urlencoded"
    body = f"{waiting['body']}&csrfmiddlewaretoken={csrf}&id={waiting['id']}"
    before = Act.objects.count()
    answers = [
        phone.post(waiting["action"], body, content_type=form) for _time in range(2)
    ]
    last = Act.objects.order_by("pk").last()
    return {
        "action": waiting["action"],
        "statuses": [answer.status_code for answer in answers],
        "new": Act.objects.count() - before,
        "kind": last.kind,
        "by": last.by_name,
    }


def main() -> None:
    """Reads what the old version stored, writes what the present one makes of its database."""
    stored = json.load(sys.stdin)
    call_command("migrate", verbosity=0)
    changed = {
        "STORAGES": {**settings.STORAGES, "staticfiles": PLAIN},
        "COMPANION_HOSTS": ["testserver"],
    }
    with override_settings(**changed):
        found = {
            "exports": export_everything(),
            "rebuilt": rebuild_logs(),
            "visited": visit_all(stored),
            "came_back": come_back(stored),
            "logged_in": log_in(stored),
        }
        last = Act.objects.latest("pk").pk
        found["cells"] = send_cells(stored)
        found["acts"] = send_acts(stored)
        found["rebuilt_after"] = rebuild_logs(acts__pk__gt=last)
    json.dump(found, sys.stdout)
