"""The command empire-companion: it serves, and every command of manage.py is behind it."""

from __future__ import annotations

import os
import sys

from companion import __version__
from companion.base.terminal import terminal_language
from companion.hosting.folders import PROGRAM, data_folder

ENGLISH = f"""\
{PROGRAM}                 start on this laptop and for phones on its network
{PROGRAM} COMMAND ...     run another command, for example:
    score arcs --example           show a game as JSON (leave out --example to score one)
    changepassword NAME            set a new password
    restore FILE                   go back to a backup
{PROGRAM} help            list all commands
{PROGRAM} help COMMAND    explain a command
{PROGRAM} --version       show the version and the data folder"""
CZECH = f"""\
{PROGRAM}                 spustit na tomto notebooku a pro telefony v jeho síti
{PROGRAM} PŘÍKAZ ...      spustit jiný příkaz, například:
    score arcs --example           ukázat hru jako JSON (bez --example ji spočítat)
    changepassword JMÉNO           nastavit nové heslo
    restore SOUBOR                 vrátit se k záloze
{PROGRAM} help            vypsat všechny příkazy
{PROGRAM} help PŘÍKAZ     vysvětlit příkaz
{PROGRAM} --version       ukázat verzi a složku s daty"""
USAGE = {"en": ENGLISH, "cs": CZECH}
VERSION = {
    "en": "Empire Companion {version}, data in {folder}\n",
    "cs": "Empire Companion {version}, data v {folder}\n",
}


def main(words: list[str] | None = None) -> None:
    words = sys.argv[1:] if words is None else words
    if words in (["--help"], ["-h"]):
        sys.stdout.write(f"{USAGE[terminal_language()]}\n")
    elif words in (["--version"], ["version"]):
        said = VERSION[terminal_language()]
        sys.stdout.write(said.format(version=__version__, folder=data_folder()))
    else:
        run_command(words or ["serve"])


def run_command(words: list[str]) -> None:
    # Whatever another project has set in this shell is not meant for this one.
    os.environ["DJANGO_SETTINGS_MODULE"] = "companion.settings"
    from django.core.management import execute_from_command_line

    execute_from_command_line([PROGRAM, *words])


if __name__ == "__main__":
    main()
