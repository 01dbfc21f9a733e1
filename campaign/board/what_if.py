"""The forecast line of an empire: what a score and some missions would make of it."""

from __future__ import annotations

from collections.abc import Iterator

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _

from campaign.board.forms import BIGGEST, Whole
from campaign.goods import icon_words
from companion.base.plain_forms import PlainForm
from companion.base.wording import translate
from scoring.rise_of_empire.layout import CATEGORY_NAMES, Category
from scoring.rise_of_empire.missions import FIRST, LATER
from scoring.rise_of_empire.state import CampaignState, EmpireState
from scoring.rise_of_empire.what_if import Supposed, suppose_session

A_SCORE = 45  # where an empire has none yet


class WhatIfForm(PlainForm):
    """A score, and per track whether its mission is completed."""

    def __init__(
        self, state: CampaignState, empire: EmpireState, data: QueryDict
    ) -> None:
        last = empire.sheet.scores[-1] if empire.sheet.scores else A_SCORE
        told = data if "score" in data else QueryDict(f"score={last}")
        super().__init__(told)
        self.state, self.empire = state, empire
        self.fields["score"] = Whole(label=_("If I score"), min_value=-BIGGEST)
        for category in Category:
            self.fields[category.value] = mission_field(category)

    @property
    def missions(self) -> Iterator[forms.BoundField]:
        for category in Category:
            yield self[category.value]

    @property
    def supposed(self) -> Supposed | None:
        if not self.is_valid():
            return None
        given = self.cleaned_data
        boxes = {one.value: given[one.value] for one in Category}
        return suppose_session(self.state, self.empire, given["score"], boxes)

    @property
    def icons(self) -> list[tuple[str, str]]:
        """The icons gained, each with its word; a good by its own name."""
        then, words = self.supposed, icon_words(self.state.readings)
        icons = then.icons if then else ()
        return [(icon, translate(words[icon])) for icon in icons]


def mission_field(category: str) -> forms.TypedChoiceField:
    choices = [
        ("0", _("no mission")),
        (str(FIRST), _("mission, first")),
        (str(LATER), _("mission, later")),
    ]
    return forms.TypedChoiceField(
        label=translate(CATEGORY_NAMES[category]),
        choices=choices,
        coerce=int,
        empty_value=0,  # type: ignore[arg-type]  # may be anything; the stubs know text only
        required=False,
    )


def what_if_form(
    state: CampaignState, empire: EmpireState, data: QueryDict
) -> WhatIfForm | None:
    """For an empire that has a next session, and not in the middle of one."""
    ahead = empire.alive and not state.over and state.session is None
    return WhatIfForm(state, empire, data) if ahead else None
