"""manage.py simulate: a campaign nobody played, with openly artificial cards, in the export format."""

from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import NAMESPACE_OID, uuid5

from django.core.management.base import BaseCommand

from campaign.files.importing import keep_campaign
from campaign.files.lines import read_campaign
from campaign.files.saying import write_json
from scoring.rise_of_empire.simulation import PEOPLE, example_start, simulate

FIRST_SESSION = datetime(2026, 1, 2, 19, tzinfo=UTC)
BETWEEN_ACTS, BETWEEN_SESSIONS = timedelta(minutes=1), timedelta(days=14)


def whole_between(fewest: int, most: int) -> Callable[[str], int]:
    def number(given: str) -> int:
        if not (given.isascii() and given.isdigit() and fewest <= int(given) <= most):
            raise ArgumentTypeError(f"must be a number from {fewest} to {most}")
        return int(given)

    return number


class Command(BaseCommand):
    help = "Play a legal campaign by chance and write it as export does."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--sessions", type=whole_between(1, 1000), default=8)
        parser.add_argument("--players", type=whole_between(1, len(PEOPLE)), default=3)
        parser.add_argument("--seed", type=whole_between(0, 2**31), default=1)
        parser.add_argument(
            "--save", action="store_true", help="save it and print its number"
        )

    def handle(self, **options: Any) -> None:
        asked = {key: options[key] for key in ("sessions", "players", "seed")}
        lines = [write_json(line) for line in simulated_lines(**asked)]
        if options["save"]:
            given = read_campaign("\n".join(lines).encode())
            self.stdout.write(str(keep_campaign(given).pk))
        else:
            self.stdout.write("\n".join(lines))


def simulated_lines(
    *, sessions: int, players: int, seed: int
) -> Iterator[dict[str, Any]]:
    """The campaign and its acts; ids and times follow from the seed, like everything else."""
    name = f"Example campaign {seed}"
    yield {
        "campaign": name,
        "engine": "campaign",
        "start": example_start(),
        "example": True,
    }
    at = FIRST_SESSION
    acts = simulate(sessions=sessions, players=players, seed=seed)
    for number, (kind, data) in enumerate(acts, start=1):
        at += BETWEEN_SESSIONS if kind == "open_session" else BETWEEN_ACTS
        yield {
            "number": number,
            "kind": kind,
            "data": data,
            "by": PEOPLE[0],
            "for": "",
            "at": at.isoformat(),
            "client_id": str(uuid5(NAMESPACE_OID, f"{name}/{players}/{number}")),
        }
