"""python -m tests.attack: what a stranger would try, on this machine only and bounded in time.

Prints for each class how much was tried and how much failed. ATTACK_REQUESTS says how many hostile
requests are made (THOROUGH=1: 100,000); DATABASE_URL on which database.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path

FEW, MANY = 1_500, 100_000
SHOWN = 5  # failures told of each class


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        os.environ["COMPANION_DATA"] = folder
        os.environ["DJANGO_SETTINGS_MODULE"] = "companion.settings"
        import django

        django.setup()
        failed = [tell(name, outcome) for name, outcome in run_all(Path(folder))]
    return int(any(failed))


def run_all(folder: Path):
    from tests.attack import known, strangers
    from tests.e2e.served import Served

    server = Served(folder / "served")
    try:
        server.start()
        yield from asyncio.run(strangers.attack(server)).items()
    finally:
        server.kill()
    yield from known.attack().items()
    with own_database():
        from tests.attack import bad_files, long_sessions
        from tests.attack.fuzz import Fuzz

        yield "files made to take long", bad_files.attack()
        yield "sessions made to take long", long_sessions.attack()
        yield "hostile requests", Fuzz(seed()).run(how_many())


@contextmanager
def own_database():
    """A database that is dropped afterwards, and settings as tests have them."""
    import logging
    from unittest.mock import patch

    from django.template.base import Template
    from django.test.runner import DiscoverRunner
    from django.test.utils import override_settings

    logging.disable(logging.CRITICAL)  # refusing is all these requests are for
    runner = DiscoverRunner(verbosity=0, interactive=False)
    runner.setup_test_environment()
    databases = runner.setup_databases()
    plain = "django.contrib.staticfiles.storage.StaticFilesStorage"
    quick = "django.contrib.auth.hashers.MD5PasswordHasher"
    settings = override_settings(
        COMPANION_HOSTS=["testserver"],
        STORAGES={"staticfiles": {"BACKEND": plain}},
        PASSWORD_HASHERS=[quick],
    )
    try:
        # As when serving: the test's own renderer copies every context, which nobody looks at.
        with settings, patch.object(Template, "_render", render_nodes):
            yield
    finally:
        runner.teardown_databases(databases)
        runner.teardown_test_environment()
        logging.disable(logging.NOTSET)


def render_nodes(template, context) -> str:
    return template.nodelist.render(context)


def how_many() -> int:
    usual = MANY if os.environ.get("THOROUGH") else FEW
    return int(os.environ.get("ATTACK_REQUESTS") or usual)


def seed() -> int:
    return int(os.environ.get("ATTACK_SEED") or 1)


def tell(name: str, outcome) -> int:
    sys.stdout.write(f"{name}: tried {outcome.tried}, failed {len(outcome.failed)}\n")
    for one in outcome.failed[:SHOWN]:
        sys.stdout.write(f"    {one[:500]}\n")
    sys.stdout.flush()
    return len(outcome.failed)


if __name__ == "__main__":
    sys.exit(main())
