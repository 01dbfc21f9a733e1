"""Templates are indented for those who write them; what a page sends begins at the margin."""

from __future__ import annotations

import re

from django.template import Origin
from django.template.loaders.filesystem import Loader

INDENT = re.compile(r"^[ \t]+", re.MULTILINE)


class LeanTemplates(Loader):
    """Reads our templates without the indents of their lines, which keep their numbers."""

    def get_contents(self, origin: Origin) -> str:
        return INDENT.sub("", super().get_contents(origin))
