"""The colours of the style sheets, and how far two of them stand apart."""

import re
from pathlib import Path as File

CSS = File(__file__).parents[2] / "static"


PROPERTY = re.compile(
    r"--([\w-]+): (?:(#[0-9a-f]{6});|var\(--day, (#[0-9a-f]{6})\) var\(--night, (#[0-9a-f]{6})\))"
)


def palette(theme):
    """The colours of both style sheets, by day or by night."""
    css = "".join(
        (CSS / name).read_text() for name in ("home/companion.css", "paper/sheet.css")
    )
    return {
        name: always or (night if theme == "dark" else day)
        for name, always, day, night in PROPERTY.findall(css)
    }


def luminance(colour):
    channels = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
        for value in channels
    ]
    return sum(
        share * one for share, one in zip((0.2126, 0.7152, 0.0722), linear, strict=True)
    )


def contrast(one, other):
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)
