"""The hall of fame, a game and a person on one printed page each, with the charts of their pages."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaign.documents.chart import draw_chart
from companion.base.wording import signed_points, translate
from companion.paper import frame, marks
from companion.paper.areas import Area
from companion.paper.charts import Chart
from companion.paper.heat import MONTH_HIGH, draw_heat_map, draw_months
from companion.paper.letters import text_label
from companion.paper.shapes import Shapes
from companion.paper.sizes import TEXT
from companion.records.charts import Calendar
from companion.records.game_page import GamePage, RecordLine
from companion.records.hall_page import HallPage
from companion.records.paper_parts import (
    FIGURE,
    GAP,
    Figure,
    ListLine,
    PaperList,
    PaperOf,
    draw_figures,
    draw_list,
    draw_lists,
    draw_spread,
    print_page,
)
from companion.records.person_page import PersonPage
from companion.records.wording import (
    describe_margin,
    describe_range,
    describe_wins,
    faction_name,
    name_record,
    say_average,
    say_percent,
)
from companion.records.year_paper import duel_lines, time_figure, winner_lines
from companion.sessions.timing import describe_minutes
from scoring.games import GAMES
from scoring.stats.games import RecordKind
from scoring.stats.rates import Rate

YEAR_NAME = 14.0
GAME_CHART = PERSON_CHART = 74.0
HEAD_ROOM = 10.0  # of a panel, above what is drawn in it


def draw_hall(page: HallPage, of: PaperOf) -> bytes:
    numbers, body = page.numbers, frame.body_area(frame.upright_room(of.paper))
    figures = [
        (_("Games"), str(numbers.plays)),
        (_("People"), str(len(numbers.people))),
        *time_figure(numbers.minutes, numbers.timed, numbers.plays),
    ]
    years = page.calendar.years if page.calendar else ()
    high = HEAD_ROOM + len(years) * MONTH_HIGH if years else 0.0
    lists = body.below(FIGURE + GAP).top(body.height - FIGURE - GAP - high - GAP)
    shapes = (
        *draw_figures(body.top(FIGURE), figures),
        *draw_lists(lists, hall_lists(page)),
        *draw_calendar_panel(body.below(body.height - high), page.calendar),
    )
    return print_page(shapes, _("Hall of fame"), of)


def hall_lists(page: HallPage) -> list[PaperList]:
    return [
        PaperList("vp", _("Who wins"), winner_lines(page.ranks)),
        PaperList("raze", _("Rivalries"), duel_lines(page.duels)),
        PaperList("tick", _("Wins in a row"), streak_lines(page)),
        PaperList("card", _("Records broken"), fallen_lines(page)),
    ]


def draw_calendar_panel(area: Area, calendar: Calendar | None) -> Shapes:
    """A row of twelve months for each year."""
    if calendar is None:
        return ()
    shapes, room = marks.panel(area, "age", _("When you played"))
    rows = room.below(1.5).rows(len(calendar.years))
    drawn = [
        (
            *text_label(row.left(YEAR_NAME), str(one.year), TEXT, bold=True),
            *draw_months(row.beside(YEAR_NAME).top(MONTH_HIGH), one.months),
        )
        for row, one in zip(rows, calendar.years, strict=True)
    ]
    return (*shapes, *marks.join_shapes(drawn))


def streak_lines(page: HallPage) -> list[ListLine]:
    return [(one.player.name, "", str(one.streak.longest)) for one in page.streaks]


def fallen_lines(page: HallPage) -> list[ListLine]:
    return [
        (
            one.names,
            translate(GAMES[one.fallen.play.game].name),
            signed_points(one.fallen.total),
        )
        for one in page.fallen
    ]


# A game


def draw_game(page: GamePage, slug: str, of: PaperOf) -> bytes:
    body = frame.body_area(frame.upright_room(of.paper))
    factions = page.factions
    high = HEAD_ROOM + factions.heat.size[1] if factions else 0.0
    lists = body.below(GAME_CHART + GAP)
    lists = lists.top(lists.height - high - (GAP if high else 0.0))
    leads, records = lists.columns(2, GAP)
    shapes = (
        *draw_game_charts(body.top(GAME_CHART), page),
        *draw_list(leads, "vp", _("Who leads"), leader_lines(page), note=_("Average")),
        *draw_list(records, "card", _("Records"), list(map(record_line, page.records))),
        *draw_factions(body.below(body.height - high), page),
    )
    return print_page(shapes, translate(GAMES[slug].name), of)


def draw_game_charts(area: Area, page: GamePage) -> Shapes:
    """What there is of both charts, side by side."""
    count = (page.scores is not None) + (page.spread is not None)
    rooms = list(area.columns(max(1, count), GAP))
    shapes: Shapes = draw_trend(rooms.pop(0), page.scores) if page.scores else ()
    return (*shapes, *(draw_spread(rooms[0], page.spread) if page.spread else ()))


def draw_trend(area: Area, drawn: Chart) -> Shapes:
    count = len(drawn.sessions)
    note = ngettext("Last %(count)s game", "Last %(count)s games", count)
    return draw_chart(area, drawn, note % {"count": count})


def draw_factions(area: Area, page: GamePage) -> Shapes:
    if page.factions is None:
        return ()
    shapes, room = marks.panel(area, "raze", page.factions.heat.title)
    return (*shapes, *draw_heat_map(room.below(1.5), page.factions.heat))


def leader_lines(page: GamePage) -> list[ListLine]:
    return [
        (one.player.name, describe_rate(one.rate), say_average(one.average))
        for one in page.people
    ]


def describe_rate(rate: Rate) -> str:
    """Wins with their rate, and how uncertain that is."""
    if not rate.ranked:
        return describe_wins(rate)
    share = f"{say_percent(rate.share)}, {describe_range(rate)}"
    return f"{describe_wins(rate)} · {share}"


def record_line(line: RecordLine) -> ListLine:
    one = line.record
    match one.kind:
        case RecordKind.LONGEST:
            value = describe_minutes(one.value)
        case RecordKind.CLOSEST | RecordKind.CLEAREST:
            value = describe_margin(one)
        case _highest_or_lowest:
            value = signed_points(one.value)
    return name_record(one), line.told, value


# A person


def draw_person(page: PersonPage, name: str, of: PaperOf) -> bytes:
    body = frame.body_area(frame.upright_room(of.paper))
    chart = PERSON_CHART if page.course else 0.0
    lists = body.below(FIGURE + GAP + chart + (GAP if chart else 0.0))
    shapes = (
        *draw_figures(body.top(FIGURE), person_figures(page)),
        *draw_course(body.below(FIGURE + GAP).top(chart), page),
        *draw_lists(lists, person_lists(page)),
    )
    return print_page(shapes, name, of)


def person_lists(page: PersonPage) -> list[PaperList]:
    average = _("Average")
    return [
        PaperList("card", _("By game"), game_lines(page), average),
        PaperList("raze", _("Rivals"), rival_lines(page)),
        PaperList("vp", _("Factions and clans"), faction_lines(page), average),
        PaperList("age", _("Last games"), form_lines(page)),
    ]


def draw_course(area: Area, page: PersonPage) -> Shapes:
    return draw_trend(area, page.course) if page.course else ()


def person_figures(page: PersonPage) -> Sequence[Figure]:
    """Those that say something."""
    numbers, rating = page.numbers, page.rating
    figures = [(_("Games"), str(numbers.plays))]
    if numbers.rate.games:
        figures.append((_("Games won"), say_percent(numbers.rate.share)))
    if rating and rating.shown:
        figures.append((_("Rating"), f"{rating.value} ± {rating.plus_minus}"))
    time = time_figure(numbers.minutes, numbers.timed, numbers.plays)
    return [*figures, *time]


def game_lines(page: PersonPage) -> list[ListLine]:
    return [
        (
            translate(GAMES[one.game].name),
            describe_rate(one.rate),
            say_average(one.average),
        )
        for one in page.numbers.games
    ]


def rival_lines(page: PersonPage) -> list[ListLine]:
    return [
        (one.player.name, "", f"{one.rivalry.ahead} : {one.rivalry.behind}")
        for one in page.rivals
    ]


def faction_lines(page: PersonPage) -> list[ListLine]:
    """Two games have some factions of the same name; those say which game it is."""
    factions = page.numbers.factions
    names = [faction_name(one.game, one.faction) for one in factions]
    return [
        (
            name,
            f"{translate(GAMES[one.game].name)} · {describe_rate(one.rate)}"
            if names.count(name) > 1
            else describe_rate(one.rate),
            say_average(one.average),
        )
        for name, one in zip(names, factions, strict=True)
    ]


def form_lines(page: PersonPage) -> list[ListLine]:
    """The newest first."""
    return [
        (
            translate(GAMES[play.game].name),
            _("place %(place)s") % {"place": seat.place},
            signed_points(seat.total),
        )
        for play, seat in reversed(page.numbers.form)
    ]
