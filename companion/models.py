"""Where Django looks for the models of this app: those of its lower rooms."""

from companion.base.models import *  # noqa: F403
from companion.tables.models import *  # noqa: F403
