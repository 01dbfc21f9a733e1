"""Empire Companion: what every table needs, whatever it plays."""

__version__ = "0.1.0"
