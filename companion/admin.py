"""Accounts, tables and people: what may be edited by hand."""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin

from companion.forms import AdminLogInForm
from companion.models import Account, Membership, Person, Table

admin.site.site_header = admin.site.site_title = "Empire Companion"
admin.site.login_form = AdminLogInForm
admin.site.register(Account, UserAdmin)


class PersonInline(admin.TabularInline):
    model = Person
    extra = 0


class MembershipInline(admin.TabularInline):
    model = Membership
    extra = 0


@admin.register(Table)
class TableAdmin(admin.ModelAdmin):
    list_display = ("name", "created")
    search_fields = ("name",)
    inlines = (PersonInline, MembershipInline)


@admin.register(Person)
class PersonAdmin(admin.ModelAdmin):
    list_display = ("name", "table", "colour")
    list_filter = ("table",)
    search_fields = ("name",)


@admin.register(Membership)
class MembershipAdmin(admin.ModelAdmin):
    list_display = ("__str__", "table", "role")
    list_filter = ("table", "role")
    list_select_related = ("table", "person", "account")
