"""Arcs: what a battle is likely to bring (ARC-17 to 19)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from scoring.arcs import rulebook as book
from scoring.arcs.dice import (
    DIE_NAMES,
    Die,
    Face,
    Mix,
    Spread,
    chance_of,
    combine_ways,
    merge_ways,
    spread_of,
    ways_to_fall,
)
from scoring.entries import count, flag
from scoring.rules import Problem
from scoring.words import _, make_message


@dataclass(frozen=True)
class Attackers:
    whole: int = count(_("Undamaged ships"), book.BATTLE, maximum=book.SHIPS)
    damaged: int = count(_("Damaged ships"), book.BATTLE, maximum=book.SHIPS)

    @property
    def ships(self) -> int:
        return self.whole + self.damaged


@dataclass(frozen=True)
class Defenders:
    whole: int = count(_("Undamaged ships"), book.BATTLE, maximum=book.SHIPS)
    damaged: int = count(_("Damaged ships"), book.BATTLE, maximum=book.SHIPS)
    buildings: int = count(
        _("Undamaged buildings"), book.BATTLE, maximum=book.BUILDINGS
    )
    damaged_buildings: int = count(
        _("Damaged buildings"), book.BATTLE, maximum=book.BUILDINGS
    )
    homeless: bool = flag(_("The defender has no building on the map"), book.BATTLE)

    @property
    def standing(self) -> int:
        return self.buildings + self.damaged_buildings

    @property
    def pieces(self) -> int:
        return self.whole + self.damaged + self.standing


@dataclass(frozen=True)
class Dice:
    skirmish: int = count(
        DIE_NAMES[Die.SKIRMISH], book.DICE, maximum=book.DICE_OF_A_KIND
    )
    assault: int = count(DIE_NAMES[Die.ASSAULT], book.DICE, maximum=book.DICE_OF_A_KIND)
    raid: int = count(DIE_NAMES[Die.RAID], book.DICE, maximum=book.DICE_OF_A_KIND)

    @property
    def mix(self) -> Mix:
        return Mix(self.skirmish, self.assault, self.raid)


@dataclass(frozen=True)
class Odds:
    """The chances of one mix of dice, each spread by how many."""

    hits: Spread
    building_hits: Spread
    taken: Spread
    keys: Spread  # that can be spent: none without a ship
    ships: Spread  # of the defender, destroyed
    buildings: Spread
    lost: Spread  # own ships
    intercept: Fraction
    ship_left: Fraction
    cleared: Fraction  # no defending ship left, and one of one's own
    razed: Fraction  # a building destroyed, and a ship of one's own left


def battle_problems(attackers: Attackers, defenders: Defenders) -> Iterator[Problem]:
    """What can't stand in one system, whatever the dice."""
    if not attackers.ships:
        yield Problem(_("You need a ship to start a battle."), book.BATTLE)
    if not defenders.pieces:
        yield Problem(_("There is nothing to attack in this system."), book.BATTLE)
    if defenders.homeless and defenders.standing:
        message = _("The defender has a building in this system.")
        yield Problem(message, book.BATTLE)
    for ships in (attackers.ships, defenders.whole + defenders.damaged):
        if ships > book.SHIPS:
            message = _("Nobody has more than %(most)s ships.")
            yield Problem(make_message(message, most=book.SHIPS), book.BOUNDS)
    if defenders.standing > book.BUILDINGS:
        message = _("Nobody has more than %(most)s buildings.")
        yield Problem(make_message(message, most=book.BUILDINGS), book.BOUNDS)


def dice_problems(
    mix: Mix, attackers: Attackers, defenders: Defenders
) -> Iterator[Problem]:
    """ARC-18: which dice may be taken."""
    if mix.dice > attackers.ships:
        message = _(
            "%(dice)s dice are too many for %(ships)s ships. Use one die per ship."
        )
        said = make_message(message, dice=mix.dice, ships=attackers.ships)
        yield Problem(said, book.BATTLE)
    if max(mix) > book.DICE_OF_A_KIND:
        message = _("There are only %(most)s dice of each kind.")
        yield Problem(make_message(message, most=book.DICE_OF_A_KIND), book.BATTLE)
    if mix.raid and not defenders.standing and not defenders.homeless:
        message = _(
            "Raid dice need a defender's building here, or a defender with none on "
            "the map."
        )
        yield Problem(message, book.BATTLE)


