"""What a device keeps for itself: the app on its home screen, the page for when the laptop is away, light or dark."""

import json
import re
from pathlib import Path
from struct import unpack

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse

from companion.home import pwa
from companion.tables.models import Account

pytestmark = pytest.mark.django_db


def read_icon(address):
    name = address.removeprefix("/static/")
    return Path(finders.find(name)).read_bytes()


def test_the_app_can_be_installed(client):
    response = client.get(reverse("manifest"))
    assert response["Content-Type"] == "application/manifest+json"
    manifest = json.loads(response.content)
    assert manifest["name"] == "Empire Companion"
    assert (manifest["start_url"], manifest["scope"]) == ("/", "/")
    assert manifest["display"] == "standalone"
    assert {one["purpose"] for one in manifest["icons"]} == {"any", "maskable"}
    page = client.get("/").content.decode()
    assert f'<link rel="manifest" href="{reverse("manifest")}">' in page


def test_every_icon_is_as_large_as_it_says(client):
    for icon in json.loads(client.get(reverse("manifest")).content)["icons"]:
        png = read_icon(icon["src"])
        assert png.startswith(b"\x89PNG")
        width, height = unpack(">II", png[16:24])
        assert f"{width}x{height}" == icon["sizes"]


def kept_by(response):
    found = re.search(
        r'^const KEPT = JSON.parse\((".*")\);$', response.content.decode(), re.MULTILINE
    )
    return json.loads(json.loads(found[1]))


def test_the_worker_answers_for_the_whole_site_and_is_never_out_of_date(client):
    response = client.get("/sw.js")
    assert response["Content-Type"].startswith("text/javascript")
    assert "no-cache" in response["Cache-Control"]
    assert "worker-src 'self'" in response["Content-Security-Policy"]


def test_the_worker_keeps_files_of_everybody_and_nothing_else(client):
    kept = kept_by(client.get("/sw.js"))
    assert kept["offline"] == "/offline/en/"
    assert all(one.startswith("/static/") for one in kept["assets"])
    assert "/static/log/offline.js" in kept["assets"]


def test_everything_the_offline_page_loads_is_kept(client):
    kept = kept_by(client.get("/sw.js"))
    page = client.get(kept["offline"]).content.decode()
    loaded = re.findall(r'(?:src|href)="(/static/[^"]+\.(?:js|css|svg))"', page)
    assert len(loaded) > 5
    assert set(loaded) <= set(kept["assets"])


def test_a_changed_file_is_a_new_version(monkeypatch):
    before = pwa.offline_cache("en")["version"]
    assert pwa.offline_cache("en")["version"] == before
    assert pwa.offline_cache("cs")["version"] != before
    monkeypatch.setattr(pwa, "static", lambda name: f"/static/{name}?changed")
    assert pwa.offline_cache("en")["version"] != before


def test_the_offline_page_is_in_the_language_of_its_address_and_nobodys_own():
    client = Client()
    client.force_login(Account.objects.create(username="olga"))
    anonymous = Client()
    assert 'lang="cs"' in anonymous.get("/offline/cs/").content.decode()
    assert "olga" not in anonymous.get("/offline/en/").content.decode()
    assert anonymous.get("/offline/xx/").status_code == 404


def test_somebody_answers_without_a_single_query(client, django_assert_num_queries):
    with django_assert_num_queries(0):
        response = client.get(reverse("alive"))
    assert response.status_code == 204
    assert "no-store" in response["Cache-Control"]


# Light or dark


def choose(client, theme, **headers):
    return client.post(reverse("set-theme"), {"theme": theme}, headers=headers)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_chosen_theme_stands_in_the_page_itself(client, theme):
    assert "data-theme" not in client.get("/").content.decode().split("<head>")[0]
    assert choose(client, theme).url == "/"
    page = client.get("/").content.decode()
    assert f'data-theme="{theme}"' in page.split("<head>")[0]
    assert page.count('name="theme-color"') == 1


def test_the_device_decides_again_when_somebody_says_so(client):
    choose(client, "dark")
    choose(client, "auto")
    page = client.get("/").content.decode()
    assert "data-theme" not in page.split("<head>")[0]
    assert page.count('name="theme-color"') == 2


def test_a_theme_nobody_offers_is_refused_and_a_strange_cookie_says_nothing(client):
    assert choose(client, "neon").status_code == 404
    client.cookies["theme"] = '"><script>'
    assert "data-theme" not in client.get("/").content.decode().split("<head>")[0]


def test_whoever_chooses_a_theme_comes_back_to_their_page_and_nowhere_else(client):
    ours = "http://testserver/games/arcs/"
    assert choose(client, "dark", referer=ours).url == ours
    assert choose(client, "dark", referer="https://elsewhere.example/").url == "/"


def test_the_choice_lasts_and_is_not_sent_along_by_other_sites(client):
    cookie = choose(client, "dark").cookies["theme"]
    assert cookie["max-age"] == 365 * 24 * 60 * 60
    assert cookie["samesite"] == "Lax"


# What a page tells the scripts


def test_only_pages_that_were_asked_for_are_kept(client):
    start = {"game": "imperial_settlers", "query": "players=2&1s0-track=12"}
    address = client.post(reverse("start-session"), start).url
    assert "data-kept" in client.get(address).content.decode()
    refused = client.post(address + "do/", {"kind": "set_players", "players": "9"})
    assert refused.status_code == 422
    assert "data-kept" not in refused.content.decode()
    assert "data-kept" not in client.get("/").content.decode()
