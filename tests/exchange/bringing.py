"""A file is brought to a table, by hand or through its page."""

import io
import json

from django.urls import reverse

from companion.exchange import json_files
from companion.exchange.importing import keep_plays, plan_import
from companion.exchange.plays import plays_of_table


def bring(raw, table, **answers):
    """Adds everything a file holds; who is who as proposed, or by name."""
    plan = plan_import(raw, table)
    fields = {one.name: one.field for one in plan.questions}
    given = {fields[name]: value for name, value in answers.items()}
    return len(keep_plays(plan, plan.answers(given), table=table).sessions)


def told(table):
    """What leaves the table, without its ids' order."""
    data = json.loads(json_files.write_table(table, plays_of_table(table)))
    return sorted(data["sessions"], key=lambda one: one["id"])


def send(client, table, raw, **more):
    file = io.BytesIO(raw)
    file.name = "export.json"
    return client.post(
        reverse("open-sessions", args=[table.pk]), {"file": file, **more}
    )
