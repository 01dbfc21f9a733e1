"""Campaigns in which something is changed afterwards, and what a repair comes to with these answers."""

from dataclasses import replace

from scoring.rise_of_empire.engine import ENGINE
from scoring.rise_of_empire.repair_answers import CHOICE
from scoring.rise_of_empire.repairing import follow_repair
from scoring.rise_of_empire.rescoring import PlayedAct
from tests.played_campaign import CAESAR, founded_campaign

ALL = ("anna", "bara", "cyril", "dana")


class RepairedCampaign:
    """What was recorded, each act an entry of its own, and changes of it."""

    def __init__(self, at):
        self.start = ENGINE.start(at.start)
        self.acts = [PlayedAct(nth, *one) for nth, one in enumerate(at.acts, start=1)]

    def find(self, kind, empire=None, nth=0):
        found = [act for act in self.acts if act.kind == kind]
        return [one for one in found if empire in (None, one.data.get("empire"))][nth]

    def number(self, kind, empire=None, nth=0):
        return self.find(kind, empire, nth).number

    def with_score(self, empire, points, nth=0):
        """Somebody had so many points in one of the sessions."""
        entries = {**self.find("enter_score", empire, nth).data["entries"]}
        entries["track"] = points
        return self.with_data("enter_score", empire, nth, entries=entries)

    def with_data(self, kind, empire=None, nth=0, **data):
        own = self.find(kind, empire, nth)
        other = replace(own, data={**own.data, **data})
        return [other if act is own else act for act in self.acts]

    def without(self, kind, empire=None, nth=0):
        own = self.find(kind, empire, nth)
        return [act for act in self.acts if act is not own]

    def repair(self, changed, answers=None, *, keep_all=False):
        return follow_repair(
            self.start,
            self.acts,
            changed,
            {number: tuple(given) for number, given in (answers or {}).items()},
            reason="we played it so",
            keep_all=keep_all,
        )


def played_twice():
    """Dana wins the first session before Anna, Bára and Cyril; Anna the second."""
    at = founded_campaign(*ALL)
    at.session(anna=60, bara=55, cyril=50, dana=70)
    return at.session(anna=66, bara=52, cyril=58, dana=60)


def played_with_missions():
    """In the second of three sessions Dana completes a mission with Anna and one alone."""
    at = founded_campaign(*ALL).session(anna=60, bara=55, cyril=50, dana=70)
    at.open().complete(CAESAR, "anna", "dana").complete(136, "dana")
    at.settle(anna=66, bara=52, cyril=58, dana=60).finish()
    return at.session(anna=40, bara=52, cyril=58, dana=60)


def answer_with(option):
    return f"{CHOICE}{option.key}"


def kinds(acts):
    return [act.kind for act in acts]
