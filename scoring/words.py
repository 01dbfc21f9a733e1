"""Words a person will read: written here once in English, shown in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TypeAlias


def _(text: str) -> str:
    """Mark a text for translation; whoever shows it translates it."""
    return text


@dataclass(frozen=True)
class Message:
    """A sentence with values in it, put together only where its reader is known."""

    text: str
    values: Mapping[str, Words | int] = field(
        default_factory=lambda: MappingProxyType({})
    )

    def __hash__(self) -> int:
        return hash((self.text, frozenset(self.values.items())))

    def __str__(self) -> str:
        return self.text % self.values if self.values else self.text


Words: TypeAlias = str | Message


def make_message(text: str, **values: Words | int) -> Message:
    return Message(text, values)
