"""A data folder as a first start leaves it: made once, kept for later runs beside pytest's own cache."""

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from importlib.metadata import version
from pathlib import Path

from companion.hosting.file_locks import hold_lock

PROJECT = Path(__file__).resolve().parent.parent
KEPT = PROJECT / ".pytest_cache" / "ready"
DATABASE, STATIC, STAMP = "companion.sqlite3", "static", "static.collected"
FIRST_START = """
from companion.hosting.starting import bring_database_up_to_date
from companion.hosting.collecting_static import collect_changed_assets
bring_database_up_to_date()
collect_changed_assets()
"""


def own_database(folder: Path) -> dict[str, str]:
    """The environment of processes with a SQLite file of their own, settings as at the table."""
    others = ("COMPANION_", "DATABASE_URL")
    kept = {k: v for k, v in os.environ.items() if not k.startswith(others)}
    return {**kept, "COMPANION_DATA": str(folder)}


def make_ready(folder: Path) -> None:
    """Puts an empty database of today and the static files there, as if a server had run before."""
    folder.mkdir(parents=True, exist_ok=True)
    copy_database(folder / DATABASE)
    shutil.copy(ready_folder() / STAMP, folder)
    collected = ready_folder() / STATIC
    if os.name == "posix":  # elsewhere a link is an administrator's
        (folder / STATIC).symlink_to(collected, target_is_directory=True)
    else:
        shutil.copytree(collected, folder / STATIC)


def copy_database(target: Path) -> None:
    shutil.copy(ready_folder() / DATABASE, target)


@cache
def ready_folder() -> Path:
    folder = KEPT / what_it_is_made_of()
    KEPT.mkdir(parents=True, exist_ok=True)
    with hold_lock(KEPT / "lock"):  # other workers wait for the first
        if not (folder / STAMP).exists():
            forget_older_ones()
            start_for_the_first_time(folder)
    return folder


def start_for_the_first_time(folder: Path) -> None:
    folder.mkdir()
    command = [sys.executable, "manage.py", "shell", "--verbosity", "0"]
    subprocess.run(
        [*command, "-c", FIRST_START],
        cwd=PROJECT,
        env=own_database(folder),
        check=True,
    )


def forget_older_ones() -> None:
    for path in KEPT.iterdir():
        if path.is_dir():
            shutil.rmtree(path)


def what_it_is_made_of() -> str:
    digest = hashlib.sha256(version("django").encode())
    for path in sorted(sources()):
        digest.update(str(path.relative_to(PROJECT)).encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def sources() -> Iterator[Path]:
    for room in ("companion", "campaign"):
        yield from (PROJECT / room / "migrations").glob("*.py")
    yield PROJECT / "companion" / "home" / "bundles.py"
    yield PROJECT / "companion" / "hosting" / "collecting_static.py"
    for path in (PROJECT / "static").rglob("*"):
        if path.is_file():
            yield path
