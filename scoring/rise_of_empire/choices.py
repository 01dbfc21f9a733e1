"""What may be done now, for whom, with which options, and why other options may not.

An option is offered because its act was tried on the present state, so what is offered
is never refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations, permutations

from scoring.acts import act_kind
from scoring.rise_of_empire import (
    ending,
    finishing,
    founding,
    knowing,
    paper,
    playing,
    stages,
    territory,
    upkeep,
)
from scoring.rise_of_empire import missions as tasks
from scoring.rise_of_empire import shopping as market
from scoring.rise_of_empire.acts import CampaignAct
from scoring.rise_of_empire.checks import known_empire
from scoring.rise_of_empire.layout import Category, Good
from scoring.rise_of_empire.offers import (
    Choice,
    Draw,
    Option,
    choice_among,
    choice_to_type,
)
from scoring.rise_of_empire.pools import (
    can_be_drawn,
    inventions_left,
    mission_numbers,
    provinces_drawn_first,
)
from scoring.rise_of_empire.stages import Stage, session_stage
from scoring.rise_of_empire.state import (
    CampaignSessionState,
    CampaignState,
    EmpireState,
    MissionState,
    SeatState,
)


def choices(campaign: CampaignState) -> tuple[Choice, ...]:
    if campaign.session is None:
        return tuple(choices_between_sessions(campaign))
    steps: dict[
        Stage, Callable[[CampaignState, CampaignSessionState], Iterator[Choice]]
    ] = {
        Stage.PLAY: play_choices,
        Stage.LOSING: losing_choices,
        Stage.WINNER: winner_choices,
        Stage.AGES: age_choices,
        Stage.KNOWLEDGE: knowledge_choices,
        Stage.INVENTIONS: shopping_choices,
        Stage.PROVINCES: province_choices,
        Stage.FINISH: finish_choice,
    }
    return tuple(steps[session_stage(campaign)](campaign, campaign.session))


def choices_between_sessions(campaign: CampaignState) -> Iterator[Choice]:
    if campaign.over:
        yield choice_among(campaign, [knowing.PlayOn()])
        return
    if campaign.alive:
        draws = {str(one): Draw(1, mission_numbers(campaign, one)) for one in Category}
        draws["solo"] = Draw(playing.SOLO_MISSIONS, mission_numbers(campaign))
        yield replace(
            choice_to_type(playing.OpenSession, "empires", "missions"),
            draws=draws,
            needed=True,
        )
    yield choice_to_type(founding.FoundEmpire, "empire", "player", "name", "faction")
    yield choice_to_type(
        paper.TakeOverEmpire, "empire", "player", "name", "faction", "age"
    )
    for empire in campaign.alive:
        yield choice_among(
            campaign, [founding.RetireEmpire(empire.key)], empire=empire.key
        )


def play_choices(
    campaign: CampaignState, session: CampaignSessionState
) -> Iterator[Choice]:
    for seat in session.seats:
        yield choice_to_type(
            playing.EnterScore,
            "entries",
            empire=seat.empire,
            needed=seat.entries is None,
        )
        yield from upkeep_choices(campaign, seat)
    for mission in session.missions:
        yield from mission_choices(campaign, session, mission)
    late = [one.key for one in campaign.alive if session.seat(one.key) is None]
    if late:
        yield choice_among(campaign, [playing.JoinSession(key) for key in late])
    yield choice_among(campaign, [ending.SettleScores()], needed=True)


def upkeep_choices(campaign: CampaignState, seat: SeatState) -> Iterator[Choice]:
    due = upkeep.boxes_with_dues(campaign, seat)
    if due:
        acts = [
            upkeep.PayUpkeep(seat.empire, box, goods)
            for box in due
            for goods in possible_payments(campaign, seat, box)
        ]
        yield choice_among(campaign, acts, empire=seat.empire)
    if due and upkeep.ignored_boxes(campaign, seat):
        covers = [upkeep.IgnoreUpkeep(seat.empire, box) for box in due]
        yield choice_among(campaign, covers, empire=seat.empire)


def possible_payments(
    campaign: CampaignState, seat: SeatState, box: int
) -> list[tuple[str, ...]]:
    """ROE-10: all that a box still asks for, where allowed gold instead of some; then good by good."""
    wanted = upkeep.goods_still_due(campaign, seat, box)
    ways = [wanted]
    if campaign.readings.gold_upkeep == "yes":
        for place, good in enumerate(wanted):
            if good in upkeep.REPLACED_BY_GOLD:
                ways += [(*way[:place], Good.GOLD, *way[place + 1 :]) for way in ways]
    ways += [(good,) for way in ways for good in way]
    return list({tuple(sorted(way)): way for way in ways}.values())


def mission_choices(
    campaign: CampaignState, session: CampaignSessionState, mission: MissionState
) -> Iterator[Choice]:
    if not mission.completed:
        yield from other_missions(campaign, session, mission)
    seats = [seat.empire for seat in session.seats]
    waiting = [key for key in seats if key not in mission.completed]
    if len(waiting) > 1:
        yield choice_among(campaign, choice_of_completers(mission, waiting))
    for key in waiting:
        yield from own_mission(campaign, mission, key)


def other_missions(
    campaign: CampaignState, session: CampaignSessionState, mission: MissionState
) -> Iterator[Choice]:
    """“We don't have it”: what may be drawn instead."""
    same = mission_numbers(campaign, "" if session.solo else mission.category)
    others = tuple(one for one in same if session.mission(one) is None)
    if others:
        option, draws = Option({"mission": mission.number}), {"by": Draw(1, others)}
        kind = act_kind(tasks.ReplaceMission)
        yield Choice(kind, options=(option,), asks=("by",), draws=draws)


