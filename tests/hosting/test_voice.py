"""Every text a person reads is plain: no private dialect, short labels, short sentences."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from polib import POEntry, pofile

PROJECT = Path(__file__).resolve().parents[2]
TEMPLATES = PROJECT / "templates"
CATALOGUE = PROJECT / "locale" / "cs" / "LC_MESSAGES" / "django.po"
LONGEST_LABEL = 12  # words
LONGEST_SENTENCE = 20

DIALECT = [
    r"\bput(s|ting)? (\w+ )?away\b",
    r"\bcover(s|ed|ing)?\b",
    r"\bsen[dt]s? (\w+ )?out\b",
    r"\bt(ake|akes|aken|aking|ook) (\w+ ){0,3}back\b",
    r"\bput(s|ting)? (\w+ )?right\b",
    r"\bafresh\b",
    r"\banew\b",
    r"\b(who|whoever|that) (is|are) in\b",
    r"\bthe own\b",
    r"\bholds? from\b",
    r"\bfrom (the|then|now|next) ?(\w+ )*on\b(?! \w)",
    r"\b(comes?|counts?) along\b",
    r"\bknows? itself\b",
    r"\bsuch logs\b",
    r"\bmay begin\b",
    r"\bstand-ins?\b",
    r"\bsuffices?\b",
    r"\bout of date\b",
    r"\bas the device\b",
    r"\btoo dear\b",
    r"\bwhoever\b",
    r"\bmeanwhile\b",
    r"\bis no (table|text file|campaign file|date|province|mission|invention)\b",
    r"\bso many\b",
]
# In Czech one thing has one word; the left one is not it.
OTHER_CZECH_WORDS = {
    r"\bťuk": "klepnout",
    r"pořadatel": "organizátor",
    r"příručk": "sešit",
    r"\bpočítač(?!k)": "notebook",
    r"\bsmyšlen": "vymyšlený",
    r"\bodlož(it|en)": "archivovat",
}
# Nobody is called by "ty", and nobody is taken for a man: "Koupil jsem ji".
TOO_FAMILIAR = re.compile(
    r"\b(?!náš|váš|získáš“)\w+[íeá]š\b|\btv(ůj|oje|á|é|ou)\b", re.IGNORECASE
)
ONLY_A_MAN = re.compile(r"\w+l jsem\b|\bjsem \w+l\b", re.IGNORECASE)
# What is as short as a label on a page: what names a field, a choice or a section.
LABELLING = re.compile(
    r"<(button|label|legend|summary|th|h[1-6])\b[^>]*>(.*?)</\1>", re.DOTALL
)
TRANSLATE = re.compile(r"{%\s*translate\s+(?:\"([^\"]*)\"|'([^']*)')")
BLOCK = re.compile(
    r"{%\s*blocktranslate\b[^%]*%}(.*?){%\s*endblocktranslate\s*%}", re.DOTALL
)
OUTSIDE_TEXT = re.compile(
    r"{#.*?#}|{%.*?%}|{{.*?}}|<(style|script)\b.*?</\1>|<[^>]*>", re.DOTALL
)
ENTRIES = {"count", "flag", "pick", "name", "text", "reading"}


def texts() -> list[POEntry]:
    return [entry for entry in pofile(str(CATALOGUE)) if not entry.obsolete]


def english(entry: POEntry) -> Iterator[str]:
    yield from filter(None, (entry.msgid, entry.msgid_plural))


def templates() -> list[Path]:
    return sorted(TEMPLATES.rglob("*.html"))


def literal_text(template: str) -> str:
    """What a template shows by itself, without its tags, values and translations."""
    return OUTSIDE_TEXT.sub(" ", BLOCK.sub(" ", template))


def dialect_of(text: str) -> list[str]:
    return [
        found.group()
        for pattern in DIALECT
        if (found := re.search(pattern, text, re.IGNORECASE))
    ]


def words_of(text: str) -> int:
    """Words a person reads: signs between them and marks of a page are none."""
    plain = re.sub(r"<[^>]*>", " ", text)
    return len([word for word in plain.split() if re.search(r"\w", word)])


def sentences(text: str) -> list[str]:
    return re.split(r"(?<=[.?!…])\s+", text)


def template_labels() -> Iterator[tuple[str, str]]:
    for path in templates():
        for _tag, content in LABELLING.findall(path.read_text()):
            found = [one or other for one, other in TRANSLATE.findall(content)]
            blocks = [part for block in BLOCK.findall(content) for part in forms(block)]
            for text in (*found, *blocks):
                yield path.relative_to(PROJECT).as_posix(), " ".join(text.split())


def forms(block: str) -> list[str]:
    return re.split(r"{%\s*plural\s*%}", block)


def python_labels() -> Iterator[tuple[str, str]]:
    """Labels of forms, and of the entries a game declares."""
    for package in ("campaign", "companion", "scoring"):
        for path in sorted((PROJECT / package).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.Call):
                    for text in call_labels(node):
                        yield path.relative_to(PROJECT).as_posix(), text


def call_labels(call: ast.Call) -> Iterator[str]:
    given = [word.value for word in call.keywords if word.arg == "label"]
    if isinstance(call.func, ast.Name) and call.func.id in ENTRIES:
        given += call.args[:1]
    for value in given:
        if isinstance(value, ast.Call) and value.args:
            marked = value.args[0]
            if isinstance(marked, ast.Constant) and isinstance(marked.value, str):
                yield marked.value


def test_no_text_is_written_in_dialect():
    spoken = {one: dialect_of(one) for entry in texts() for one in english(entry)}
    assert {text: found for text, found in spoken.items() if found} == {}


def test_no_template_speaks_dialect_by_itself():
    spoken = {
        path.relative_to(PROJECT).as_posix(): dialect_of(literal_text(path.read_text()))
        for path in templates()
    }
    assert {name: found for name, found in spoken.items() if found} == {}


def test_labels_are_short():
    labels = [*template_labels(), *python_labels()]
    assert len(labels) > 300  # they are found at all
    assert [one for one in labels if words_of(one[1]) > LONGEST_LABEL] == []


def test_sentences_are_short():
    long = {
        text
        for entry in texts()
        for text in english(entry)
        if any(words_of(one) > LONGEST_SENTENCE for one in sentences(text))
    }
    assert long == set()


def test_two_short_sentences_beat_a_semicolon():
    assert [
        text for entry in texts() for text in english(entry) if re.search(r"\w; ", text)
    ] == []


def czech() -> Iterator[str]:
    for entry in texts():
        yield from (entry.msgstr, *entry.msgstr_plural.values())


@pytest.mark.parametrize("wrong", [TOO_FAMILIAR, ONLY_A_MAN])
def test_czech_fits_whoever_holds_the_phone(wrong):
    assert [text for text in czech() if wrong.search(text)] == []


def test_czech_that_fits_only_some_is_recognised():
    assert TOO_FAMILIAR.search("Změníš je klepnutím na tvoje jméno.")
    assert not TOO_FAMILIAR.search("Náš i váš list: „Zboř a získáš“.")
    assert ONLY_A_MAN.search("Už jsem hodil")


def test_czech_has_one_word_for_one_thing():
    told = [
        (text, better)
        for text in czech()
        for pattern, better in OTHER_CZECH_WORDS.items()
        if re.search(pattern, text, re.IGNORECASE)
    ]
    assert told == []


@pytest.mark.parametrize(
    "text",
    [
        "Put away",
        "Put it away",
        "The result is covered.",
        "Send out",
        "Taken back",
        "Take all of it back",
        "To put right",
        "Look at it afresh.",
        "Who is in stays in.",
        "Inventions of the own age",
        "A change holds from the next session on.",
        "The plan comes along here.",
        "The result counts along here.",
        "What the campaign knows itself",
        "13 of 100 such logs",
        "Anna may begin",
        "This layout is a stand-in.",
        "Two suffice.",
    ],
)
def test_the_dialect_is_recognised(text):
    assert dialect_of(text)


@pytest.mark.parametrize(
    "text",
    ["Archive", "Undo", "Discover an island", "Log in", "Go on to the next step"],
)
def test_plain_words_are_no_dialect(text):
    assert dialect_of(text) == []


def test_what_a_template_says_by_itself_is_read():
    page = '<p class="put away">{% translate "a" %} Put away {{ b }}{# anew #}</p>'
    assert dialect_of(literal_text(page)) == ["Put away"]
