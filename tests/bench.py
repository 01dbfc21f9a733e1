"""make bench: what pages, papers and acts cost, as ratios within this run.

These machines are noisy, so a figure alone says little: everything is compared with a page
that does nothing but greet, served by the same stack in the same run.
"""

import gc
import os
import statistics
import sys
import tempfile
import time
import warnings
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any
from uuid import uuid4

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "companion.settings")
# A database of its own, on the same kind of file as at the table.
FOLDER = tempfile.TemporaryDirectory()
os.environ["COMPANION_DATA"] = FOLDER.name

import django

django.setup()

# ruff: noqa: E402 - settings first, then what reads them
from django.core.management import call_command
from django.http import HttpResponse, QueryDict
from django.test import Client, override_settings
from django.urls import path
from pypdf import PdfReader
from reportlab.pdfgen.canvas import Canvas

from campaign.chronicle.book import write_book
from campaign.documents import chronicle, empire_sheet
from campaign.models import Campaign
from companion.log.engines import ENGINES
from companion.paper import typeface
from companion.paper.qr import Link
from companion.sessions import score_proof, score_sheet
from companion.sessions.forms import ScoringForm, example_query
from companion.sessions.models import GameSession
from companion.sessions.result import SessionResult
from companion.sessions.services import session_state, set_cell, start_session
from companion.tables.models import Account, Membership
from companion.tables.services import start_first_table
from scoring.arcs import planner
from scoring.arcs.battle import Attackers, Defenders
from scoring.arcs.battle_goal import Goal
from scoring.games import GAMES
from scoring.rise_of_empire.layout import DEFAULT_LAYOUTS, Age
from scoring.sheet import Game, score_game
from tests.bench_live import measure_live
from tests.bench_memory import measure_idle_memory
from tests.bench_pages import (
    campaign_of,
    measure_pages,
    record_note,
)
from tests.bench_phones import measure_phones
from tests.bench_records import measure_records
from tests.crash import crash
from tests.load.pages import main as measure_load
from tests.scoring.test_repair_simulations import count_questions, sum_up

ROUNDS = 30
PLAIN = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
urlpatterns = [path("", lambda _request: HttpResponse("hello"))]


def milliseconds(act: Callable[[], object]) -> float:
    act()
    taken = []
    for _round in range(ROUNDS):
        begun = time.perf_counter()
        act()
        taken.append((time.perf_counter() - begun) * 1000)
    return statistics.median(taken)


def report(name: str, taken: float, base: float) -> None:
    sys.stdout.write(f"{name:<52}{taken:8.2f} ms{taken / base:8.1f} ×\n")


def full_arcs() -> str:
    """The largest form there is: five chapters, four players, every cell filled."""
    query = "players=4&tallies=5"
    for chapter in range(1, 6):
        query += f"&{chapter}b-first=tycoon&{chapter}b-second=keeper"
        query += "".join(
            f"&{chapter}s{seat}-fuel=1&{chapter}s{seat}-relic=1" for seat in range(4)
        )
    return query


def measure_part(name: str) -> None:
    """One part alone, for whoever works on it."""
    account = Account.objects.create(username="Anna")
    parts: dict[str, Callable[[], None]] = {
        "pages": lambda: measure_pages(account),
        "phones": measure_phones,
        "records": lambda: measure_records(account),
    }
    parts[name]()


def main() -> float:
    client = Client(headers={"host": "localhost"})
    live = Client(headers={"host": "localhost", "hx-request": "true"})
    with override_settings(ROOT_URLCONF=__name__):
        base = milliseconds(lambda: client.get("/"))
    report("a page that only greets", base, base)
    report("home", milliseconds(lambda: client.get("/")), base)
    for slug, game in GAMES.items():
        measure_game(slug, game, client, live, base)
    largest = f"/games/arcs/?{full_arcs()}"
    whole = milliseconds(lambda: client.get(largest, follow=True))
    report("five chapters of Arcs with four players: page", whole, base)
    part = milliseconds(lambda: live.get(largest))
    report("five chapters of Arcs with four players: live result", part, base)
    return base


def measure_planner(base: float) -> None:
    """The best dice for a goal over three rolls: the booklet's battle, then ever larger ones."""
    for name, ships, defenders, goal in (
        ("4 ships, 3 and a city", 4, Defenders(1, 2, 0, 1), Goal("building", 1, 3)),
        ("6 ships, 4 and a starport", 6, Defenders(4, 0, 1), Goal("building", 1, 3)),
        ("10 ships, 8 and 2 cities", 10, Defenders(8, 0, 2), Goal("buildings", 3, 3)),
        ("15 ships, 15", 15, Defenders(15), Goal("ships", 14, 3)),
        ("15 ships, 15 and a city", 15, Defenders(15, 0, 1), Goal("building", 1, 3)),
        ("15 ships, 15 and 2 cities", 15, Defenders(15, 0, 2), Goal("buildings", 3, 3)),
    ):
        battle = Attackers(ships), defenders, goal
        rolls = planner.rolls_planned(*battle)
        taken = milliseconds(partial(planner.make_plans, *battle))
        report(f"plan {rolls} rolls (goal: 50 ms): {name}", taken, base)


