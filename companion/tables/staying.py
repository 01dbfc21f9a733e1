"""Whether whoever listens to a live page still may: phones are disconnected, passwords change, tables end."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser

from companion.tables.access import Here
from companion.tables.models import Account, Membership, Phone, Table


class Visitor:
    """Who opened a live page, as what, and with which password."""

    def __init__(self, here: Here, account: Account | AnonymousUser) -> None:
        self.table, self.phone = here.table, here.phone
        self.account = account.pk if account.is_authenticated else None
        self.password = account.password if account.is_authenticated else ""

    async def is_welcome(self) -> bool:
        if self.table is None:
            return True
        if self.phone:
            return await Phone.objects.filter(pk=self.phone.pk, gone=False).aexists()
        if self.table.demo == Table.Demo.SHARED:
            return True
        own = Membership.objects.filter(table=self.table, account=self.account)
        logged_in = {"account__is_active": True, "account__password": self.password}
        return await own.filter(**logged_in).aexists()
