"""The history of a campaign: every act, and what it changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import render
from django.views.decorators.http import require_safe

from campaign.empires import read_empires
from campaign.history import annals
from campaign.history.differences import state_differences
from campaign.history.filters import (
    Wanted,
    filter_acts,
    filter_choices,
)
from campaign.history.room import CAMPAIGN_HISTORY
from campaign.history.searching import FOUND_PER_PAGE, LONGEST_SEARCH, search_acts
from campaign.history.spans import (
    SessionSpan,
    count_found,
    find_spans,
    name_winners,
    nearby_spans,
    span_at,
    unfold_span,
)
from campaign.history.telling import all_empires
from campaign.models import Campaign
from companion.base.onward import safe_next
from companion.log.act_forms import ActForm, typed_fields
from companion.log.act_words import Change
from companion.log.history import ActStanding, Teller, rewritten_numbers
from companion.log.history_pages import (
    HistoryRow,
    folded_numbers,
    history_rows,
    page_of_acts,
)
from companion.log.models import Act
from companion.log.rewriting import may_undo
from companion.tables.access import TableRequest, at_table
from scoring.acts import concerned_empires
from scoring.engines import Data
from scoring.rise_of_empire.ending import play_session
from scoring.rise_of_empire.engine import ENGINE as CAMPAIGN
from scoring.rise_of_empire.playing import ENTERED
from scoring.rise_of_empire.state import CampaignState
from scoring.rules import Problem


@at_table("spectator")
@require_safe
def history_page(request: TableRequest, campaign: Campaign) -> HttpResponse:
    """Every session folded to a line but one; what was searched for, wherever it is."""
    asked = {key: request.GET.get(key, "") for key in Wanted.__annotations__}
    wanted, spans = Wanted(**asked), find_spans(campaign)
    empires = all_empires(campaign)
    teller = annals.campaign_teller(campaign, empires)
    acts = filter_acts(campaign, wanted, spans)
    players = {one.name: one.player for one in empires}
    page, back_to = page_of_history(request, teller, wanted, acts, players)
    rows = history_rows(request, campaign, teller.lines(list(page)))
    shown = {
        **frame_history(campaign, teller, wanted),
        "filters": filter_choices(campaign, spans, empires, teller.names),
        **section_history(campaign, wanted, spans, rows),
        "page": page,
        "searched_to": span_at(spans, back_to) if back_to > 1 else None,
    }
    return render(request, "campaign/history/history.html", shown)


def page_of_history(
    request: TableRequest,
    teller: Teller,
    wanted: Wanted,
    acts: QuerySet[Act],
    players: Mapping[str, str],
) -> tuple[Page[Act], int]:
    """The acts of a page, and how far back was looked; of a search only these acts are read."""
    if not wanted.q:
        return page_of_acts(request, acts), 1
    within = None if wanted.everywhere else set(acts.values_list("number", flat=True))
    found = search_acts(teller, wanted.q, players, within)
    page: Page[Any] = Paginator(found.numbers, FOUND_PER_PAGE).get_page(
        request.GET.get("page")
    )
    shown = teller.log.acts.filter(number__in=list(page)).order_by("-number")
    page.object_list = list(shown)
    return page, found.back_to


def frame_history(campaign: Campaign, teller: Teller, wanted: Wanted) -> dict[str, Any]:
    """What stands above the acts."""
    return {
        "campaign": campaign,
        "wanted": wanted,
        "living": [(one, teller.names.empire(one.key)) for one in teller.state.alive],
        "empty": CAMPAIGN_HISTORY.empty,
        "longest": LONGEST_SEARCH,
    }


def section_history(
    campaign: Campaign,
    wanted: Wanted,
    spans: list[SessionSpan],
    rows: list[HistoryRow],
) -> dict[str, Any]:
    """The sessions around the one that is open; of a search only those where something was found."""
    chosen = wanted.span(spans)
    folded = folded_numbers(campaign, [row.line.act for row in rows])
    if wanted.narrows or chosen is None:
        return {
            "sections": unfold_span(count_found(reversed(spans), rows), rows, folded)
        }
    near = nearby_spans(spans, chosen)
    told = name_winners(campaign, near["spans"])
    return {**near, "sections": unfold_span(told, rows, folded)}


@at_table("spectator")
@require_safe
def act_page(request: TableRequest, campaign: Campaign, number: int) -> HttpResponse:
    return show_act(request, campaign, find_act(campaign, number))


def find_act(campaign: Campaign, number: int) -> Act:
    act = campaign.acts.filter(number=number).first()
    if act is None:
        raise Http404
    return act


def show_act(
    request: TableRequest,
    campaign: Campaign,
    act: Act,
    *,
    form: ActForm | None = None,
    problems: Sequence[Problem] = (),
    note: str = "",
) -> HttpResponse:
    """The page of one act; `problems` and `note` say why nothing was done about it."""
    teller = annals.campaign_teller(campaign)
    takers = taken_out_by(campaign, act, teller.standing)
    may = all(may_undo(request.here, one) for one in takers or [act])
    repaired = act.number in teller.standing.repaired
    typed = typed_fields(CAMPAIGN, act.kind) and not repaired
    moment = annals.replay_moment(campaign, act, teller.standing)
    if form is None and may and not takers and typed:
        form = act_form(teller, act, moment)
    shown = {
        "campaign": campaign,
        "line": teller.line(act),
        "span": span_at(find_spans(campaign), act.number),
        "players": players_of(campaign, teller, act),
        "note": note,
        "changes": changes_of(teller, moment),
        "total": counted_total(act, moment),
        "others": teller.lines(related_acts(campaign, act, teller.standing)),
        "counts": not takers,
        "may": may,
        "form": form,
        "problems": problems,
        "next": safe_next(request),
    }
    wrong = problems or note or (form and form.errors)
    return render(
        request, "campaign/history/act.html", shown, status=422 if wrong else 200
    )


def act_form(
    teller: Teller,
    act: Act,
    moment: annals.ActMoment | None,
    data: QueryDict | None = None,
) -> ActForm:
    """What an act says now, to be changed in its place; it offers the empires of its moment."""
    said, then = teller.standing.said(act), moment.before if moment else teller.state
    chosen = said.get("empires", ())
    empires = {key: teller.names.empire(key) for key in (*who_could_act(then), *chosen)}
    form = ActForm(CAMPAIGN, act.kind, said, teller.state, empires, data)
    for key in unasked_entries(said, then):
        form.fields.pop(f"entries_{key}", None)
    return form


def unasked_entries(said: Data, then: CampaignState) -> list[str]:
    """What isn't counted with as many players, such as a solo game's own; but for what was said."""
    players, counted = len(who_could_act(then)), said.get("entries") or {}
    return [
        key
        for key, entry in ENTERED.items()
        if key not in counted and not entry.is_asked(players, 1)
    ]


def players_of(campaign: Campaign, teller: Teller, act: Act) -> str:
    """Whose empires it is about."""
    known = CAMPAIGN.acts.get(act.kind)
    if known is None:
        return ""
    keys = concerned_empires(known, teller.standing.said(act))
    players = {one.key: one.player for one in read_empires(campaign)}
    return ", ".join(dict.fromkeys(players[key] for key in keys if key in players))


def who_could_act(state: CampaignState) -> list[str]:
    """Who played the open session; between two sessions who had an empire."""
    if state.session:
        return [seat.empire for seat in state.session.seats]
    return [empire.key for empire in state.alive]


def changes_of(teller: Teller, moment: annals.ActMoment | None) -> list[Change]:
    return (
        state_differences(moment.before, moment.after, teller.names) if moment else []
    )


def counted_total(act: Act, moment: annals.ActMoment | None) -> int | None:
    """What an entered score comes to, with upkeep and all; None for any other act."""
    session = moment.after.session if moment else None
    if act.kind != "enter_score" or moment is None or session is None:
        return None
    seats = [seat.empire for seat in session.seats]
    return play_session(moment.after).totals[seats.index(act.data["empire"])]


def taken_out_by(campaign: Campaign, act: Act, standing: ActStanding) -> list[Act]:
    numbers = standing.by.get(act.number, ())
    return list(campaign.acts.filter(number__in=numbers)) if numbers else []


def related_acts(campaign: Campaign, act: Act, standing: ActStanding) -> list[Act]:
    """The acts this one takes back or amends, and those that did it to this one."""
    numbers = [*rewritten_numbers(act), *standing.by.get(act.number, ())]
    if amendment := standing.instead.get(act.number):
        numbers.append(amendment.number)
    if place := standing.repaired.get(act.number):
        numbers.append(place.by)
    return list(campaign.acts.filter(number__in=numbers).order_by("number"))
