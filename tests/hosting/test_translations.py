"""The Czech catalogue is complete, and each check of it notices its fault."""

import shutil
from pathlib import Path

import pytest
from polib import POEntry, POFile

from companion.hosting import catalogue as messages


def text(msgid: str = "Score", msgstr: str = "Body", **more: object) -> POEntry:
    return POEntry(msgid=msgid, msgstr=msgstr, **more)


def plural(one: str, many: str, *forms: str) -> POEntry:
    return POEntry(msgid=one, msgid_plural=many, msgstr_plural=dict(enumerate(forms)))


def catalogue(*entries: POEntry) -> POFile:
    made = POFile()
    made.metadata = dict(messages.HEADER)
    made.extend(entries)
    return made


def faults_of(written: POFile, found: POFile | None = None) -> list[str]:
    return messages.catalogue_faults(found or written, written, written.to_binary())


POINTS = plural(
    "one point", "%(n)s points", "bod", "%(n)s body", "%(n)s bodu", "%(n)s bodů"
)


@pytest.mark.skipif(not shutil.which("xgettext"), reason="gettext is not installed")
def test_texts_are_found_in_python_and_in_templates(tmp_path: Path):
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "page.html").write_text(
        '{% translate "In a page" %}{% blocktranslate count n=n %}{{ n }} empire'
        "{% plural %}{{ n }} empires{% endblocktranslate %}"
    )
    (tmp_path / "scoring").mkdir()
    (tmp_path / "scoring" / "game.py").write_text('_("In a game")')
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_game.py").write_text('_("In a test")')
    found = messages.extract_texts(tmp_path)
    assert {entry.msgid for entry in found} == {
        "In a page",
        "In a game",
        "%(n)s empire",
    }
    assert not (tmp_path / "locale").exists()


def test_a_complete_catalogue_has_no_faults():
    assert faults_of(catalogue(text(), POINTS)) == []


def test_a_text_that_is_not_in_the_catalogue_is_noticed():
    found = catalogue(text(), text("New", ""))
    assert faults_of(catalogue(text()), found) == ["not in the catalogue: 'New'"]


def test_the_same_text_in_another_context_is_another_text():
    found = catalogue(text(), text(msgctxt="the verb"))
    assert faults_of(catalogue(text()), found) == ["not in the catalogue: 'Score'"]


def test_a_text_that_left_the_source_is_noticed():
    written = catalogue(text(), text("Old", "Starý"))
    assert faults_of(written, catalogue(text())) == ["no longer in the source: 'Old'"]


def test_an_obsolete_text_is_noticed():
    written = catalogue(text(), text("Old", "Starý", obsolete=True))
    assert faults_of(written, catalogue(text())) == ["obsolete: 'Old'"]


def test_a_text_that_came_back_is_not_covered_by_its_obsolete_translation():
    written = catalogue(text("Old", "Starý", obsolete=True))
    assert faults_of(written, catalogue(text("Old", ""))) == [
        "not in the catalogue: 'Old'",
        "obsolete: 'Old'",
    ]


def test_an_untranslated_text_is_noticed():
    assert faults_of(catalogue(text(msgstr=""))) == ["not translated: 'Score'"]


def test_a_guessed_translation_is_noticed():
    guessed = catalogue(text(flags=["fuzzy"]))
    assert faults_of(guessed) == ["only guessed (fuzzy): 'Score'"]


@pytest.mark.parametrize("forms", [("bod", "body"), ("bod", "body", "", "bodů")])
def test_a_missing_plural_is_noticed(forms):
    written = catalogue(plural("point", "points", *forms))
    assert faults_of(written) == ["not every plural is translated: 'point'"]


@pytest.mark.parametrize(
    "entry",
    [
        text("%(name)s won", "Vyhrává %(jmeno)s"),
        text("%(name)s won", "Vyhrává"),
        text("Won", "Vyhrává %(name)s"),
        text("{count} cards", "karty"),
        plural("%(n)s card", "%(n)s cards", "%(n)s karta", "karty", "%(n)s", "%(n)s"),
    ],
)
def test_a_changed_placeholder_is_noticed(entry):
    assert faults_of(catalogue(entry)) == [f"the placeholders differ: {entry.msgid!r}"]


def test_a_placeholder_may_move_and_a_percent_sign_is_none():
    moved = text("%(a)s beats %(b)s, 100 % sure", "%(b)s prohrává s %(a)s, na 100 %")
    assert faults_of(catalogue(moved)) == []


def test_a_header_with_other_plurals_is_noticed():
    written = catalogue(text())
    written.metadata["Plural-Forms"] = "nplurals=2; plural=(n != 1);"
    assert ["the header Plural-Forms" in fault for fault in faults_of(written)] == [
        True
    ]


def test_a_compiled_catalogue_that_is_behind_is_noticed():
    new, old = catalogue(text()), catalogue(text(msgstr="Skóre"))
    assert messages.catalogue_faults(new, new, old.to_binary()) == [
        "django.mo is not what django.po compiles to: run `make messages`"
    ]


def test_an_update_keeps_translations_drops_old_texts_and_fills_nothing_in():
    found = catalogue(text("New", ""), text("Score", ""), plural("a", "b", "", ""))
    known = catalogue(text(), text("Old", "Starý"))
    updated = messages.merge_catalogues(found, known)
    assert [(entry.msgid, entry.msgstr) for entry in updated] == [
        ("New", ""),
        ("Score", "Body"),
        ("a", ""),
    ]
    assert updated[2].msgstr_plural == dict.fromkeys(range(4), "")


def test_an_update_without_changes_writes_the_same_bytes(tmp_path: Path):
    first = catalogue(text(), POINTS)
    messages.write_catalogue(tmp_path, first)
    path = messages.catalogue_path(tmp_path)
    written = path.read_bytes(), path.with_suffix(".mo").read_bytes()
    known = messages.read_catalogue(tmp_path)
    messages.write_catalogue(tmp_path, messages.merge_catalogues(first, known))
    assert (path.read_bytes(), path.with_suffix(".mo").read_bytes()) == written
    assert b"@" not in written[0]
    assert b"POT-Creation-Date" not in written[0]