def choice_of_completers(
    mission: MissionState, waiting: list[str]
) -> list[CampaignAct]:
    """ROE-15: every group that may have completed it at the same moment."""
    return [
        tasks.CompleteMission(mission.number, together)
        for size in range(2, len(waiting) + 1)
        for together in combinations(waiting, size)
    ]


def own_mission(
    campaign: CampaignState, mission: MissionState, key: str
) -> Iterator[Choice]:
    number = mission.number
    yield choice_among(campaign, [tasks.MoveMarker(number, key)], empire=key)
    yield choice_among(campaign, [tasks.CompleteMission(number, (key,))], empire=key)
    if campaign.catalogue[number].in_a_row:
        option = Option({"mission": number, "empire": key})
        yield Choice(act_kind(tasks.CountInARow), key, (option,), ("colour",))


def losing_choices(
    campaign: CampaignState, session: CampaignSessionState
) -> Iterator[Choice]:
    for seat in session.seats:
        due = stages.to_lose(campaign, seat)
        if due:
            own = empire_of_seat(campaign, seat).sheet.provinces
            draws = {"provinces": Draw(due, own)}
            yield replace(
                choice_to_type(
                    ending.LoseProvinces, "provinces", empire=seat.empire, needed=True
                ),
                draws=draws,
            )


def winner_choices(
    campaign: CampaignState, session: CampaignSessionState
) -> Iterator[Choice]:
    for seat in session.seats:
        if stages.ticks_due(campaign, seat):
            acts = [ending.TickTrack(seat.empire, category) for category in Category]
            yield choice_among(campaign, acts, empire=seat.empire, needed=True)


def age_choices(
    campaign: CampaignState, session: CampaignSessionState
) -> Iterator[Choice]:
    for seat in session.seats:
        if stages.must_change_age(campaign, seat):
            yield choice_among(
                campaign,
                [ending.ChangeAge(seat.empire)],
                empire=seat.empire,
                needed=True,
            )


def knowledge_choices(
    campaign: CampaignState, _session: CampaignSessionState
) -> Iterator[Choice]:
    yield choice_among(campaign, [ending.GainKnowledge()], needed=True)


def shopping_choices(
    campaign: CampaignState, session: CampaignSessionState
) -> Iterator[Choice]:
    """Who buys next; whoever has bought needn't wait with step 6."""
    yield from buying_choices(campaign)
    yield from province_choices(campaign, session)


