"""Arcs: ambitions scored at the end of each chapter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from scoring.arcs import rulebook as book
from scoring.arcs.rulebook import AMBITION_NAMES, Ambition, AmbitionMarker, Planets
from scoring.entries import Group, count, flag, pick
from scoring.sheet import Ending, PlayedGame, Points, ScoreLine, Tally
from scoring.words import Message, _, make_message


@dataclass(frozen=True)
class ArcsBoard:
    """The ambitions declared in a chapter, in order."""

    first: str = pick(_("Declared first"), book.DECLARE, AMBITION_NAMES)
    second: str = pick(_("Declared second"), book.DECLARE, AMBITION_NAMES)
    third: str = pick(_("Declared third"), book.DECLARE, AMBITION_NAMES)
    set_up: str = pick(
        _("Set-up card"),
        book.OUT_OF_PLAY,
        book.SET_UP_NAMES,
        once=True,
        players=range(2, 3),
    )


SUIT = book.TOKENS + book.GUILD_CARDS  # ARC-14: all there is of a suit
TOKENS_AND_CARDS = _("Tokens and cards together.")


def count_apart(label: str, most: int) -> int:
    return count(label, book.AMBITIONS, maximum=most, group=Group.APART)


@dataclass(frozen=True)
class ArcsSeat:
    """What lies before a player: a count per ambition, and piece by piece where a card asks for it."""

    tycoon: int = count(
        _("Fuel and material"), book.AMBITIONS, maximum=2 * SUIT, help=TOKENS_AND_CARDS
    )
    captives: int = count(_("Captives"), book.AMBITIONS, maximum=3 * book.AGENTS)
    trophies: int = count(_("Trophies"), book.AMBITIONS, maximum=3 * book.PIECES)
    keeper: int = count(
        _("Relics"), book.AMBITIONS, maximum=SUIT, help=TOKENS_AND_CARDS
    )
    empath: int = count(
        _("Psionics"), book.AMBITIONS, maximum=SUIT, help=TOKENS_AND_CARDS
    )
    cities: int = count(
        _("Cities left on your board"), book.CITIES, default=4, maximum=5
    )
    material: int = count_apart(_("Material tokens"), book.TOKENS)
    material_cards: int = count_apart(_("Material cards"), book.GUILD_CARDS)
    fuel: int = count_apart(_("Fuel tokens"), book.TOKENS)
    fuel_cards: int = count_apart(_("Fuel cards"), book.GUILD_CARDS)
    relic: int = count_apart(_("Relic tokens"), book.TOKENS)
    relic_cards: int = count_apart(_("Relic cards"), book.GUILD_CARDS)
    psionic: int = count_apart(_("Psionic tokens"), book.TOKENS)
    psionic_cards: int = count_apart(_("Psionic cards"), book.GUILD_CARDS)
    material_cartel: bool = flag(_("Material Cartel"), book.CARDS, group=Group.MORE)
    fuel_cartel: bool = flag(_("Fuel Cartel"), book.CARDS, group=Group.MORE)
    holdings: bool = flag(_("Ancient Holdings"), book.CARDS, group=Group.MORE)
    leader: str = pick(
        _("Leader"),
        book.CARDS,
        book.LEADER_NAMES,
        group=Group.MORE,
        once=True,
        help=_("Only leaders that change scoring are listed."),
    )
    turn: int = count(
        _("Turn order"),
        book.WINNER,
        maximum=4,
        group=Group.TIE,
        help=_("1 has the initiative. Leave 0 if you don't need it."),
    )


Chapter = Tally[ArcsBoard, ArcsSeat]
PlayedArcs = PlayedGame[ArcsBoard, ArcsSeat]


class Place(Enum):
    """Where a count places in an ambition, in words for whoever asks why."""

    FIRST = _("first with %(count)s")
    TIED_FIRST = _("tied for first with %(count)s (%(ties)s)")
    SECOND = _("second with %(count)s")
    TIED_SECOND = _("tied for second with %(count)s (%(ties)s)")
    NOWHERE = _("no place with %(count)s")


def declared_ambitions(chapter: Chapter) -> tuple[str, str, str]:
    return (chapter.board.first, chapter.board.second, chapter.board.third)


def marker_worth(ambition: Ambition, chapter: Chapter) -> AmbitionMarker:
    """ARC-3: what all markers on an ambition come to."""
    on_it = [
        marker
        for marker, name in zip(
            book.markers(chapter.number), declared_ambitions(chapter), strict=True
        )
        if name == ambition
    ]
    return AmbitionMarker(
        sum(one.first for one in on_it), sum(one.second for one in on_it)
    )


def tokens_out_of_play(chapter: Chapter) -> Planets:
    if len(chapter.seats) > 2:
        return Planets()
    return book.SET_UPS.get(chapter.board.set_up, Planets())


def supply(resource: str, chapter: Chapter) -> int:
    """ARC-13: the tokens of a resource that nobody has."""
    holders = (*chapter.seats, tokens_out_of_play(chapter))
    held: int = sum(getattr(holder, resource) for holder in holders)
    return max(0, book.TOKENS - held)


# ARC-1: what counts towards each ambition, counted together, and the same piece by piece.
TOGETHER = {
    Ambition.TYCOON: "tycoon",
    Ambition.TYRANT: "captives",
    Ambition.WARLORD: "trophies",
    Ambition.KEEPER: "keeper",
    Ambition.EMPATH: "empath",
}
APART: dict[Ambition, tuple[str, ...]] = {
    Ambition.TYCOON: ("material", "material_cards", "fuel", "fuel_cards"),
    Ambition.KEEPER: ("relic", "relic_cards"),
    Ambition.EMPATH: ("psionic", "psionic_cards"),
}


def count_pieces(ambition: Ambition, seat: ArcsSeat) -> int:
    """ARC-1: what lies before a player towards an ambition."""
    keys = (TOGETHER[ambition], *APART.get(ambition, ()))
    return sum(getattr(seat, key) for key in keys)


def has_pieces_apart(ambition: Ambition, seat: ArcsSeat) -> bool:
    return any(getattr(seat, key) for key in APART.get(ambition, ()))


def has_cartel(seat: ArcsSeat) -> bool:
    return seat.material_cartel or seat.fuel_cartel


def is_counted_apart(ambition: Ambition, chapter: Chapter) -> bool:
    """Whether the table counts piece by piece: it began to, or a cartel asks for the supply (ARC-13)."""
    cartel = ambition is Ambition.TYCOON and any(map(has_cartel, chapter.seats))
    return cartel or any(has_pieces_apart(ambition, seat) for seat in chapter.seats)


def needed_entries(chapter: Chapter) -> tuple[str, ...]:
    """ARC-4: only declared ambitions score, so nothing else has to be counted."""
    declared = [one for one in Ambition if one in declared_ambitions(chapter)]
    if not declared:
        return ()
    counts = [
        key
        for ambition in declared
        for key in (
            APART[ambition]
            if is_counted_apart(ambition, chapter)
            else (TOGETHER[ambition],)
        )
    ]
    return (*counts, "cities")


def ambition_stakes(chapter: Chapter) -> dict[str, Message]:
    """ARC-5 and 7: what the most and the second most gain, and what few cities add."""
    bonus = make_message(
        _("Per ambition won alone: +%(one)s with 1 city left, +%(none)s with none."),
        one=book.CITY_BONUS[1],
        none=book.CITY_BONUS[0],
    )
    return {"cities": bonus} | {
        key: make_message(
            _("Most: +%(first)s, second: +%(second)s"),
            first=worth.first,
            second=worth.second,
        )
        for ambition, key in TOGETHER.items()
        if (worth := marker_worth(ambition, chapter)).first
    }


def carry_pieces(chapter: Chapter) -> list[dict[str, int]]:
    """ARC-9: what the clean-up leaves on each board for the next chapter, as far as it was counted."""
    declared = declared_ambitions(chapter)
    gone = {
        TOGETHER[ambition]
        for ambition in (Ambition.TYRANT, Ambition.WARLORD)
        if ambition in declared
    }
    counts = (*TOGETHER.values(), *(key for keys in APART.values() for key in keys))
    return [
        {key: own for key in counts if key not in gone and (own := getattr(seat, key))}
        | {"cities": seat.cities}
        for seat in chapter.seats
    ]


def ambition_count(ambition: Ambition, seat: ArcsSeat, chapter: Chapter) -> int:
    """ARC-1 and 13: what a player has towards an ambition, the supply of a cartel with it."""
    supplied = cartel_count(seat, chapter) if ambition is Ambition.TYCOON else 0
    return count_pieces(ambition, seat) + supplied


def cartel_count(seat: ArcsSeat, chapter: Chapter) -> int:
    material = supply("material", chapter) if seat.material_cartel else 0
    return material + (supply("fuel", chapter) if seat.fuel_cartel else 0)


def third_player_count(ambition: Ambition, chapter: Chapter) -> int:
    """ARC-8: what the tokens out of play count for with two players."""
    tokens = tokens_out_of_play(chapter)
    return {
        Ambition.TYCOON: tokens.material + tokens.fuel,
        Ambition.TYRANT: 0,
        Ambition.WARLORD: tokens.weapon,
        Ambition.KEEPER: tokens.relic,
        Ambition.EMPATH: tokens.psionic,
    }[ambition]


def all_counts(ambition: Ambition, chapter: Chapter) -> list[int]:
    """Every player's count, the tokens out of play last."""
    own = [ambition_count(ambition, seat, chapter) for seat in chapter.seats]
    return [*own, third_player_count(ambition, chapter)]


