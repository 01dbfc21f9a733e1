"""Who may use a view: stated once per view, checked in one place.

The decorator finds the table, or what belongs to one, and answers 404 to everybody without
a role there: who isn't at the table doesn't learn that it exists.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import lru_cache, wraps
from threading import Lock
from typing import Any, Concatenate, ParamSpec, TypeVar

from django.db import OperationalError
from django.db.models import Model
from django.http import Http404, HttpRequest, HttpResponseBase
from django.utils import timezone
from django_htmx.middleware import HtmxDetails

from companion.base.joined_rows import Joined, JoinedRows
from companion.tables.models import Membership, Person, Phone, Table

P = ParamSpec("P")
Answer = TypeVar("Answer", bound=HttpResponseBase)
View = TypeVar("View", bound=Callable[..., HttpResponseBase])
Role = Membership.Role
RANKS = (Role.SPECTATOR, Role.PLAYER, Role.ORGANISER)  # each may what those before may
SEEN_EVERY, WRITTEN_EVERY = timedelta(minutes=1), timedelta(seconds=1)
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


def at_table(
    role: str, *, key_only: bool = False
) -> Callable[[TableView[P, Answer]], TableView[P, Answer]]:
    """Lets only visitors with this role, or a stronger one, use a view about a table.

    The address holds a `table`, `session` or `campaign`. The view gets the object in place of
    its key, and `request.here`; with `key_only` it needs nothing of it but its key.
    """

    def decorate(view: TableView[P, Answer]) -> TableView[P, Answer]:
        @wraps(view)
        def checked(
            request: TableRequest, /, *args: P.args, **given: P.kwargs
        ) -> Answer:
            name = next(name for name in FINDERS if name in given)
            finders = KEY_FINDERS if key_only and name in KEY_FINDERS else FINDERS
            found, here = finders[name](request, given[name])
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
KEY_FINDERS: dict[str, Finder] = {}  # where finding less costs less


def register_finder(
    name: str, finder: Finder, *, key_finder: Finder | None = None
) -> None:
    """Lets `at_table` find what another room keeps at a table, by its name in an address."""
    FINDERS[name] = finder
    if key_finder:
        KEY_FINDERS[name] = key_finder


# Makes a copy of the shared demo for a visitor and finds there what they are changing.
DemoCopier = Callable[[HttpRequest, Model], tuple[Model, Here]]
DEMO_COPIERS: list[DemoCopier] = []


def register_demo_copier(copier: DemoCopier) -> None:
    DEMO_COPIERS[:] = [copier]


def here_at(
    request: HttpRequest, table: int, known: Table | None = None
) -> Here | None:
    """The visitor's strongest role at this table, or None; `known` where it was read already."""
    own = [*account_at(request, table), *phones_at(request, table)]
    strongest = max(own, key=lambda here: RANKS.index(here.role), default=None)
    if strongest is None:
        return look_at_demo(table)
    return replace(strongest, table=known) if known else strongest


# Asked by every page of a table, so these two are put together only once.
PERSON = """JOIN {table} seated ON seated.id = {who}.table_id
LEFT JOIN {person} person ON person.id = {who}.person_id
LEFT JOIN {person} merged ON merged.id = person.merged_into_id"""
SEATED = (Joined(Table, "seated"), Joined(Person, "person"), Joined(Person, "merged"))


def join_person(who: type[Membership | Phone], alias: str, which: str) -> JoinedRows:
    names = {"table": Table._meta.db_table, "person": Person._meta.db_table}
    person = PERSON.format(**names, who=alias)
    rest = (
        f"FROM {who._meta.db_table} {alias} {person} WHERE {which} ORDER BY {alias}.id"
    )
    return JoinedRows(rest, Joined(who, alias), *SEATED)


ACCOUNT_AT = join_person(
    Membership, "member", "member.account_id = %s AND member.table_id = %s"
)


@lru_cache(maxsize=16)
def phones_of(count: int) -> JoinedRows:
    """As many phones as a browser is."""
    keys = ", ".join(["%s"] * count)
    return join_person(
        Phone,
        "phone",
        f"phone.table_id = %s AND NOT phone.gone AND phone.id IN ({keys})",
    )


def account_at(request: HttpRequest, table: int) -> Iterator[Here]:
    if request.user.is_authenticated:
        for one, seated, person, merged in ACCOUNT_AT.fetch(request.user.pk, table):
            yield Here(seated, Role(one.role), merged or person)


def phones_at(request: HttpRequest, table: int) -> Iterator[Here]:
    keys = request.session.get("phones", ())
    if not keys:
        return
    for one, seated, person, merged in phones_of(len(keys)).fetch(table, *keys):
        mark_phone_seen(one)
        yield Here(seated, Role(one.role), merged or person, one)


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
    """Notes when a phone was last here, to the minute, for the organiser's list.

    All phones of a table ask at once when somebody acts, so at most one of them writes, for those
    that asked before it too.
    """
    now = timezone.now()
    if now - phone.seen <= SEEN_EVERY:
        return
    if phones := SEEN.collect(phone.pk, now):
        with suppress(OperationalError):  # on a full disk people still read their pages
            Phone.objects.filter(pk__in=phones).update(seen=now)


class SeenPhones:
    """The phones that were here since somebody last wrote that down."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.forget_everything()

    def forget_everything(self) -> None:
        self.phones: set[int] = set()
        self.written = datetime.min.replace(tzinfo=UTC)

    def collect(self, phone: int, now: datetime) -> set[int]:
        """Those to write down now; none where somebody did so just before."""
        with self.lock:
            self.phones.add(phone)
            if now - self.written < WRITTEN_EVERY:
                return set()
            self.written, phones = now, self.phones
            self.phones = set()
            return phones


SEEN = SeenPhones()
