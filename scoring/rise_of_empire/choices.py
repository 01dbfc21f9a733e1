"""What may be done now, for whom, with which options, and why other options may not.

An option is offered because its act was tried on the present state, so what is offered
is never refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import combinations, permutations
from typing import Any

from scoring.rise_of_empire import (
    ending,
    finishing,
    founding,
    knowing,
    paper,
    playing,
    stages,
    territory,
)
from scoring.rise_of_empire import missions as tasks
from scoring.rise_of_empire import shopping as market
from scoring.rise_of_empire.acts import Act
from scoring.rise_of_empire.engine import kind_of
from scoring.rise_of_empire.layout import Category, Good
from scoring.rise_of_empire.pools import (
    can_be_drawn,
    drawn_first,
    inventions_left,
    missions,
)
from scoring.rise_of_empire.stages import Stage, stage
from scoring.rise_of_empire.state import Campaign, Empire, Mission, Playing, Session
from scoring.rules import Problem, RuleBroken


@dataclass(frozen=True)
class Option:
    """One way to do it: the act's data, and what stands against it."""

    data: dict[str, Any]
    refused: tuple[Problem, ...] = ()


@dataclass(frozen=True)
class Draw:
    """Cards to be drawn, by the app or from the box."""

    count: int
    numbers: tuple[int, ...]
    first: tuple[int, ...] = ()  # these come in any case


@dataclass(frozen=True)
class Choice:
    """An act somebody may do now. `asks` names what people still have to say."""

    kind: str
    empire: str = ""
    options: tuple[Option, ...] = ()
    asks: tuple[str, ...] = ()
    draws: dict[str, Draw] = field(default_factory=dict)
    needed: bool = False  # the session can't go on without it

    @property
    def allowed(self) -> tuple[Option, ...]:
        return tuple(option for option in self.options if not option.refused)


def tried(campaign: Campaign, act: Act, asks: Iterable[str] = ()) -> Option:
    """An act as an option; what people still have to say isn't held against it."""
    data = {
        key: list(value) if isinstance(value, tuple) else value
        for key, value in vars(act).items()
        if key not in asks
    }
    if asks:
        return Option(data)
    try:
        act.apply(campaign)
    except RuleBroken as broken:
        return Option(data, broken.problems)
    return Option(data)


def choice(
    campaign: Campaign, acts: Iterable[Act], *, empire: str = "", needed: bool = False
) -> Choice:
    options = [(act, tried(campaign, act)) for act in acts]
    kind = kind_of(type(options[0][0]))
    return Choice(
        kind, empire, tuple(option for _act, option in options), needed=needed
    )


def asked(act: type[Act], *asks: str, empire: str = "", needed: bool = False) -> Choice:
    """A choice whose content people type in."""
    data = {"empire": empire} if empire else {}
    return Choice(kind_of(act), empire, (Option(data),), asks, needed=needed)


def choices(campaign: Campaign) -> tuple[Choice, ...]:
    if campaign.session is None:
        return tuple(between_sessions(campaign))
    steps: dict[Stage, Callable[[Campaign, Session], Iterator[Choice]]] = {
        Stage.PLAY: in_play,
        Stage.LOSING: losing,
        Stage.WINNER: winners,
        Stage.AGES: new_ages,
        Stage.KNOWLEDGE: knowledge,
        Stage.INVENTIONS: shopping,
        Stage.PROVINCES: provinces,
        Stage.FINISH: last_step,
    }
    return tuple(steps[stage(campaign)](campaign, campaign.session))


def between_sessions(campaign: Campaign) -> Iterator[Choice]:
    if campaign.over:
        yield choice(campaign, [knowing.PlayOn()])
        return
    if campaign.alive:
        draws = {str(one): Draw(1, missions(campaign, one)) for one in Category}
        draws["solo"] = Draw(playing.SOLO_MISSIONS, missions(campaign))
        yield replace(
            asked(playing.OpenSession, "empires", "missions"), draws=draws, needed=True
        )
    yield asked(founding.FoundEmpire, "empire", "player", "name", "faction")
    yield asked(paper.TakeOverEmpire, "empire", "player", "name", "faction", "age")
    for empire in campaign.alive:
        yield choice(campaign, [founding.RetireEmpire(empire.key)], empire=empire.key)