def rank_counts(of: Sequence[int]) -> list[Place]:
    """ARC-4, 5 and 6: where each count places among all."""
    return [place_of_count(own, of) for own in of]


def place_of_count(own: int, of: Sequence[int]) -> Place:
    ahead, tied = sum(other > own for other in of), of.count(own) > 1
    if not own or ahead > 1:
        return Place.NOWHERE
    if ahead:
        return Place.TIED_SECOND if tied else Place.SECOND
    return Place.TIED_FIRST if tied else Place.FIRST


def ambition_places(ambition: Ambition, chapter: Chapter) -> list[Place]:
    return rank_counts(all_counts(ambition, chapter))[: len(chapter.seats)]


def place_power(place: Place, values: AmbitionMarker, *, holds_back: bool) -> int:
    """ARC-5 and 6, and ARC-13 for a leader who holds back in this ambition."""
    if place is Place.FIRST:
        return values.second if holds_back else values.first
    if place in (Place.SECOND, Place.TIED_FIRST):  # a tie for first is a second place
        return 0 if holds_back else values.second
    return 0


def holds_back(seat: ArcsSeat, ambition: Ambition) -> bool:
    return book.HOLDS_BACK.get(seat.leader) == ambition


def ambition_line(ambition: Ambition) -> ScoreLine[ArcsBoard, ArcsSeat]:
    def points(chapter: Chapter) -> list[Points]:
        if ambition not in declared_ambitions(chapter):
            return [Points(0)] * len(chapter.seats)
        of = all_counts(ambition, chapter)[: len(chapter.seats)]
        where = ambition_places(ambition, chapter)
        return [
            gained_power(ambition, chapter, seat, place, own)
            for seat, place, own in zip(chapter.seats, where, of, strict=True)
        ]

    return ScoreLine(AMBITION_NAMES[ambition], book.PLACES, points, rare=True)


