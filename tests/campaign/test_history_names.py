"""Two empires of one name are told apart by their players, and if need be by their sessions."""

import pytest

from campaign.history.telling import NamedEmpire, tell_apart
from tests.places import Place
from tests.played_campaign import founded_campaign

pytestmark = pytest.mark.django_db


def test_only_empires_that_share_a_name_are_told_with_their_player():
    told = tell_apart(
        [
            NamedEmpire("a", "Tyrus", "Anna", 1),
            NamedEmpire("b", "Kemet", "Bara", 1),
            NamedEmpire("c", "Tyrus", "Cyril", 4),
            NamedEmpire("d", "Nova", "Dana", 2),
            NamedEmpire("e", "Nova", "Dana", 6),
        ]
    )
    assert list(told.values()) == [
        "Tyrus (Anna)",
        "Kemet",
        "Tyrus (Cyril)",
        "Nova (Dana, from session 2)",
        "Nova (Dana, from session 6)",
    ]


def test_the_history_lists_them_apart():
    place = Place(founded_campaign("anna", "bara"))
    for key in ("anna", "bara"):
        place.do("rename_empire", empire=key, name="Hinomoto")
    page = place.organiser.get(place.address("history/"))
    names = ["Hinomoto (Anna)", "Hinomoto (Bara)"]
    assert [name for _key, name in page.context["filters"]["empires"]] == names
    assert [name for _empire, name in page.context["living"]] == names
    sheet = place.organiser.get(place.address("corrections/anna/")).content.decode()
    assert "Correct the sheet of Hinomoto (Anna)" in sheet
