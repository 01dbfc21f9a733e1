"""How one session of a campaign ended, sent on: a picture, three lines, a link to nothing else."""

import re
from html import unescape
from io import BytesIO
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from campaign.chronicle.sharing import WIN, share_session
from campaign.models import SharedSession
from companion.log.record import rebuild, undo
from tests.campaign.test_chronicle import winning
from tests.places import Place, once
from tests.played_campaign import founded_campaign

pytestmark = pytest.mark.django_db
PNG = b"\x89PNG\r\n\x1a\n"
CZECH = {"Accept-Language": "cs"}


@pytest.fixture
def place():
    at = founded_campaign("anna", "bara").session(anna=40, bara=45)
    return Place(at.session(anna=61, bara=44))


def link_of(place, number=2, name="shared-result"):
    return reverse(name, args=[share_session(place.campaign, number).code])


def words_of(answer):
    assert answer.status_code == 200
    page = answer.content.decode()
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page)))


def page_of(place, number=2):
    answer = place.organiser.get(place.address(f"chronicle/{number}/"))
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_closing_page_offers_picture_text_and_link(place):
    page = page_of(place)
    assert f'href="{place.address("chronicle/2/result.png")}"' in page
    text = unescape(re.search(r'id="share-text"[^>]*>(.*?)</textarea>', page, re.S)[1])
    first, second, third = text.splitlines()
    assert first.startswith("Rise of the Empire · Session 2")
    assert second == "Anna wins with 61"
    assert third == "1. Anna 61 · 2. Bara 44"
    assert "Make a link" in page


def test_its_picture_is_a_real_one(place):
    answer = place.organiser.get(place.address("chronicle/2/result.png"))
    assert answer.headers["Content-Type"] == "image/png"
    assert answer.content.startswith(PNG)
    assert Client().get(place.address("chronicle/2/result.png")).status_code == 404
    none = place.organiser.get(place.address("chronicle/9/result.png"))
    assert none.status_code == 404


def test_a_link_shows_this_session_to_a_stranger_and_nothing_else(place):
    page = words_of(Client().get(link_of(place)))
    for told in ("Anna wins with 61", "Session 2", "44"):
        assert told in page
    for secret in ("Thursday", "Rome and beyond", "45"):
        assert secret not in page, secret
    answer = Client().get(link_of(place))
    assert "/campaigns/" not in answer.content.decode()
    assert answer.headers["X-Robots-Tag"] == "noindex, nofollow"
    picture = Client().get(link_of(place, name="shared-picture"))
    assert picture.content.startswith(PNG)


def test_it_speaks_the_readers_language(place):
    page = words_of(Client(headers=CZECH).get(link_of(place)))
    assert "Partie 2" in page
    assert "Session 2" not in page


def test_who_plays_makes_and_revokes_the_link(place):
    player, watcher = place.join("bara", "player"), place.join("zoe", "spectator")
    make, stop = (place.address(f"chronicle/2/share/{rest}") for rest in ("", "stop/"))
    assert watcher.post(make, once()).status_code == 404
    assert player.post(make, once()).url == f"{place.address('chronicle/2/')}#share"
    code = SharedSession.objects.get().code
    link = reverse("shared-result", args=[code])
    assert link in page_of(place)
    assert "QR code" in page_of(place)
    assert Client().get(link).status_code == 200
    assert watcher.post(stop, once()).status_code == 404
    player.post(stop, once())
    assert Client().get(link).status_code == 404
    assert link not in page_of(place)


def test_a_session_that_is_not_there_is_not_shared(place):
    answer = place.organiser.post(place.address("chronicle/3/share/"), once())
    assert answer.status_code == 404
    assert not SharedSession.objects.exists()


def test_the_link_survives_a_rebuild_and_not_an_undone_end(place):
    link = link_of(place)
    rebuild(place.campaign)
    assert "Anna wins with 61" in words_of(Client().get(link))
    end = place.acts.filter(kind="finish_session").last()
    undo(place.campaign, [end.number], client_id=uuid4())
    assert Client().get(link).status_code == 404


