"""Step 1: everybody counts their own score, a tie is broken, and the table confirms."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from campaign.models import Campaign
from campaign.session.desk import view_session
from campaign.session.doing import confirm_scores
from campaign.session.forms import POINTS
from campaign.session.frame import page_frame
from campaign.session.log import RecentActs, recent_acts
from campaign.session.now import BEFORE, STEPS, SessionView
from campaign.session.passed import Passed, lead_on, other_session
from campaign.session.scores import SeatScore, score_of
from campaign.session.ties import TieForm
from campaign.session.undo_views import ask_what_falls
from companion.log.acting import NOT_YOURS, try_act
from companion.log.replay import AMEND
from companion.log.undoing import Refused, refusal_of, try_rewrite
from companion.tables.access import TableRequest, at_table
from scoring.house import HOUSE
from scoring.rise_of_empire.preview import ties_to_break
from scoring.rules import Problem
from scoring.words import _, make_message

FOR_ANOTHER = Problem(
    _("These numbers were typed for another player. Check the name, then save."), HOUSE
)
QUICKER = _(
    "%(player)s's score was just saved with %(points)s points on the track. "
    "Save again to replace it."
)
PLAY, SETTLE = "play", "settle"  # where a form of scores leads besides saving
asked_or_sent = require_http_methods(["GET", "HEAD", "POST"])


@at_table("player")
@asked_or_sent
def score_seat(
    request: TableRequest, campaign: Campaign, seat: int, *, changing: bool = False
) -> HttpResponse:
    """Counts one seat's score, or changes it in its place when the scores are settled."""
    now = view_session(campaign, request.here)
    log = recent_acts(campaign, now.state.played)
    typed = {"POST": request.POST, "GET": request.GET or None}.get(request.method or "")
    counted = score_of(now, log, seat, typed)
    if counted is None:
        return answer_no_seat(request, campaign, now)
    if request.method == "POST":
        return save_score(request, log, counted)
    if request.htmx:
        shown = {**counted.shown, "campaign": campaign}
        return render(request, "campaign/session/_counted.html", shown)
    if counted.settled and not changing:
        return lead_on(campaign, Passed.SCORE)
    return score_page(request, log, counted, None, now)


def answer_no_seat(
    request: TableRequest, campaign: Campaign, now: SessionView
) -> HttpResponse:
    """The session is over, or nobody sits there; a preview leaves the page as it is."""
    if now.stage != BEFORE:
        raise Http404
    if request.htmx:
        return HttpResponse(status=204)
    typed = request.method == "POST"
    return lead_on(campaign, Passed.NUMBERS if typed else Passed.SCORE)


def save_score(
    request: TableRequest, log: RecentActs, counted: SeatScore
) -> HttpResponse:
    """Saves what is typed before anything else; what is saved already isn't saved again."""
    then = request.POST.get("then", "")
    refused = None
    if doubt := reason_to_look_again(request, counted):
        return score_page(request, log, counted, Refused(doubt))
    if counted.changed or then not in (PLAY, SETTLE):
        if not counted.form.may_be_saved():
            return score_page(request, log, counted, None)
        refused = put_score(request, log, counted)
    if refused is None and then == SETTLE and not counted.settled:
        if ties_to_break(counted.counted.state):
            return redirect("campaign-session-tie", log.campaign.pk)
        problems = confirm_scores(request, log.campaign)
        refused = Refused(problems) if problems else None
    if refused:
        return answer_refusal(request, log, counted, refused)
    if then == PLAY:
        at = reverse("campaign-session-play", args=[log.campaign.pk])
        return redirect(f"{at}#upkeep")
    return redirect("campaign-session", log.campaign.pk)


def reason_to_look_again(
    request: TableRequest, counted: SeatScore
) -> tuple[Problem, ...]:
    """Numbers typed for another player or session, or while somebody else saved some."""
    if request.POST.get("empire", counted.seat.key) != counted.seat.key:
        return (FOR_ANOTHER,)
    if stale := other_session(request, counted.view.state):
        return stale
    quicker = request.POST.get("saved", counted.saved) != counted.saved
    return (saved_meanwhile(counted),) if quicker and counted.changed else ()


def saved_meanwhile(counted: SeatScore) -> Problem:
    points = (counted.seat.playing.entries or {}).get(POINTS, 0)
    player = counted.seat.player
    return Problem(make_message(QUICKER, player=player, points=int(points)), HOUSE)


def answer_refusal(
    request: TableRequest, log: RecentActs, counted: SeatScore, refused: Refused
) -> HttpResponse:
    """The form again with the reasons, or the question what may fall along."""
    if refused.fallen:
        number = score_number(log, counted)
        return ask_what_falls(request, log.campaign, [number], refused)
    return score_page(request, log, counted, refused)


def put_score(
    request: TableRequest, log: RecentActs, counted: SeatScore
) -> Refused | None:
    data = {"empire": counted.seat.key, "entries": counted.form.entries}
    if not counted.settled:
        problems = try_act(request, log.campaign, "enter_score", data)
        return Refused(problems) if problems else None
    number = score_number(log, counted)
    if not log.may_rewrite([number], request.here):
        return Refused((NOT_YOURS,))
    amendment = {"of": number, "by": data}
    return refusal_of(try_rewrite(request, log.campaign, AMEND, amendment))


def score_number(log: RecentActs, counted: SeatScore) -> int:
    """The act with which a settled score was entered; 0 where there is none."""
    return log.number_of("enter_score", counted.seat.key) or 0


def score_page(
    request: TableRequest,
    log: RecentActs,
    counted: SeatScore,
    refused: Refused | None,
    now: SessionView | None = None,
) -> HttpResponse:
    now = now or view_session(log.campaign, request.here)
    shown = {
        **page_frame(request, log.campaign, now, log),
        **counted.shown,
        "problems": refused.problems if refused else (),
        "part": "campaign/session/_scores.html",
        "on": "scores",
        "step": STEPS[0],
        "unsaved": request.method == "POST",
    }
    wrong = request.method == "POST"
    return render(
        request, "campaign/session/session.html", shown, status=422 if wrong else 200
    )


# A tie


@at_table("player")
@asked_or_sent
def break_tie(request: TableRequest, campaign: Campaign) -> HttpResponse:
    """ROE-23: what those who are level have left, asked before the scores are confirmed."""
    now = view_session(campaign, request.here)
    posted = request.POST if request.method == "POST" else None
    form = TieForm(now, posted)
    if not form.seats:
        return lead_on(campaign, Passed.TIE)
    problems: tuple[Problem, ...] = ()
    if posted is not None and form.is_valid():
        problems = save_tie(request, campaign, form)
        if not problems:
            return redirect("campaign-session", campaign.pk)
    log = recent_acts(campaign, now.state.played)
    shown = {
        **page_frame(request, campaign, now, log),
        "part": "campaign/session/_tie.html",
        "on": "scores",
        "step": STEPS[0],
        "tie": form,
        "problems": problems,
    }
    status = 422 if posted is not None else 200
    return render(request, "campaign/session/session.html", shown, status=status)


def save_tie(
    request: TableRequest, campaign: Campaign, form: TieForm
) -> tuple[Problem, ...]:
    """Everybody's left-overs, then the confirmation; the first refusal stops it."""
    for key, entries in form.entries.items():
        data = {"empire": key, "entries": entries}
        if problems := try_act(request, campaign, "enter_score", data):
            return problems
    return confirm_scores(request, campaign)
