"""Every page an organiser can open, by day and by night: axe finds nothing against it, and it fits a phone."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

import pytest
from django.http import HttpResponse, QueryDict
from django.test import Client
from django.utils import timezone

from campaign.board.services import try_demo
from companion.log.record import record
from companion.sessions.forms import example_query
from companion.sessions.models import GameSession
from companion.sessions.services import start_session
from companion.sessions.sharing import share_result
from companion.tables.joining import current_invitation
from companion.tables.models import Account, Membership, Table
from scoring.desks import DESKS
from scoring.games import GAMES
from tests.e2e.pages import LAPTOP, PHONE
from tests.tables.test_access import OURS, Address

PORTIONS = 4  # so that two workers share the walk
LEAST_PAGES = 80
SETTLERS = "imperial_settlers"
PAPERS = (".pdf", ".png", ".jpg", ".js", ".ico", ".webmanifest")
NO_PAGE = (*PAPERS, "live/", "health/", "alive/", "metrics")
CARD, FIRST = 126, 1
HELPED = {one.page: slug for slug, game in GAMES.items() for one in game.helpers}
HELPED["clock"] = SETTLERS
# A copy of a deleted campaign, a file; a printed sheet's code, which belongs to no table; and a
# game's code for another app.
NOT_MADE = ("/campaigns/archive/", "/campaigns/code/", "/b/")


class World:
    """A table with the demo campaign, an open and a finished session of every game and a shared result."""

    def __init__(self) -> None:
        self.account = Account.objects.create_user("Olga", password="correct horse")
        self.table = Table.objects.create(name="Friday table")
        self.person = self.table.people.create(name="Anna")
        Membership.objects.create(
            table=self.table, account=self.account, person=self.person, role="organiser"
        )
        self.campaign = try_demo(
            table=self.table, name="The long winter", client_id=UUID(int=1)
        )
        self.open = {slug: self.session(slug) for slug in GAMES}
        self.finished = {slug: self.session(slug) for slug in GAMES}
        for session in self.finished.values():
            record(session, kind="finish", data={}, client_id=uuid4())
        self.shared = share_result(self.finished[SETTLERS])
        self.invitation = current_invitation(table=self.table, role="player")

    def session(self, game: str) -> GameSession:
        """A game somebody might have played, with everything entered."""
        cells = QueryDict(example_query(GAMES[game])).dict()
        sizes = {key: int(cells.pop(key, 1)) for key in ("players", "tallies")}
        sizes["players"] = len(GAMES[game].example.players)
        return start_session(game=game, table=self.table, cells=cells, **sizes)

    def keys(self, route: str) -> dict[str, Any]:
        game = next((one for one in GAMES if f"/{one}/" in route), "")
        return {
            "table": self.table.pk,
            "campaign": self.campaign.pk,
            "other": self.campaign.pk,
            "part": "map",
            "session": self.open[SETTLERS].token,
            "person": self.person.pk,
            "empire": self.campaign.empires.order_by("pk")[0].key,
            "number": CARD if "cards/" in route else FIRST,
            "age": "ancient",
            "language": "en",
            "code": self.invitation.code if "join/" in route else self.shared.code,
            "form": "json",
            "key": DESKS[game].moves[0].key if game else "",
            "slug": SETTLERS,
            "year": timezone.localdate().year,
        }

    def addresses(self) -> list[str]:
        """Every address, helpers in the session they are for, and the session of every game."""
        sessions = (*self.open.values(), *self.finished.values())
        found = [self.address(one) for one in OURS if not one.route.endswith(NO_PAGE)]
        found += [f"/sessions/{one.token}/" for one in sessions]
        return list(dict.fromkeys(found))

    def address(self, one: Address) -> str:
        path = one.at(self.keys(one.route))
        page = path.removeprefix("/helpers/").rstrip("/").replace("/", "-")
        slug = HELPED.get(page)
        return f"{path}?session={self.open[slug].token}" if slug else path

    def pages(self, portion: int) -> list[str]:
        """What answers with a page of its own; one that leads elsewhere is looked at there."""
        client = Client()
        client.force_login(self.account)
        answers = {
            path: client.get(path) for path in self.addresses()[portion::PORTIONS]
        }
        missed = [path for path, one in answers.items() if one.status_code >= 400]
        assert [path for path in missed if not path.startswith(NOT_MADE)] == []
        return [path for path, answer in answers.items() if is_page(answer)]


def is_page(answer: HttpResponse) -> bool:
    """Whether a browser shows it, and as a whole page."""
    shown = answer.status_code == 200 and "Content-Disposition" not in answer
    return shown and answer.content.lstrip().lower().startswith(b"<!doctype html")


@pytest.mark.parametrize("portion", range(PORTIONS))
def test_every_page_is_accessible_by_day_and_by_night(visit, portion):
    world = World()
    pages = world.pages(portion)
    assert len(pages) >= LEAST_PAGES // PORTIONS
    here, wrong = visit(PHONE, path=None, account=world.account), {}
    for path in pages:
        here.page.goto(here.server + path)
        try:
            here.looks_right_by_day_and_by_night()
            here.page.set_viewport_size(LAPTOP)
            here.fits()
            here.legible()
        except AssertionError as error:
            wrong[path] = str(error)
            here.page.emulate_media(color_scheme="light")
        here.page.set_viewport_size(PHONE)
    assert wrong == {}
