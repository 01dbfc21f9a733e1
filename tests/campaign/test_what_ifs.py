"""What-ifs: a copy from any act on, marked wherever it shows, compared, kept or thrown away."""

from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from threading import Barrier
from uuid import uuid4

import pytest
from django.db import connection
from django.urls import reverse
from pypdf import PdfReader

from campaign.box.keeping import box_state
from campaign.chronicle.sharing import find_campaign_result, share_session
from campaign.chronicle.win import CampaignEnding
from campaign.files.copies import delete_campaign, reopen_copy
from campaign.files.lines import campaign_bytes, read_campaign
from campaign.history.what_ifs import MOST_WHAT_IFS, start_what_if
from campaign.models import Campaign
from companion.home.campaign_screens import campaign_screen
from companion.home.glances import table_glances
from companion.home.screen import table_screen
from companion.home.tonight import landing_page, tonight
from companion.log import record as service
from companion.tables.access import Here
from scoring.records import Unfit
from scoring.rise_of_empire.engine import ENGINE as CAMPAIGN
from tests.campaign.pages import number_of
from tests.places import Place
from tests.played_campaign import PlayedCampaign

pytestmark = pytest.mark.django_db


def start(place, after, client=None):
    address = place.address("what-ifs/start/")
    return (client or place.organiser).post(address, {"after": after})


def started(place, after=None):
    answer = start(place, after or number_of(place, "finish_session"))
    assert answer.status_code == 302
    return Campaign.objects.get(what_if_of=place.campaign)


def shown(client, name, *args):
    answer = client.get(reverse(name, args=args))
    assert answer.status_code == 200
    return answer.content.decode()


# Starting


def test_a_what_if_has_the_acts_up_to_there_and_the_real_campaign_keeps_all_of_its_own(
    place,
):
    before = campaign_bytes(place.campaign)
    number = number_of(place, "finish_session")
    what_if = started(place, number)
    columns = ("number", "kind", "data", "client_id", "by_name", "at")
    real = list(place.acts.filter(number__lte=number).values(*columns))
    assert list(what_if.acts.order_by("number").values(*columns)) == real
    assert CAMPAIGN.load(what_if.state).played == 1
    assert service.rebuild(what_if) == 0
    assert campaign_bytes(place.campaign) == before


def test_it_starts_from_what_counts_now(place):
    note = place.do("write_note", text="x")
    undone = service.undo(place.campaign, [note.number], client_id=uuid4())
    later = place.do("write_note", text="y")
    service.undo(place.campaign, [undone.number, later.number], client_id=uuid4())
    what_if = started(place, later.number)
    assert what_if.last == later.number + 1
    assert what_if.acts.get(number=what_if.last).data == {
        "of": [undone.number, later.number]
    }
    assert service.rebuild(what_if) == 0


def test_it_is_played_on_without_touching_the_real_one(place):
    what_if, last = started(place), place.last().number
    service.record(
        what_if,
        kind="rename_empire",
        data={"empire": "anna", "name": "Nova"},
        client_id=uuid4(),
    )
    assert place.last().number == last
    assert place.campaign.empires.get(key="anna").name != "Nova"


def test_pressing_twice_starts_one(place):
    number = number_of(place, "finish_session")
    assert start(place, number).url == start(place, number).url
    assert place.table.campaigns.count() == 2


def test_an_entry_that_is_not_there_is_said(place):
    for after in ("", "0", "x", "-1", "99999", "9" * 30):
        answer = start(place, after)
        assert answer.status_code == 422, after
        assert "There is no such entry." in answer.content.decode()
    assert place.table.campaigns.count() == 1


def test_a_what_if_of_a_what_if_gets_a_clear_answer(place):
    what_if = started(place)
    address = reverse("start-what-if", args=[what_if.pk])
    answer = place.organiser.post(address, {"after": 3})
    assert answer.status_code == 422
    assert "This is a what-if already." in answer.content.decode()
    assert place.table.campaigns.count() == 2
    page = shown(place.organiser, "campaign-act", what_if.pk, 3)
    assert "What if, from here" not in page


