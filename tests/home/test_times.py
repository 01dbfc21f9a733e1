"""Times that a script writes are those of the laptop's pages: its zone, one style per language."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

SCRIPTS = Path(settings.BASE_DIR) / "static"


@pytest.mark.django_db
def test_every_page_tells_its_scripts_the_zone_of_the_laptop():
    page = Client().get("/").content.decode()
    assert f'<html lang="en" data-zone="{settings.TIME_ZONE}"' in page


def test_only_one_script_writes_times():
    writing = {
        one.name
        for one in SCRIPTS.rglob("*.js")
        if re.search(r"toLocale\w+String|Intl\.DateTime", one.read_text())
    }
    assert writing == {"companion.js"}
