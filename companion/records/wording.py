"""What the numbers say, in players' words."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal

from django.urls import reverse
from django.utils.formats import number_format
from django.utils.translation import gettext, ngettext

from companion.base.dates import full_date
from companion.base.wording import translate
from companion.records.players import HOLDERS, Players
from scoring.entries import Kind, entries_of
from scoring.games import GAMES
from scoring.stats.games import GameRecord, RecordKind
from scoring.stats.plays import GamePlay
from scoring.stats.rates import FEWEST, Rate, RateVerdict
from scoring.words import _

VERDICTS = {
    RateVerdict.LUCK: _("could be luck"),
    RateVerdict.ABOVE: _("more than chance, unlikely to be luck"),
    RateVerdict.BELOW: _("less than chance, unlikely to be luck"),
}
RECORDS = {
    RecordKind.HIGHEST: _("Highest score"),
    RecordKind.LOWEST: _("Lowest score"),
    RecordKind.CLOSEST: _("Closest win"),
    RecordKind.CLEAREST: _("Biggest win"),
    RecordKind.LONGEST: _("Longest game"),
}


def name_record(record: GameRecord) -> str:
    if record.kind is RecordKind.CLOSEST and not record.value:
        return gettext("Closest game")  # a tie is nobody's win
    return translate(RECORDS[record.kind])


def tell_holders(record: GameRecord, players: Players) -> str:
    """Who reached it first and when, and how often somebody did again."""
    day = record.play.day
    said = [players.names(record.who, HOLDERS), full_date(day) if day else ""]
    if record.more:
        more = ngettext(
            "and %(count)s more game", "and %(count)s more games", record.more
        )
        said.append(more % {"count": record.more})
    return ", ".join(filter(None, said))


def describe_margin(record: GameRecord) -> str:
    """By how much a game was won, or how one without a lead ended."""
    if record.value:
        return gettext("by %(points)s") % {"points": record.value}
    if len(record.play.winners) > 1:
        return gettext("a tie")
    return gettext("tiebreak")


def describe_verdict(rate: Rate) -> str:
    """Whether a win rate says anything yet."""
    if rate.verdict is RateVerdict.FEW:
        left = FEWEST - rate.games
        return ngettext(
            "%(count)s more game to be ranked",
            "%(count)s more games to be ranked",
            left,
        ) % {"count": left}
    return translate(VERDICTS[rate.verdict])


def describe_wins(rate: Rate) -> str:
    """How many wins, and how many of them were shared."""
    wins = ngettext("%(count)s win", "%(count)s wins", rate.won) % {"count": rate.won}
    if not rate.shared:
        return wins
    shared = ngettext("%(count)s shared", "%(count)s shared", rate.shared)
    return f"{wins} ({shared % {'count': rate.shared}})"


def describe_wins_of_games(rate: Rate) -> str:
    said = ngettext("%(wins)s of %(games)s", "%(wins)s of %(games)s", rate.games)
    return said % {"wins": describe_wins(rate), "games": rate.games}


def round_as_people_do(value: float, step: str = "1") -> Decimal:
    """To the nearest step, a half away from zero; `step` is 1 or 0.1."""
    return Decimal(repr(value)).quantize(Decimal(step), ROUND_HALF_UP)


def whole_percent(share: float) -> int:
    return int(round_as_people_do(share * 100))


def say_percent(share: float) -> str:
    return gettext("%(number)s %%") % {"number": whole_percent(share)}


def describe_range(rate: Rate) -> str:
    """Between which rates the true one lies."""
    values = {"low": whole_percent(rate.low), "high": whole_percent(rate.high)}
    return gettext("likely %(low)s–%(high)s %%") % values


def say_average(value: float) -> str:
    """With one digit behind the point, as the reader's language writes it."""
    rounded = round_as_people_do(value, "0.1")
    shown = number_format(abs(rounded), decimal_pos=1)
    return f"−{shown}" if rounded < 0 else shown


def say_change(value: int) -> str:
    """How a number moved, with its sign."""
    sign = "+" if value > 0 else "−" if value else "±"
    return f"{sign}{abs(value)}"


def faction_name(game: str, faction: str) -> str:
    """A faction by its key, as the reader calls it; one somebody typed as they typed it."""
    for entry in entries_of(GAMES[game].seat).values():
        if entry.kind is Kind.NAME and faction in entry.choices:
            return translate(entry.choices[faction])
    return faction


def play_address(play: GamePlay) -> str:
    """Where a game can be looked at."""
    if not play.campaign:
        return reverse("session", args=[play.key])
    campaign, number = play.key.split("/")
    return reverse("campaign-chapter", args=[campaign, number])
