"""The stylesheets and scripts of a page as two files, put together when static files are collected.

Every page shares them, so a phone fetches them once an evening; only the big screen, a table's records, a
campaign's session, chronicle, box and options, and travels through its history have a sheet more, and some a script,
as a result has. While the program is worked on, and in tests, a page names the files one by one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from django.contrib.staticfiles.finders import BaseFinder, find
from django.contrib.staticfiles.storage import ManifestFilesMixin, staticfiles_storage
from django.core.files.base import ContentFile
from django.core.files.storage import InMemoryStorage, Storage

STYLES = (
    "home/fonts.css",
    "home/companion.css",
    "tables/seats.css",
    "sessions/looks.css",
    "sessions/session.css",
    "sessions/finale.css",
    "tables/tables.css",
    "tables/joining.css",
    "paper/sheet.css",
    "campaign/board.css",
    "campaign/history.css",
    "exchange/exchange.css",
    "sessions/aids.css",
    "home/device.css",
    "paper/print.css",
)
SCRIPTS = (
    "django_htmx/htmx-2.min.js",
    "home/companion.js",
    "log/live.js",
    "home/device.js",
    "log/offline.js",
    "log/queue.js",
    "log/waiting.js",
    "tables/questions.js",
    "home/awake.js",
    "paper/printing.js",
    "sessions/picks.js",
    "sessions/cells.js",
    "sessions/answers.js",
    "sessions/onward.js",
    "sessions/twins.js",
    "sessions/helpers.js",
    "sessions/calculators.js",
)
# What only some pages need beside it.
SCRIPTS_OF = {
    "finale": ("sessions/finale.js",),
    "chronicle": ("sessions/finale.js",),
    "screen": ("sessions/finale.js",),
    "session": ("campaign/drafts.js", "campaign/problems.js"),
    "box": ("campaign/editor.js",),
    "options": ("campaign/drafts.js",),
}
# Before the first letter is painted: what running text is set in, and what titles are.
FIRST_FONTS = (
    "home/fonts/AlegreyaSans-Regular.woff2",
    "home/fonts/AlegreyaSans-Bold.woff2",
    "home/fonts/Alegreya-Bold.woff2",
)
STYLE_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
# A property that is empty on purpose keeps its blank, which older browsers need.
QUOTED = re.compile(r"""("[^"\n]*"|'[^'\n]*')""")
AROUND_SIGN = re.compile(r"(?<=[^:\s])\s*([{};,])\s*")
AFTER_COLON = re.compile(r":\s+(?![;\s])")
AFTER_RULE = re.compile(r"\}\s+")
INDENT = re.compile(r"\n\s+")
COMMENT_LINE = re.compile(r"^[ \t]*//.*\n", re.MULTILINE)
# At the end of a line whose texts are whole before it.
COMMENT_AFTER = re.compile(
    r"""^((?:[^"'`/\n]|"[^"\n]*"|'[^'\n]*'|`[^`\n]*`)*?[;{},)\]]) +//[^\n]*$""",
    re.MULTILINE,
)
FOLDER = "bundles"  # one level deep like the rooms, so that ../ leads to the same place


SCRIPT = f"{FOLDER}/page.js"
STYLES_OF = {
    "page": STYLES,
    "screen": (*STYLES, "home/screen.css"),
    "session": (*STYLES, "campaign/session.css"),
    "chronicle": (*STYLES, "campaign/chronicle.css"),
    "box": (*STYLES, "campaign/box.css"),
    "records": (*STYLES, "records/records.css"),
    "travel": (*STYLES, "campaign/travel.css"),
    "options": (*STYLES, "campaign/options.css"),
}


def are_collected() -> bool:
    return isinstance(staticfiles_storage, ManifestFilesMixin)


def style_bundle(kind: str) -> str:
    return f"{FOLDER}/{kind}.css"


def style_names(kind: str) -> tuple[str, ...]:
    own = kind if kind in STYLES_OF else "page"
    return (style_bundle(own),) if are_collected() else STYLES_OF[own]


def script_bundle(kind: str) -> str:
    return f"{FOLDER}/{kind}.js"


def script_names(kind: str = "page") -> tuple[str, ...]:
    own = SCRIPTS_OF.get(kind, ())
    if not are_collected():
        return (*SCRIPTS, *own)
    return (SCRIPT, script_bundle(kind)) if own else (SCRIPT,)


def asset_names() -> list[str]:
    """Everything any page loads: what a device keeps for when the laptop is away."""
    styles = [name for kind in STYLES_OF for name in style_names(kind)]
    scripts = [name for kind in ("page", *SCRIPTS_OF) for name in script_names(kind)]
    return list(dict.fromkeys([*styles, *scripts, *FIRST_FONTS]))


def join_styles(names: Iterable[str]) -> str:
    return "\n".join(lighten_styles(source_of(name)) for name in names)


def join_scripts(names: Iterable[str]) -> str:
    """Strict from the first line on, as each of them is alone."""
    return "\n;".join(
        ['"use strict"', *(lighten_script(source_of(name)) for name in names)]
    )


def lighten_styles(source: str) -> str:
    """Without comments and spaces around signs, which a phone would fetch for nothing.

    What stands in quotes is said to people, so it stays.
    """
    parts = QUOTED.split(STYLE_COMMENT.sub("", source))
    return "".join(
        part if part.startswith(('"', "'")) else squeeze_rules(part) for part in parts
    )


def squeeze_rules(source: str) -> str:
    bare = AROUND_SIGN.sub(r"\1", source)
    return AFTER_RULE.sub("}", AFTER_COLON.sub(":", bare))


def lighten_script(source: str) -> str:
    """Without comments and without indents; whatever else a line holds stays."""
    return INDENT.sub("\n", COMMENT_AFTER.sub(r"\1", COMMENT_LINE.sub("", source)))


def source_of(name: str) -> str:
    path = find(name)
    if path is None:
        raise FileNotFoundError(name)
    return Path(path).read_text(encoding="utf-8")


@cache
def bundle_storage() -> InMemoryStorage:
    storage = InMemoryStorage()
    for kind, names in {"page": SCRIPTS, **SCRIPTS_OF}.items():
        storage.save(script_bundle(kind), ContentFile(join_scripts(names)))
    for kind, names in STYLES_OF.items():
        storage.save(style_bundle(kind), ContentFile(join_styles(names)))
    return storage


class BundleFinder(BaseFinder):
    """Hands the bundles to whoever collects static files, as if they lay in a folder."""

    def check(self, **_options: Any) -> list[Any]:
        return []

    def find(self, *_path: Any, **_options: Any) -> list[str]:  # type: ignore[override]
        """None of them lies in a folder, so that nobody can serve one uncollected."""
        return []

    def list(
        self, ignore_patterns: Iterable[str] | None
    ) -> Iterator[tuple[str, Storage]]:
        del ignore_patterns
        storage = bundle_storage()
        for name in storage.listdir(FOLDER)[1]:
            yield f"{FOLDER}/{name}", storage
