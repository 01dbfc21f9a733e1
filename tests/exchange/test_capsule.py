"""A campaign as one page: all of it, nothing that runs or asks elsewhere, and it opens here again."""

import io
import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.timezone import localtime
from django.utils.translation import override

from campaign.files.capsule_log import embed_log, find_logs
from campaign.files.importing import keep_campaign
from campaign.files.lines import campaign_bytes, read_campaign
from campaign.files.opening import open_given_file, unwrap_file
from campaign.files.tables import NoFile
from campaign.models import Campaign
from companion.base.dates import full_date
from companion.exchange.capsule import write_capsule
from companion.exchange.slimming import DrawingStore, short_name
from companion.log.record import NewAct, append_all
from companion.tables.models import Table
from tests.campaign_visitor import kept, member
from tests.played_campaign import founded_campaign
from tests.thorough import THOROUGH

pytestmark = pytest.mark.django_db
HOSTILE = "</pre></script><img src=x onerror=alert(1)>&lt;"


@pytest.fixture
def campaign():
    at = founded_campaign("anna", "bara").session(anna=60, bara=55)
    campaign = kept(at.session(anna=48, bara=70).open())
    append_all(
        campaign, [NewAct("write_note", {"text": HOSTILE}, by_name=HOSTILE[:40])]
    )
    campaign.refresh_from_db()
    return campaign


def page_of(campaign):
    return write_capsule(campaign).decode()


def signed_in(campaign, role="organiser"):
    client = Client()
    client.force_login(member(campaign, "olga", role))
    return client


def test_a_page_holds_board_story_sheets_and_history(campaign):
    page = page_of(campaign)
    text = unescape(re.sub(r"<[^>]*>", " ", page))
    for part in ("Board", "Story", "Sheets", "History", "Session 2", "Empire founded"):
        assert part in text
    assert (
        page.count('class="drawing') == 4
    )  # a sheet for each empire, and one for phones
    for number in ("60", "55", "48", "70"):
        assert f"<td>{number}</td>" in page


def test_it_opens_again_bit_for_bit(campaign):
    """Chosen on the page, kept at another table, downloaded: the log is the same."""
    client = signed_in(campaign)
    raw = client.get(reverse("campaign-capsule", args=[campaign.pk])).content
    elsewhere = Table.objects.create(name="Sunday")
    opened = open_given_file(raw, elsewhere)
    again = keep_campaign(opened.given, table=elsewhere)
    assert campaign_bytes(again) == campaign_bytes(campaign)
    (log,) = find_logs(write_capsule(again))
    assert log == campaign_bytes(campaign)


def test_the_page_for_campaign_files_takes_it(campaign):
    client = signed_in(campaign)
    file = io.BytesIO(write_capsule(campaign))
    file.name = "ours.html"
    address = reverse("open-campaign-file", args=[campaign.table_id])
    page = client.post(address, {"file": file}).content.decode()
    carried = page.partition('name="carried" value="')[2].partition('"')[0]
    client.post(address, {"carried": carried, "keep": "1", "name": "Again"})
    assert Campaign.objects.get(name="Again").last == campaign.last


def test_nothing_in_it_runs_or_asks_elsewhere(campaign):
    page = page_of(campaign)
    assert "<script" not in page
    assert "onerror=alert(1)>" not in page
    assert "default-src 'none'" in page
    asked = set(re.findall(r"(?:href|src)=\"([^\"#][^\"]*)\"", page))
    assert asked == set()
    linked = set(re.findall(r"url\(\"?([^\")]{0,10})", page))
    assert linked == {"data:font/"}


def test_what_people_wrote_stays_text(campaign):
    page = page_of(campaign)
    assert "</pre></script>" not in page
    assert unescape(page).count(HOSTILE) >= 1


def test_the_history_is_folded_by_session_and_nothing_else_is_in_the_way(campaign):
    page = page_of(campaign)
    history = page.partition('-history">')[2]
    told = re.findall(r"<summary>(.*?) <small>", history)
    sessions = [f"Session {one.number}" for one in campaign.sessions.order_by("number")]
    assert told == ["Before the first session", *sessions]
    assert history.count("<li ") == page.count("<li value")
    assert "<details open" not in page


def test_days_are_written_as_the_app_writes_them_with_their_year(campaign):
    page = page_of(campaign)
    day = full_date(localtime(campaign.acts.first().at).date())
    assert page.count(f"{day}, ") >= campaign.last / 2
    assert not re.search(r"\d{4}-\d\d-\d\d \d", page)


