"""Names that are nearly somebody's: without accents, or one slip of a finger away."""

from __future__ import annotations

from collections.abc import Iterable

from companion.tables.models import Person
from companion.tables.services import plain_letters

SHORTEST = 5  # letters in the longer name: Jana and Jara are two people


def find_near_person(name: str, people: Iterable[Person]) -> Person | None:
    """Whose name somebody may have meant; nobody's where the name is a person's own."""
    known = {one.name.casefold(): one for one in people}
    if name.casefold() in known:
        return None
    plain = plain_letters(name)
    near = [one for one in known.values() if is_near(plain, plain_letters(one.name))]
    same = (one for one in near if plain_letters(one.name) == plain)
    return next(same, near[0] if near else None)


def is_near(one: str, other: str) -> bool:
    """Whether two names without accents are the same but for one letter, or two in the wrong order."""
    short, long = sorted((one, other), key=len)
    if short == long:
        return True
    if len(long) < SHORTEST or len(long) - len(short) > 1 or short[0] != long[0]:
        return False
    at = next((at for at, own in enumerate(short) if own != long[at]), len(short))
    if len(short) < len(long):
        ends_otherwise = at == len(short) and long.endswith("a")  # Petr and Petra
        return short[at:] == long[at + 1 :] and not ends_otherwise
    swapped = short[at : at + 2] == long[at : at + 2][::-1]
    return short[at + 1 :] == long[at + 1 :] or (
        swapped and short[at + 2 :] == long[at + 2 :]
    )
