"""A score of the first session is changed: the questions this asks, and ways to answer them."""

from campaign.history.repairs import (
    AskedChange,
    RepairRequest,
    plan_repair,
    sign_change,
)
from tests.places import once


def numbers(place, kind):
    return [act.number for act in place.acts if act.kind == kind]


def first_score(place):
    return numbers(place, "enter_score")[0]


def wanted(place, points=90):
    """Anna had 90 in the first session, not 60: she won it."""
    act = place.campaign.acts.get(number=first_score(place))
    entries = {**act.data["entries"], "track": points}
    return "amend", {"of": act.number, "by": {**act.data, "entries": entries}}


def params(place, *, change=None, **answers):
    kind, data = change or wanted(place)
    return {"change": sign_change(place.campaign, kind, data), **answers}


def look(place, **given):
    return place.organiser.get(place.address("repair/"), params(place, **given))


def save(place, last=None, **given):
    last = place.campaign.acts.count() if last is None else last
    sent = {**once(), **params(place, **given), "last": last}
    return place.organiser.post(place.address("repair/"), sent)


def ask(place, answers, change=None):
    """The question after these answers, without drawing the page."""
    given = RepairRequest("", answers, keep_all=False)
    plan = plan_repair(place.campaign, AskedChange(*(change or wanted(place))), given)
    return plan.course.question


def answer_all(place, answer, change=None):
    """Answers question by question, as often as one is asked."""
    answers = {}
    while question := ask(place, answers, change):
        answers.setdefault(question.act.number, []).append(answer(question))
        assert sum(map(len, answers.values())) < 80
    return {f"a{number}": given for number, given in answers.items()}


def played(question):
    return "played" if question.may_keep else "leave"


def legal(question):
    """The winner's tick goes to who won; the rest is as it was played."""
    own = [one for one in question.options if one.same and one.kind == "tick_track"]
    return f"c-{own[0].key}" if own else played(question)
