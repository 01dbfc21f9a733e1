"""Arcs, the base game."""

from scoring.arcs.game import GAME

__all__ = ["GAME"]
