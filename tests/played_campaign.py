"""A campaign in few words: empires as they stand, sessions played to a step, and what must always hold."""

import json
from collections import Counter

import pytest

from scoring.records import Unfit, dump_record
from scoring.rise_of_empire.cards import SLOTS, CardKind, dump_card
from scoring.rise_of_empire.choices import choices
from scoring.rise_of_empire.engine import ENGINE
from scoring.rise_of_empire.layout import DEFAULT_LAYOUTS, Category, dump_layout
from scoring.rise_of_empire.pools import inventions_left, inventions_not_back
from scoring.rise_of_empire.simulation import SHOPPING
from scoring.rise_of_empire.stages import Stage, session_stage
from scoring.rules import RuleBroken

FACTIONS = ("romans", "barbarians", "japanese", "egyptians", "atlanteans", "amazons")
COLOURS = ("red", "grey", "brown", "gold", "blue")
PLAIN_PRICE = 40
# ROE-32: Hrnčířství has the colour of Lukostřelba, Stavitelství another.
ARCHERY, BUILDING, POTTERY, RIDING = 56, 61, 66, 70
COLOUR_OF = {ARCHERY: "red", BUILDING: "grey", POTTERY: "red", RIDING: "blue"}
CAESAR, TRIEU, GALILEO = 126, 130, 161
TOGETHER = (CAESAR, 136, 150)  # one mission of each category
ALONE = (CAESAR, TRIEU, 136, 150)


def through_json(plain):
    return json.loads(json.dumps(plain))


def colour_of(number):
    return COLOUR_OF.get(number, COLOURS[number % len(COLOURS)])


def filled_cards(price=PLAIN_PRICE, **prices):
    """Every invention with a price and a colour; prices by number as p56=30."""
    wanted = {int(key[1:]): value for key, value in prices.items()}
    cards = []
    for number, card in SLOTS.items():
        if card.kind == CardKind.INVENTION:
            known = card.price if card.price is not None else price
            own = {"price": wanted.get(number, known), "colour": colour_of(number)}
            cards.append({**dump_card(card), **own})
    return cards


def invention(number, price=PLAIN_PRICE, colour=None):
    """A card as an empire that was taken over holds it."""
    age = SLOTS[number].group
    colour = colour or colour_of(number)
    return {"number": number, "age": str(age), "colour": colour, "price": price}


def ticks(diplomacy=0, economy=0, science=0):
    return {"diplomacy": diplomacy, "economy": economy, "science": science}


def layout(age="ancient", **change):
    """The default layout of an age with something else in it."""
    return {**dump_layout(DEFAULT_LAYOUTS[age]), "custom": True, **change}


def track(*icons, length=16):
    """A track whose first boxes bear these icons."""
    return [*icons, *[""] * (length - len(icons))]