def measure_game(
    slug: str, game: Game[Any, Any], client: Client, live: Client, base: float
) -> None:
    address = f"/games/{slug}/?{example_query(game)}"
    report(f"{slug}: page", milliseconds(lambda: client.get(address)), base)
    report(f"{slug}: live result", milliseconds(lambda: live.get(address)), base)
    engine = milliseconds(lambda: score_game(game, game.example.tallies))
    report(f"{slug}: engine alone", engine, base)
    most = game.players[-1]
    paper = milliseconds(
        lambda: score_sheet.draw_score_sheet(game, players=most, paper="a4")
    )
    report(f"{slug}: blank sheet", paper, base)


def measure_sessions(base: float) -> None:
    """Pages of kept sessions at a table with many of them, against the same bare page."""
    account, table = start_first_table(
        organiser="Anna", password="not a secret here", table="Bench"
    )
    client = Client(headers={"host": "localhost"})
    client.force_login(account)
    names = {f"name{seat}": name for seat, name in enumerate(("Anna", "Bára"))}
    for _session in range(200):
        session = start_session(game="arcs", table=table, cells=names)
        write(session, "1s0-fuel", "2")
    for address in (
        "/",
        f"/tables/{table.pk}/",
        f"/sessions/at/{table.pk}/",
        f"/sessions/{session.token}/",
        f"/sessions/{session.token}/history/",
    ):
        taken = milliseconds(lambda address=address: client.get(address))
        report(address, taken, base)
    cells = f"/sessions/{session.token}/cells/"
    values = iter(range(10**6))

    def save_cell() -> None:
        typed = str(next(values) % 5)
        seen = session_state(GameSession.objects.get(pk=session.pk)).cells["1s0-fuel"]
        posted = {"cell": "1s0-fuel", "typed": typed, "seen": seen}
        answer = client.post(cells, posted, headers={"hx-request": "true"})
        assert answer.status_code == 200

    report("save a cell and show the result", milliseconds(save_cell), base)


def write(session: GameSession, cell: str, typed: str) -> None:
    set_cell(session, cell=cell, typed=typed, seen="", client_id=uuid4())


def read_state(campaign: Campaign) -> None:
    ENGINES["campaign"].load(Campaign.objects.get(pk=campaign.pk).state)


def measure_campaigns() -> Campaign:
    """How much longer acts take after 200 sessions, and the campaign that has them."""
    early, late = campaign_of(2), campaign_of(200)
    for name, act in (("record an act", record_note), ("read the state", read_state)):
        base = milliseconds(lambda act=act: act(early))
        report(f"campaign after 2 sessions: {name}", base, base)
        later = milliseconds(lambda act=act: act(late))
        report(f"campaign after 200 sessions: {name}", later, base)
    measure_history(early, late)
    return late


def measure_history(early: Campaign, late: Campaign) -> None:
    """The history and the board after an act, in a short campaign and in a long one."""
    account = Account.objects.create(username="reader")
    Membership.objects.create(table=late.table, account=account, role="spectator")
    client = Client(headers={"host": "localhost"})
    client.force_login(account)
    early.refresh_from_db()
    late.refresh_from_db()
    for name, rest in (
        ("history", "history/?session={session}"),
        ("search the history", "history/?q=wolfmark"),
        ("look back", "history/board/?after={act}"),
    ):
        pages = [
            f"/campaigns/{one.pk}/" + rest.format(session=2, act=one.last - 30)
            for one in (early, late)
        ]
        short, long = (milliseconds(partial(client.get, page)) for page in pages)
        report(f"{name}: {early.last} acts", short, short)
        report(f"{name}: {late.last} acts", long, short)
    for name, sessions in (("1 session", 1), ("25 sessions (goal: 2 s)", 25)):
        rules = "reading-unpaid_province=lost&reading-twilight=two_falls"
        page = f"/campaigns/{late.pk}/rescore/?since=1&until={sessions}&{rules}"
        report(f"re-score {name}", milliseconds(partial(client.get, page)), short)
    size = len(client.get(f"/campaigns/{late.pk}/history/").content)
    sys.stdout.write(f"history: {size / 1024:.0f} KB (goal: at most 60)\n")


def measure_repairs() -> None:
    """How many decisions repairs ask for: a change in every session of 25, with one to four players."""
    with ProcessPoolExecutor() as processes:
        told = processes.map(partial(count_questions, sessions=25, each=1), range(4))
        found = [one for some in told for one in some]
    for what, repairs, middle, worst in sum_up(found):
        sys.stdout.write(
            f"repair, {what}: {repairs} tried, median {middle} decisions "
            f"(goal: at most 3), worst {worst}\n"
        )


