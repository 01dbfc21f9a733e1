"""The words of scoring/, in the reader's language."""

from django.utils.formats import number_format
from django.utils.translation import gettext

from scoring.entries import Group
from scoring.rules import Rule
from scoring.words import Message, Words, _

GROUPS = {
    Group.MAIN: "",
    Group.APART: _("Other counts"),
    Group.MORE: _("Special cases"),
    Group.TIE: _("For ties"),
    Group.READING: _("Rule options"),
}
LAST = "last"  # the back of a booklet, which has no number
FIRST_PLACES = (_("1st"), _("2nd"), _("3rd"))


def translate(words: Words) -> str:
    """A text or message in the reader's language."""
    if not words:
        return ""  # gettext("") is the header of the catalogue
    if not isinstance(words, Message):
        return gettext(words)
    values = {
        key: translate(value) if isinstance(value, Message) else value
        for key, value in words.values.items()
    }
    return gettext(words.text) % values if values else gettext(words.text)


def page_of(rule: Rule) -> str:
    """Where a book says so, in words; nothing where that isn't known."""
    if not rule.page:
        return ""
    pages = rule.page.split(", ")
    numbers = ", ".join(one for one in pages if one != LAST)
    named = gettext("p. %(page)s") % {"page": numbers}
    return ", ".join([named] * bool(numbers) + [gettext("back page")] * (LAST in pages))


def group_digits(number: int) -> str:
    """A large number as the reader's language writes it: 9,950."""
    return number_format(number, force_grouping=True)


def place_name(number: int) -> str:
    if number <= len(FIRST_PLACES):
        return gettext(FIRST_PLACES[number - 1])
    return gettext("%(number)sth") % {"number": number}


def signed_points(points: int) -> str:
    """Points as text, with a real minus sign for a loss."""
    return f"−{-points}" if points < 0 else str(points)


def player_names(given: list[str]) -> list[str]:
    """The names of the players; “Player 2” where no name was given."""
    return [
        name or gettext("Player %(number)s") % {"number": number}
        for number, name in enumerate(given, start=1)
    ]
