"""For the migrations, which name this place."""

from companion.sessions.models import new_token

__all__ = ["new_token"]
