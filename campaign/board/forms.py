"""What people type to start a campaign, to found an empire, and to copy a sheet from paper."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaign.box.keeping import founding_content
from companion.base.name_fields import KnownNameField
from companion.base.plain_forms import PlainForm
from companion.base.wording import translate
from companion.sessions.entry_fields import set_choices
from companion.sessions.forms import RecordForm
from scoring.entries import LONGEST
from scoring.imperial_settlers import FACTION_NAMES
from scoring.records import READABLE_TEXT, dump_record
from scoring.rise_of_empire.act_fields import DECK_NAMES
from scoring.rise_of_empire.cards import LONGEST_COLOUR
from scoring.rise_of_empire.layout import CATEGORY_NAMES, COLOUR_NAMES, Category
from scoring.rise_of_empire.readings import Readings
from scoring.rise_of_empire.simulation import FACTIONS, REALMS
from scoring.rise_of_empire.state import CampaignState
from scoring.rules import Rule
from scoring.tables.state import TableState
from scoring.twins import find_twins

MOST_EMPIRES = 4  # ROE-1
LAST_SCORES = 3  # ROE-34
BIGGEST = 99_999
NUMBER = re.compile(r"\d{1,4}")


def faction_name(faction: str) -> str:
    return translate(FACTION_NAMES.get(faction, faction))


def check_readable(typed: str) -> None:
    """What can't be kept anywhere is refused where it is typed."""
    if not READABLE_TEXT.fullmatch(typed):
        raise ValidationError(
            _("This name has a character we can't save. Please type it again.")
        )


class Named(forms.CharField):
    """A short text such as a name."""

    def __init__(self, **shown: Any) -> None:
        shown = {"max_length": LONGEST, "validators": [check_readable], **shown}
        super().__init__(**shown)


class Whole(forms.IntegerField):
    """A number to be typed with the thumb on a keypad."""

    def __init__(self, **shown: Any) -> None:
        keypad = forms.TextInput(
            attrs={"inputmode": "numeric", "autocomplete": "off", "maxlength": 7}
        )
        super().__init__(widget=keypad, max_value=BIGGEST, **{"min_value": 0, **shown})


def deck_field() -> forms.ChoiceField:
    decks = [(key, translate(label)) for key, label in DECK_NAMES.items()]
    return forms.ChoiceField(label=_("Decks"), choices=decks, required=False)


class EmpireForm(PlainForm):
    """A new empire: whose it is, what it is called, which faction it plays."""

    def __init__(self, *args: Any, people: Sequence[str] = (), **more: Any) -> None:
        super().__init__(*args, **more)
        self.people = people
        listed = forms.TextInput(attrs={"list": "people", "autocomplete": "off"})
        self.fields["player"] = Named(label=_("Player"), widget=listed)
        self.fields["name"] = Named(label=_("Empire"))
        self.fields["faction"] = KnownNameField(
            choices=FACTION_NAMES, label=_("Faction")
        )
        self.fields["deck"] = deck_field()

    @property
    def data_of_act(self) -> dict[str, Any]:
        return {name: self.cleaned_data[name] or "" for name in EMPIRE_FIELDS}


EMPIRE_FIELDS = ("player", "name", "faction", "deck")


class EmpireSeatForm(EmpireForm):
    """A row of the start page: without a player it counts as left out."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        del self.fields["deck"]
        self.fields["player"].required = self.fields["name"].required = False

    @property
    def given(self) -> bool:
        return bool(self.cleaned_data.get("player"))


class NameForm(PlainForm):
    """The campaign itself."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["name"] = Named(label=_("Campaign name"))
        self.fields["deck"] = deck_field()


def readings_form(data: QueryDict) -> RecordForm:
    """One field per rule the booklet leaves open; each says what we suggest."""
    form = RecordForm(Readings, data, prefix="reading", players=MOST_EMPIRES, tally=1)
    for key, entry in form.asked.items():
        mark_default(form.fields[key], str(entry.default))
    return form


