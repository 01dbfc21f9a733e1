"""Where the program's own files lie and where it keeps its data, in a clone and installed."""

from __future__ import annotations

import os
from pathlib import Path

PROGRAM = "empire-companion"
PACKAGE = Path(__file__).resolve().parent.parent


def is_clone(package: Path = PACKAGE) -> bool:
    """Whether this runs from a clone; only a wheel has the folder companion/bundled."""
    return not (package / "bundled").is_dir()


def resource_folder(package: Path = PACKAGE) -> Path:
    """The folder that holds templates/, static/ and locale/."""
    return package.parent if is_clone(package) else package / "bundled"


def data_folder(package: Path = PACKAGE) -> Path:
    """COMPANION_DATA, or var/ in a clone, or the user's own folder for data of programs."""
    if chosen := os.environ.get("COMPANION_DATA"):
        return Path(chosen).resolve()
    if is_clone(package):
        return package.parent / "var"
    from platformdirs import user_data_path  # a clone does without it

    return user_data_path(PROGRAM, appauthor=False)


def make_data_folder(folder: Path) -> Path:
    """Makes the folder for its owner alone, or ends with one sentence."""
    os.umask(0o077)  # whatever is written from now on is for its owner alone
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise SystemExit(
            f"Can't create the data folder {folder} ({error.strerror})."
            " Set COMPANION_DATA to another folder."
        ) from error
    return folder
