"""Small words the pages share."""

from dataclasses import replace

import pytest
from django.utils.translation import override

from companion.base.wording import page_of
from scoring.rise_of_empire import rulebook


@pytest.mark.parametrize(
    ("page", "english", "czech"),
    [
        ("", "", ""),
        ("4", "p. 4", "str. 4"),
        ("4, last", "p. 4, back page", "str. 4, zadní strana"),
        ("last", "back page", "zadní strana"),
    ],
)
def test_the_back_of_a_booklet_has_a_name_and_no_number(page, english, czech):
    rule = replace(rulebook.AGE_CHECK, page=page)
    assert page_of(rule) == english
    with override("cs"):
        assert page_of(rule) == czech