def test_a_table_has_only_so_many(place):
    for after in range(1, MOST_WHAT_IFS + 1):
        start_what_if(place.campaign, after)
    answer = start(place, MOST_WHAT_IFS + 1)
    assert answer.status_code == 422
    assert f"at most {MOST_WHAT_IFS} what-ifs" in answer.content.decode()
    assert start(place, 1).status_code == 302  # that one is there already


def test_organisers_start_them_and_everybody_looks(place):
    bara, eva = place.join("bara", "player"), place.join("eva", "spectator")
    for client in (bara, eva):
        assert start(place, 3, client).status_code == 404
    what_if = started(place)
    for client in (bara, eva):
        assert "Compare" in shown(client, "compare-what-if", what_if.pk)
        assert what_if.name in shown(client, "campaign-what-ifs", place.campaign.pk)
        for name in ("keep-what-if", "throw-what-if"):
            address = reverse(name, args=[what_if.pk])
            assert client.post(address, {"name": "Mine"}).status_code == 404
    assert Campaign.objects.filter(pk=what_if.pk, what_if_after__gt=0).exists()


def test_it_is_offered_in_the_history_at_every_entry_and_when_looking_back(place):
    ways = place.address("what-ifs/")
    assert f'href="{ways}"' in shown(
        place.organiser, "campaign-history", place.campaign.pk
    )
    assert f'href="{ways}?after=4"' in shown(
        place.organiser, "campaign-act", place.campaign.pk, 4
    )
    then = place.organiser.get(place.address("history/board/"), {"after": 4})
    assert f'href="{ways}?after=4"' in then.content.decode()


# Marked


MARKED = (
    *("campaign", "campaign-session", "campaign-history", "catalogue", "layouts"),
    *("campaign-readings", "campaign-charts", "campaign-chronicle", "keep-campaign"),
)


def test_every_page_of_it_says_so(place):
    what_if, client = started(place), place.organiser
    said = '<span class="mark what-if-mark">What if</span>'
    for name in MARKED:
        page = client.get(reverse(name, args=[what_if.pk]), follow=True)
        assert said in page.content.decode(), name
        assert "Nobody really played this." in page.content.decode(), name
    real = client.get(reverse("campaign", args=[place.campaign.pk]))
    assert said not in real.content.decode()


def test_past_sessions_and_lists_say_so(place):
    what_if, client = started(place), place.organiser
    said = '<span class="mark what-if-mark">What if</span>'
    assert said in shown(client, "campaign-session-past", what_if.pk, 1)
    for page in ("/", reverse("table", args=[place.table.pk])):
        assert client.get(page).content.decode().count(said) == 1
    client.post(reverse("archive-campaign", args=[what_if.pk]))
    archive = shown(client, "archived-campaigns", place.table.pk)
    assert f"What if: {what_if.name}" in archive


def test_the_big_screen_and_papers_say_so(place):
    what_if, client = started(place), place.organiser
    assert campaign_screen(what_if).title == what_if.title
    assert table_screen(place.table).title == place.campaign.name
    assert what_if.title == f"What if: {what_if.name}"
    for name, args in (
        ("campaign-summary", [what_if.pk]),
        ("campaign-sheets", [what_if.pk]),
        ("empire-sheet", [what_if.pk, "anna"]),
        ("session-pack", [what_if.pk]),
    ):
        answer = client.get(reverse(name, args=args))
        pages = PdfReader(BytesIO(b"".join(answer))).pages
        text = " ".join(page.extract_text() for page in pages)
        assert "What if:" in text, name


def test_a_shared_result_of_it_says_so(place):
    for campaign, marked in ((started(place), True), (place.campaign, False)):
        shared = find_campaign_result(share_session(campaign, 1).code)
        assert shared.finale.night.startswith("What if:") is marked
    ending = CampaignEnding((), "", 7, what_if=True)
    assert ending.night == "What if: The campaign's end after 7 sessions"