def measure_papers(late: Campaign) -> None:
    """Sheets and chronicles against an empty page with the same fonts."""
    campaign = campaign_of(25)
    state = ENGINES["campaign"].load(campaign.state)
    empire = state.holders[0]
    link = Link("http://laptop.local:8000/campaigns/code/ACJLT/", "ACJLT")
    empty = milliseconds(empty_page)
    report("an empty page with the same fonts", empty, empty)
    sheet = milliseconds(
        lambda: empire_sheet.draw_present_sheet(
            state, empire.key, paper="a4", link=link
        )
    )
    report("an empire sheet (goal: at most 10 ×)", sheet, empty)
    size = len(
        empire_sheet.draw_present_sheet(state, empire.key, paper="a4", link=link)
    )
    sys.stdout.write(f"an empire sheet: {size / 1024:.0f} KB (goal: at most 80)\n")
    measure_proofs(empty)
    for name, told, draw in (
        ("25 sessions (goal: 1 s, 60 pages)", campaign, chronicle.draw_chronicle),
        ("25 sessions to fold", campaign, chronicle.draw_booklet),
        ("200 sessions (goal: 3 s)", late, chronicle.draw_chronicle),
    ):
        measure_chronicle(name, told, draw, empty)
    sys.stdout.write(f"memory over 1,000 sheets: {growth(state, empire):+.1f} MB\n")


def measure_chronicle(
    name: str, campaign: Campaign, draw: Callable[..., bytes], empty: float
) -> None:
    """The best of a few, from the facts to the last byte."""
    taken = []
    for _round in range(3):
        begun = time.perf_counter()
        whole = draw(write_book(campaign), paper="a4")
        taken.append((time.perf_counter() - begun) * 1000)
    report(f"chronicle: {name}", min(taken), empty)
    pages = len(PdfReader(BytesIO(whole)).pages)
    sys.stdout.write(f"  {pages} pages, {len(whole) / 1024:.0f} KB\n")


def measure_proofs(empty: float) -> None:
    """Blank sheets of an age, and the proof of every game's example."""
    layout = DEFAULT_LAYOUTS[Age.ANCIENT]
    blank = milliseconds(lambda: empire_sheet.draw_blank_sheet(layout, paper="a4"))
    report("both sides of a blank sheet (goal: at most 10 ×)", blank, empty)
    for slug, game in GAMES.items():
        form = ScoringForm(game, QueryDict(example_query(game)))
        result = SessionResult(form, score_game(game, form.played_tallies))
        proof = milliseconds(
            lambda form=form, result=result: score_proof.draw_score_proof(
                form, result, paper="a4"
            )
        )
        report(f"{slug}: proof (goal: at most 3 ×)", proof, empty)


def empty_page() -> bytes:
    """One letter per font, or it would not be embedded."""
    typeface.register_fonts()
    buffer = BytesIO()
    canvas = Canvas(buffer, invariant=1, lang="en")
    for font in (typeface.REGULAR, typeface.BOLD, typeface.DISPLAY):
        canvas.setFont(font, 9)
        canvas.drawString(0, 0, "A")
    canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def growth(state: Any, empire: Any) -> float:
    """Megabytes this process has grown by, after a first hundred that fill what is kept."""

    def draw_some(first: int, count: int) -> float:
        for number in range(first, first + count):
            other = replace(empire, sheet=replace(empire.sheet, knowledge=number))
            link = Link(
                f"http://laptop.local:8000/campaigns/code/{number}/", str(number)
            )
            empire_sheet.draw_present_sheet(
                state.put(other), empire.key, paper="a4", link=link
            )
        gc.collect()
        pages = Path("/proc/self/statm").read_text().split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE") / 2**20

    before = draw_some(0, 100)
    return draw_some(100, 1000) - before


def measure_crashes(rounds: int) -> None:
    """Kills a recording process again and again, and counts what it had acknowledged."""
    with tempfile.TemporaryDirectory() as folder:
        outcome = crash(Path(folder), rounds)
    sys.stdout.write(f"killed {rounds} times while recording: {outcome}\n")


if __name__ == "__main__":
    warnings.filterwarnings("ignore", "No directory at")
    with override_settings(STORAGES={"staticfiles": PLAIN}):
        call_command("migrate", verbosity=0)
        if len(sys.argv) > 1:
            sys.exit(measure_part(sys.argv[1]))
        base = main()
        measure_planner(base)
        measure_sessions(base)
        measure_live(base)
        anna = Account.objects.get(username="Anna")
        measure_records(anna)
        measure_pages(anna)
        measure_papers(measure_campaigns())
    measure_repairs()
    measure_phones()
    measure_idle_memory()
    measure_load()
    measure_crashes(int(os.environ.get("CRASHES", "1000")))
