"""The secret key: made once on this machine, kept in the data folder."""

import os
from pathlib import Path
from secrets import token_urlsafe


def secret_key(folder: Path) -> str:
    path = folder / "secret-key"
    if not path.exists():
        # Written whole under another name first: nobody ever reads half a key.
        new = folder / f"secret-key.{os.getpid()}"
        new.touch(mode=0o600)
        new.write_text(token_urlsafe(50))
        new.replace(path)
    return path.read_text()