class PlayedCampaign:
    """A campaign as it is played: its state, the acts so far and the facts they made."""

    def __init__(self, *, cards=None, layouts=(), **readings):
        self.start = {
            "readings": readings,
            "layouts": list(layouts),
            "cards": filled_cards() if cards is None else cards,
        }
        self.state = ENGINE.start(through_json(self.start))
        self.acts = []
        self.facts = []

    # Acts

    def do(self, kind, /, **data):
        data = through_json(data)
        self.state, facts = ENGINE.apply(self.state, kind, data)
        self.acts.append((kind, data))
        self.facts += facts
        return self

    def refuses(self, kind, /, **data):
        """The rules that stand against an act, one per problem; nothing has changed."""
        before = self.state
        with pytest.raises(RuleBroken) as refused:
            ENGINE.apply(self.state, kind, through_json(data))
        assert self.state is before
        return [problem.rule.id for problem in refused.value.problems]

    def allows(self, kind, /, **data):
        try:
            ENGINE.apply(self.state, kind, through_json(data))
        except (RuleBroken, Unfit):
            return False
        return True

    # Empires

    def found(self, *keys):
        """Empires on blank sheets; the empire “anna” is Anna's."""
        for key in keys:
            player, faction = key.rstrip("0123456789").title(), self.free_faction()
            self.do(
                "found_empire",
                empire=key,
                player=player,
                name=f"{key}'s realm",
                faction=faction,
            )
        return self

    def take_over(self, key, **sheet):
        sheet = {"player": key.title(), "name": f"{key}'s realm", **sheet}
        faction = sheet.pop("faction", None) or self.free_faction()
        return self.do("take_over_empire", empire=key, faction=faction, **sheet)

    def free_faction(self):
        used = {one.sheet.faction for one in self.state.alive}
        return next(one for one in FACTIONS if one not in used)

    def empire(self, key):
        return self.state.empire(key)

    def sheet(self, key):
        return self.state.empire(key).sheet

    def seat(self, key):
        return self.state.session.seat(key)

    def correct(self, what, key, **values):
        return self.do(f"correct_{what}", empire=key, reason="copied wrongly", **values)

    def read(self, **readings):
        """Changes readings and keeps the others."""
        now = self.state.next_readings or self.state.readings
        return self.do("change_readings", readings={**dump_record(now), **readings})

    # Sessions

    def open(self, *keys, missions=None):
        keys = keys or tuple(one.key for one in self.state.alive)
        missions = missions or (ALONE if len(keys) == 1 else TOGETHER)
        return self.do("open_session", empires=keys, missions=missions)

    def complete(self, mission, *keys):
        return self.do("complete_mission", mission=mission, empires=keys)

    def pay(self, key):
        """The goods of every ticked box, as the layout shows them."""
        empire = self.empire(key)
        upkeep = self.state.layout(empire).map
        for box in empire.sheet.boxes:
            if box not in self.seat(key).paid:
                self.do("pay_upkeep", empire=key, box=box, goods=upkeep[box])
        return self

    def enter(self, key, **entries):
        return self.do("enter_score", empire=key, entries=entries)

    def settle(self, **scores):
        """Final scores as wanted, with all upkeep paid, and step 1 done."""
        for key, score in scores.items():
            entries = score if isinstance(score, dict) else self.counted(key, score)
            self.pay(key).enter(key, **entries)
        return self.do("settle_scores")

    def counted(self, key, score):
        cost = self.state.readings.province_points * len(self.sheet(key).provinces)
        return {"track": score + cost}

    @property
    def stage(self):
        return session_stage(self.state)

    def to(self, wanted):
        """Goes on with a plain choice wherever there is one, up to a step."""
        while self.stage != wanted:
            assert self.stage != Stage.FINISH
            self.step()
        return self

    def step(self):
        kind, data = plain_choice(self.state)
        return self.do(kind, **data)

    def finish(self):
        return self.to(Stage.FINISH).do("finish_session")

    def session(self, **scores):
        """A whole session with these final scores; alone, two missions are completed."""
        self.open(*scores)
        if len(scores) == 1:
            self.complete(CAESAR, *scores).complete(136, *scores)
        return self.settle(**scores).finish()

    # What came of it

    def known(self, table, **fields):
        """The facts of a table that have these fields."""
        return [
            fact.fields
            for fact in self.facts
            if fact.projection == table and fields.items() <= fact.fields.items()
        ]

    def ledger(self, key):
        return sum(one["amount"] for one in self.known("knowledge", empire=key))

    def offered(self, kind, empire=None):
        return [
            one
            for one in choices(self.state)
            if one.kind == kind and empire in (None, one.empire)
        ]


def founded_campaign(*keys, **given):
    """Empires on blank sheets, every card filled in."""
    return PlayedCampaign(**given).found(*keys)


def end_bonuses(*icons, **change):
    """An ancient layout whose science track begins with these icons."""
    return layout(science=track(*icons), **change)


def with_icons(*icons, boxes=(), **readings):
    """Anna has reached these icons and ticked these map boxes; Bára begins."""
    at = PlayedCampaign(layouts=[end_bonuses(*icons)], **readings)
    provinces = [*range(1, len(boxes) + 1)]
    at.take_over(
        "anna", ticks=ticks(science=len(icons)), boxes=boxes, provinces=provinces
    )
    return at.found("bara").open()


