"""What the pages of a campaign and of records cost after 2 sessions, after 25 and after 200.

After 2 a page may have little to show, after 25 most are as full as they get: what grows from
there on grows with the campaign and not with what is read.

Every page is drawn for the first time after an act, as the phone that hears of it first draws it.
The act changes what the page shows: between sessions the sheet of the empire that is looked at is corrected,
in play a score is entered; what is kept of finished sessions and of other empires may help, as it does
at a table. Processor time, because these machines are noisy.
"""

from __future__ import annotations

import json
import re
import statistics
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from uuid import uuid4

from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import path

from campaign.files.importing import keep_campaign
from campaign.files.lines import read_campaign
from campaign.models import Campaign
from companion import urls
from companion.log.engines import ENGINES
from companion.log.models import Log
from companion.log.record import record
from companion.sessions.forms import example_query
from companion.sessions.services import start_session
from companion.tables.models import Account, Membership, Table
from scoring.games import GAMES
from scoring.rise_of_empire.simulation import example_start, simulate

FEW, SOME, MANY = 2, 25, 200
ROUNDS, ROUNDS_OF_SCORES, ROUNDS_OF_ACTS = 9, 25, 30
MOST_TIMES, MOST_GROWTH, MOST_KILOBYTES = 50, 1.2, 80
MOST_FOR_AN_ACT, MOST_FOR_A_304 = 15, 8
GREETING = "/greeting/"
ONLY = sys.argv[2:]  # pages somebody works on
CAMPAIGN_PAGES = {
    "board": "",
    "empire": "empires/{empire}/",
    "charts": "charts/",
    "chronicle": "chronicle/",
    "a chapter": "chronicle/{last}/",
    "before we meet": "before/",
    "how it ended": "final/",
    "prepare a session": "session/",
    "a past session": "sessions/{last}/",
    "history": "history/",
    "an older session in the history": "history/?session=2",
    "search the history": "history/?q=wolfmark",
    "an act": "history/{act}/",
    "look back": "history/board/?after={act}",
    "what-ifs": "what-ifs/",
    "correct a sheet": "corrections/{empire}/",
    "cards": "cards/",
    "a card": "cards/61/",
    "sheets": "sheets/",
    "a sheet": "sheets/ancient/",
    "rule options": "readings/",
    "found an empire": "found/",
    "copy from paper": "take-over/",
    "take from the box": "box/",
    "name, archive, delete": "keep/",
}
TABLE_PAGES = {
    "the table": "/tables/{table}/",
    "big screen": "/tables/{table}/screen/",
    "box": "/campaigns/box/{table}/",
    "sheets of the box": "/campaigns/box/{table}/sheets/",
    "hall of fame": "/tables/{table}/records/",
    "a person": "/tables/{table}/records/people/{person}/",
    "a game": "/tables/{table}/records/games/rise_of_empire/",
    "a year": "/tables/{table}/records/{year}/",
    "who is who": "/tables/{table}/records/names/",
}
PLAYING_PAGES = {
    "a session in play": "session/",
    "a session's missions": "session/play/",
    "a session's scores": "session/scores/",
}


def campaign_of(
    sessions: int, *, table: Table | None = None, until: str = ""
) -> Campaign:
    """A simulated campaign of four that plays on after every victory, to the last act or `until` it."""
    first = {
        "campaign": f"{sessions} sessions",
        "engine": "campaign",
        "start": example_start(),
    }
    acts = list(simulate(sessions=sessions, players=4, seed=3, play_on=True))
    if until:
        acts = acts[: max(n for n, (kind, _data) in enumerate(acts) if kind == until)]
    lines = [
        {"number": number, "kind": kind, "data": data}
        for number, (kind, data) in enumerate(acts, start=1)
    ]
    given = read_campaign("\n".join(map(json.dumps, [first, *lines])).encode())
    return keep_campaign(given, table=table)


def record_note(campaign: Campaign) -> None:
    record_act(campaign, "write_note", text="It rained.")


@dataclass(frozen=True)
class Measured:
    """What a page cost, what the one that greets cost in between, and how many bytes it was."""

    taken: float
    base: float
    size: int