def gained_power(
    ambition: Ambition, chapter: Chapter, seat: ArcsSeat, place: Place, own: int
) -> Points:
    back = holds_back(seat, ambition)
    why = make_message(place.value, count=own, ties=book.TIES.id)
    if back:
        why = make_message(
            _("%(place)s, lowered by the leader (%(rule)s)"),
            place=why,
            rule=book.CARDS.id,
        )
    return Points(
        place_power(place, marker_worth(ambition, chapter), holds_back=back), why
    )


def won_outright(seat: int, chapter: Chapter) -> int:
    """ARC-7: the ambitions in which a player is alone in first place, each once."""
    return sum(
        ambition_places(ambition, chapter)[seat] is Place.FIRST
        and not holds_back(chapter.seats[seat], ambition)
        for ambition in Ambition
        if ambition in declared_ambitions(chapter)
    )


def city_bonus(chapter: Chapter) -> list[Points]:
    won = [won_outright(seat, chapter) for seat in range(len(chapter.seats))]
    bonus = [book.CITY_BONUS[seat.cities] for seat in chapter.seats]
    return [
        Points(each * times, f"{times} × {each}")
        for each, times in zip(bonus, won, strict=True)
    ]


def turn_order(chapter: Chapter) -> list[Points]:
    """ARC-11: the earlier, the more; who entered nothing comes last."""
    return [
        Points(5 - seat.turn, str(seat.turn)) if seat.turn else Points(0, "–")
        for seat in chapter.seats
    ]


def at_stake(chapter: int) -> Message:
    faces = " · ".join(map(str, book.markers(chapter)))
    return make_message(_("Markers: %(faces)s"), faces=faces)


def ending(session: PlayedArcs) -> Ending:
    enough, most = book.POWER_TO_END[session.players], max(session.totals)
    if most >= enough:
        return Ending(
            True,
            make_message(_("Somebody has %(enough)s power or more."), enough=enough),
            book.END,
        )
    if session.last.number == book.LAST_CHAPTER:
        return Ending(True, _("The last chapter is over."), book.END)
    return Ending(
        False,
        make_message(_("Nobody has %(enough)s power yet."), enough=enough),
        book.END,
    )
