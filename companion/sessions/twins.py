"""Two sessions that are one game: which open one a second start would double."""

from __future__ import annotations

from datetime import timedelta

from django.db.models import DateTimeField, OuterRef, Q, Subquery
from django.utils import timezone

from companion.log.models import Act
from companion.sessions.models import GameSession
from companion.tables.models import Table

LATELY = timedelta(hours=1)  # a game nobody touched for longer was given up


def find_twin(table: Table, game: str, *, but: str) -> GameSession | None:
    """The newest open session of this game that somebody lately started or wrote into."""
    acts = Act.objects.filter(log=OuterRef("pk")).order_by("-number").values("at")
    acted = Subquery(acts[:1], output_field=DateTimeField())
    since = timezone.now() - LATELY
    found = table.sessions.filter(
        card__game=game, card__finished=False, card__archived=False
    ).exclude(token=but)
    lately = found.annotate(acted=acted).filter(
        Q(acted__gt=since) | Q(created__gt=since)
    )
    return lately.select_related("card").order_by("-created", "-pk").first()


def starter_name(session: GameSession) -> str:
    """Who did the first thing in it, where that is known."""
    first = session.acts.order_by("number").first()
    return first.by_name if first else ""
