"""What-ifs of a campaign: started from any act, compared with it, kept or thrown away."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from campaign.files.copies import delete_campaign
from campaign.history.annals import campaign_teller
from campaign.history.compared_campaigns import compare_campaigns
from campaign.history.spans import find_spans, session_ends, span_at
from campaign.history.then_views import later_rewritings
from campaign.history.what_ifs import NoWhatIf, keep_what_if, start_what_if
from campaign.models import Campaign
from companion.base.posting import post_or_page
from companion.log.acting import read_whole_number
from companion.tables.access import TableRequest, at_table


def what_ifs_address(campaign: Campaign) -> str:
    return reverse("campaign-what-ifs", args=[campaign.pk])


def compare_address(campaign: Campaign) -> str:
    return reverse("compare-what-if", args=[campaign.pk])


@at_table("spectator")
@require_safe
def what_ifs_page(request: TableRequest, campaign: Campaign) -> HttpResponse:
    if campaign.is_what_if:
        return redirect(compare_address(campaign))
    return show_what_ifs(request, campaign)


def show_what_ifs(
    request: TableRequest, campaign: Campaign, mistake: str = ""
) -> HttpResponse:
    asked = request.GET.get("after")
    after = campaign.last if asked is None else read_whole_number(asked) or 0
    act = campaign.acts.filter(number=min(after, campaign.last + 1)).first()
    teller, spans = campaign_teller(campaign), find_spans(campaign)
    shown = {
        "campaign": campaign,
        "line": teller.line(act) if act else None,
        "corrected": act and later_rewritings(campaign, teller.standing, after),
        "deleted": "deleted" in request.GET,
        "what_ifs": campaign.what_ifs.order_by("-pk").defer("start", "state"),
        "after": after,
        "span": span_at(spans, after),
        "ends": session_ends(spans),
        "mistake": mistake,
    }
    status = 422 if mistake else 200
    return render(request, "campaign/history/what_ifs.html", shown, status=status)


@at_table("organiser")
@post_or_page(what_ifs_address)
def start_from_act(request: TableRequest, campaign: Campaign) -> HttpResponse:
    after = read_whole_number(request.POST.get("after", "")) or 0
    try:
        as_then = "as-then" in request.POST
        what_if = start_what_if(campaign, after, as_then=as_then)
    except NoWhatIf as refused:
        show = show_comparison if campaign.is_what_if else show_what_ifs
        return show(request, campaign, str(refused))
    return redirect("campaign", what_if.pk)


@at_table("spectator")
@require_safe
def compare_page(request: TableRequest, campaign: Campaign) -> HttpResponse:
    """The what-if beside the campaign it came from."""
    if not campaign.is_what_if:
        return redirect(what_ifs_address(campaign))
    return show_comparison(request, campaign)


def show_comparison(
    request: TableRequest, campaign: Campaign, mistake: str = ""
) -> HttpResponse:
    real = campaign.what_if_of
    shown = {
        "campaign": campaign,
        "real": real,
        "compared": compare_campaigns(real, campaign) if real else None,
        "mistake": mistake,
    }
    status = 422 if mistake else 200
    return render(request, "campaign/history/compare.html", shown, status=status)


@at_table("organiser")
@post_or_page(compare_address)
def keep_as_campaign(request: TableRequest, campaign: Campaign) -> HttpResponse:
    if not campaign.is_what_if:  # a second press: it is kept already
        if campaign.letters:
            return redirect(kept_address(campaign))
        return redirect("campaign", campaign.pk)
    if not keep_what_if(campaign, request.POST.get("name", "")):
        text = _("Enter a name that no other campaign of this table has.")
        return show_comparison(request, campaign, text)
    return redirect(kept_address(campaign))


def kept_address(campaign: Campaign) -> str:
    return f"{reverse('campaign', args=[campaign.pk])}?kept"


@at_table("organiser")
@post_or_page(compare_address)
def throw_what_if(request: TableRequest, campaign: Campaign) -> HttpResponse:
    """Deleted as any campaign is: its copy stays in the table's archive."""
    if not campaign.is_what_if:
        raise Http404
    real, person = campaign.what_if_of, request.here.person
    delete_campaign(campaign, by_name=person.name if person else "")
    if real is None:
        return redirect("table", campaign.table_id)
    return redirect(f"{what_ifs_address(real)}?deleted")
