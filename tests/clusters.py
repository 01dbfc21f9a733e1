"""A small PostgreSQL of its own, where its programs are installed."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

PROGRAMS = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
IS_ROOT = hasattr(os, "geteuid") and os.geteuid() == 0


class Cluster:
    """Reached by a socket only, in a folder that PostgreSQL's own user may enter."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.folder, self.programs, self.options = folder, PROGRAMS[-1], options
        folder.mkdir()
        folder.chmod(0o755)
        if IS_ROOT:  # which PostgreSQL refuses to run as
            shutil.chown(folder, "postgres")
        how = ("-U", "companion", "-A", "trust", "-E", "UTF8", "--no-sync")
        self.run("initdb", *how, "--locale=C.UTF-8")

    @property
    def address(self) -> str:
        return f"postgres://companion@/postgres?host={self.folder}"

    def run(self, program: str, *words: str) -> None:
        as_whom = ["runuser", "-u", "postgres", "--"] if IS_ROOT else []
        files = ["-D", str(self.folder / "files")]
        given = [*as_whom, str(self.programs / program), *files, *words]
        subprocess.run(given, check=True, stdout=subprocess.DEVNULL, cwd="/")

    def control(self, *words: str) -> None:
        only_here = f"-c listen_addresses='' -c unix_socket_directories='{self.folder}'"
        options = " ".join((only_here, *(f"-c {one}" for one in self.options)))
        log = ("-l", str(self.folder / "log"))
        self.run("pg_ctl", "-w", "-o", options, *log, *words)

    def remove(self) -> None:
        self.control("-m", "immediate", "stop")
        shutil.rmtree(self.folder)
