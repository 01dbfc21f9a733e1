"""A campaign under way takes what is new in the box; it sees first what changes."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from campaign.box.keeping import news_content, news_for
from campaign.history.differences import card_changes, layout_changes
from campaign.history.telling import campaign_names
from campaign.models import Campaign
from companion.log.act_words import Change, Names
from companion.log.acting import button_id, try_act
from companion.tables.access import TableRequest, at_table
from scoring.rise_of_empire.engine import ENGINE as CAMPAIGN
from scoring.rise_of_empire.state import CampaignState
from scoring.rules import Problem
from scoring.tables.comparing import BoxNews

NEWS = "news"  # every press of one page, whatever is new by then


@at_table("spectator")
@require_http_methods(["GET", "HEAD", "POST"])
def take_from_box(request: TableRequest, campaign: Campaign) -> HttpResponse:
    """Everything at once: the table has one box, so its campaigns can't know different cards."""
    state = CAMPAIGN.load(campaign.state)
    news = news_for(campaign, state)
    problems: tuple[Problem, ...] = ()
    if request.method == "POST":
        if not request.here.organises:
            raise Http404
        kind = "decline_from_box" if "decline" in request.POST else "take_from_box"
        if news:
            content = news_content(news)
            problems = try_act(request, campaign, kind, content, said=NEWS)
        if not problems:
            return redirect(page_after_taking(request, campaign, kind))
    names = campaign_names(news.after or state, {})
    shown = {
        "campaign": campaign,
        "news": news,
        "changes": news_changes(state, news, names),
        "in_play": state.session is not None,
        "problems": problems,
    }
    status = 422 if problems else 200
    return render(request, "campaign/box/take.html", shown, status=status)


def page_after_taking(request: TableRequest, campaign: Campaign, kind: str) -> str:
    """The act itself, which says what changed and can be undone there, also on a second press."""
    taken = campaign.acts.filter(client_id=button_id(request, kind, NEWS)).first()
    if taken:
        return reverse("campaign-act", args=[campaign.pk, taken.number])
    return reverse("take-from-box", args=[campaign.pk])


def news_changes(state: CampaignState, news: BoxNews, names: Names) -> list[Change]:
    if news.after is None:
        return []
    after = news.after
    return [*card_changes(state, after, names), *layout_changes(state, after)]
