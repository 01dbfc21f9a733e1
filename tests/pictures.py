"""make pictures: the ten main pages and the papers of the demo, as pictures in docs/pictures/.

Pages are taken at two widths, by day and by night, from the real server with a database of its own.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path
from uuid import UUID

from tests.e2e.served import NAME, PROJECT, Served

PICTURES = PROJECT / "docs" / "pictures"
SCREENS = {"phone": (390, 844), "laptop": (1280, 800)}
QUALITY = 72  # of the JPEGs, to keep the folder small
BROWSERS = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "chromium-headless-shell",
)
FIRST = UUID(int=1)
# What lies on the table of the session in the pictures: cells as the page names them.
ENTERED = {
    "1s0-track": "41",
    "1s0-faction": "9",
    "1s1-track": "38",
    "1s1-common": "7",
    "1s2-track": "29",
    "1s3-track": "33",
}
PLAYERS = ("Anna", "Bára", "Cyril", "Dana")


class Scene:
    """A table with the demo campaign and one open session, and a browser that organises it."""

    def __init__(self) -> None:
        from django.core.management import call_command
        from django.test import Client

        from campaign.board.services import try_demo
        from companion.sessions.services import start_session
        from companion.tables.services import start_first_table

        call_command("migrate", verbosity=0)
        account, self.table = start_first_table(
            organiser="Anna", password="lamp and paper", table="Thursday table"
        )
        names = {f"name{seat}": name for seat, name in enumerate(PLAYERS)}
        self.session = start_session(
            game="imperial_settlers",
            table=self.table,
            players=len(PLAYERS),
            cells={**names, **ENTERED},
        )
        self.campaign = try_demo(
            table=self.table, name="The long winter", client_id=FIRST
        )
        self.client = Client()
        self.client.force_login(account)

    def pages(self) -> dict[str, str]:
        from django.urls import reverse

        own, table = [self.campaign.pk], [self.table.pk]
        empire = self.campaign.empires.order_by("pk")[0].key
        return {
            "home": reverse("home"),
            "table": reverse("table", args=table),
            "join": reverse("invite", args=table),
            "scoring": reverse("session", args=[self.session.token]),
            "board": reverse("campaign", args=own),
            "empire": reverse("empire", args=[*own, empire]),
            "session": reverse("campaign-session", args=own),
            "history": reverse("campaign-history", args=own),
            "cards": reverse("catalogue", args=own),
            "screen": reverse("screen", args=table),
        }

    def sheet(self) -> bytes:
        from django.urls import reverse

        empire = self.campaign.empires.order_by("pk")[0].key
        address = reverse("empire-sheet", args=[self.campaign.pk, empire])
        return self.client.get(address, headers={"host": "localhost"}).content


def take_pages(scene: Scene, server: Served) -> None:
    from django.conf import settings
    from playwright.sync_api import sync_playwright

    key = scene.client.cookies[settings.SESSION_COOKIE_NAME].value
    cookie = {
        "name": settings.SESSION_COOKIE_NAME,
        "value": key,
        "url": server.on_laptop,
    }
    program = next(filter(None, map(shutil.which, BROWSERS)))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=program,
            args=["--no-sandbox", f"--host-resolver-rules=MAP {NAME} 127.0.0.1"],
        )
        for screen, (width, height) in SCREENS.items():
            for light in ("light", "dark"):
                context = browser.new_context(
                    viewport={"width": width, "height": height},
                    color_scheme=light,
                    reduced_motion="reduce",
                    locale="en",
                )
                context.add_cookies([cookie])
                page = context.new_page()
                for name, address in scene.pages().items():
                    page.goto(server.on_laptop + address)
                    page.evaluate("document.fonts.ready")
                    file = PICTURES / f"{name}-{screen}-{light}.jpg"
                    page.screenshot(path=file, type="jpeg", quality=QUALITY)
                context.close()
        browser.close()


def take_sheet(scene: Scene) -> None:
    import pypdfium2

    page = pypdfium2.PdfDocument(scene.sheet())[0]
    page.render(scale=1.4).to_pil().convert("RGB").save(
        PICTURES / "sheet.jpg", quality=QUALITY
    )


def main() -> None:
    import django

    PICTURES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        server = Served(Path(folder))
        os.environ.update(server.environment())
        os.environ["DJANGO_SETTINGS_MODULE"] = "companion.settings"
        os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
        django.setup()
        scene = Scene()
        server.start()
        try:
            take_pages(scene, server)
        finally:
            server.kill()
        take_sheet(scene)


if __name__ == "__main__":
    main()
