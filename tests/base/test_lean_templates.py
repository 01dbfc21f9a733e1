"""The indents of templates stay in the templates."""

from pathlib import Path

from django.conf import settings
from django.template import engines

FOLDER = Path(settings.TEMPLATES[0]["DIRS"][0])


def test_no_line_of_our_templates_begins_with_blanks():
    for path in FOLDER.rglob("*.html"):
        name = path.relative_to(FOLDER).as_posix()
        source = engines["django"].get_template(name).template.source
        assert not [line for line in source.splitlines() if line[:1] in ("\t", " ")]
        assert len(source.splitlines()) == len(path.read_text().splitlines())


def test_templates_of_others_are_read_as_they_are():
    source = engines["django"].get_template("admin/base.html").template.source
    assert "\n  " in source
