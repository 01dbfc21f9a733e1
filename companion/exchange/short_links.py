"""The address in a code on the result: short, unguessable, and good for two days.

It leads to one finished game and says nothing of its table. It is signed, so that nothing has to
be kept, and it ends by itself, because a photographed screen stays about for years.
"""

from __future__ import annotations

import re
from base64 import urlsafe_b64encode

from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from campaign.models import Campaign
from companion.exchange.campaign_plays import play_of_campaign
from companion.exchange.plays import PlayedNight, play_of_session
from companion.sessions.models import GameSession
from companion.tables.models import Table

DAYS = 2
CODE = re.compile(r"(s|c)(\d{1,12})(?:-(\d{1,4}))?\.(\d{6})\.([\w-]{16})", re.ASCII)
Found = tuple[PlayedNight, Table | None]


def session_code(session: GameSession) -> str:
    return sign_code(f"s{session.pk}")


def campaign_code(campaign: Campaign, number: int) -> str:
    return sign_code(f"c{campaign.pk}-{number}")


def sign_code(key: str, day: int = 0) -> str:
    """The code of something, made on a day that is counted from the calendar's first."""
    signed = f"{key}.{day or count_today()}"
    digest = salted_hmac(
        "companion.exchange.short_links", signed, algorithm="sha256"
    ).digest()
    return f"{signed}.{urlsafe_b64encode(digest[:12]).decode()}"


def count_today() -> int:
    return timezone.localdate().toordinal()


def find_play(code: str) -> Found | None:
    """The finished game of a code that is ours and not too old."""
    found = CODE.fullmatch(code)
    if not found:
        return None
    key, day = code.partition(".")[0], int(found[4])
    if not constant_time_compare(sign_code(key, day), code):
        return None
    if count_today() - day not in range(DAYS):
        return None
    kind, number = found[1], int(found[3] or 0)
    return (find_session if kind == "s" else find_night)(int(found[2]), number)


def find_session(key: int, _number: int) -> Found | None:
    session = GameSession.objects.select_related("table").filter(pk=key).first()
    play = play_of_session(session) if session else None
    return (play, session.table) if session and play else None


def find_night(key: int, number: int) -> Found | None:
    campaign = Campaign.objects.select_related("table").filter(pk=key).first()
    play = play_of_campaign(campaign, number) if campaign else None
    return (play, campaign.table) if campaign and play else None
