"""The colours a person may have: eight that pieces come in. tables.css has a tint for each."""

from django.utils.translation import gettext_lazy as _

COLOURS = {
    "red": _("red"),
    "blue": _("blue"),
    "green": _("green"),
    "yellow": _("yellow"),
    "purple": _("purple"),
    "orange": _("orange"),
    "black": _("black"),
    "white": _("white"),
}