def test_the_printed_result_carries_the_code_of_its_link_once_it_is_shared(
    place, settings
):
    settings.COMPANION_URL = "https://table.example"
    address = f"{reverse('session-result', args=[place.campaign.pk])}?session=2"

    def codes():
        document = place.organiser.get(address).content
        (page, *_more) = PdfReader(BytesIO(document)).pages
        links = [one.get_object() for one in page.get("/Annots", ())]
        return [one["/A"]["/URI"] for one in links]

    assert codes() == []
    link = link_of(place)
    assert codes() == [f"https://table.example{link}"]


# The win of the campaign


@pytest.fixture
def won():
    return Place(winning(also=("bara",)).finish())


def share_text(place):
    page = place.organiser.get(place.address("final/")).content.decode()
    text = re.search(r'id="share-text"[^>]*>(.*?)</textarea>', page, re.S)[1]
    return unescape(text).splitlines()


def test_the_final_page_shares_the_campaigns_win_and_not_its_last_session(won):
    first, second, third = share_text(won)
    assert first.startswith("Rise of the Empire · The campaign's end after 1 session")
    assert second == "Anna won the campaign with 57 boxes"
    assert third == "1. Anna 57 · 2. Bara 51 · 3. Cyril 20"
    picture = won.organiser.get(won.address("final/result.png"))
    assert picture.content.startswith(PNG)
    assert Client().get(won.address("final/result.png")).status_code == 404


def test_the_link_of_a_win_shows_its_places_and_why_and_nothing_else(won):
    link = link_of(won, WIN)
    page = words_of(Client().get(link))
    for told in ("Anna won the campaign", "anna's realm · Modern age", "57 > 51"):
        assert told in page
    assert "Thursday" not in page
    assert "/campaigns/" not in Client().get(link).content.decode()
    assert Client().get(f"{link}result.png").content.startswith(PNG)
    czech = words_of(Client(headers=CZECH).get(link))
    assert "Kampaň vyhrává Anna" in czech


def test_who_plays_shares_the_win_and_revokes_it(won):
    player, watcher = won.join("bara", "player"), won.join("zoe", "spectator")
    make, stop = (won.address(f"final/share/{rest}") for rest in ("", "stop/"))
    assert watcher.post(make, once()).status_code == 404
    assert player.post(make, once()).url == f"{won.address('final/')}#share"
    link = reverse("shared-result", args=[SharedSession.objects.get().code])
    assert link in won.organiser.get(won.address("final/")).content.decode()
    assert Client().get(link).status_code == 200
    assert watcher.post(stop, once()).status_code == 404
    player.post(stop, once())
    assert Client().get(link).status_code == 404


def test_the_link_of_a_win_survives_playing_on_and_not_its_undoing(won):
    link = link_of(won, WIN)
    won.do("play_on")
    rebuild(won.campaign)
    assert Client().get(link).status_code == 200
    end = won.acts.filter(kind="finish_session").last()
    undo(won.campaign, [end.number], client_id=uuid4(), along=True)
    assert Client().get(link).status_code == 404


def test_a_campaign_nobody_has_won_is_not_shared(place):
    answer = place.organiser.post(place.address("final/share/"), once())
    assert answer.status_code == 404
    assert not SharedSession.objects.exists()
    answer = place.organiser.get(place.address("final/result.png"))
    assert answer.url == place.address("final/")


def test_two_who_won_together_are_both_named():
    place = Place(winning(also=("bara",), boxes=(40, 41)).finish())
    _first, second, third = share_text(place)
    assert second == "Anna, Bara won the campaign together."
    assert third.startswith("1. Anna 57 · 1. Bara 57")


def test_a_win_alone_in_the_modern_age_says_what_its_numbers_are():
    place = Place(winning().finish())
    told = words_of(Client().get(link_of(place, WIN)))
    assert "First in the modern age. The numbers are ticked boxes." in told