def buying_choices(campaign: CampaignState) -> Iterator[Choice]:
    if market.order_is_open(campaign):
        yield choice_among(
            campaign,
            [market.SettleTie(order) for order in possible_orders(campaign)],
            needed=True,
        )
        return
    seat = market.next_buyer(campaign)
    if seat is None:
        return
    empire = empire_of_seat(campaign, seat)
    known, unknown = priced_inventions(campaign, empire)
    if known:
        yield choice_among(campaign, known, empire=seat.empire, needed=not seat.bought)
    if unknown:
        options = tuple(
            half_known_option(campaign, seat.empire, one) for one in unknown
        )
        yield Choice(
            act_kind(market.BuyInvention), seat.empire, options, ("price", "colour")
        )
    yield choice_among(campaign, [market.StopBuying(seat.empire)], empire=seat.empire)
    if not seat.bought:
        yield choice_among(
            campaign, [market.AffordNothing(seat.empire)], empire=seat.empire
        )


def half_known_option(campaign: CampaignState, empire: str, number: int) -> Option:
    """A card that isn't filled in yet, with what is known of it."""
    card = campaign.catalogue[number]
    told = {
        "price": card.price,
        "colour": card.colour or None,
        "name": card.name or None,
    }
    said = {key: value for key, value in told.items() if value is not None}
    data = {"empire": empire, "number": number, **said}
    missing = (card.price or 0) - known_empire(campaign, empire).sheet.knowledge
    dear = market.price_problem(missing)
    return Option(data, (dear,) if dear else ())


def possible_orders(campaign: CampaignState) -> Iterator[tuple[str, ...]]:
    """Every order of buying that follows the scores."""
    places = {seat.empire: seat.place for seat in stages.seats_still_in(campaign)}
    for order in permutations(places):
        if [places[key] for key in order] == sorted(places.values()):
            yield order


def priced_inventions(
    campaign: CampaignState, empire: EmpireState
) -> tuple[list[market.BuyInvention], list[int]]:
    """The inventions left with price and colour, and the numbers whose card isn't filled in."""
    known: list[market.BuyInvention] = []
    unknown = []
    for number in inventions_left(campaign, empire.sheet.age):
        card = campaign.catalogue[number]
        if card.price is None or not card.colour:
            unknown.append(number)
        else:
            known.append(
                market.BuyInvention(
                    empire.key, number, card.price, card.colour, card.name
                )
            )
    return known, unknown


def province_choices(
    campaign: CampaignState, session: CampaignSessionState
) -> Iterator[Choice]:
    for seat in session.seats:
        empire = campaign.empire(seat.empire)
        waits = seat.shopped and not seat.fall and not seat.boxed
        if empire and empire.alive and waits:
            yield province_choice(campaign, seat)


def province_choice(campaign: CampaignState, seat: SeatState) -> Choice:
    many = territory.draw_count(campaign, seat)
    full = territory.map_is_full(campaign, empire_of_seat(campaign, seat))
    if seat.kept is not None and not full:
        boxes = range(len(campaign.layout(empire_of_seat(campaign, seat)).map))
        ticks = [territory.TickMapBox(seat.empire, box) for box in boxes]
        return choice_among(campaign, ticks, empire=seat.empire, needed=True)
    if seat.drawn and seat.kept is None:
        kept = [territory.KeepProvince(seat.empire, one) for one in seat.drawn]
        return choice_among(campaign, kept, empire=seat.empire, needed=True)
    if seat.kept is not None or not many:
        return choice_among(
            campaign,
            [territory.GainNoProvince(seat.empire)],
            empire=seat.empire,
            needed=True,
        )
    first = provinces_drawn_first(campaign, many)
    draws = {"provinces": Draw(many, can_be_drawn(campaign, many), first)}
    asks = choice_to_type(
        territory.DrawProvinces, "provinces", empire=seat.empire, needed=True
    )
    return replace(asks, draws=draws)


def finish_choice(
    campaign: CampaignState, _session: CampaignSessionState
) -> Iterator[Choice]:
    yield choice_among(campaign, [finishing.FinishSession()], needed=True)


def empire_of_seat(campaign: CampaignState, seat: SeatState) -> EmpireState:
    empire = campaign.empire(seat.empire)
    assert empire is not None  # noqa: S101 - a seat is always an empire's
    return empire
