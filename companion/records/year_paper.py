"""A year of a table on one printed page."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from companion.base.wording import signed_points, translate
from companion.paper import frame, marks
from companion.paper.areas import Area
from companion.paper.heat import HeatMonth
from companion.paper.letters import text_label
from companion.paper.shapes import Align, Box, Shapes, Tone
from companion.paper.sizes import SMALL, TEXT
from companion.records.charts import Calendar
from companion.records.hall_page import DuelLine, RankLine
from companion.records.paper_parts import (
    AGAINST,
    FIGURE,
    GAP,
    Figure,
    ListLine,
    PaperList,
    PaperOf,
    draw_figures,
    draw_lists,
    print_page,
)
from companion.records.wording import (
    describe_margin,
    describe_verdict,
    describe_wins_of_games,
    name_record,
    say_percent,
)
from companion.records.year_page import MarginLine, YearPage
from companion.sessions.timing import describe_minutes
from scoring.games import GAMES

MONTHS = 52.0
BAR_SHARE = 0.66


def draw_year(page: YearPage, of: PaperOf) -> bytes:
    """Everything worth remembering of a year, on one page."""
    body = frame.body_area(frame.upright_room(of.paper))
    under = body.below(FIGURE + GAP)
    shapes = (
        *draw_figures(body.top(FIGURE), year_figures(page)),
        *(draw_months(under.top(MONTHS), page.calendar) if page.calendar else ()),
        *draw_lists(
            under.below(MONTHS + GAP) if page.calendar else under, year_lists(page)
        ),
    )
    title = _("%(year)s in review") % {"year": page.year}
    return print_page(shapes, title, of)


def year_figures(page: YearPage) -> list[Figure]:
    numbers = page.numbers
    return [
        (_("Games"), str(numbers.plays)),
        (_("Days with games"), str(page.nights)),
        (_("People"), str(len(numbers.people))),
        *time_figure(numbers.minutes, numbers.timed, numbers.plays),
    ]


def time_figure(minutes: int, timed: int, plays: int) -> list[Figure]:
    """Nothing where no game says how long it took."""
    if not minutes:
        return []
    label = _("Time at the table")
    if timed < plays:
        label = ngettext("Time in %(count)s game", "Time in %(count)s games", timed)
    return [(label % {"count": timed}, describe_minutes(minutes))]


def draw_months(area: Area, calendar: Calendar) -> Shapes:
    """Games month by month, as bars with their numbers."""
    shapes, room = marks.panel(area, "age", _("When you played"))
    months = calendar.years[0].months
    most = max(one.count for one in months)
    rooms = room.inset(0, 3.0).columns(12, 2.0)
    bars = (
        draw_bar(own, month, most) for own, month in zip(rooms, months, strict=True)
    )
    return (*shapes, *marks.join_shapes(bars))


def draw_bar(area: Area, month: HeatMonth, most: int) -> Shapes:
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


def year_lists(page: YearPage) -> list[PaperList]:
    return [
        PaperList("vp", _("Who wins"), winner_lines(page.ranks)),
        PaperList("card", _("Highest score"), best_score_lines(page)),
        PaperList("tick", _("Streaks and wins"), streak_lines(page)),
        PaperList("raze", _("Rivalries"), duel_lines(page.duels)),
    ]


def winner_lines(ranks: Iterable[RankLine]) -> list[ListLine]:
    """As the page: who has too few games isn't ranked, and has no rate yet."""
    return [
        (
            one.player.name,
            describe_wins_of_games(one.rate)
            if one.rate.ranked
            else f"{describe_wins_of_games(one.rate)} · {describe_verdict(one.rate)}",
            say_percent(one.rate.share) if one.rate.ranked else "",
        )
        for one in ranks
    ]


def best_score_lines(page: YearPage) -> list[ListLine]:
    return [
        (translate(GAMES[one.game].name), one.told, signed_points(one.record.value))
        for one in page.best
    ]


def streak_lines(page: YearPage) -> list[ListLine]:
    longest = sorted(page.streaks, key=lambda one: -one.streak.longest)[:3]
    return [
        *map(margin_line, page.margins),
        *(
            (one.player.name, _("Wins in a row"), str(one.streak.longest))
            for one in longest
        ),
    ]


def margin_line(one: MarginLine) -> ListLine:
    game = translate(GAMES[one.record.play.game].name)
    said = f"{name_record(one.record)} · {game}"
    return one.told, said, describe_margin(one.record)


def duel_lines(duels: Iterable[DuelLine]) -> list[ListLine]:
    return [
        (
            f"{one.one.name}{AGAINST}{one.other.name}",
            "",
            f"{one.duel.ahead} : {one.duel.behind}",
        )
        for one in duels
    ]
