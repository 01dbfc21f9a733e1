"""How games look: a colour by day, one by night, an emblem, and signs beside what is counted.

The only list of them; a game that isn't in it looks like the companion itself.
Run `python -m companion.sessions.looks` after a change: it writes the style sheet.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from companion.paper.shapes import Accent
from companion.tables.seats import colour_property

TINT = 0.15  # of a colour, behind letters
STYLE_SHEET = Path(__file__).parents[2] / "static" / "sessions" / "looks.css"


@dataclass(frozen=True)
class GameLook:
    day: str
    night: str
    emblem: str  # a pictogram
    signs: Mapping[str, str] = field(default_factory=dict)


# By an entry's key, and by the words of a row that is no entry.
SETTLERS_SIGNS = {
    "track": "vp",
    "common": "location",
    "faction": "faction_location",
    "collection": "card",
    "shrine": "ancient",
    "under_ra": "ancient",
    "materials": "wood",
    "workers": "worker",
    "goods": "gold",
    "hand": "card_in_hand",
    "provinces": "province",
    "worker": "worker",
    "wood": "wood",
    "stone": "stone",
    "food": "food",
    "gold": "gold",
    "raze": "raze",
    "defence": "defence",
    "Points on the track": "vp",
    "Common locations, 1 each": "location",
    "Faction locations, 2 each": "faction_location",
    "Shrine and Gate": "ancient",
    "Temple of Ra": "ancient",
    "Gold": "gold",
    "Provinces": "province",
    "Upkeep not paid": "ignore_upkeep",
    "Lost to the virtual player": "raze",
    "Raised to 0": "defence",
    "Faction": "faction_card",
    "Virtual player's collection": "card",
    "More goods left": "gold",
    "More cards in hand": "card_in_hand",
}
INKAS_SIGNS = {
    "first": "sun",
    "second": "sun",
    "third": "sun",
    "villages": "location",
    "cities": "city",
    "First tribe": "sun",
    "Second tribe": "sun",
    "Third tribe": "sun",
}
ARCS_SIGNS = {
    "tycoon": "material",
    "keeper": "relic",
    "empath": "psionic",
    "material": "material",
    "material_cards": "material",
    "fuel": "fuel",
    "fuel_cards": "fuel",
    "relic": "relic",
    "relic_cards": "relic",
    "psionic": "psionic",
    "psionic_cards": "psionic",
    "captives": "captive",
    "trophies": "trophy",
    "cities": "city",
    "Tycoon": "material",
    "Tyrant": "captive",
    "Warlord": "trophy",
    "Keeper": "relic",
    "Empath": "psionic",
    "City bonus": "city",
    "Earlier in turn order": "age",
}
NORTH_SIGNS = {
    "track": "vp",
    "cards": "card",
    "materials": "wood",
    "food": "food",
    "gold": "gold",
    "attack": "raze",
    "workers": "worker",
    "hand": "card_in_hand",
    "Points on the track": "vp",
    "Cards in the empire": "card",
    "Raw materials, 1 per two": "wood",
    "Gold, 1 each": "gold",
    "Attack tokens": "raze",
    "Clan": "faction_card",
    "More cards in the empire": "card",
    "More workers": "worker",
    "More cards in hand": "card_in_hand",
}

LOOKS = {
    "imperial_settlers": GameLook("#3c6314", "#b4d77c", "gatehouse", SETTLERS_SIGNS),
    "rise_of_empire": GameLook("#5b2a86", "#cfaef7", "crown", SETTLERS_SIGNS),
    "inkas": GameLook("#934104", "#ffb47c", "sun_pyramid", INKAS_SIGNS),
    "arcs": GameLook("#0d5f70", "#80d5e3", "planet", ARCS_SIGNS),
    "empires_of_the_north": GameLook("#24549a", "#a0c2ff", "longship", NORTH_SIGNS),
}
OTHER = GameLook("#5b2a86", "#cfaef7", "die")


def find_look(slug: str) -> GameLook:
    return LOOKS.get(slug, OTHER)


def find_accent(slug: str) -> Accent:
    """A game's colour for whatever is drawn of it, and a light tint of it."""
    strong = find_look(slug).day
    parts = [int(strong[at : at + 2], 16) for at in (1, 3, 5)]
    soft = "".join(f"{round(255 - (255 - part) * TINT):02x}" for part in parts)
    return Accent(f"game-{slug}" if slug in LOOKS else "game", strong, f"#{soft}")


def style_sheet() -> str:
    colours = {
        "game": OTHER,
        **{f"game-{slug}": look for slug, look in LOOKS.items()},
    }
    return "\n".join(
        (
            "/* Written by `python -m companion.sessions.looks`: change companion/sessions/looks.py instead. */",
            "",
            ":root {",
            *(
                f"  {colour_property(name, look.day, look.night)}"
                for name, look in colours.items()
            ),
            "}",
            "",
            *(f".game-{slug} {{ --game: var(--game-{slug}); }}" for slug in LOOKS),
            "",
        )
    )


if __name__ == "__main__":
    STYLE_SHEET.write_text(style_sheet())