def in_play(campaign: Campaign, session: Session) -> Iterator[Choice]:
    for seat in session.seats:
        yield asked(
            playing.EnterScore,
            "entries",
            empire=seat.empire,
            needed=seat.entries is None,
        )
        yield from upkeep(campaign, seat)
    for mission in session.missions:
        yield from mission_choices(campaign, session, mission)
    late = [one.key for one in campaign.alive if session.seat(one.key) is None]
    if late:
        yield choice(campaign, [playing.JoinSession(key) for key in late])
    yield choice(campaign, [ending.SettleScores()], needed=True)


def upkeep(campaign: Campaign, seat: Playing) -> Iterator[Choice]:
    empire = held(campaign, seat)
    due = [box for box in empire.sheet.boxes if box not in seat.paid]
    if due:
        acts = [
            playing.PayUpkeep(seat.empire, box, goods)
            for box in due
            for goods in payments(campaign, campaign.layout(empire).map[box])
        ]
        yield choice(campaign, acts, empire=seat.empire)


def payments(campaign: Campaign, wanted: tuple[str, ...]) -> list[tuple[str, ...]]:
    """ROE-10: the goods of a box, and where the table allows it gold instead of some."""
    ways = [wanted]
    if campaign.readings.gold_upkeep == "yes":
        for place, good in enumerate(wanted):
            if good in playing.REPLACED_BY_GOLD:
                ways += [(*way[:place], Good.GOLD, *way[place + 1 :]) for way in ways]
    return list({tuple(sorted(way)): way for way in ways}.values())


def mission_choices(
    campaign: Campaign, session: Session, mission: Mission
) -> Iterator[Choice]:
    if not mission.completed:
        yield from other_missions(campaign, session, mission)
    seats = [seat.empire for seat in session.seats]
    waiting = [key for key in seats if key not in mission.completed]
    if len(waiting) > 1:
        yield choice(campaign, completed_together(mission, waiting))
    for key in waiting:
        yield from own_mission(campaign, mission, key)


def other_missions(
    campaign: Campaign, session: Session, mission: Mission
) -> Iterator[Choice]:
    """“We don't have it”: what may be drawn instead."""
    same = missions(campaign, "" if session.solo else mission.category)
    others = tuple(one for one in same if session.mission(one) is None)
    if others:
        option, draws = Option({"mission": mission.number}), {"by": Draw(1, others)}
        kind = kind_of(tasks.ReplaceMission)
        yield Choice(kind, options=(option,), asks=("by",), draws=draws)


def completed_together(mission: Mission, waiting: list[str]) -> list[Act]:
    """ROE-15: every group that may have completed it at the same moment."""
    return [
        tasks.CompleteMission(mission.number, together)
        for size in range(2, len(waiting) + 1)
        for together in combinations(waiting, size)
    ]


def own_mission(campaign: Campaign, mission: Mission, key: str) -> Iterator[Choice]:
    number = mission.number
    yield choice(campaign, [tasks.MoveMarker(number, key)], empire=key)
    yield choice(campaign, [tasks.CompleteMission(number, (key,))], empire=key)
    if campaign.catalogue[number].in_a_row:
        option = Option({"mission": number, "empire": key})
        yield Choice(kind_of(tasks.CountInARow), key, (option,), ("colour",))


def losing(campaign: Campaign, session: Session) -> Iterator[Choice]:
    for seat in session.seats:
        due = stages.to_lose(campaign, seat)
        if due:
            own = held(campaign, seat).sheet.provinces
            draws = {"provinces": Draw(due, own)}
            yield replace(
                asked(
                    ending.LoseProvinces, "provinces", empire=seat.empire, needed=True
                ),
                draws=draws,
            )


def winners(campaign: Campaign, session: Session) -> Iterator[Choice]:
    for seat in session.seats:
        if stages.ticks_due(campaign, seat):
            acts = [ending.TickTrack(seat.empire, category) for category in Category]
            yield choice(campaign, acts, empire=seat.empire, needed=True)


