"""The secret key: given in the environment, or made once on this machine and kept in the data folder."""

import os
from pathlib import Path
from secrets import token_urlsafe

from companion.hosting.file_locks import hold_lock

SHORTEST = 50  # characters, as Django asks for


def secret_key(folder: Path) -> str:
    given = os.environ.get("COMPANION_SECRET", "")
    if given and len(given) < SHORTEST:
        raise SystemExit(
            f"COMPANION_SECRET is too short. Use at least {SHORTEST} random characters."
        )
    return given or own_key(folder)


def own_key(folder: Path) -> str:
    path = folder / "secret-key"
    try:
        if not path.exists():
            make_key(path)
        return path.read_text()
    except OSError as error:
        raise SystemExit(
            f"Can't use the data folder {folder} ({error.strerror})."
            " Make room there, or set COMPANION_DATA to another folder."
        ) from error


def make_key(path: Path) -> None:
    """Two programs that start at once agree on one key, and nobody ever reads half of it."""
    with hold_lock(path.with_name("secret-key.lock")):
        if path.exists():
            return
        new = path.with_name(f"secret-key.{os.getpid()}")
        try:
            new.touch(mode=0o600)
            new.write_text(token_urlsafe(50))
            new.replace(path)
        finally:
            new.unlink(missing_ok=True)
