"""What is somebody's own in a page that is drawn once for everybody."""

from django import template
from django.template import Context, Engine
from django.utils.safestring import SafeString

from companion.base.holes import OWN, is_drawn_for_all, leave_hole

register = template.Library()


@register.simple_tag(takes_context=True)
def own_part(context: Context, name: str) -> SafeString:
    """Another template that looks at nothing but the visitor; a hole where the page is for all."""
    if is_drawn_for_all():
        return SafeString(leave_hole(OWN, name))
    return Engine.get_default().get_template(name).render(context)