def test_a_tables_campaigns_are_counted_without_it(place):
    started(place)
    (glance,) = table_glances([place.table])
    assert glance.campaigns == 1


def test_home_and_phones_that_join_go_on_with_what_is_really_played(place):
    opening = number_of(place, "open_session", 1)
    what_if = started(place, opening)
    assert what_if.state["session"]
    lately = [one.campaign for one in tonight(place.table).campaigns]
    assert lately == [place.campaign, what_if]
    here = Here(place.table, "player", None)
    assert landing_page(here, place.table) == reverse("table", args=[place.table.pk])


def test_what_is_tried_there_stays_out_of_the_tables_box(place):
    what_if = started(place)
    card = {"number": 57, "name": "Kolo", "price": 35}
    service.record(what_if, kind="fill_card", data=card, client_id=uuid4())
    assert 57 not in box_state(place.table).cards
    service.record(place.campaign, kind="fill_card", data=card, client_id=uuid4())
    assert box_state(place.table).cards[57].name == "Kolo"


# Compared


def test_it_stands_beside_the_real_campaign(place):
    what_if = started(place)
    service.record(
        what_if,
        kind="correct_knowledge",
        data={"empire": "anna", "knowledge": 7, "reason": "what if"},
        client_id=uuid4(),
    )
    address = reverse("compare-what-if", args=[what_if.pk])
    compared = place.organiser.get(address).context["compared"]
    assert (compared.won.real, compared.won.other) == ("nobody yet", "nobody yet")
    assert compared.same == 1
    assert (compared.sessions, compared.only_real) == ([], "2")
    (anna,) = (one for one in compared.players if one.player == "Anna")
    told = {pair.label: (pair.real, pair.other) for pair in anna.pairs}
    assert told["Knowledge"][1] == "7"
    assert told["Last score"] == ("60", "60")  # where it began, not what came later
    assert [label for label, (real, other) in told.items() if real != other] == [
        "Knowledge"
    ]
    assert compared.when == "Where the what-if began, and now"


def test_once_a_session_was_played_there_both_are_told_after_as_many(place):
    what_if = started(place)
    played = PlayedCampaign()
    played.state = CAMPAIGN.load(what_if.state)
    played.session(anna=40, bara=60, cyril=30, dana=20)
    service.append_all(what_if, [service.NewAct(*one) for one in played.acts])
    address = reverse("compare-what-if", args=[what_if.pk])
    compared = place.organiser.get(address).context["compared"]
    assert compared.when == "Both after session 2"
    (anna,) = (one for one in compared.players if one.player == "Anna")
    told = {pair.label: (pair.real, pair.other) for pair in anna.pairs}
    assert told["Last score"] == ("66", "40")


def test_only_a_what_if_is_compared(place):
    address = place.address("compare/")
    assert place.organiser.get(address).url == place.address("what-ifs/")
    thrown = place.organiser.post(f"{address}throw-away/")
    assert thrown.status_code == 404
    kept = place.organiser.post(f"{address}keep/", {"name": "x"})
    assert kept.url == place.address()
    assert Campaign.objects.get(pk=place.campaign.pk).name == place.campaign.name


# Kept or thrown away


def test_pressing_keep_twice_leads_to_the_kept_campaign_both_times(place):
    what_if = started(place)
    keep = reverse("keep-what-if", args=[what_if.pk])
    answers = [place.organiser.post(keep, {"name": "Rome, later"}) for _time in "12"]
    address = reverse("campaign", args=[what_if.pk])
    assert {one.url for one in answers} == {f"{address}?kept"}
    assert Campaign.objects.get(pk=what_if.pk).name == "Rome, later"


