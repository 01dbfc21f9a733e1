"""Django's admin classes with their model in brackets, which Django itself doesn't take."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from django.contrib.admin import ModelAdmin, TabularInline
else:
    from django.contrib import admin

    class Bracketed:
        def __class_getitem__(cls, _models):
            return cls

    class ModelAdmin(Bracketed, admin.ModelAdmin):
        pass

    class TabularInline(Bracketed, admin.TabularInline):
        pass


__all__ = ["ModelAdmin", "TabularInline"]
