"""What a page loads: two files of styles and scripts, the fonts, and pages that come packed."""

import gzip
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.core.files.storage import storages
from django.http import StreamingHttpResponse
from django.test import override_settings
from django.urls import reverse

from companion.home import bundles, pwa
from companion.hosting.compression import CompressPages
from companion.tables.models import Account
from tests.ready import ready_folder

COLLECTED = "whitenoise.storage.CompressedManifestStaticFilesStorage"
TWO_CHAPTERS = "players=4&tallies=2&1b-first=tycoon&1s0-fuel=3&2s1-material=2"


@pytest.fixture(scope="module")
def collected():
    """Static files as they are served at a table."""
    folder = ready_folder() / "static"
    chosen = {**settings.STORAGES, "staticfiles": {"BACKEND": COLLECTED}}
    with override_settings(STORAGES=chosen, STATIC_ROOT=folder):
        yield folder


def tags_in(page):
    styles = re.findall(r'<link rel="stylesheet" href="([^"]+)"', page)
    scripts = re.findall(r'<script src="([^"]+)"', page)
    return styles, scripts


def arcs_page(client, **headers):
    start = {"game": "arcs", "query": TWO_CHAPTERS}
    return client.get(client.post(reverse("start-session"), start).url, **headers)


def test_every_style_sheet_and_script_of_ours_is_in_a_bundle(settings):
    root = settings.BASE_DIR / "static"
    ours = {
        path.relative_to(root).as_posix()
        for path in root.rglob("*")
        if path.suffix in (".css", ".js")
    }
    styles = {one for some in bundles.STYLES_OF.values() for one in some}
    scripts = {one for some in bundles.SCRIPTS_OF.values() for one in some}
    assert ours <= {*styles, *bundles.SCRIPTS, *scripts}


def test_no_template_loads_a_file_past_the_bundles(settings):
    for path in (settings.BASE_DIR / "templates").rglob("*.html"):
        assert not re.search(r'static "[^"]+\.(css|js)"', path.read_text()), path


@pytest.mark.django_db
def test_a_session_page_loads_one_style_sheet_and_one_script(client, collected):
    styles, scripts = tags_in(arcs_page(client).content.decode())
    assert [re.sub(r"\.\w{12}\.", ".", one) for one in styles] == [
        "/static/bundles/page.css"
    ]
    assert [re.sub(r"\.\w{12}\.", ".", one) for one in scripts] == [
        "/static/bundles/page.js"
    ]
    for address in (*styles, *scripts):
        assert (collected / address.removeprefix("/static/")).exists()
        assert (collected / f"{address.removeprefix('/static/')}.gz").exists()


@pytest.mark.django_db
def test_the_fonts_a_page_asks_for_first_are_those_its_styles_name(client, collected):
    page = client.get("/").content.decode()
    asked = set(re.findall(r'rel="preload" href="/static/([^"]+)"', page))
    assert len(asked) == len(bundles.FIRST_FONTS)
    [style] = tags_in(page)[0]
    css = (collected / style.removeprefix("/static/")).read_text()
    assert {
        f"home/fonts/{Path(one).name}" for one in re.findall(r'url\("([^"]+)"\)', css)
    } == asked
    assert all((collected / one).exists() for one in asked)


def test_the_device_keeps_the_bundles(collected):
    kept = pwa.page_assets()
    names = [bundles.script_bundle(kind) for kind in ("page", *bundles.SCRIPTS_OF)]
    assert [one for one in kept if one.endswith(".js")] == [
        storages["staticfiles"].url(name) for name in names
    ]
    styles = [one for one in kept if one.endswith(".css")]
    assert len(styles) == len(bundles.STYLES_OF)


def test_a_bundle_is_strict_and_holds_its_files_in_order(collected):
    script = bundles.join_scripts(["home/device.js", "log/live.js"])
    assert script.startswith('"use strict"\n;')
    later = bundles.lighten_script(bundles.source_of("log/live.js"))
    assert script.endswith(later)


def test_a_bundle_holds_no_comments():
    script = bundles.join_scripts(n for n in bundles.SCRIPTS if ".min." not in n)
    assert not re.search(r"^\s*//", script, re.MULTILINE)
    styles = bundles.join_styles(bundles.STYLES)
    assert "/*" not in styles
    assert styles.count("{") == sum(
        re.sub(r"/\*.*?\*/", "", bundles.source_of(name), flags=re.DOTALL).count("{")
        for name in bundles.STYLES
    )


def test_what_is_no_comment_stays_in_a_bundle():
    kept = 'a("https://x");\n`; // ${b}`\nc(/["\'] // /); d("; // e");\n'
    assert bundles.lighten_script(f"// away\n  // away\n{kept}") == kept
    assert bundles.lighten_script('a("//"); // that\'s away\n') == 'a("//");\n'
    assert bundles.lighten_script("if (a) {\n    b();\n}") == "if (a) {\nb();\n}"
    assert (
        bundles.lighten_styles("/* a\n b */.c, i :is(f) {\n  d: e g;\n}")
        == ".c,i :is(f){d:e g;}"
    )


@pytest.mark.parametrize(
    "name", [*bundles.SCRIPTS[1:], *sum(bundles.SCRIPTS_OF.values(), ())]
)
def test_no_text_of_a_script_spans_lines_and_would_lose_its_indents(name):
    source = bundles.lighten_script(bundles.source_of(name))
    assert all(line.count("`") % 2 == 0 for line in source.splitlines())


# Packed


@pytest.mark.django_db
def test_the_page_of_arcs_with_two_chapters_is_light_on_the_wire(client):
    answer = arcs_page(client, headers={"accept-encoding": "gzip"})
    assert answer["Content-Encoding"] == "gzip"
    assert len(answer.content) < 40_000
    assert b"<html" in gzip.decompress(answer.content)


@pytest.mark.django_db
def test_the_same_page_is_never_equally_long(client):
    """Or an onlooker could learn a token by its length, letter by letter."""
    client.force_login(Account.objects.create(username="olga"))
    sizes = {
        len(client.get("/", headers={"accept-encoding": "gzip"}).content)
        for _ in range(12)
    }
    assert len(sizes) > 1


@pytest.mark.django_db
def test_whoever_cannot_unpack_gets_a_page_as_it_is(client):
    assert not client.get("/").has_header("Content-Encoding")


@pytest.mark.django_db
def test_paper_is_not_packed_again(client):
    paper = "/games/arcs/sheet.pdf?players=2&paper=a4"
    answer = client.get(paper, headers={"accept-encoding": "gzip"})
    assert answer["Content-Type"] == "application/pdf"
    assert not answer.has_header("Content-Encoding")


def test_a_stream_arrives_line_by_line(rf):
    stream = StreamingHttpResponse([b"data: 7\n\n"], content_type="text/event-stream")
    request = rf.get("/", headers={"accept-encoding": "gzip"})
    answer = CompressPages(lambda _request: stream)(request)
    assert not answer.has_header("Content-Encoding")
    assert list(answer) == [b"data: 7\n\n"]


def test_what_a_style_says_in_quotes_stays_as_it_is():
    light = bundles.lighten_styles('a, b { color: red; }\na::before { content: ", "; }')
    assert light.startswith("a,b{color:red;}")
    assert 'content:", "' in light
