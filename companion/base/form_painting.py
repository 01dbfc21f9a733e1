"""The widgets of forms as text: what Django draws by a template per option, without templates."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from html import escape
from typing import Any

from django.forms.renderers import DjangoTemplates
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString

WIDGETS = "django/forms/widgets/"
INPUTS = ("text", "number", "hidden", "checkbox", "password", "date", "email", "input")


class PaintedForms(DjangoTemplates):
    """Paints the usual widgets and labels itself; whatever else there is has its template."""

    def render(
        self, template_name: str, context: dict[str, Any], request: Any = None
    ) -> str:
        paint = PAINTERS.get(template_name)
        if paint is None:
            return super().render(template_name, context, request)
        return paint(context).strip()


def paint_attributes(attributes: Mapping[str, Any]) -> str:
    return "".join(
        f" {conditional_escape(name)}"
        if value is True
        else f' {conditional_escape(name)}="{conditional_escape(str(value))}"'
        for name, value in attributes.items()
        if value is not False
    )


def paint_hidden_fields(values: Iterable[tuple[str, Any]]) -> SafeString:
    """What goes along with a form, by name."""
    return SafeString(
        "".join(
            f'<input type="hidden" name="{escape(name)}" value="{escape(str(value))}">\n'
            for name, value in values
        )
    )


def paint_input(context: Mapping[str, Any]) -> str:
    widget = context["widget"]
    given = widget["value"]
    value = "" if given is None else f' value="{conditional_escape(str(given))}"'
    return (
        f'<input type="{conditional_escape(widget["type"])}"'
        f' name="{conditional_escape(widget["name"])}"{value}'
        f"{paint_attributes(widget['attrs'])}>"
    )


def paint_textarea(context: Mapping[str, Any]) -> str:
    widget = context["widget"]
    return (
        f'<textarea name="{conditional_escape(widget["name"])}"'
        f"{paint_attributes(widget['attrs'])}>\n"
        f"{conditional_escape(widget['value'] or '')}</textarea>"
    )


def paint_select(context: Mapping[str, Any]) -> str:
    widget = context["widget"]
    groups = "".join(
        paint_group(name, "".join(f"\n  {paint_option(one)}" for one in options))
        for name, options, _index in widget["optgroups"]
    )
    return (
        f'<select name="{conditional_escape(widget["name"])}"'
        f"{paint_attributes(widget['attrs'])}>{groups}\n</select>"
    )


def paint_several(context: Mapping[str, Any]) -> str:
    """The widgets of one that has several, each as it is painted alone."""
    return "".join(
        PAINTERS[one["template_name"]]({"widget": one})
        for one in context["widget"]["subwidgets"]
    )


def paint_group(name: str | None, options: str) -> str:
    if not name:
        return options
    return f'\n  <optgroup label="{conditional_escape(name)}">{options}\n  </optgroup>'


def paint_option(option: Mapping[str, Any]) -> str:
    return (
        f'<option value="{conditional_escape(str(option["value"]))}"'
        f"{paint_attributes(option['attrs'])}>"
        f"{conditional_escape(option['label'])}</option>"
    )


def paint_label(context: Mapping[str, Any]) -> str:
    label = conditional_escape(context["label"])
    if not context["use_tag"]:
        return label
    tag = context["tag"]
    return f"<{tag}{paint_attributes(context['attrs'] or {})}>{label}</{tag}>"


PAINTERS: dict[str, Callable[[Mapping[str, Any]], str]] = {
    **{f"{WIDGETS}{name}.html": paint_input for name in INPUTS},
    f"{WIDGETS}textarea.html": paint_textarea,
    f"{WIDGETS}select.html": paint_select,
    f"{WIDGETS}multiwidget.html": paint_several,
    "django/forms/label.html": paint_label,
}