def plain_choice(state):
    """What a table without imagination does next: ticks the emptiest track, buys the cheapest."""
    there = choices(state)
    there = tuple(one for one in there if one.kind in SHOPPING) or there
    offered = [one for one in there if not one.asks and one.allowed]
    drawing = [one for one in there if one.draws]
    kinds = {one.kind: one for one in offered}
    if drawing and not any(one.needed for one in offered):
        chosen = drawing[0]
        draws = {
            key: list(draw.numbers[: draw.count]) for key, draw in chosen.draws.items()
        }
        return chosen.kind, {"empire": chosen.empire, **draws}
    if "stop_buying" in kinds:
        return "stop_buying", kinds["stop_buying"].allowed[0].data
    if "tick_track" in kinds:
        return "tick_track", emptiest(state, kinds["tick_track"])
    if "buy_invention" in kinds:
        options = kinds["buy_invention"].allowed
        return "buy_invention", min(options, key=lambda one: one.data["price"]).data
    chosen = next((one for one in offered if one.needed), None) or offered[0]
    return chosen.kind, chosen.allowed[0].data


def emptiest(state, choice):
    sheet = state.empire(choice.empire).sheet
    return min(
        (option.data for option in choice.allowed),
        key=lambda data: sheet.ticks.of(data["category"]),
    )


# What must always hold


def places_of_provinces(state):
    seats = state.session.seats if state.session else ()
    hand = [one for seat in seats if seat.kept is None for one in seat.drawn]
    held = [
        one
        for empire in state.empires
        if empire.alive
        for one in empire.sheet.provinces
    ]
    return Counter([*hand, *held, *state.discarded])


def check_cards(state):
    """No card is in two places: the rest of the provinces is the deck, of the inventions the pool."""
    provinces = places_of_provinces(state)
    assert not [one for one, times in provinces.items() if times > 1]
    inventions = Counter(
        card.number for empire in state.empires for card in empire.sheet.inventions
    )
    assert not [one for one, times in inventions.items() if times > 1]
    pool = {one for age in DEFAULT_LAYOUTS for one in inventions_left(state, age)}
    waiting = inventions_not_back(state)
    all_of_them = {
        one.number
        for one in state.catalogue.values()
        if one.kind == CardKind.INVENTION and not one.aside
    }
    assert not pool & set(inventions)
    assert pool | set(inventions) | waiting == all_of_them


def check_sheets(state):
    for empire in state.empires:
        sheet = empire.sheet
        colours = [card.colour for card in sheet.inventions]
        assert len(set(colours)) == len(colours)
        assert sheet.knowledge >= 0
        if empire.alive:
            own = state.layout(empire)
            assert all(0 <= sheet.ticks.of(one) <= own.length(one) for one in Category)
            assert len(set(sheet.boxes)) == len(sheet.boxes)
            assert all(0 <= box < len(own.map) for box in sheet.boxes)


def check_ledger(state, facts):
    sums = Counter()
    for fact in facts:
        if fact.projection == "knowledge":
            assert fact.fields["amount"]
            sums[fact.fields["empire"]] += fact.fields["amount"]
    assert {one.key: sums[one.key] for one in state.empires} == {
        one.key: one.sheet.knowledge for one in state.empires
    }


def check_rows(state):
    """Every sheet, province and invention has a row of its own."""
    rows = Counter(kind for kind, _key in ENGINE.rows(state))
    assert rows["empire"] == len(state.empires)
    assert rows["sheet"] == sum(len(one.past) + 1 for one in state.empires)


def check_kept(state):
    """The state comes back from JSON as it was."""
    assert ENGINE.load(through_json(ENGINE.dump(state))) == state


def check(state, facts):
    check_cards(state)
    check_sheets(state)
    check_ledger(state, facts)
    check_rows(state)
    check_kept(state)
