"""Static files, collected once for every version of them; a server packs nothing that is packed already."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command

from companion.home import bundles
from companion.hosting.file_locks import hold_lock

PART = 64 * 1024  # bytes read at once


def collect_changed_assets() -> None:
    """Collects the static files unless the same ones were collected before, to the end."""
    current = fingerprint_of_assets()
    if not are_current(current):
        # Several servers may share the folder; who comes second finds it done.
        with hold_lock(beside_root("lock")):
            if not are_current(current):
                call_command(
                    "collectstatic", interactive=False, clear=True, verbosity=0
                )
        bundles.bundle_storage.cache_clear()  # nobody asks for them again


def are_current(fingerprint: str) -> bool:
    manifest = Path(settings.STATIC_ROOT) / "staticfiles.json"
    stamp = beside_root("collected")
    return manifest.exists() and stamp.exists() and stamp.read_text() == fingerprint


def beside_root(what: str) -> Path:
    root = Path(settings.STATIC_ROOT)
    return root.with_name(f"{root.name}.{what}")


def fingerprint_of_assets() -> str:
    digest = hashlib.sha256(repr(settings.STORAGES["staticfiles"]).encode())
    for part in asset_parts():
        digest.update(part)
    return digest.hexdigest()


def asset_parts() -> Iterator[bytes]:
    """Bundles follow from the files and from the module that makes them, and take long to make."""
    yield Path(bundles.__file__).read_bytes()
    for finder in get_finders():
        files = () if isinstance(finder, bundles.BundleFinder) else finder.list([])
        for name, storage in files:
            yield repr((name, storage.size(name))).encode()
            with storage.open(name) as file:
                yield from file.chunks(PART)
