"""A move put to the rules desk of its game, and what the desk says."""

from scoring.desks import DESKS


def answer(game, key, entered):
    (move,) = [one for one in DESKS[game].moves if one.key == key]
    return move.answer(entered)


def refused(game, key, entered):
    return [problem.rule.id for problem in answer(game, key, entered).problems]


def follows(game, key, entered):
    return [str(one.message) for one in answer(game, key, entered).outcome]
