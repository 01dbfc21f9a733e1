"""Accounts, tables and people: what may be edited by hand."""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin

from companion.base.generic_admin import ModelAdmin, TabularInline
from companion.tables.forms import AdminLogInForm
from companion.tables.models import Account, Membership, Person, Table

admin.site.site_header = admin.site.site_title = "Empire Companion"
admin.site.login_form = AdminLogInForm
admin.site.register(Account, UserAdmin)


class PersonInline(TabularInline[Person, Table]):
    """New people; who is there is renamed on the table's own page, so that their games follow."""

    model = Person
    extra = 0

    def has_change_permission(self, *_asked: object) -> bool:
        return False


class MembershipInline(TabularInline[Membership, Table]):
    model = Membership
    extra = 0


@admin.register(Table)
class TableAdmin(ModelAdmin[Table]):
    list_display = ("name", "created")
    search_fields = ("name",)
    inlines = (PersonInline, MembershipInline)


@admin.register(Person)
class PersonAdmin(ModelAdmin[Person]):
    list_display = ("name", "table", "colour")
    list_filter = ("table",)
    search_fields = ("name",)

    def has_change_permission(self, *_asked: object) -> bool:
        """Somebody is renamed on the table's own page, so that their games follow."""
        return False


@admin.register(Membership)
class MembershipAdmin(ModelAdmin[Membership]):
    list_display = ("__str__", "table", "role")
    list_filter = ("table", "role")
    list_select_related = ("table", "person", "account")
