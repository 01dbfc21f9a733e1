"""The act by which people use a helper, the same in a session and in a campaign."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any

from scoring.acts import HELP, ActField, Declaration, FieldKind
from scoring.helper_list import describe_helper_act, find_helper_of
from scoring.helping import KeptStates, around_game
from scoring.sheet import Game
from scoring.words import _

HelperPage = Annotated[str, ActField(_("Helper"), FieldKind.TEXT, typed=False)]
MoveKind = Annotated[str, ActField(_("Step"), FieldKind.TEXT, typed=False)]
MoveContent = Annotated[
    dict[str, Any], ActField(_("Entry"), FieldKind.CONTENT, typed=False)
]
USING_A_HELPER = Declaration(
    _("Helper"),
    HELP,
    quiet=True,
    folded=True,
    tell=describe_helper_act,
)


@dataclass(frozen=True)
class HelperAct:
    """Which helper, which of its moves, and with what; the helper's own rules decide."""

    recorded_as = "use_helper"

    helper: HelperPage
    move: MoveKind
    content: MoveContent = field(default_factory=dict)

    def move_helper(
        self, game: Game[Any, Any], kept: KeptStates, players: int
    ) -> KeptStates:
        """The states of all helpers of a game afterwards."""
        helper, around = find_helper_of(game, self.helper), around_game(game, players)
        return helper.apply_move(kept, self.move, self.content, around)
