"""Rise of the Empire: the campaign of Imperial Settlers."""

from scoring.rise_of_empire.session import GAME

__all__ = ["GAME"]
