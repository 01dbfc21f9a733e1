"""The app on a home screen: its manifest, and what its service worker keeps for when the laptop is away.

Only files that are the same for everybody are kept there. What somebody has seen stays in their
own pages (static/log/offline.js), because a worker's store would outlive a log-out.
"""

from __future__ import annotations

import hashlib
from typing import Any

from django.templatetags.static import static
from django.urls import reverse

from companion.base.themes import GROUNDS
from companion.home.bundles import asset_names

NAME, SHORT_NAME = "Empire Companion", "Companion"
ACCENT = "#5b2a86"
ICONS = (
    ("icon-192.png", 192, "any"),
    ("icon-512.png", 512, "any"),
    ("icon-maskable-512.png", 512, "maskable"),
)


def app_manifest(language: str) -> dict[str, Any]:
    return {
        "id": reverse("home"),
        "name": NAME,
        "short_name": SHORT_NAME,
        "lang": language,
        "start_url": reverse("home"),
        "scope": reverse("home"),
        "display": "standalone",
        "background_color": GROUNDS["light"],
        "theme_color": ACCENT,
        "icons": [manifest_icon(*one) for one in ICONS],
    }


def manifest_icon(name: str, size: int, purpose: str) -> dict[str, str]:
    sizes = f"{size}x{size}"
    return {
        "src": static(name),
        "sizes": sizes,
        "type": "image/png",
        "purpose": purpose,
    }


def page_assets() -> list[str]:
    """What every page of ours loads, under the names that change with the content."""
    return [static(name) for name in ("icon.svg", *asset_names())]


def offline_cache(language: str) -> dict[str, Any]:
    """What the worker fetches when it is installed, and the version these make."""
    addresses = [reverse("offline", args=[language]), *page_assets()]
    version = hashlib.sha256("\n".join(addresses).encode()).hexdigest()[:12]
    kept = {"offline": addresses[0], "assets": addresses[1:], "version": version}
    return {"root": reverse("home"), **kept}
