"""One press in a session: the act itself, and what follows from it without a question."""

from __future__ import annotations

import json

from campaign.models import Campaign
from campaign.session.act_data import Deed
from companion.log.acting import button_id, try_act
from companion.tables.access import TableRequest
from scoring.house import OUT_OF_DATE
from scoring.rise_of_empire.engine import ENGINE as CAMPAIGN
from scoring.rise_of_empire.layout import as_colour
from scoring.rise_of_empire.preview import preview_purchase
from scoring.rise_of_empire.stages import Stage, session_stage
from scoring.rise_of_empire.state import CampaignState, Invention
from scoring.rise_of_empire.upkeep import goods_still_due, unpaid_boxes
from scoring.rules import Problem

TOKENS = {"csrfmiddlewaretoken", "id"}


def present_state(campaign: Campaign) -> CampaignState:
    return CAMPAIGN.load(campaign.state)


def record_deed(
    request: TableRequest, campaign: Campaign, deed: Deed
) -> tuple[Problem, ...]:
    if deed.data is None:
        return (OUT_OF_DATE,)
    problems = try_act(
        request, campaign, deed.kind, deed.data, said=sent_content(request)
    )
    if not problems:
        follow_up(request, campaign, deed)
    return problems


def sent_content(request: TableRequest) -> str:
    """What was pressed and typed, not what chance made of it: a second press draws nothing new."""
    post = request.POST
    return json.dumps({key: post.getlist(key) for key in sorted(post.keys() - TOKENS)})


def follow_up(request: TableRequest, campaign: Campaign, deed: Deed) -> None:
    """What nobody has to be asked about; it is refused where somebody was quicker."""
    if deed.kind == "draw_provinces":
        keep_only(request, campaign)
    elif deed.kind == "buy_invention" and is_last_purchase(request):
        empire = (deed.data or {}).get("empire", "")
        try_act(request, campaign, "stop_buying", {"empire": empire})
    gain_knowledge(request, campaign)


def is_last_purchase(request: TableRequest) -> bool:
    """Most people buy one invention; whoever wants more says so."""
    return request.POST.get("then") == "stop" and "more" not in request.POST


def keep_only(request: TableRequest, campaign: Campaign) -> None:
    """A single province drawn is the one that is kept: there is nothing to ask."""
    pressed = button_id(request, "draw_provinces", sent_content(request))
    drawing = campaign.acts.filter(client_id=pressed).first()
    if drawing is None or len(drawing.data["provinces"]) != 1:
        return
    kept = {"province": drawing.data["provinces"][0], "empire": drawing.data["empire"]}
    try_act(request, campaign, "keep_province", kept)


def gain_knowledge(request: TableRequest, campaign: Campaign) -> None:
    """ROE-26 leaves nothing to decide: step 4 is done as soon as it is reached."""
    campaign.refresh_from_db(fields=("state", "last"))
    state = present_state(campaign)
    if state.session and session_stage(state) == Stage.KNOWLEDGE:
        try_act(request, campaign, "gain_knowledge", {})


def confirm_scores(request: TableRequest, campaign: Campaign) -> tuple[Problem, ...]:
    problems = try_act(request, campaign, "settle_scores", {})
    if not problems:
        gain_knowledge(request, campaign)
    return problems


def unannounced_discards(campaign: Campaign, deed: Deed) -> tuple[Invention, ...]:
    """What a card whose colour was only now typed would replace: nobody has seen that yet."""
    if deed.kind != "buy_invention" or deed.form is None or not deed.data:
        return ()
    empire = present_state(campaign).empire(deed.data.get("empire", ""))
    if empire is None:
        return ()
    colour = as_colour(deed.data["colour"])
    return preview_purchase(empire, deed.data["price"], colour).discards


def pay_all_boxes(request: TableRequest, campaign: Campaign) -> tuple[Problem, ...]:
    """Pays for every box of the empire the page named; the first refusal stops it."""
    state = present_state(campaign)
    session = state.session
    seat = session.seat(request.POST.get("empire", "")) if session else None
    if seat is None or session_stage(state) != Stage.PLAY:
        return (OUT_OF_DATE,)
    for box in unpaid_boxes(state, seat):
        goods = list(goods_still_due(state, seat, box))
        data = {"empire": seat.empire, "box": box, "goods": goods}
        if problems := try_act(request, campaign, "pay_upkeep", data):
            return problems
    return ()
