"""The fields of a score sheet as text: a page has hundreds, and a template takes ten times as long."""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import dataclass
from functools import lru_cache
from html import escape

from django.forms import BoundField
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from companion.base.wording import translate
from companion.paper.signs import draw_sign_again
from companion.sessions.forms import FieldGroup, RecordForm
from companion.sessions.looks import find_look
from scoring.entries import Entry, Group, Kind

# What somebody types into a count: the same for all of them.
TYPED = 'maxlength="40" inputmode="tel" enterkeyhint="next"'
INVALID = ' aria-invalid="true"'


@dataclass(frozen=True)
class PageSigns:
    """The signs of a game on one page: a shape is drawn where it first stands, then pointed to."""

    slug: str
    drawn: set[str]

    def paint(self, counted: str) -> str:
        """The sign of an entry, by its key, or of a row, by its words; nothing where none is obvious."""
        name = find_look(self.slug).signs.get(counted) if self.slug else None
        if not name:
            return ""
        again = name in self.drawn
        self.drawn.add(name)
        return draw_sign_again(name, "counted", again=again)


@dataclass(frozen=True)
class FieldWords:
    """What is the same in every field of an entry, ready for the page."""

    label: str
    badge: str  # of the rule the table chooses a reading of
    help: str
    less: str
    more: str


@lru_cache(maxsize=2048)
def field_words(
    entry: Entry, label: str, help_text: str, _language: str | None
) -> FieldWords:
    rule = entry.rule.id
    return FieldWords(
        label=escape(label),
        badge=f'<button type="button" class="rule" popovertarget="rule-{rule}">{rule}</button> '
        if entry.group is Group.READING
        else "",
        help=escape(help_text),
        less=escape(_("one less")),
        more=escape(_("one more")),
    )


def paint_field(
    field: BoundField, signs: PageSigns, *, picks: bool = False
) -> SafeString:
    """A label, what is entered, and what is said below it."""
    entry: Entry = vars(field.field)["entry"]
    label, about = str(field.label), str(field.help_text)
    words = field_words(entry, label, about, get_language())
    at, errors, sign = escape(field.auto_id), field.errors, ""
    if entry.kind is Kind.COUNT:
        sign = signs.paint(field.name)
        entered = paint_count(field, entry, words, at, wrong=bool(errors))
    else:
        entered = str(field)
    if picks and entry.kind is Kind.PICK:
        entered += paint_picks(field, entry, signs)
    first = "_0" if entry.kind is Kind.NAME else ""
    mistake = escape(str(errors[0])) if errors else ""
    return SafeString(
        f'<p class="field {entry.kind}"><label for="{at}{first}">{sign}{words.label}</label>{entered}'
        f'<span class="under" id="{at}_about">{paint_notes(field, words, at)}'
        f'<small class="mistake" id="{at}_error">{mistake}</small></span></p>\n'
    )


def paint_count(
    field: BoundField, entry: Entry, words: FieldWords, at: str, *, wrong: bool
) -> str:
    given = field.value()
    value = "" if given is None else escape(str(given))
    return (
        '<span class="stepper">'
        f'<button type="button" tabindex="-1" data-step="-1" aria-label="{words.less}">−</button>'
        f'<input id="{at}" name="{escape(field.html_name)}" value="{value}"'
        f' {paint_expected(field, entry)}{TYPED} data-maximum="{entry.maximum}"'
        f' aria-describedby="{at}_about"{INVALID if wrong else ""}>'
        f'<button type="button" tabindex="-1" data-step="1" aria-label="{words.more}">+</button>'
        "</span>"
    )


def paint_expected(field: BoundField, entry: Entry) -> str:
    """What an empty field stands for: its default, or what lay there before."""
    if entry.default:
        return f'placeholder="{entry.default}" data-holds '
    suggested = find_suggested(field)
    if not suggested:
        return 'placeholder="–" '
    return f'placeholder="{suggested}" data-suggested="{suggested}" '


def find_suggested(field: BoundField) -> int | None:
    form = field.form
    return form.suggested.get(field.name) if isinstance(form, RecordForm) else None


def paint_picks(field: BoundField, entry: Entry, signs: PageSigns) -> str:
    """Few choices, one tap each; without a script people use the list."""
    at, chosen = escape(field.auto_id), field.value()
    buttons = "".join(
        f'<button type="button" id="{at}_{escape(key)}" data-pick="{escape(key)}"'
        f' aria-pressed="{"true" if chosen == key else "false"}">'
        f"{signs.paint(label)}{escape(translate(label))}</button>"
        for key, label in entry.choices.items()
    )
    label = escape(str(field.label))
    return f'<span class="picks" role="group" aria-label="{label}">{buttons}</span>'


def paint_notes(field: BoundField, words: FieldWords, at: str) -> str:
    """The rule of a choice, what lay there before, what each is worth, and help."""
    said, form = words.badge, field.form
    suggested = find_suggested(field)
    if suggested is not None:
        still = escape(_("As before: %(number)s") % {"number": suggested})
        said += f'<button type="button" class="suggest" data-suggest="{suggested}">{still}</button> '
    if isinstance(form, RecordForm) and (worth := form.worths.get(field.name)):
        said += f'<small class="worth">{escape(worth)}</small> '
    if words.help:
        said += f'<small class="help" id="{at}_helptext">{words.help}</small> '
    return said


def paint_groups(
    groups: Iterable[FieldGroup],
    signs: PageSigns,
    *,
    picks: bool = False,
    asked: bool = False,
    unfolded: Container[str] = (),
    left_out: str = "",
) -> SafeString:
    """Groups of fields, those with a name folded; `left_out` is where a group without fields has them."""
    painted = []
    for group, label, fields in groups:
        inside = "".join(paint_field(one, signs, picks=picks) for one in fields)
        if label and not fields:
            link = f'<a href="{escape(left_out)}">{escape(label)}</a>'
            painted.append(f'<p class="left-out">{link}</p>\n')
        elif label:
            look = f"group {group} asked" if asked else f"group {group}"
            painted.append(
                f'<details class="{look}"{" open" if group in unfolded else ""}>'
                f"<summary>{escape(label)}</summary>"
                f'<div class="fields">{inside}</div></details>\n'
            )
        elif fields:
            painted.append(f'<div class="fields">{inside}</div>\n')
        else:
            words = escape(_("First enter what the whole table shares."))
            painted.append(f'<p class="help">{words}</p>\n')
    return SafeString("".join(painted))