def mark_default(field: forms.Field, default: str) -> None:
    if not isinstance(field, forms.ChoiceField):
        said = _("Default: %(value)s.") % {"value": default}
        field.help_text = f"{field.help_text} {said}"
        return
    marked = _("%(choice)s (default)")
    set_choices(
        field,
        [
            (key, marked % {"choice": label} if key == default else label)
            for key, label in cast("list[tuple[str, str]]", field.choices)
        ],
    )


def chosen_readings(readings: Readings) -> QueryDict:
    """Readings as they would be chosen in the form."""
    data = QueryDict(mutable=True)
    chosen: dict[str, Any] = dump_record(readings)
    data.update({f"reading-{key}": str(value) for key, value in chosen.items()})
    return data


def options_asked(asked: QueryDict, present: QueryDict) -> QueryDict:
    """The options as they are now, but for those the address names."""
    data = present.copy()
    for key in present:
        if key in asked:
            data[key] = str(asked[key])
    return data


class StartForm:
    """The whole start page: the campaign, its empires, and how the table reads the rules."""

    def __init__(
        self,
        data: QueryDict | None,
        *,
        name: str,
        people: Sequence[str],
        paper: bool,
        box: TableState,
    ) -> None:
        self.paper, self.people, self.data, self.box = paper, people, data, box
        self.campaign = NameForm(data, initial={"name": name})
        rows = 0 if paper else MOST_EMPIRES
        self.seats = [self.seat(number) for number in range(rows)]
        self.readings = readings_form(data or chosen_readings(box.readings))

    def seat(self, number: int) -> EmpireSeatForm:
        """A row with somebody of the table in it, so that most people just press start."""
        initial = {
            "player": self.people[number] if number < len(self.people) else "",
            "name": REALMS[number],
            "faction": FACTIONS[number],
        }
        return EmpireSeatForm(
            self.data, prefix=f"seat{number}", people=self.people, initial=initial
        )

    def is_valid(self) -> bool:
        forms = [self.campaign, *self.seats, self.readings]
        wrong = [form for form in forms if not form.is_valid()]
        if wrong or self.twins:
            return False
        return self.paper or bool(self.founded)

    @property
    def twins(self) -> list[dict[str, str]]:
        """ROE-1: who would found empires of one faction, which is asked about once."""
        sure = self.data is None or "sure" in self.data
        if sure or self.paper or not self.campaign.is_valid():
            return []
        founded = self.founded
        return [
            {
                "one": founded[first]["player"],
                "other": founded[again]["player"],
                "what": faction_name(founded[again]["faction"]),
            }
            for first, again in find_twins(one["faction"] for one in founded)
        ]

    @property
    def alone(self) -> bool:
        """Whether nobody was named at all, which no field can say of itself."""
        return bool(self.data) and not self.paper and not self.founded

    @property
    def founded(self) -> list[dict[str, Any]]:
        deck = self.campaign.cleaned_data.get("deck") or ""
        rows = [seat.cleaned_data for seat in self.seats if seat.is_valid()]
        return [
            {
                **{key: row[key] or "" for key in ("player", "name", "faction")},
                "deck": deck,
            }
            for row in rows
            if row["player"]
        ]

    @property
    def rules(self) -> list[Rule]:
        """Each rule the readings cite, once."""
        cited = {one.rule.id: one.rule for one in self.readings.asked.values()}
        return list(cited.values())

    @property
    def start(self) -> dict[str, Any]:
        """What the campaign begins with: the options, and the table's box as it is now."""
        readings = dump_record(self.readings.record)
        return {"readings": readings, **founding_content(self.box)}


