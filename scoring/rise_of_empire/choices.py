"""What may be done now, for whom, with which options, and why other options may not.

An option is offered because its act was tried on the present state, so what is offered
is never refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import permutations
from typing import Any

from scoring.plain import plain
from scoring.rise_of_empire import ending, founding, playing
from scoring.rise_of_empire.acts import Act
from scoring.rise_of_empire.ending import Stage, stage
from scoring.rise_of_empire.engine import kind_of
from scoring.rise_of_empire.layout import Category
from scoring.rise_of_empire.pools import can_be_drawn, inventions_left, missions
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
    data = {key: value for key, value in plain(act).items() if key not in asks}
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
        Stage.FINISH: finishing,
    }
    return tuple(steps[stage(campaign)](campaign, campaign.session))


def between_sessions(campaign: Campaign) -> Iterator[Choice]:
    if campaign.over:
        yield choice(campaign, [founding.PlayOn()])
        return
    if campaign.alive:
        draws = {str(one): Draw(1, missions(campaign, one)) for one in Category}
        draws["solo"] = Draw(playing.SOLO_MISSIONS, missions(campaign))
        yield replace(
            asked(playing.OpenSession, "empires", "missions"), draws=draws, needed=True
        )
    yield asked(founding.FoundEmpire, "empire", "player", "name", "faction")
    yield asked(founding.TakeOverEmpire, "empire", "player", "name", "faction", "age")
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
        goods = campaign.layout(empire).map
        acts = [playing.PayUpkeep(seat.empire, box, goods[box]) for box in due]
        yield choice(campaign, acts, empire=seat.empire)


def mission_choices(
    campaign: Campaign, session: Session, mission: Mission
) -> Iterator[Choice]:
    others = [one for one in missions(campaign) if session.mission(one) is None]
    same = [
        one
        for one in others
        if session.solo or campaign.catalogue[one].group == mission.category
    ]
    if same and not mission.completed:
        option = (Option({"mission": mission.number}),)
        draws = {"by": Draw(1, tuple(same))}
        yield Choice(
            kind_of(playing.ReplaceMission), options=option, asks=("by",), draws=draws
        )
    for seat in session.seats:
        if seat.empire in mission.completed:
            continue
        yield choice(
            campaign,
            [playing.MoveMarker(mission.number, seat.empire)],
            empire=seat.empire,
        )
        yield choice(
            campaign,
            [playing.CompleteMission(mission.number, (seat.empire,))],
            empire=seat.empire,
        )
        if campaign.catalogue[mission.number].in_a_row:
            data = {"mission": mission.number, "empire": seat.empire}
            yield Choice(
                kind_of(playing.CountInARow), seat.empire, (Option(data),), ("colour",)
            )


def losing(campaign: Campaign, session: Session) -> Iterator[Choice]:
    for seat in session.seats:
        if seat.to_lose:
            own = held(campaign, seat).sheet.provinces
            draws = {"provinces": Draw(seat.to_lose, own)}
            yield replace(
                asked(
                    ending.LoseProvinces, "provinces", empire=seat.empire, needed=True
                ),
                draws=draws,
            )


def winners(campaign: Campaign, session: Session) -> Iterator[Choice]:
    for seat in session.seats:
        if seat.ticks_due:
            acts = [ending.TickTrack(seat.empire, category) for category in Category]
            yield choice(campaign, acts, empire=seat.empire, needed=True)


def new_ages(campaign: Campaign, session: Session) -> Iterator[Choice]:
    for seat in session.seats:
        if ending.must_change_age(campaign, seat):
            yield choice(
                campaign,
                [ending.ChangeAge(seat.empire)],
                empire=seat.empire,
                needed=True,
            )


def knowledge(campaign: Campaign, _session: Session) -> Iterator[Choice]:
    yield choice(campaign, [ending.GainKnowledge()], needed=True)


def shopping(campaign: Campaign, session: Session) -> Iterator[Choice]:
    if ending.order_is_open(campaign):
        yield choice(
            campaign,
            [ending.SettleTie(order) for order in orders(session)],
            needed=True,
        )
        return
    seat = ending.buyer(campaign)
    if seat is None:
        return
    empire = held(campaign, seat)
    known, unknown = priced(campaign, empire)
    if known:
        yield choice(campaign, known, empire=seat.empire, needed=not seat.bought)
    if unknown:
        options = tuple(
            Option({"empire": seat.empire, "number": one}) for one in unknown
        )
        yield Choice(
            kind_of(ending.BuyInvention), seat.empire, options, ("price", "colour")
        )
    yield choice(campaign, [ending.StopBuying(seat.empire)], empire=seat.empire)
    if not seat.bought:
        yield choice(campaign, [ending.AffordNothing(seat.empire)], empire=seat.empire)


def orders(session: Session) -> Iterator[tuple[str, ...]]:
    """Every order of buying that follows the scores."""
    places = {seat.empire: seat.place for seat in session.seats}
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
                ending.BuyInvention(
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
    many = ending.draws(campaign, seat)
    if seat.kept is not None:
        boxes = range(len(campaign.layout(held(campaign, seat)).map))
        ticks = [ending.TickMapBox(seat.empire, box) for box in boxes]
        return choice(campaign, ticks, empire=seat.empire, needed=True)
    if seat.drawn:
        kept = [ending.KeepProvince(seat.empire, one) for one in seat.drawn]
        return choice(campaign, kept, empire=seat.empire, needed=True)
    if not many:
        return choice(
            campaign,
            [ending.GainNoProvince(seat.empire)],
            empire=seat.empire,
            needed=True,
        )
    draws = {"provinces": Draw(many, can_be_drawn(campaign, many))}
    asks = asked(ending.DrawProvinces, "provinces", empire=seat.empire, needed=True)
    return replace(asks, draws=draws)


def finishing(campaign: Campaign, _session: Session) -> Iterator[Choice]:
    yield choice(campaign, [ending.FinishSession()], needed=True)


def held(campaign: Campaign, seat: Playing) -> Empire:
    empire = campaign.empire(seat.empire)
    assert empire is not None  # noqa: S101 - a seat is always an empire's
    return empire