@dataclass(frozen=True)
class Played:
    """A table that played so many sessions, and whose session after them is still going on."""

    table: Table
    past: Campaign
    playing: Campaign

    def act(self, number: int) -> None:
        """What happens before a page is drawn; each time something else comes out."""
        seen = {"empire": self.shown_empire, "knowledge": 5 + number}
        record(
            self.past,
            kind="correct_knowledge",
            data={**seen, "reason": "as on paper"},
            client_id=uuid4(),
        )
        score = self.playing.acts.filter(kind="enter_score").latest("number").data
        entries = {**score["entries"], "track": number}
        record(
            self.playing,
            kind="enter_score",
            data={**score, "entries": entries},
            client_id=uuid4(),
        )

    @cached_property
    def shown_empire(self) -> str:
        return ENGINES["campaign"].load(self.past.state).alive[0].key

    def pages(self) -> dict[str, str]:
        fill = {
            "table": self.table.pk,
            "person": self.table.people.get(name="Bára").pk,
            "empire": self.shown_empire,
            "last": self.past.sessions.count(),
            "act": self.past.last - 30,
            "year": 2026,
        }
        past, playing = (f"/campaigns/{one.pk}/" for one in (self.past, self.playing))
        given = {
            **{name: past + rest for name, rest in CAMPAIGN_PAGES.items()},
            **{name: playing + rest for name, rest in PLAYING_PAGES.items()},
            **TABLE_PAGES,
        }
        return {name: address.format(**fill) for name, address in given.items()}


def play_sessions(sessions: int, account: Account) -> Played:
    table = Table.objects.create(name=f"{sessions} sessions")
    for name in ("Anna", "Bára", "Cyril", "Dan"):
        table.people.create(name=name)
    anna = table.people.get(name="Anna")
    Membership.objects.create(
        table=table, account=account, person=anna, role="organiser"
    )
    return Played(
        table,
        campaign_of(sessions, table=table),
        campaign_of(sessions, table=table, until="enter_score"),
    )


def processor_milliseconds(act: Callable[[], object]) -> float:
    begun = time.process_time()
    act()
    return (time.process_time() - begun) * 1000


@transaction.atomic
def measure_page(client: Client, pages: Mapping[str, Played]) -> list[Measured]:
    """A page as the first phone gets it after an act; the greeting right after it, as noisy.

    After few and after many sessions in turns, because a machine is slower for a while and then quicker.
    Its acts are forgotten afterwards: the next page has no longer evening to tell of.
    """
    taken: dict[str, list[float]] = {address: [] for address in pages}
    greeted: list[float] = []
    sizes = {}
    for number in range(ROUNDS):
        for address, played in pages.items():
            played.act(number)
            begun = time.process_time()
            answer = client.get(address)
            taken[address].append((time.process_time() - begun) * 1000)
            assert answer.status_code == 200, (address, answer.status_code)
            sizes[address] = len(answer.content)
            greeted.append(processor_milliseconds(lambda: client.get(GREETING)))
    transaction.set_rollback(True)
    base = statistics.median(greeted)
    return [
        Measured(statistics.median(taken[address]), base, sizes[address])
        for address in pages
    ]


def find_page(client: Client, address: str) -> str:
    """Where an address leads: a session has one for everybody, which leads to what is to do now."""
    led: list[tuple[str, int]] = client.get(address, follow=True).redirect_chain  # type: ignore[attr-defined]
    return led[-1][0] if led else address


def is_same_page(one: str, other: str) -> bool:
    """Not where an address leads elsewhere while there is nothing to show: a campaign that isn't over yet."""
    return re.sub(r"\d+", "", one) == re.sub(r"\d+", "", other)


def greet_first() -> None:
    """Puts the page that only greets before all others, for this process."""
    greeting = path(GREETING[1:], lambda _request: HttpResponse("hello"))
    urls.urlpatterns.insert(0, greeting)


def mark_goal(value: float, goal: float) -> str:
    return "" if value <= goal else " !"


def report_page(name: str, *measured: Measured) -> None:
    """How long after each number of sessions, the longest against the greeting, growth, and size."""
    *before, last = measured
    taken = "".join(f"{one.taken:7.1f}" for one in measured)
    times = max(one.taken / one.base for one in measured)
    size = max(one.size for one in measured) / 1024
    growth = "".join(
        f"{last.taken / one.taken:7.2f} ×{mark_goal(last.taken / one.taken, MOST_GROWTH):<2}"
        for one in before
    )
    sizes = " →".join(f"{one.size / 1024:4.0f}" for one in measured)
    sys.stdout.write(
        f"{name:<34}{taken} ms{times:5.0f} ×{mark_goal(times, MOST_TIMES):<2}{growth}"
        f"{sizes} KB{mark_goal(size, MOST_KILOBYTES)}\n"
    )


