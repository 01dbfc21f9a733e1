"""Notes and one photo per session: made small and plain, safe against hostile files, kept in the log."""

import struct
import zlib
from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from PIL import Image
from pypdf import PdfReader

from campaign.chronicle.book import write_book
from campaign.chronicle.photos import (
    LARGEST,
    LARGEST_PRINTED,
    LONGEST_SIDE,
    NoPhoto,
    clean_photo,
    shrink_for_paper,
)
from campaign.documents.spread import LEAST_PHOTO, PHOTO, photo_blocks
from campaign.files import copies
from campaign.models import Campaign, Photo
from companion.log.record import rebuild, undo
from companion.paper.areas import Area
from tests.places import Place, once
from tests.played_campaign import founded_campaign

GPS = 0x8825


def picture(width=400, height=300, form="JPEG", noise=False, **options):
    image = Image.effect_noise((width, height), 90) if noise else None
    image = (image or Image.new("L", (width, height), 120)).convert("RGB")
    written = BytesIO()
    image.save(written, form, **options)
    return written.getvalue()


def with_place():
    """A photo that says where and on which side it was taken."""
    exif = Image.Exif()
    exif[0x0112] = 6  # turned by a quarter
    exif[0x010F] = "SecretPhone"
    exif.get_ifd(GPS)[1] = "N"
    return picture(400, 300, exif=exif, comment=b"SecretPlace")


def png_bomb(side=60_000):
    """A tiny file that claims to be enormous."""

    def chunk(kind, data):
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    head = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    data = zlib.compress(b"\0" * 1000)
    parts = chunk(b"IHDR", head) + chunk(b"IDAT", data) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + parts


# The picture


def test_a_photo_comes_out_upright_and_without_a_word_about_its_place():
    photo = clean_photo(with_place())
    assert (photo.width, photo.height) == (300, 400)
    assert b"Secret" not in photo.image
    with Image.open(BytesIO(photo.image)) as opened:
        assert opened.format == "JPEG"
        assert not opened.getexif()
        assert not {"exif", "comment", "icc_profile"} & set(opened.info)


@pytest.mark.parametrize("form", ["JPEG", "PNG", "WEBP"])
def test_the_finest_noise_still_fits(form):
    quick = {"compress_level": 0, "method": 0}  # to write; it is as fine
    photo = clean_photo(picture(1800, 1400, form, noise=True, **quick))
    assert len(photo.image) <= LARGEST
    assert max(photo.width, photo.height) <= LONGEST_SIDE


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"not a picture",
        b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
        b"%PDF-1.7",
        b"GIF89a\x01\x00\x01\x00\x00\x00\x00;",
        picture()[:200],
        png_bomb(),
        picture(form="BMP"),
        picture(form="TIFF"),
    ],
    ids=["empty", "text", "svg", "pdf", "gif", "torn", "bomb", "bmp", "tiff"],
)
def test_what_is_no_photo_is_refused(raw):
    with pytest.raises(NoPhoto):
        clean_photo(raw)


def test_a_picture_with_too_many_pixels_is_refused_before_it_is_decoded(monkeypatch):
    def explode(*_args, **_options):
        raise AssertionError("decoded")

    monkeypatch.setattr(Image.Image, "load", explode)
    with pytest.raises(NoPhoto, match="too large"):
        clean_photo(png_bomb(9_000))


def test_what_is_hidden_behind_a_picture_stays_behind():
    assert b"<script>" not in clean_photo(picture() + b"<script>").image


# The session's page


def played():
    return Place(founded_campaign("anna", "bara").session(anna=50, bara=45))


def send(client, place, raw=None, number=1):
    file = SimpleUploadedFile("../../evil.php", raw or picture(), "text/html")
    sent = {**once(), "photo": file}
    return client.post(place.address(f"chronicle/{number}/photo/"), sent)


@pytest.mark.django_db
def test_a_player_puts_a_photo_that_everybody_at_the_table_sees():
    place = played()
    answer = send(place.join("dan", "player"), place)
    assert answer.url == place.address("chronicle/1/")
    photo = Photo.objects.get()
    address = place.address(f"photos/{photo.short}.jpg")
    page = place.organiser.get(place.address("chronicle/1/")).content.decode()
    assert f'<img src="{address}"' in page
    shown = place.join("eve", "spectator").get(address)
    assert shown["Content-Type"] == "image/jpeg"
    assert shown["X-Content-Type-Options"] == "nosniff"
    assert shown["Cache-Control"] == "private, max-age=31536000, immutable"
    assert shown.content == bytes(photo.image)


@pytest.mark.django_db
def test_a_spectator_puts_none_and_a_stranger_sees_none():
    place = played()
    assert send(place.join("eve", "spectator"), place).status_code == 404
    send(place.organiser, place)
    address = place.address(f"photos/{Photo.objects.get().short}.jpg")
    assert Client().get(address).status_code == 404


