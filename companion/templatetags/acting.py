"""What every form that does something carries."""

from uuid import uuid4

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
def act_id() -> SafeString:
    """An id for the request, made with the page: pressing twice does it once."""
    return format_html('<input type="hidden" name="id" value="{}">', uuid4())
