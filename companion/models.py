"""Where Django looks for the models of this app: all of them are the tables room's."""

from companion.tables.models import *  # noqa: F403