@pytest.mark.django_db
def test_a_refused_photo_says_why_and_leaves_nothing_behind():
    place = played()
    before = place.last().number
    answer = send(place.organiser, place, b"nothing of the kind")
    assert answer.status_code == 422
    assert "Choose a JPEG, PNG or WebP." in answer.content.decode()
    answer = place.organiser.post(place.address("chronicle/1/photo/"), once())
    assert "Choose a photo first." in answer.content.decode()
    assert not Photo.objects.exists()
    assert place.last().number == before


@pytest.mark.django_db
def test_another_photo_replaces_the_first_and_both_can_be_undone():
    place = played()
    send(place.organiser, place, picture(300, 200))
    send(place.organiser, place, picture(200, 300))
    first, second = Photo.objects.order_by("pk")

    def digest_shown():
        page = place.organiser.get(place.address("chronicle/1/")).content.decode()
        return [one for one in (first, second) if f"photos/{one.short}.jpg" in page]

    assert digest_shown() == [second]
    place.organiser.post(place.address("chronicle/1/photo/remove/"), once())
    assert digest_shown() == []
    last = place.last().number
    undo(place.campaign, [last, last - 1], client_id=once()["id"])
    assert digest_shown() == [first]
    assert rebuild(place.campaign) == 0


@pytest.mark.django_db
def test_the_photo_of_a_deleted_campaign_is_there_when_it_is_opened_again():
    place = played()
    send(place.organiser, place)
    again = copies.reopen_copy(copies.delete_campaign(place.campaign))
    page = place.organiser.get(f"/campaigns/{again.pk}/chronicle/1/").content.decode()
    assert f"/campaigns/{again.pk}/photos/{Photo.objects.get().short}.jpg" in page
    assert Campaign.objects.count() == 1


@pytest.mark.django_db
def test_a_note_written_later_belongs_to_its_session():
    place = played()
    address = place.address("chronicle/1/note/")
    answer = place.organiser.post(address, {**once(), "text": "Bára sang."})
    assert answer.url == place.address("chronicle/1/")
    assert "Bára sang." in place.organiser.get(answer.url).content.decode()
    assert write_book(place.campaign).spreads[0].notes == ("Bára sang.",)
    answer = place.organiser.post(address, {**once(), "text": " "})
    assert answer.status_code == 422


@pytest.mark.django_db
def test_a_session_that_is_not_finished_takes_no_photo():
    place = Place(founded_campaign("anna", "bara").open())
    assert send(place.organiser, place).status_code == 404
    assert not Photo.objects.exists()


# On paper


def pages_with_photos(place, **asked):
    """The pages of the printed chronicle that show a picture: their words and the picture."""
    document = place.organiser.get(place.address("print/chronicle.pdf"), asked).content
    found = []
    for page in PdfReader(BytesIO(document)).pages:
        found += [(page.extract_text(), one.image) for one in page.images]
    return found


def four_players():
    played = founded_campaign("anna", "bara", "cyril", "dana")
    return played.session(anna=60, bara=55, cyril=50, dana=70)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("paper", "sides"), [("a4", (1600, 1200)), ("letter", (900, 1600))]
)
def test_the_printed_chronicle_shows_the_photo_beside_its_session(paper, sides):
    place = Place(four_players().session(anna=66, bara=52, cyril=58, dana=60))
    send(place.organiser, place, picture(*sides, noise=True), number=2)
    place.organiser.post(
        place.address("chronicle/2/note/"), {**once(), "text": "It rained."}
    )
    ((words, photo),) = pages_with_photos(place, paper=paper)
    assert "Session 2" in words
    assert "It rained." in words  # it all stays on one page
    assert photo.width / photo.height == pytest.approx(sides[0] / sides[1], abs=0.01)


@pytest.mark.django_db
def test_a_photo_that_was_removed_is_not_printed():
    place = played()
    send(place.organiser, place)
    assert len(pages_with_photos(place)) == 1
    place.organiser.post(place.address("chronicle/1/photo/remove/"), once())
    assert pages_with_photos(place) == []


@pytest.mark.django_db
def test_a_printed_photo_is_small_however_much_it_shows():
    place = played()
    send(place.organiser, place, picture(3000, 2000, noise=True))
    photo = shrink_for_paper(Photo.objects.get())
    assert len(photo.image) <= LARGEST_PRINTED
    assert max(photo.width, photo.height) <= 1000


@pytest.mark.parametrize("left", [300, 60, -20])
@pytest.mark.parametrize("sides", [(1000, 100), (100, 1000), (1000, 750)])
def test_a_printed_photo_keeps_inside_the_page_and_upright(sides, left):
    image = clean_photo(picture(*sides))
    (_above, block, _below) = photo_blocks(image, 190, left)
    (shape,) = block.draw(Area(5, 20, 190, block.height))
    assert shape.x >= 5
    assert shape.x + shape.width <= 195.01
    # Where the page has no room for it, the next one has.
    assert shape.height <= (min(PHOTO, left) if left >= LEAST_PHOTO else PHOTO)
    assert shape.width / shape.height == pytest.approx(sides[0] / sides[1], rel=0.02)
