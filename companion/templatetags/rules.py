"""Where a rule is told: the address of its place on a rules desk."""

from django import template

from companion.sessions import rules_desk

register = template.Library()
register.filter("rule_address", rules_desk.rule_address)