def measure_pages(account: Account) -> None:
    """Every page of a campaign and of records, against the page that greets."""
    sys.stdout.write(
        f"\npages after {FEW}, {SOME} and {MANY} sessions, first drawn after an act "
        f"(goals: ≤ {MOST_TIMES} × the page that greets, growth ≤ {MOST_GROWTH} ×, "
        f"≤ {MOST_KILOBYTES} KB; ! where missed)\n"
    )
    greet_first()
    client = Client(headers={"host": "localhost"})
    client.force_login(account)
    played = [play_sessions(sessions, account) for sessions in (FEW, SOME, MANY)]
    for name in played[0].pages():
        if not ONLY or name in ONLY:
            addresses = [find_page(client, one.pages()[name]) for one in played]
            pages = {
                address: one
                for address, one in zip(addresses, played, strict=True)
                if is_same_page(address, addresses[-1])
            }
            report_page(name, *measure_page(client, pages))
    measure_scoring(client)
    measure_asking(client, played[0])
    measure_acts(client, played[0], played[-1])


def measure_scoring(client: Client) -> None:
    """Pages on which games of four are scored, kept and not, and the longest there is."""
    for name, address in scoring_pages().items():
        if ONLY and name not in ONLY:
            continue
        where = find_page(client, address)
        taken = measure_beside_greeting(
            client, partial(client.get, where), ROUNDS_OF_SCORES
        )
        report_page(name, Measured(*taken, len(client.get(where).content)))


def scoring_pages() -> dict[str, str]:
    pages = {}
    for slug, game in GAMES.items():
        pages[f"{slug}, without saving"] = f"/games/{slug}/?{example_query(game)}"
        names = {f"name{seat}": f"Player {seat}" for seat in range(game.players[-1])}
        kept = start_session(game=slug, players=game.players[-1], cells=names)
        pages[f"{slug}, a session"] = f"/sessions/{kept.token}/"
    longest = start_session(game="arcs", players=4)
    for chapter in range(1, 6):
        if chapter > 1:
            record_act(longest, "add_tally", number=chapter)
        declared = {f"{chapter}b-first": "tycoon", f"{chapter}b-second": "keeper"}
        counted = {
            f"{chapter}s{seat}-{key}": "2"
            for seat in range(4)
            for key in ("tycoon", "keeper")
        }
        for cell, typed in (declared | counted).items():
            record_act(longest, "set_cell", cell=cell, typed=typed)
    pages["five chapters of Arcs"] = f"/sessions/{longest.token}/"
    pages["the second of them"] = f"/sessions/{longest.token}/?tally=2"
    return pages


def record_act(log: Log, kind: str, **data: object) -> None:
    record(log, kind=kind, data=data, client_id=uuid4())


def measure_asking(client: Client, played: Played) -> None:
    """What an open page is told that has the newest already, and one that hasn't."""
    address = played.pages()["board"]
    live = {"X-Live": "true", "Accept-Encoding": "gzip"}
    tag = client.get(address, headers=live)["ETag"]
    for name, headers, goal in (
        ("a 304 of the board", {**live, "If-None-Match": tag}, MOST_FOR_A_304),
        ("the board's part, as it is kept", live, MOST_TIMES),
        ("the board, as it is kept", {}, MOST_TIMES),
    ):
        ask = partial(client.get, address, headers=headers)
        report_times(name, *measure_beside_greeting(client, ask, 100), goal)


def measure_beside_greeting(
    client: Client, act: Callable[[], object], rounds: int
) -> tuple[float, float]:
    """What something costs, and the greeting right after it each time: a page alone is quicker."""
    taken, greeted = [], []
    for _round in range(rounds):
        taken.append(processor_milliseconds(act))
        greeted.append(processor_milliseconds(lambda: client.get(GREETING)))
    return statistics.median(taken), statistics.median(greeted)


def report_times(name: str, taken: float, base: float, goal: float) -> None:
    times = taken / base
    sys.stdout.write(
        f"{name}: {taken:.1f} ms, {times:.1f} × (goal: {goal}){mark_goal(times, goal)}\n"
    )


def measure_acts(client: Client, few: Played, many: Played) -> None:
    """Each followed by a page and the greeting, as before: right after a commit that is slower."""
    taken: dict[int, list[float]] = {FEW: [], MANY: []}
    greeted = []
    for _round in range(ROUNDS_OF_ACTS):
        for sessions, played in ((FEW, few), (MANY, many)):
            act = partial(record_note, played.past)
            taken[sessions].append(processor_milliseconds(act))
            client.get(played.pages()["board"])
            greeted.append(processor_milliseconds(lambda: client.get(GREETING)))
    base = statistics.median(greeted)
    for sessions, measured in taken.items():
        name = f"record an act after {sessions} sessions"
        report_times(name, statistics.median(measured), base, MOST_FOR_AN_ACT)
