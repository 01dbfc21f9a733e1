"""A year of a table on one printed page."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from companion.base.wording import signed_points, translate
from companion.paper import frame, marks
from companion.paper.areas import Area
from companion.paper.letters import common_size, text_label, text_width
from companion.paper.pdf import paint_pdf
from companion.paper.shapes import THIN, Align, Box, Drawing, Shapes, Tone
from companion.paper.sizes import LARGE, SMALL, TEXT, TITLE
from companion.records.charts import Month
from companion.records.wording import describe_wins, name_record, say_percent
from companion.records.year_page import MarginLine, YearPage
from companion.sessions.timing import describe_minutes
from scoring.games import GAMES

GAP = 5.0
FIGURE, MONTHS = 21.0, 52.0
ROW, LARGE_ROW, TALLEST = (
    8.2,
    11.0,
    13.0,
)  # of a list: how low, from when larger, how high
VALUE_GAP = 4.0  # before the number
BAR_SHARE = 0.66
AGAINST = " – "  # between two rivals
Line = tuple[str, str, str]  # who or what, more about it, the number


def draw_year(page: YearPage, table: str, *, paper: str) -> bytes:
    """Everything worth remembering of a year, on one page."""
    room = frame.upright_room(paper)
    title = _("%(year)s in review") % {"year": page.year}
    body = frame.body_area(room)
    shapes = (
        *frame.page_head(room, "vp", title, table),
        *draw_figures(body.top(FIGURE), page),
        *draw_months(body.below(FIGURE + GAP).top(MONTHS), page),
        *draw_lists(body.below(FIGURE + MONTHS + 2 * GAP), page),
        *frame.page_foot(room, "Empire Companion"),
    )
    drawing = Drawing(*frame.drawing_size(room), shapes, title)
    return paint_pdf(drawing, paper=paper, title=title, subject=table)


def draw_figures(area: Area, page: YearPage) -> Shapes:
    numbers = page.numbers
    figures = [
        (_("Games"), str(numbers.plays)),
        (_("Days with games"), str(page.nights)),
        (_("People"), str(len(numbers.people))),
        (
            _("Time at the table"),
            describe_minutes(numbers.minutes) if numbers.minutes else "–",
        ),
    ]
    rooms = area.columns(len(figures), GAP)
    pairs = zip(rooms, figures, strict=True)
    return marks.join_shapes(draw_figure(room, *one) for room, one in pairs)


def draw_figure(area: Area, label: str, value: str) -> Shapes:
    inner = area.inset(3.0, 2.5)
    return (
        Box(*marks.corners(area), Tone.PAPER, Tone.EDGE, THIN, marks.ROUND),
        *text_label(inner.top(TEXT * 1.4), label, TEXT, fill=Tone.QUIET),
        *text_label(
            inner.below(TEXT * 1.6), value, TITLE, bold=True, display=True, least=LARGE
        ),
    )


def draw_months(area: Area, page: YearPage) -> Shapes:
    """Games month by month, as bars with their numbers."""
    shapes, room = marks.panel(area, "age", _("When you played"))
    months = page.calendar.years[0][1] if page.calendar else ()
    most = max((one.count for one in months), default=0)
    rooms = room.inset(0, 3.0).columns(12, 2.0)
    bars = (
        draw_bar(own, month, most) for own, month in zip(rooms, months, strict=False)
    )
    return (*shapes, *marks.join_shapes(bars))


def draw_bar(area: Area, month: Month, most: int) -> Shapes:
    foot = SMALL * 2
    full = area.height - foot - TEXT * 1.6
    height = full * month.count / most if most else 0.0
    top = area.bottom - foot - height
    x = area.x + area.width * (1 - BAR_SHARE) / 2
    bar = Box(x, top, area.width * BAR_SHARE, height, Tone.ACCENT, round=0.6)
    above = Area(area.x, top - TEXT * 1.6, area.width, TEXT * 1.6)
    named = Area(area.x, area.bottom - foot, area.width, foot)
    counted = str(month.count) if month.count else ""
    return (
        *((bar,) if month.count else ()),
        *text_label(above, counted, TEXT, bold=True, align=Align.MIDDLE),
        *text_label(named, month.name, SMALL, fill=Tone.QUIET, align=Align.MIDDLE),
    )


def draw_lists(area: Area, page: YearPage) -> Shapes:
    upper, lower = area.rows(2, GAP)
    won, best = upper.columns(2, GAP)
    rows, duels = lower.columns(2, GAP)
    return (
        *draw_list(won, "vp", _("Who wins"), winner_lines(page)),
        *draw_list(best, "card", _("Highest score"), best_score_lines(page)),
        *draw_list(rows, "tick", _("Streaks and wins"), streak_lines(page)),
        *draw_list(duels, "raze", _("Rivalries"), duel_lines(page)),
    )


def draw_list(area: Area, sign: str, title: str, lines: Sequence[Line]) -> Shapes:
    """A panel with as many lines as fit; few lines are set larger."""
    shapes, room = marks.panel(area, sign, title)
    inner = room.below(2.5)
    if not lines:
        nothing = _("Nothing yet. It takes three games.")
        return (*shapes, *text_label(inner.top(ROW), nothing, TEXT, fill=Tone.QUIET))
    shown = lines[: int(inner.height // ROW)]
    unit = min(TALLEST, inner.height / len(shown))
    numbers = max(text_width(value, LARGE, bold=True) for *_said, value in shown)
    wide = inner.width - numbers - VALUE_GAP
    names = [name for name, _about, _value in shown]
    largest = LARGE if unit >= LARGE_ROW else TEXT
    size = common_size(names, largest, SMALL, wide, bold=True)
    abouts = [about for _name, about, _value in shown]
    noted = common_size(abouts, TEXT if size == LARGE else SMALL, SMALL, wide)
    drawn = (
        draw_line(
            Area(inner.x, inner.y + place * unit, inner.width, unit),
            line,
            (size, noted),
            wide,
        )
        for place, line in enumerate(shown)
    )
    return (*shapes, *marks.join_shapes(drawn))


def draw_line(
    area: Area, line: Line, sizes: tuple[float, float], wide: float
) -> Shapes:
    """Names of one size in the whole list; two that are too long together stand in two lines."""
    (name, about, value), (size, noted) = line, sizes
    words = area.left(wide)
    if not about and text_width(name, size, bold=True) > wide:
        name, dash, other = name.partition(AGAINST)
        about, noted = f"{dash.lstrip()}{other}", size
    return (
        *text_label(words.top(size * 1.3), name, size, bold=True, least=SMALL),
        *text_label(
            words.below(size * 1.3).top(noted * 1.3), about, noted, bold=not line[1]
        ),
        *text_label(area.top(size * 1.3), value, LARGE, bold=True, align=Align.END),
    )


def winner_lines(page: YearPage) -> list[Line]:
    return [
        (one.player.name, describe_wins(one.rate), say_percent(one.rate.share))
        for one in page.ranks
        if one.rate.ranked
    ]


def best_score_lines(page: YearPage) -> list[Line]:
    return [
        (translate(GAMES[one.game].name), one.names, signed_points(one.total))
        for one in page.best
    ]


def streak_lines(page: YearPage) -> list[Line]:
    longest = sorted(page.streaks, key=lambda one: -one.streak.longest)[:3]
    return [
        *map(margin_line, page.margins),
        *(
            (one.player.name, _("Wins in a row"), str(one.streak.longest))
            for one in longest
        ),
    ]


def margin_line(one: MarginLine) -> Line:
    by = one.record.value
    value = _("by %(points)s") % {"points": by} if by else _("a tie")
    return one.names, name_record(one.record.kind), value


def duel_lines(page: YearPage) -> list[Line]:
    return [
        (
            f"{one.one.name}{AGAINST}{one.other.name}",
            "",
            f"{one.duel.ahead} : {one.duel.behind}",
        )
        for one in page.duels
    ]
