"""What isn't right is said in one box, wherever people are."""

from html import unescape
from pathlib import Path

import pytest
from django.conf import settings

# Beside the box: what would fall along with an act, the rows of a file, where other options end.
LISTS_OF_THEIR_OWN = {
    "log/_fallen.html",
    "campaign/files/take.html",
    "campaign/history/_stop.html",
}


def test_one_template_shows_problems_with_their_rules():
    pages = Path(settings.BASE_DIR, "templates")
    found = {
        str(page.relative_to(pages))
        for page in pages.rglob("*.html")
        if "problem.rule" in page.read_text(encoding="utf-8")
    }
    assert found == {"log/_problems.html", *LISTS_OF_THEIR_OWN}


@pytest.mark.django_db
def test_what_can_not_be_razed_is_said_once(client):
    page = unescape(
        client.get("/helpers/settlers/raze/?t-what=faction").content.decode()
    )
    assert page.count('class="card problems" role="group"') == 1
    assert "You can't raze this" in page
    assert 'popovertarget="rule-IS-10"' in page
    assert 'id="rule-IS-10"' in page


@pytest.mark.django_db
def test_a_move_against_the_rules_is_answered_in_the_box(client):
    typed = "m-bought=on&m-rolled=on"
    page = unescape(
        client.get(f"/helpers/inkas/rules/action-card/?{typed}").content.decode()
    )
    assert "Not like this" in page
    assert "Not in the turn you bought it." in page
    assert 'popovertarget="rule-INK-17"' in page