def test_a_kept_what_if_has_what_ifs_of_its_own(place):
    """The way on from a what-if of a what-if, as the refusal says."""
    what_if = started(place)
    keep = reverse("keep-what-if", args=[what_if.pk])
    place.organiser.post(keep, {"name": "Rome, later"})
    address = reverse("start-what-if", args=[what_if.pk])
    assert place.organiser.post(address, {"after": 3}).status_code == 302
    again = Campaign.objects.get(what_if_of=what_if)
    assert (again.what_if_after, again.last) == (3, 3)
    compared = shown(place.organiser, "compare-what-if", again.pk)
    assert "Rome, later" in compared


def test_kept_it_is_a_campaign_like_any_other(place):
    what_if = started(place)
    keep = reverse("keep-what-if", args=[what_if.pk])
    for name in ("", "  ", "a\x00b", place.campaign.name):
        refused = place.organiser.post(keep, {"name": name})
        assert refused.status_code == 422
        assert "no other campaign of this table" in refused.content.decode()
    assert place.organiser.post(keep, {"name": "Rome, later"}).status_code == 302
    kept = Campaign.objects.get(pk=what_if.pk)
    assert (kept.title, kept.is_what_if, kept.what_if_of) == (
        "Rome, later",
        False,
        None,
    )
    page = shown(place.organiser, "campaign", what_if.pk)
    assert "what-if-mark" not in page


def test_thrown_away_its_copy_stays_and_comes_back_marked(place):
    what_if = started(place)
    content, name = campaign_bytes(what_if), what_if.name
    gone = place.organiser.post(reverse("throw-what-if", args=[what_if.pk]))
    assert gone.url == place.address("what-ifs/?deleted")
    assert "The what-if is deleted." in place.organiser.get(gone.url).content.decode()
    assert not Campaign.objects.filter(pk=what_if.pk).exists()
    back = reopen_copy(place.table.deleted_campaigns.get())
    assert (back.name, back.is_what_if, back.what_if_of) == (
        name,
        True,
        place.campaign,
    )
    assert campaign_bytes(back) == content


def test_deleting_one_asks_first(place):
    page = shown(place.organiser, "compare-what-if", started(place).pk)
    asked = page.index("<summary>Delete this what-if</summary>")
    assert asked < page.index("Really delete it?") < page.index("Yes, delete it")


def test_the_entry_it_starts_from_is_told(place):
    number = number_of(place, "buy_invention")
    address = place.address(f"what-ifs/?after={number}")
    page = place.organiser.get(address).content.decode()
    assert "Invention bought</strong>" in page


@pytest.mark.django_db(transaction=True)
def test_two_started_from_the_same_entry_at_once_are_one(at):
    place = Place(at)
    ready, after = Barrier(2), place.campaign.acts.count()

    def begin(_nth):
        ready.wait()
        found = start_what_if(Campaign.objects.get(pk=place.campaign.pk), after).pk
        connection.close()
        return found

    with ThreadPoolExecutor(2) as pool:
        first, second = pool.map(begin, range(2))
    assert first == second
    assert place.campaign.what_ifs.count() == 1


def test_without_its_original_it_stays_a_what_if(place):
    what_if = started(place)
    delete_campaign(place.campaign)
    what_if.refresh_from_db()
    assert what_if.is_what_if
    page = shown(place.organiser, "compare-what-if", what_if.pk)
    assert "isn&#x27;t here any more" in page or "isn't here any more" in page
    gone = place.organiser.post(reverse("throw-what-if", args=[what_if.pk]))
    assert gone.url == reverse("table", args=[place.table.pk])


def test_a_file_says_that_it_is_one_and_of_how_many_acts(place):
    what_if = started(place)
    raw = campaign_bytes(what_if)
    assert read_campaign(raw).what_if == what_if.what_if_after
    assert read_campaign(campaign_bytes(place.campaign)).what_if is None
    said = f'"what_if": {what_if.what_if_after}'.encode()
    assert said in raw
    for wrong in (b'"what_if": 9999', b'"what_if": -1', b'"what_if": "3"'):
        with pytest.raises(Unfit, match="what_if"):
            read_campaign(raw.replace(said, wrong))