class InventionRow(PlainForm):
    """One colour of the inventions an empire holds."""

    number = Whole(label=gettext_lazy("Card number"), required=False)
    price = Whole(label=gettext_lazy("Price"), required=False)

    def __init__(
        self, *args: Any, state: CampaignState, colour: str, **more: Any
    ) -> None:
        super().__init__(*args, **more)
        self.state, self.colour = state, colour
        self.word = translate(COLOUR_NAMES.get(colour, ""))
        if not colour:
            self.fields["colour"] = Named(
                label=_("Colour"), required=False, max_length=LONGEST_COLOUR
            )

    def clean(self) -> dict[str, Any]:
        given = self.cleaned_data
        if given.get("number") and given.get("price") is None and not self.errors:
            self.take_known_price(given)
        return given

    def take_known_price(self, given: dict[str, Any]) -> None:
        card = self.state.catalogue.get(given["number"])
        if card is None or card.price is None:
            self.add_error(
                "price", _("We don't know this price yet. Copy it from the card.")
            )
        else:
            given["price"] = card.price

    @property
    def typed_colour(self) -> str:
        return "" if self.colour else self["colour"].value() or ""

    @property
    def data_of_act(self) -> dict[str, Any] | None:
        given = self.cleaned_data
        if not given.get("number"):
            return None
        card = self.state.catalogue.get(given["number"])
        return {
            "number": given["number"],
            "age": str(card.group) if card else "",
            "colour": self.colour or given.get("colour", ""),
            "price": given["price"],
        }


class SheetForm(EmpireForm):
    """An empire sheet as it lies on the table, box by box."""

    def __init__(
        self, data: QueryDict | None, *, state: CampaignState, age: str, **more: Any
    ):
        super().__init__(data, **more)
        self.state, self.age, self.layout = state, age, state.layouts[age]
        for category in Category:
            self.fields[category.value] = self.track_field(category)
        self.fields["boxes"] = forms.TypedMultipleChoiceField(
            label=_("Province map"),
            choices=[(str(box), box + 1) for box in range(len(self.layout.map))],
            coerce=int,
            required=False,
        )
        self.fields["provinces"] = Named(
            label=_("Provinces"), required=False, max_length=200
        )
        self.fields["knowledge"] = Whole(label=_("Knowledge"), required=False)
        for number in range(LAST_SCORES):
            self.fields[f"score{number}"] = Whole(required=False, min_value=-BIGGEST)
        self.fields["earlier_ticks"] = Whole(
            label=_("Boxes ticked in earlier ages"), required=False
        )
        self.inventions = [
            InventionRow(data, prefix=f"card{n}", state=state, colour=colour)
            for n, colour in enumerate((*COLOUR_NAMES, ""))
        ]

    def track_field(self, category: str) -> forms.TypedChoiceField:
        counts = range(self.layout.length(category) + 1)
        return forms.TypedChoiceField(
            label=translate(CATEGORY_NAMES[category]),
            choices=[(str(ticks), ticks) for ticks in counts],
            coerce=int,
            empty_value=0,  # type: ignore[arg-type]  # may be anything; the stubs know text only
            required=False,
        )

    @property
    def tracks(self) -> Iterator[Mapping[str, Any]]:
        """Each track as a row of boxes to tap: the last one tapped is how far it is ticked."""
        for category in Category:
            field = self[category.value]
            boxes = enumerate(self.layout.track(category).boxes, start=1)
            yield {"field": field, "category": category.value, "boxes": list(boxes)}

    @property
    def map(self) -> list[tuple[str, tuple[str, ...], bool]]:
        """Each box of the map with its goods, and whether it is ticked."""
        ticked = set(self["boxes"].value() or ())
        return [
            (str(box), goods, str(box) in ticked)
            for box, goods in enumerate(self.layout.map)
        ]

    @property
    def scores(self) -> list[forms.BoundField]:
        return [self[f"score{number}"] for number in range(LAST_SCORES)]

    def is_valid(self) -> bool:
        rows = [row.is_valid() for row in self.inventions]
        return super().is_valid() and all(rows)

    @property
    def data_of_act(self) -> dict[str, Any]:
        given = self.cleaned_data
        scores = [given[f"score{number}"] for number in range(LAST_SCORES)]
        return {
            **super().data_of_act,
            "age": self.age,
            "ticks": {one.value: given[one.value] for one in Category},
            "boxes": given["boxes"],
            "provinces": [int(one) for one in NUMBER.findall(given["provinces"])],
            "inventions": [
                row.data_of_act for row in self.inventions if row.data_of_act
            ],
            "knowledge": given["knowledge"] or 0,
            "scores": [score for score in scores if score is not None],
            "earlier_ticks": given["earlier_ticks"] or 0,
        }