def new_ages(campaign: Campaign, session: Session) -> Iterator[Choice]:
    for seat in session.seats:
        if stages.must_change_age(campaign, seat):
            yield choice(
                campaign,
                [ending.ChangeAge(seat.empire)],
                empire=seat.empire,
                needed=True,
            )


def knowledge(campaign: Campaign, _session: Session) -> Iterator[Choice]:
    yield choice(campaign, [ending.GainKnowledge()], needed=True)


def shopping(campaign: Campaign, _session: Session) -> Iterator[Choice]:
    if market.order_is_open(campaign):
        yield choice(
            campaign,
            [market.SettleTie(order) for order in orders(campaign)],
            needed=True,
        )
        return
    seat = market.buyer(campaign)
    if seat is None:
        return
    empire = held(campaign, seat)
    known, unknown = priced(campaign, empire)
    if known:
        yield choice(campaign, known, empire=seat.empire, needed=not seat.bought)
    if unknown:
        options = tuple(half_known(campaign, seat.empire, one) for one in unknown)
        yield Choice(
            kind_of(market.BuyInvention), seat.empire, options, ("price", "colour")
        )
    yield choice(campaign, [market.StopBuying(seat.empire)], empire=seat.empire)
    if not seat.bought:
        yield choice(campaign, [market.AffordNothing(seat.empire)], empire=seat.empire)


def half_known(campaign: Campaign, empire: str, number: int) -> Option:
    """A card that isn't filled in yet, with what is known of it."""
    card = campaign.catalogue[number]
    told = {
        "price": card.price,
        "colour": card.colour or None,
        "name": card.name or None,
    }
    said = {key: value for key, value in told.items() if value is not None}
    data = {"empire": empire, "number": number, **said}
    missing = (card.price or 0) - buying_power(campaign, empire)
    dear = market.too_dear(missing)
    return Option(data, (dear,) if dear else ())


def buying_power(campaign: Campaign, key: str) -> int:
    empire = campaign.empire(key)
    return empire.sheet.knowledge if empire else 0


def orders(campaign: Campaign) -> Iterator[tuple[str, ...]]:
    """Every order of buying that follows the scores."""
    places = {seat.empire: seat.place for seat in stages.still_in(campaign)}
    for order in permutations(places):
        if [places[key] for key in order] == sorted(places.values()):
            yield order


def priced(campaign: Campaign, empire: Empire) -> tuple[list[Act], list[int]]:
    """The inventions left with price and colour, and the numbers whose card isn't filled in."""
    known: list[Act] = []
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


def provinces(campaign: Campaign, session: Session) -> Iterator[Choice]:
    for seat in session.seats:
        empire = campaign.empire(seat.empire)
        if empire and empire.alive and not seat.fall and not seat.boxed:
            yield province_choice(campaign, seat)


def province_choice(campaign: Campaign, seat: Playing) -> Choice:
    many = territory.draws(campaign, seat)
    full = territory.map_is_full(campaign, held(campaign, seat))
    if seat.kept is not None and not full:
        boxes = range(len(campaign.layout(held(campaign, seat)).map))
        ticks = [territory.TickMapBox(seat.empire, box) for box in boxes]
        return choice(campaign, ticks, empire=seat.empire, needed=True)
    if seat.drawn and seat.kept is None:
        kept = [territory.KeepProvince(seat.empire, one) for one in seat.drawn]
        return choice(campaign, kept, empire=seat.empire, needed=True)
    if seat.kept is not None or not many:
        return choice(
            campaign,
            [territory.GainNoProvince(seat.empire)],
            empire=seat.empire,
            needed=True,
        )
    first = drawn_first(campaign, many)
    draws = {"provinces": Draw(many, can_be_drawn(campaign, many), first)}
    asks = asked(territory.DrawProvinces, "provinces", empire=seat.empire, needed=True)
    return replace(asks, draws=draws)


def last_step(campaign: Campaign, _session: Session) -> Iterator[Choice]:
    yield choice(campaign, [finishing.FinishSession()], needed=True)


def held(campaign: Campaign, seat: Playing) -> Empire:
    empire = campaign.empire(seat.empire)
    assert empire is not None  # noqa: S101 - a seat is always an empire's
    return empire
