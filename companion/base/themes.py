"""Light or dark as somebody chose it for this device; without a choice the device's own."""

from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

COOKIE = "theme"
AUTO = "auto"
THEMES = {AUTO: _("System"), "light": _("Light"), "dark": _("Dark")}
# The ground of static/css/companion.css, for the bars a browser draws around the page.
GROUNDS = {"light": "#f7f1e3", "dark": "#171a1f"}


def chosen_theme(request: HttpRequest) -> str:
    """The theme chosen on this device, or nothing; an unknown cookie doesn't count."""
    asked = request.COOKIES.get(COOKIE, AUTO)
    return asked if asked in THEMES else AUTO
