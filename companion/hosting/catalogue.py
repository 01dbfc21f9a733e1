"""The Czech catalogue: how it is written, and everything that can be wrong with it."""

import re
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import chdir
from pathlib import Path

from django.core.management import call_command
from polib import POEntry, POFile, pofile

LANGUAGE = "cs"
PLURALS = 4
HEADER = {
    "Language": LANGUAGE,
    "MIME-Version": "1.0",
    "Content-Type": "text/plain; charset=UTF-8",
    "Content-Transfer-Encoding": "8bit",
    "Plural-Forms": f"nplurals={PLURALS}; plural=(n == 1 && n % 1 == 0) ? 0 : "
    "(n >= 2 && n <= 4 && n % 1 == 0) ? 1: (n % 1 != 0 ) ? 2 : 3;",
}
# Folders without texts for people. Some are large, some only exist on one machine.
WITHOUT_TEXTS = (".*", "__pycache__", "locale", "static", "tests", "var")
PLACEHOLDER = re.compile(r"%\(\w+\)[a-z]|\{\w*\}")

Key = tuple[str | None, str]


class NoGettext(Exception):
    """The program that finds texts in the source is not installed."""


def catalogue_path(project: Path) -> Path:
    return project / "locale" / LANGUAGE / "LC_MESSAGES" / "django.po"


def read_catalogue(project: Path) -> POFile:
    """The catalogue of a project, empty when there is none yet."""
    path = catalogue_path(project)
    return pofile(str(path)) if path.exists() else POFile()


def write_catalogue(project: Path, catalogue: POFile) -> None:
    path = catalogue_path(project)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"{catalogue}\n", encoding="utf-8", newline="\n")
    path.with_suffix(".mo").write_bytes(catalogue.to_binary())


def extract_texts(project: Path) -> POFile:
    """Every text for people in the source, found in a copy so that nothing is left behind."""
    if not shutil.which("xgettext"):
        raise NoGettext(
            "Can't collect texts. Install the package gettext (it contains xgettext)."
        )
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder).resolve() / "project"
        shutil.copytree(project, copy, ignore=shutil.ignore_patterns(*WITHOUT_TEXTS))
        (copy / "locale").mkdir()
        with chdir(copy):
            make_messages()
        return read_catalogue(copy)


def make_messages() -> None:
    call_command(
        "makemessages",
        locale=[LANGUAGE],
        # A line number in each location would change with every edit of the source.
        add_location="file",
        verbosity=0,
    )


def merge_catalogues(found: POFile, known: POFile) -> POFile:
    """What was found in the source, in its order, with the translations known so far."""
    translations = {entry_key(entry): entry for entry in live_entries(known)}
    catalogue = POFile()
    catalogue.metadata = dict(HEADER)
    catalogue.extend(
        carry_over(entry, translations.get(entry_key(entry))) for entry in found
    )
    return catalogue


def carry_over(found: POEntry, known: POEntry | None) -> POEntry:
    same = known if known and known.msgid_plural == found.msgid_plural else None
    entry = POEntry(
        msgctxt=found.msgctxt,
        msgid=found.msgid,
        msgid_plural=found.msgid_plural,
        comment=found.comment,
        tcomment=known.tcomment if known else "",
        occurrences=found.occurrences,
        flags=[flag for flag in found.flags if flag != "fuzzy"],
        msgstr=same.msgstr if same else "",
    )
    if found.msgid_plural:
        forms = same.msgstr_plural if same else {}
        entry.msgstr_plural = {slot: forms.get(slot, "") for slot in range(PLURALS)}
    return entry


def entry_key(entry: POEntry) -> Key:
    return entry.msgctxt, entry.msgid


def catalogue_faults(found: POFile, catalogue: POFile, compiled: bytes) -> list[str]:
    """A sentence for everything that is wrong; none when the catalogue is complete."""
    return [
        *header_faults(catalogue),
        *(
            f"not in the catalogue: {text!r}"
            for text in missing_faults(found, catalogue)
        ),
        *(
            f"no longer in the source: {text!r}"
            for text in leftover_faults(found, catalogue)
        ),
        *(f"obsolete: {entry.msgid!r}" for entry in catalogue.obsolete_entries()),
        *(
            f"{fault}: {entry.msgid!r}"
            for entry in live_entries(catalogue)
            for fault, is_wrong in ENTRY_FAULTS.items()
            if is_wrong(entry)
        ),
        *compilation_faults(catalogue, compiled),
    ]


def header_faults(catalogue: POFile) -> Iterator[str]:
    for name, value in HEADER.items():
        if catalogue.metadata.get(name) != value:
            yield f"the header {name} is not {value!r}"


def missing_faults(found: POFile, catalogue: POFile) -> list[str]:
    known = {entry_key(entry) for entry in live_entries(catalogue)}
    return [entry.msgid for entry in found if entry_key(entry) not in known]


def leftover_faults(found: POFile, catalogue: POFile) -> list[str]:
    wanted = {entry_key(entry) for entry in found}
    return [
        entry.msgid
        for entry in live_entries(catalogue)
        if entry_key(entry) not in wanted
    ]


def live_entries(catalogue: POFile) -> list[POEntry]:
    return [entry for entry in catalogue if not entry.obsolete]


def is_untranslated(entry: POEntry) -> bool:
    return not entry.msgid_plural and not entry.msgstr


def is_fuzzy(entry: POEntry) -> bool:
    return "fuzzy" in entry.flags


def lacks_a_plural(entry: POEntry) -> bool:
    forms = entry.msgstr_plural
    return bool(entry.msgid_plural) and not all(map(forms.get, range(PLURALS)))


def changes_a_placeholder(entry: POEntry) -> bool:
    if not entry.msgid_plural:
        return bool(entry.msgstr) and placeholders(entry.msgstr) != placeholders(
            entry.msgid
        )
    many = placeholders(entry.msgid_plural)
    # "One point" may name its number in words, and so may its translation.
    allowed_for_one = (placeholders(entry.msgid), many)
    return any(
        placeholders(text) not in (allowed_for_one if slot == 0 else (many,))
        for slot, text in entry.msgstr_plural.items()
        if text
    )


def placeholders(text: str) -> set[str]:
    return set(PLACEHOLDER.findall(text))


ENTRY_FAULTS: dict[str, Callable[[POEntry], bool]] = {
    "not translated": is_untranslated,
    "only guessed (fuzzy)": is_fuzzy,
    "not every plural is translated": lacks_a_plural,
    "the placeholders differ": changes_a_placeholder,
}


def compilation_faults(catalogue: POFile, compiled: bytes) -> Iterator[str]:
    if catalogue.to_binary() != compiled:
        yield "django.mo is not what django.po compiles to: run `make messages`"


def project_faults(project: Path) -> list[str]:
    compiled = catalogue_path(project).with_suffix(".mo")
    return catalogue_faults(
        extract_texts(project),
        read_catalogue(project),
        compiled.read_bytes() if compiled.exists() else b"",
    )