def most_destroyed(hits: int, whole: int, damaged: int) -> int:
    """ARC-19: the most pieces that fall to so many hits; damaged ones take one, others two."""
    finished = min(hits, damaged)
    return finished + min(whole, (hits - finished) // 2)


def fewest_lost(hits: int, whole: int, damaged: int) -> int:
    """ARC-19: the fewest pieces that fall when hits are spread over the undamaged first."""
    return min(whole + damaged, max(0, hits - whole))


def hits_taken(face: Face, defenders: Defenders) -> int:
    """ARC-18: hits on one's own ships, and those of one intercept by undamaged ships."""
    return face.own + face.intercept * defenders.whole


@dataclass(frozen=True)
class Fight:
    """A mix of dice thrown by some against others, asked only for the symbols that matter."""

    mix: Mix
    attackers: Attackers
    defenders: Defenders

    def survives(self, face: Face) -> bool:
        return self.ships_lost(face) < self.attackers.ships

    def ships_lost(self, face: Face) -> int:
        hits = hits_taken(face, self.defenders)
        return fewest_lost(hits, self.attackers.whole, self.attackers.damaged)

    def ships(self, face: Face) -> int:
        return most_destroyed(face.hits, self.defenders.whole, self.defenders.damaged)

    def spare(self, face: Face) -> int:
        """ARC-18: the hits that go to buildings as no ship is left for them."""
        return max(0, face.hits - 2 * self.defenders.whole - self.defenders.damaged)

    def buildings(self, face: Face) -> int:
        there = (self.defenders.buildings, self.defenders.damaged_buildings)
        return most_destroyed(self.spare(face) + face.building, *there)

    def keys(self, face: Face) -> int:
        """ARC-18: keys are worth nothing without a ship that is left."""
        return face.keys if self.survives(face) else 0

    def clears(self, face: Face) -> bool:
        all_ships = self.defenders.whole + self.defenders.damaged
        return self.survives(face) and self.ships(face) == all_ships

    def spread(self, count: Callable[[Face], int], *seen: str) -> Spread:
        faces = ways_to_fall(self.mix, *seen).items()
        return spread_of((count(face), ways) for face, ways in faces)

    def chance(self, holds: Callable[[Face], bool], *seen: str) -> Fraction:
        return chance_of(ways_to_fall(self.mix, *seen), holds)

    def chance_to_raze(self) -> Fraction:
        """A building destroyed and a ship left, counting no further than the first building."""
        needed = 1 if self.defenders.damaged_buildings else 2
        fire = ways_to_fall(self.mix._replace(raid=0), "own", "intercept", "hits")
        raid = ways_to_fall(Mix(raid=self.mix.raid), "own", "intercept", "building")
        ways = combine_ways(
            merge_ways(
                fire, lambda one: aim_at_buildings(one, self.spare(one), needed)
            ),
            merge_ways(raid, lambda one: aim_at_buildings(one, one.building, needed)),
        )
        there = self.defenders.standing > 0
        return chance_of(
            ways, lambda one: there and one.building >= needed and self.survives(one)
        )


def aim_at_buildings(face: Face, hits: int, needed: int) -> Face:
    return Face(face.own, face.intercept, building=min(hits, needed))


def battle_odds(mix: Mix, attackers: Attackers, defenders: Defenders) -> Odds:
    fight = Fight(mix, attackers, defenders)
    harm = ("own", "intercept")
    return Odds(
        hits=fight.spread(lambda face: face.hits, "hits"),
        building_hits=fight.spread(lambda face: face.building, "building"),
        taken=fight.spread(lambda face: hits_taken(face, defenders), *harm),
        keys=fight.spread(fight.keys, *harm, "keys"),
        ships=fight.spread(fight.ships, "hits"),
        buildings=fight.spread(fight.buildings, "hits", "building"),
        lost=fight.spread(fight.ships_lost, *harm),
        intercept=fight.chance(lambda face: bool(face.intercept), "intercept"),
        ship_left=fight.chance(fight.survives, *harm),
        cleared=fight.chance(fight.clears, *harm, "hits"),
        razed=fight.chance_to_raze(),
    )
