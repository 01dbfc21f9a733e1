"""A campaign whatever people do: acts from the choices, corrections, undos and amendments."""

from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from companion.log.replay import (
    EffectiveAct,
    WouldFall,
    effective_acts,
    replay_acts,
)
from scoring.records import Unfit
from scoring.rise_of_empire.choices import choices
from scoring.rise_of_empire.engine import ENGINE
from scoring.rise_of_empire.layout import Category
from scoring.rules import RuleBroken
from tests.log.course import Course
from tests.played_campaign import (
    ALONE,
    FACTIONS,
    TOGETHER,
    check_cards,
    check_kept,
    check_ledger,
    check_rows,
    check_sheets,
    filled_cards,
    invention,
    layout,
    plain_choice,
    through_json,
    track,
)
from tests.thorough import examples

PEOPLE = ("Anna", "Bára", "Cyril", "Dan")
READINGS = [
    {},
    {"unpaid_province": "lost", "twilight": "two_falls", "empty_deck": "none"},
    {"twilight_when": "scoring", "discard_available": "no", "icons_after_age": "keep"},
    {"unpaid": "knowledge", "full_map": "no_province", "earlier_empires": "counted"},
]
AGES = ("ancient", "medieval", "industrial")
SHORT = track("extra_tick", "more_provinces", "ignore_upkeep", length=5)
SHEETS = [
    layout(age, diplomacy=SHORT, economy=SHORT, science=SHORT, map=[["wood"]] * 4)
    for age in AGES
]
SCORES = st.lists(st.integers(10, 60), min_size=4, max_size=4)
PROVINCES = st.lists(st.integers(1, 12), max_size=3)
PAPER = st.fixed_dictionaries(
    {
        "age": st.sampled_from(AGES),
        "provinces": PROVINCES,
        "knowledge": st.integers(0, 40),
    }
)
CORRECTIONS = {
    "ticks": {"category": st.sampled_from(list(Category)), "ticks": st.integers(-1, 6)},
    "boxes": {"boxes": st.lists(st.integers(0, 4), max_size=4)},
    "knowledge": {"knowledge": st.integers(-1, 150)},
    "provinces": {"provinces": PROVINCES},
    "inventions": {
        "inventions": st.lists(st.integers(56, 62).map(invention), max_size=2)
    },
    "age": {"age": st.sampled_from(AGES)},
    "score": {"position": st.integers(0, 3), "score": st.integers(0, 60)},
    "name": {"name": st.sampled_from(["", "Nova"])},
}


