"""Who may use a view: stated once per view, checked in one place.

The decorator finds the table, or what belongs to one, and answers 404 to everybody without
a role there: who isn't at the table doesn't learn that it exists.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from django.db.models import Model
from django.http import Http404, HttpRequest, HttpResponseBase
from django.utils import timezone
from django_htmx.middleware import HtmxDetails

from companion.tables.models import Membership, Person, Phone, Table

P = ParamSpec("P")
Answer = TypeVar("Answer", bound=HttpResponseBase)
View = TypeVar("View", bound=Callable[..., HttpResponseBase])
Role = Membership.Role
RANKS = (Role.SPECTATOR, Role.PLAYER, Role.ORGANISER)  # each may what those before may
SEEN_EVERY = timedelta(minutes=1)
BY_TABLE = ("table__name", "pk")
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")


@dataclass(frozen=True)
class Here:
    """The table a request is about, and the visitor's role and person there."""

    table: Table | None
    role: Role
    person: Person | None = None
    phone: Phone | None = None

    def may(self, role: str) -> bool:
        return RANKS.index(self.role) >= RANKS.index(Role(role))

    @property
    def plays(self) -> bool:
        return self.may(Role.PLAYER)

    @property
    def organises(self) -> bool:
        return self.may(Role.ORGANISER)

    @property
    def looks_only(self) -> bool:
        """Whether this is the demo everybody may look at; what they change is a copy of it."""
        return self.table is not None and self.table.demo == Table.Demo.SHARED

    @property
    def only_own(self) -> bool:
        """Whether the table keeps the visitor to what is their own."""
        kept_to_it = self.table is not None and self.table.only_own
        return kept_to_it and not self.organises

    def owns(self, player: str) -> bool:
        """Whether what belongs to this player may be entered by the visitor."""
        own = self.person.name.casefold() if self.person else None
        return not self.only_own or player.casefold() == own


class HtmxRequest(HttpRequest):
    """A request with the details of htmx; every view gets one."""

    htmx: HtmxDetails


class TableRequest(HtmxRequest):
    """The request of a view under `at_table`: it knows the visitor's role."""

    here: Here


TableView = Callable[Concatenate[TableRequest, P], Answer]


def at_table(role: str) -> Callable[[TableView[P, Answer]], TableView[P, Answer]]:
    """Lets only visitors with this role, or a stronger one, use a view about a table.

    The address holds a `table`, `session` or `campaign`. The view gets the object in place of
    its key, and `request.here`.
    """

    def decorate(view: TableView[P, Answer]) -> TableView[P, Answer]:
        @wraps(view)
        def checked(
            request: TableRequest, /, *args: P.args, **given: P.kwargs
        ) -> Answer:
            name = next(name for name in FINDERS if name in given)
            found, here = FINDERS[name](request, given[name])
            if found is None or here is None or not here.may(role):
                raise Http404
            if here.looks_only and request.method not in SAFE_METHODS:
                found, here = DEMO_COPIERS[0](request, found)
            request.here = here
            given[name] = found
            return view(request, *args, **given)

        declare_access(checked, Role(role))
        return checked

    return decorate


def open_to_all(view: View) -> View:
    """Marks a view that shows nothing of any table."""
    declare_access(view, None)
    return view


def declare_access(view: Callable[..., HttpResponseBase], role: Role | None) -> None:
    """Notes on the view who may use it, for the test that walks all addresses."""
    vars(view)["access"] = role


def find_table(request: HttpRequest, key: int) -> tuple[Table | None, Here | None]:
    here = here_at(request, key)
    return (here.table if here else None), here


# The keys come from addresses, where each finder's name says of which kind they are.
Finder = Callable[[HttpRequest, Any], tuple[Model | None, Here | None]]
FINDERS: dict[str, Finder] = {"table": find_table}


def register_finder(name: str, finder: Finder) -> None:
    """Lets `at_table` find what another room keeps at a table, by its name in an address."""
    FINDERS[name] = finder


# Makes a copy of the shared demo for a visitor and finds there what they are changing.
DemoCopier = Callable[[HttpRequest, Model], tuple[Model, Here]]
DEMO_COPIERS: list[DemoCopier] = []


def register_demo_copier(copier: DemoCopier) -> None:
    DEMO_COPIERS[:] = [copier]


def here_at(request: HttpRequest, table: int) -> Here | None:
    """The visitor's strongest role at this table, or None."""
    own = own_tables(request, table=table)
    strongest = max(own, key=lambda here: RANKS.index(here.role), default=None)
    return strongest or look_at_demo(table)


def look_at_demo(table: int) -> Here | None:
    """Everybody sees the shared demo as its organiser does."""
    found = Table.objects.filter(pk=table, demo=Table.Demo.SHARED).first()
    return Here(found, Role.ORGANISER) if found else None


def own_tables(request: HttpRequest, **narrowed: Any) -> list[Here]:
    """Every table the visitor has a role at, by account or as a phone that joined."""
    return [*tables_by_account(request, narrowed), *tables_by_phone(request, narrowed)]


def tables_by_account(request: HttpRequest, narrowed: dict[str, Any]) -> Iterator[Here]:
    if request.user.is_authenticated:
        own = Membership.objects.select_related(
            "table", "person__merged_into"
        ).order_by(*BY_TABLE)
        for one in own.filter(account=request.user.pk, **narrowed):
            yield Here(one.table, Role(one.role), present_person(one.person))


def tables_by_phone(request: HttpRequest, narrowed: dict[str, Any]) -> Iterator[Here]:
    keys = request.session.get("phones", ())
    if not keys:
        return
    own = Phone.objects.select_related("table", "person__merged_into").order_by(
        *BY_TABLE
    )
    for one in own.filter(pk__in=keys, gone=False, **narrowed):
        mark_phone_seen(one)
        yield Here(one.table, Role(one.role), present_person(one.person), one)


def present_person(person: Person | None) -> Person | None:
    """Who somebody turned out to be, once two people were merged."""
    return person.merged_into or person if person else None


def mark_phone_seen(phone: Phone) -> None:
    """Notes when a phone was last here, to the minute, for the organiser's list."""
    now = timezone.now()
    if now - phone.seen > SEEN_EVERY:
        Phone.objects.filter(pk=phone.pk).update(seen=now)
