"""CATAN: Rise of the Inkas."""

from scoring.inkas.game import GAME, Seat

__all__ = ["GAME", "Seat"]
