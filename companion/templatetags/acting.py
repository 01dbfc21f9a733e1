"""What every form that does something carries."""

from uuid import uuid4

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from companion.base.holes import ID, is_drawn_for_all, leave_hole

register = template.Library()


@register.simple_tag
def act_id() -> SafeString:
    """An id for the request, made with the page: pressing twice does it once."""
    made = leave_hole(ID) if is_drawn_for_all() else uuid4()
    return format_html('<input type="hidden" name="id" value="{}">', made)
