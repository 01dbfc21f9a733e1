"""A campaign as one page that needs neither server nor script, with its log inside."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from campaign.chronicle.book import Book, Life, Spread, write_book
from campaign.chronicle.records import Record, campaign_records
from campaign.chronicle.sentences import tell_session
from campaign.documents.empire import draw_empire, draw_empire_for_phone
from campaign.documents.empire_sheet import earlier_sheets
from campaign.documents.fate import find_height
from campaign.documents.take_home import font_styles
from campaign.files.capsule_log import embed_log
from campaign.files.lines import campaign_bytes
from campaign.history.spans import SessionSpan, find_spans
from campaign.models import Campaign
from companion.exchange.campaign_plays import plays_of_campaign
from companion.exchange.plays import PlayedNight
from companion.exchange.slimming import DrawingStore
from companion.log.history import ActLine
from companion.log.history_pages import ROOMS, folded_numbers
from companion.paper.svg import paint_svg
from scoring.rise_of_empire.layout import AGE_NAMES
from scoring.sheet import ScoreRow

TEMPLATE = "exchange/capsule/campaign.html"


@dataclass(frozen=True)
class CapsuleNight:
    """A finished game with every row of its sheet."""

    play: PlayedNight

    @property
    def seats(self) -> list[tuple[str, str, int, bool]]:
        """Name, empire or faction, total, whether they won."""
        won, sheet = self.play.sheet.winners, self.play.sheet
        seats = zip(self.play.names, self.play.played_as, sheet.totals, strict=True)
        return [(*one, seat in won) for seat, one in enumerate(seats)]

    @property
    def rows(self) -> list[ScoreRow]:
        return [row for row in self.play.sheet.rows if row.shown]


@dataclass(frozen=True)
class CapsuleChapter:
    spread: Spread
    told: tuple[str, ...]
    night: CapsuleNight | None


@dataclass(frozen=True)
class CapsuleEmpire:
    """An empire with the sheet of every age it lived through, the last one first."""

    life: Life
    sheets: tuple[tuple[str, SafeString], ...]  # as on paper
    narrow: SafeString | None = None  # the last one once more for a phone


@dataclass(frozen=True)
class HistoryPart:
    """What was done in one session and after it, or before the first."""

    span: SessionSpan
    lines: tuple[ActLine, ...]


@dataclass(frozen=True)
class CampaignCapsule:
    campaign: Campaign
    book: Book
    chapters: tuple[CapsuleChapter, ...]
    empires: tuple[CapsuleEmpire, ...]
    records: tuple[Record, ...]
    history: tuple[HistoryPart, ...]
    log: SafeString

    @property
    def place(self) -> str:
        """With what the names of its places begin."""
        return f"c{self.campaign.pk}"

    @property
    def standing(self) -> list[CapsuleEmpire]:
        """The board: who stands now, or stood when the campaign was won."""
        return [one for one in self.empires if one.narrow]

    @property
    def gone(self) -> list[CapsuleEmpire]:
        return [one for one in self.empires if not one.narrow]


def make_capsule(campaign: Campaign, store: DrawingStore) -> CampaignCapsule:
    book = write_book(campaign)
    standing = {one.key for one in book.state.holders}
    nights = {one.number: CapsuleNight(one) for one in plays_of_campaign(campaign)}
    return CampaignCapsule(
        campaign=campaign,
        book=book,
        chapters=tuple(make_chapters(book.spreads, nights)),
        empires=tuple(
            draw_sheets(life, store, narrow=life.empire.key in standing)
            for life in book.lives
        ),
        records=tuple(campaign_records(book)),
        history=tuple(history_parts(campaign)),
        log=embed_log(campaign_bytes(campaign)),
    )


def make_chapters(
    spreads: Iterable[Spread], nights: dict[int, CapsuleNight]
) -> Iterable[CapsuleChapter]:
    for one in spreads:
        told = tuple(sentence.text for sentence in tell_session(one.story))
        yield CapsuleChapter(one, told, nights.get(one.number))


def draw_sheets(
    life: Life, store: DrawingStore, *, narrow: bool = False
) -> CapsuleEmpire:
    height = find_height(life.empire, life.left)
    earlier = earlier_sheets(life.then, life.empire, height)
    drawn = [
        (life.empire.sheet.age, draw_empire(life.then, life.empire, height=height)),
        *((one.age, draw_empire(life.then, life.empire, one)) for one in earlier),
    ]
    phone = draw_empire_for_phone(life.then, life.empire, height=height)
    return CapsuleEmpire(
        life,
        tuple((AGE_NAMES[age], store.slim(paint_svg(one))) for age, one in drawn),
        store.slim(paint_svg(phone)) if narrow else None,
    )


def history_parts(campaign: Campaign) -> Iterable[HistoryPart]:
    lines = list(history_lines(campaign))
    for span in find_spans(campaign):
        own = tuple(one for one in lines if span.first <= one.act.number <= span.last)
        if own:
            yield HistoryPart(span, own)


def history_lines(campaign: Campaign) -> Iterable[ActLine]:
    """Every act in words, the first first; taps in helpers tell nothing in twenty years."""
    acts = list(campaign.acts.order_by("number"))
    folded = folded_numbers(campaign, acts)
    lines = ROOMS[campaign.engine].lines(campaign, acts)
    return (line for line in lines if line.act.number not in folded)


def write_capsule(campaign: Campaign) -> bytes:
    """The whole page in the reader's language."""
    store = DrawingStore()
    return render_capsule(TEMPLATE, store, capsule=make_capsule(campaign, store))


def render_capsule(template: str, store: DrawingStore, **shown: Any) -> bytes:
    styles = mark_safe(store.styles + font_styles())  # noqa: S308 - our own
    frame = {"styles": styles, "shapes": store.definitions}
    page = render_to_string(template, {**shown, **frame})
    return f"{page.strip()}\n".encode()
