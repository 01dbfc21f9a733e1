"""What every form that does something carries."""

from django import template

from companion.base.holes import act_id

register = template.Library()
register.simple_tag(act_id)
