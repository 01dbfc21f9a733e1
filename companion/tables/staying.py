"""Whether whoever listens to a live page still may: phones are disconnected, passwords change, tables end."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser

from companion.tables.access import Here
from companion.tables.models import Account, Membership, Phone


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who opened a live page of a table: a phone, or an account with the password it had."""

    table: int
    phone: int | None = None
    account: int | None = None
    password: str = ""


def find_visitor(here: Here, account: Account | AnonymousUser) -> Visitor | None:
    """Whom to ask about again; nobody where everybody may look."""
    if here.table is None:
        return None
    if here.phone:
        return Visitor(here.table.pk, phone=here.phone.pk)
    if here.looks_only:
        return None
    if not account.is_authenticated:
        return Visitor(here.table.pk)
    return Visitor(here.table.pk, account=account.pk, password=account.password)


def select_welcome(visitors: Collection[Visitor]) -> set[Visitor]:
    """Those of them who still may listen: a query for the phones, one for the accounts."""
    phones = [one for one in visitors if one.phone]
    accounts = [one for one in visitors if not one.phone]
    return (find_connected(phones) if phones else set()) | (
        find_members(accounts) if accounts else set()
    )


def find_connected(phones: Collection[Visitor]) -> set[Visitor]:
    keys = {one.phone for one in phones if one.phone}
    connected = Phone.objects.filter(pk__in=keys, gone=False)
    kept = set(connected.values_list("pk", flat=True))
    return {one for one in phones if one.phone in kept}


def find_members(accounts: Collection[Visitor]) -> set[Visitor]:
    """Those with a role at their table and the same password."""
    own = Membership.objects.filter(
        account__in={one.account for one in accounts},
        account__is_active=True,
        table__in={one.table for one in accounts},
    )
    kept = set(own.values_list("table", "account", "account__password"))
    return {one for one in accounts if (one.table, one.account, one.password) in kept}