class Campaign(RuleBasedStateMachine):
    """The log is a plain list of acts; Course tells where they lead."""

    @initialize(readings=st.sampled_from(READINGS), scores=st.lists(SCORES, max_size=4))
    def begin(self, readings, scores):
        cards = filled_cards(price=15)
        self.start = {"readings": readings, "layouts": SHEETS, "cards": cards}
        self.course = Course(ENGINE, ENGINE.start(through_json(self.start)))
        self.founded = 0
        for player in range(3):
            self.tries("found_empire", self.newcomer(player))
        for counted in scores:
            self.whole_session(counted)

    @property
    def state(self):
        return self.course.state

    def take(self, kind, data):
        number = len(self.course.acts) + 1
        self.course.take(EffectiveAct(number, kind, through_json(data)))

    def tries(self, kind, data):
        """What people do may be refused; then nothing has changed."""
        before, many = self.state, len(self.course.acts)
        try:
            self.take(kind, data)
        except (RuleBroken, Unfit):
            assert self.state is before
            assert len(self.course.acts) == many

    # What people do

    @rule(player=st.integers(0, 3), paper=st.none() | PAPER)
    def come(self, player, paper):
        kind = "take_over_empire" if paper else "found_empire"
        self.tries(kind, {**self.newcomer(player), **(paper or {})})

    def newcomer(self, player):
        self.founded += 1
        return {
            "empire": f"e{self.founded}",
            "player": PEOPLE[player],
            "name": f"Realm {self.founded}",
            "faction": FACTIONS[player],
        }

    @precondition(lambda self: self.state.session is None and self.state.alive)
    @rule(absent=st.integers(0, 4))
    def open_session(self, absent):
        alive = [one.key for one in self.state.alive]
        present = [one for at, one in enumerate(alive) if at != absent] or alive
        missions = ALONE if len(present) == 1 else TOGETHER
        self.tries("open_session", {"empires": present, "missions": missions})

    @precondition(lambda self: self.playing())
    @rule(scores=SCORES)
    def count(self, scores):
        self.enter(scores)
        self.tries("settle_scores", {})

    def enter(self, scores):
        for seat, score in zip(self.state.session.seats, scores, strict=False):
            entries = {"track": score, "faction": score % 7}
            self.take("enter_score", {"empire": seat.empire, "entries": entries})

    def playing(self):
        return self.state.session is not None and not self.state.session.scored

    @precondition(lambda self: self.state.session is None and self.state.alive)
    @rule(scores=SCORES)
    def whole_session(self, scores):
        self.open_session(absent=4)
        if self.playing():
            self.everybody_completes(self.state.session.missions[:2])
            self.enter(scores)
            self.tries("settle_scores", {})
        while self.state.session is not None and self.state.session.scored:
            self.take(*plain_choice(self.state))

    def everybody_completes(self, missions):
        seats = [seat.empire for seat in self.state.session.seats]
        for mission in missions:
            self.take("complete_mission", {"mission": mission.number, "empires": seats})

    @rule(data=st.data())
    def choose(self, data):
        """One of all the acts on offer, which is never refused."""
        offered = [
            (one.kind, option.data)
            for one in choices(self.state)
            for option in one.allowed
            if not one.asks and one.kind != "retire_empire"
        ]
        if offered:
            self.take(*data.draw(st.sampled_from(offered)))

    @precondition(lambda self: self.state.session and self.state.session.scored)
    @rule(steps=st.integers(1, 25))
    def go_on(self, steps):
        """The plain choices of the ending, up to the next session."""
        for _step in range(steps):
            if self.state.session is not None:
                self.take(*plain_choice(self.state))

    @precondition(lambda self: self.state.alive)
    @rule(data=st.data(), what=st.sampled_from(list(CORRECTIONS)))
    def correct(self, data, what):
        empire = data.draw(st.sampled_from([one.key for one in self.state.alive]))
        values = data.draw(st.fixed_dictionaries(CORRECTIONS[what]))
        self.tries(f"correct_{what}", {"empire": empire, "reason": "typo", **values})

    # What people take back

    @rule(data=st.data())
    def undo(self, data):
        self.take_out(data)

    @rule(data=st.data())
    def undo_and_undo_that(self, data):
        before = self.state
        if self.take_out(data):
            self.take("undo", {"of": [len(self.course.acts)]})
            assert self.state == before

    def take_out(self, data):
        """Any act with what would fall with it; whether there was one."""
        standing = [one.number for one in self.course.said[-20:]]
        gone = {data.draw(st.sampled_from(standing))} if standing else set()
        while gone:
            try:
                self.take("undo", {"of": sorted(gone)})
            except WouldFall as fall:
                gone |= set(fall.numbers)
            else:
                return True
        return False

    @rule(data=st.data(), score=st.integers(0, 60))
    def amend(self, data, score):
        counted = [one for one in self.course.said if one.kind == "enter_score"]
        if counted:
            act = data.draw(st.sampled_from(counted))
            by = {**act.data, "entries": {"track": score}}
            self.tries("amend", {"of": act.number, "by": by})

    # What always holds

    @invariant()
    def every_card_is_in_one_place(self):
        check_cards(self.state)

    @invariant()
    def every_sheet_is_possible(self):
        check_sheets(self.state)
        check_rows(self.state)

    @invariant()
    def there_is_a_way_on(self):
        assert any(one.allowed or one.draws or one.asks for one in choices(self.state))

    def teardown(self):
        if not hasattr(self, "course"):
            return
        written = through_json([(one.kind, one.data) for one in self.course.acts])
        read = [
            EffectiveAct(number, kind, data)
            for number, (kind, data) in enumerate(written, start=1)
        ]
        played = replay_acts(
            ENGINE, ENGINE.start(through_json(self.start)), effective_acts(read)
        )
        assert played.fallen == []
        assert played.state == self.state
        check_kept(self.state)
        check_ledger(self.state, [fact for _number, fact in played.facts])


TestCampaign = Campaign.TestCase
TestCampaign.settings = examples(60, stateful_step_count=25)