def test_names_in_score_tables_are_never_broken(campaign):
    page = page_of(campaign)
    assert "overflow-wrap: anywhere" not in page
    (rule,) = re.findall(r"^ *table \{([^}]*)\}", page, re.MULTILINE)
    assert "overflow-wrap: normal" in rule


def test_every_part_leads_back_to_the_top(campaign):
    page = page_of(campaign)
    assert page.count('href="#top"') == page.count("<section id=") == 4


def test_every_place_it_leads_to_is_in_it(campaign):
    page = page_of(campaign)
    named = set(re.findall(r'id="([^"]+)"', page))
    assert set(re.findall(r'href="#([^"]+)"', page)) <= named
    styled = set(re.findall(r"\.(l[a-z]+)\{", page))
    assert set(re.findall(r'class="(l[a-z]{1,2})"', page)) <= {*styled, "log"}


def test_it_speaks_the_language_of_whoever_downloads_it(campaign):
    with override("cs"):
        page = page_of(campaign)
    assert '<html lang="cs">' in page
    assert "Historie" in page


def test_the_same_campaign_gives_the_same_page(campaign):
    assert page_of(campaign) == page_of(campaign)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            lambda page: page.replace(b'"companion-log">', b'"companion-log">!'),
            "damaged",
        ),
        (lambda page: page.replace(b"companion-log", b"other"), "isn't one of ours"),
        (lambda page: page[: page.rindex(b"companion-log") + 200], "cut off"),
        (lambda page: page[: len(page) // 2], "cut off"),
        (lambda _page: b"<!DOCTYPE html><title>News</title>", "isn't one of ours"),
    ],
)
def test_another_page_or_a_damaged_one_is_refused(campaign, change, said):
    with pytest.raises(NoFile, match=said):
        unwrap_file(change(write_capsule(campaign)))


def test_an_empty_campaign_file_is_said_to_be_empty(campaign):
    with pytest.raises(NoFile, match="This file is empty"):
        open_given_file(b" \n", campaign.table)


def test_a_log_of_any_bytes_comes_out_as_it_went_in():
    raw = f'{{"text": "{HOSTILE}\\u0000 č"}}\n'.encode()
    assert find_logs(f"<!DOCTYPE html>{embed_log(raw)}</html>".encode()) == [raw]


def test_a_spectator_gets_no_capsule(campaign):
    address = reverse("campaign-capsule", args=[campaign.pk])
    assert signed_in(campaign, "spectator").get(address).status_code == 404


def test_the_more_menu_and_the_files_page_offer_it(campaign):
    client = signed_in(campaign, "player")
    address = reverse("campaign-capsule", args=[campaign.pk])
    for page in (
        reverse("campaign", args=[campaign.pk]),
        reverse("table-files", args=[campaign.table_id]),
    ):
        assert address in client.get(page, follow=True).content.decode()


# Slim drawings


def test_a_slim_drawing_names_what_it_shares_and_keeps_its_words():
    store = DrawingStore()
    drawing = (
        '<svg class="drawing" viewBox="0 0 1 1"><title>a</title>'
        '<path d="M1 2z" transform="translate(1 2) scale(0.5)" fill-rule="evenodd" class="fill-ink"/>'
        '<path d="M1 2z" transform="translate(-3 4.5) scale(0.5)" fill-rule="evenodd" class="fill-ink"/>'
        '<text x="1" y="2" font-size="2.5" text-anchor="middle" class="fill-ink bold">'
        ' d="x" class="y"</text></svg>'
    )
    slim = store.slim(drawing)
    assert '<use href="#a" x="-3" y="4.5"' in slim
    assert slim.count('<use href="#a"') == 2
    assert ' d="x" class="y"</text>' in slim
    assert store.definitions.count("<path") == 1
    assert "font-size:2.5px" in store.styles
    assert "font-weight:700" in store.styles


def test_short_names_are_all_different():
    assert len({short_name(number) for number in range(2000)}) == 2000


@pytest.mark.skipif(not THOROUGH, reason="plays 25 sessions")
def test_twenty_five_sessions_stay_below_a_megabyte():
    from tests.bench import campaign_of

    campaign = campaign_of(25)
    page = write_capsule(campaign)
    assert len(page) <= 1_000_000
    assert read_campaign(unwrap_file(page)).acts
    assert find_logs(page) == [campaign_bytes(campaign)]
