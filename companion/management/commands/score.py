"""manage.py score GAME [FILE]: a game as JSON in, its score sheet as JSON out."""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterable
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import override

from campaign.files.saying import problem_data
from companion.base.json_input import UNREADABLE, parse_json, read_input
from companion.base.wording import translate
from scoring.games import GAMES
from scoring.records import Unfit, dump_game, game_schema, load_game
from scoring.rules import RuleBroken
from scoring.sheet import Game, ScoreRow, ScoreSheet, score_valid_game


class Command(BaseCommand):
    help = "Score a game from JSON. Prints rows, totals and places, or the problems."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", metavar="GAME", help=", ".join(GAMES))
        parser.add_argument(
            "file",
            nargs="?",
            default="-",
            metavar="FILE",
            help="input file; standard input if missing or -",
        )
        parser.add_argument(
            "--schema", action="store_true", help="print the JSON Schema of the input"
        )
        parser.add_argument(
            "--example", action="store_true", help="print an example input"
        )
        parser.add_argument(
            "--language",
            default="en",
            choices=("en", "cs"),
            help="language of labels and problems",
        )

    def handle(self, **options: Any) -> None:
        game = find_game(options["game"])
        with override(options["language"]):
            if options["schema"]:
                self.write_json(game_schema(game))
            elif options["example"]:
                self.write_json(dump_game(game.example.players, game.example.tallies))
            else:
                self.score(game, options["file"])

    def score(self, game: Game[Any, Any], file: str) -> None:
        try:
            players, tallies = load_game(game, parse_json(read_input(file)))
        except Unfit as unfit:
            raise CommandError(str(unfit), returncode=UNREADABLE) from None
        try:
            self.write_json(as_data(players, score_valid_game(game, tallies)))
        except RuleBroken as broken:
            self.write_json({"problems": problem_data(broken.problems)})
            sys.exit(1)

    def write_json(self, data: Any) -> None:
        letters = "utf" in (sys.stdout.encoding or "").lower()
        self.stdout.write(json.dumps(data, indent=2, ensure_ascii=not letters))


def find_game(slug: str) -> Game[Any, Any]:
    if slug not in GAMES:
        message = f"Unknown game “{slug}”. Choose one of: {', '.join(GAMES)}"
        raise CommandError(message, returncode=UNREADABLE)
    return GAMES[slug]


def as_data(players: Iterable[str], sheet: ScoreSheet) -> dict[str, Any]:
    decided = sheet.decided_by
    return {
        "players": list(players),
        "rows": [row_data(row) for row in sheet.rows],
        "tie_breaks": [row_data(row) for row in sheet.ties],
        "totals": sheet.totals,
        "places": sheet.places,
        "over": sheet.ending.over,
        "ending": {
            "message": translate(sheet.ending.why),
            "rule": sheet.ending.rule.id,
        },
        "winners": sheet.winners,
        "decided_by": decided and translate(decided.label),
        "problems": problem_data(sheet.problems),
        "remarks": problem_data(sheet.remarks),
    }


def row_data(row: ScoreRow) -> dict[str, Any]:
    return {
        "tally": row.tally,
        "label": translate(row.label),
        "rule": row.rule.id,
        "points": row.points,
        "why": [translate(why) for why in row.why],
    }
