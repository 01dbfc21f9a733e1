"""CATAN: Rise of the Inkas."""

from scoring.inkas.game import GAME, InkasSeat

__all__ = ["GAME", "InkasSeat"]
