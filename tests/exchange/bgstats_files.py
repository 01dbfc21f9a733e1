"""Exports of BG Stats as tests need them, in the shape real ones have."""

import json
from uuid import uuid5

from companion.exchange.plays import OURS

NORTH, ARCS, WINGSPAN = 270844, 359871, 266192
NAMES = {NORTH: "Imperial Settlers: Empires of the North", ARCS: "Arcs"}


def score(player, points, *, winner=False, **more):
    return {
        "playerRefId": player,
        "score": points,
        "winner": winner,
        "startPlayer": False,
        "newPlayer": False,
        "rank": 0,
        "seatOrder": 0,
        **more,
    }


def play(number, game, *scores, day="2025-03-01", **more):
    return {
        "uuid": str(uuid5(OURS, f"test {number}")),
        "gameRefId": game,
        "playDate": f"{day} 20:15:00",
        "durationMin": 90,
        "ignored": False,
        "playerScores": list(scores),
        **more,
    }


def export(*plays, people=("Anna", "Bára", "Cyril"), games=None, **more):
    known = games or {1: NORTH, 2: ARCS, 3: WINGSPAN}
    return {
        "tags": [],
        "players": [
            {"id": n, "uuid": f"p{n}", "name": name, "isAnonymous": False}
            for n, name in enumerate(people, start=1)
        ],
        "locations": [{"id": 7, "uuid": "x", "name": "Cabin"}],
        "games": [
            {"id": n, "name": NAMES.get(bgg, "Wingspan"), "bggId": bgg}
            for n, bgg in known.items()
        ],
        "plays": list(plays),
        "userInfo": {"meRefId": 1},
        **more,
    }


def as_bytes(data):
    return json.dumps(data, ensure_ascii=False).encode()


def arcs_export(*scores, people=("Anna", "Bára", "Cyril"), **more):
    """One play of Arcs with these scores; the first player wins."""
    seats = [score(n, one, winner=n == 1) for n, one in enumerate(scores, start=1)]
    return export(play(1, 2, *seats, **more), people=people)


def north_play(number=1, *, resources=("3", "2", "4"), **more):
    """A game somebody really played: 36 + 19 + 3 + 7, 29 + 15 + 2, 27 + 18 + 4."""
    keys = ("k-a", "k-b", "k-c")
    rows = {
        "vptrack": ("36", "29", "20+7"),
        "cards": ("19", "15", "18"),
        "resources": resources,
        "gold": ("7", None, ""),
    }
    sheet = {
        "bggId": NORTH,
        "version": 3,
        "scoreType": "bestTotalWins",
        "groups": [
            {
                "templateId": "g",
                "rows": [
                    {
                        "templateId": row,
                        "label": row,
                        "scores": {
                            key: one
                            for key, one in zip(keys, cells, strict=True)
                            if one
                        },
                    }
                    for row, cells in rows.items()
                ],
            }
        ],
    }
    totals = ("65", "46", "49")
    seats = [
        score(n + 1, one, winner=n == 0, metaData=json.dumps({"scoreUuid": keys[n]}))
        for n, one in enumerate(totals)
    ]
    return play(number, 1, *seats, scoresheet=json.dumps(sheet), **more)
