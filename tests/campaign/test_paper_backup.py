"""A campaign printed as codes and read back from photos of them."""

import os
import random
import zlib
from functools import cache
from io import BytesIO

import pypdfium2
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageDraw, ImageFilter

from campaign.documents.backup_pages import code_leaves
from campaign.files.lines import campaign_bytes
from campaign.files.paper_backup import campaign_pieces, press_file, unpress_file
from campaign.models import Campaign
from companion.paper import pdf, reading_apart
from companion.paper.code_pieces import (
    MOST_PIECES,
    ROOM,
    BadPieces,
    NoPieces,
    cut_pieces,
    read_piece,
    sort_pieces,
)
from companion.paper.code_reader import NoPicture, read_codes
from companion.paper.reading_apart import ReadPictures, read_apart, read_lines
from companion.paper.shapes import Path
from tests.campaign_visitor import one_session
from tests.places import Place, once
from tests.played_campaign import founded_campaign

# Pieces


@given(st.binary(min_size=1, max_size=5000), st.data())
def test_any_one_piece_may_be_lost(whole, data):
    pieces = cut_pieces(whole)
    lost = data.draw(st.integers(0, len(pieces) - 1))
    found = sort_pieces(one.to_bytes() for one in pieces if one.place != lost)
    assert found.whole
    assert found.join() == whole


def test_two_lost_pieces_are_named():
    pieces = cut_pieces(bytes(range(256)) * 20)
    found = sort_pieces(one.to_bytes() for one in pieces if one.place not in (1, 4))
    assert not found.whole
    assert found.missing_numbers == [2, 5]


def test_pieces_of_another_print_are_left_aside():
    own, other = cut_pieces(b"one" * 900), cut_pieces(b"two" * 400)
    found = sort_pieces([one.to_bytes() for one in (*own, other[0])])
    assert found.whole
    assert found.others == 1
    assert found.join() == b"one" * 900


def test_a_forged_piece_is_noticed():
    pieces = [one.to_bytes() for one in cut_pieces(b"one" * 900)]
    pieces[1] = pieces[1][:-1] + b"!"
    with pytest.raises(BadPieces):
        sort_pieces(pieces).join()


@pytest.mark.parametrize(
    "other", [b"", b"EC1", b"https://example.org/", b"EC1" + bytes(40), b"EC2" * 30]
)
def test_codes_of_something_else_are_no_pieces(other):
    assert read_piece(other) is None


@pytest.mark.parametrize("whole", [b"", bytes(ROOM * MOST_PIECES + 1)])
def test_what_is_nothing_or_too_long_is_not_cut(whole):
    with pytest.raises(NoPieces):
        cut_pieces(whole)


@pytest.mark.parametrize("pressed", [b"", b"\0\0\0\4nope", b"\xff" * 40])
def test_what_was_never_pressed_is_refused(pressed):
    with pytest.raises(BadPieces):
        unpress_file(pressed)


# Pictures of printed pages

WHOLE = random.Random(7).randbytes(9_300)


@cache
def printed_pages(paper="a4"):
    """The pages as a camera sees them, 160 dots to the inch."""
    leaves = list(code_leaves(cut_pieces(WHOLE), "Ours", "After session 8", paper))
    document = pypdfium2.PdfDocument(
        pdf.bind_leaves(leaves, paper=paper, title="codes")
    )
    return [page.render(scale=160 / 72).to_pil().convert("L") for page in document]


def as_photo(picture):
    written = BytesIO()
    picture.save(written, "JPEG", quality=80)
    return written.getvalue()


def tilted(picture):
    wide, high = picture.size
    turned = picture.rotate(4, expand=True, fillcolor=150, resample=Image.BICUBIC)
    # Held at an angle: the far edge is shorter than the near one.
    corners = (-20, -20, -60, high + 60, wide + 60, high + 60, wide + 20, -20)
    return turned.transform(
        turned.size, Image.QUAD, corners, Image.BICUBIC, fillcolor=150
    )


def shaded(picture):
    wide, high = picture.size
    shadow = (
        Image.linear_gradient("L").resize((wide, high)).point(lambda one: 90 + one // 2)
    )
    black = Image.new("L", (wide, high), 0)
    return Image.composite(picture, black, shadow)


def with_a_code_covered(picture):
    wide, high = picture.size
    covered = picture.copy()
    ImageDraw.Draw(covered).ellipse(
        (wide // 8, high // 4, wide // 3, high // 2.6), fill=120
    )
    return covered


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_codes_are_at_least_60_mm_wide_and_six_to_a_page(paper):
    leaves = list(code_leaves(cut_pieces(WHOLE), "Ours", "", paper))
    sizes = [
        [
            one.size
            for one in leaf.drawing.shapes
            if isinstance(one, Path) and one.square > 100
        ]
        for leaf in leaves
    ]
    assert [len(one) for one in sizes] == [6, 5]
    assert min(min(one) for one in sizes) >= 60


@pytest.mark.thorough
def test_tilted_blurred_shaded_photos_with_a_covered_code_give_back_every_byte():
    first, second = printed_pages()
    photos = [
        with_a_code_covered(first),
        shaded(tilted(second)).filter(ImageFilter.GaussianBlur(0.7)),
    ]
    found = sort_pieces(code for one in photos for code in read_codes(as_photo(one)))
    assert len(found.pieces) == 10  # of eleven: one lies under a thumb
    assert found.join() == WHOLE


@pytest.mark.parametrize("spoil", [tilted, shaded, lambda one: one.rotate(180)])
def test_a_photo_taken_in_haste_is_read(spoil):
    second = printed_pages()[1]
    assert len(list(read_codes(as_photo(spoil(second))))) == 5


def test_a_scan_of_all_pages_is_read():
    leaves = list(code_leaves(cut_pieces(WHOLE), "Ours", "", "letter"))
    scan = pdf.bind_leaves(leaves, paper="letter", title="scan")
    assert sort_pieces(read_codes(scan)).join() == WHOLE


@pytest.mark.parametrize("raw", [b"", b"not a picture", b"%PDF-1.4 cut off"])
def test_what_is_no_picture_is_refused(raw):
    with pytest.raises(NoPicture):
        list(read_codes(raw))


def test_a_picture_of_too_many_pixels_is_not_decoded():
    written = BytesIO()
    Image.new("1", (9000, 9000)).save(written, "PNG")
    with pytest.raises(NoPicture):
        list(read_codes(written.getvalue()))


def scan_that_unpacks(size):
    """A page whose few bytes unpack to very many."""
    content = zlib.compress(b"0 0 m " * (size // 6), 1)
    parts = (
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R>>",
        b"<</Filter/FlateDecode/Length %d>>stream\n%s\nendstream"
        % (len(content), content),
    )
    whole = b"".join(
        b"%d 0 obj%s endobj\n" % (number, part)
        for number, part in enumerate(parts, start=1)
    )
    return b"%PDF-1.4\n" + whole + b"trailer<</Root 1 0 R>>"


@pytest.mark.thorough
@pytest.mark.skipif(os.name != "posix", reason="other systems know no such limits")
def test_a_scan_that_unpacks_to_very_much_ends_and_what_was_read_before_counts():
    page = as_photo(printed_pages()[1])
    read = read_apart([page, scan_that_unpacks(240_000_000)])
    assert not read.ended
    assert len(read.codes) == 5


def test_which_of_the_files_is_no_picture_is_told():
    read = read_apart([as_photo(Image.new("L", (80, 60), 200)), b"not a picture"])
    assert (read.bad, read.codes) == (1, [])


def test_lines_that_were_cut_short_are_left_out():
    assert read_lines(["QUI=", "QU"]) == ReadPictures([b"AB"], ended=False)
    assert read_lines(["QUI=", "end", ""]) == ReadPictures([b"AB"])


# From the print to a campaign again


@pytest.fixture
def place(db):
    return Place(one_session())


@pytest.fixture
def long_place(db):
    """With notes that can't be pressed: they take several codes."""
    chance = random.Random(3)
    campaign = founded_campaign("anna", "bara")
    for _note in range(2):
        campaign.do("write_note", text=chance.randbytes(700).hex())
    return Place(campaign)


def page_photos(place):
    answer = place.organiser.get(reverse("paper-backup", args=[place.campaign.pk]))
    assert answer.status_code == 200
    document = pypdfium2.PdfDocument(answer.content)
    return [as_photo(page.render(scale=160 / 72).to_pil()) for page in document][1:]


def send(place, *photos, client=None, **more):
    files = [SimpleUploadedFile(f"{at}.jpg", one) for at, one in enumerate(photos)]
    address = reverse("restore-from-paper", args=[place.table.pk])
    return (client or place.organiser).post(address, {"photos": files, **more})


def test_a_pressed_campaign_comes_back_byte_by_byte(place):
    raw = campaign_bytes(place.campaign)
    assert unpress_file(press_file(raw)) == raw
    assert len(press_file(raw)) < len(raw) / 4


def test_a_campaign_printed_and_photographed_is_the_same_campaign(place):
    raw = campaign_bytes(place.campaign)
    shown = send(place, *page_photos(place))
    assert shown.status_code == 200
    assert "1 session played" in shown.content.decode()
    assert Campaign.objects.count() == 1
    sent = {**once(), "carried": shown.context["carried"], "keep": "1", "name": "Again"}
    place.organiser.post(f"/campaigns/open/{place.table.pk}/", sent)
    again = Campaign.objects.get(name="Again")
    Campaign.objects.filter(pk=again.pk).update(name=place.campaign.name)
    again.refresh_from_db()
    assert campaign_bytes(again) == raw


def single_photos(pieces):
    """A photo of each code alone."""
    leaves = [one for piece in pieces for one in code_leaves([piece], "", "", "a4")]
    document = pypdfium2.PdfDocument(pdf.bind_leaves(leaves, paper="a4", title="x"))
    return [as_photo(page.render(scale=160 / 72).to_pil()) for page in document]


def test_pages_may_be_sent_one_after_another_and_missing_codes_are_named(long_place):
    first, second, *rest = campaign_pieces(campaign_bytes(long_place.campaign))
    shown = send(long_place, *single_photos([first]))
    said = shown.content.decode()
    assert shown.status_code == 422
    assert f"1 of {len(rest) + 2} codes found" in said
    assert shown.context["pieces"].missing_numbers[0] == second.place + 1
    assert "<strong>2" in said
    carried = shown.context["carried"]
    assert send(long_place, *single_photos(rest), carried=carried).status_code == 200


def test_what_was_read_stays_when_the_next_photo_is_none(long_place):
    photos = single_photos(campaign_pieces(campaign_bytes(long_place.campaign))[:1])
    shown = send(long_place, *photos)
    again = send(long_place, b"no photo", carried=shown.context["carried"])
    assert again.status_code == 422
    assert "photo or a scan" in again.content.decode()
    assert again.context["carried"] == shown.context["carried"]


@pytest.mark.parametrize("carried", ["", "nonsense", "eJwDAAAAAAE="])
def test_nothing_chosen_or_a_broken_page_is_said(place, carried):
    address = reverse("restore-from-paper", args=[place.table.pk])
    answer = place.organiser.post(address, {"carried": carried})
    assert answer.status_code == 422
    assert 'role="alert"' in answer.content.decode()


def test_a_photo_without_codes_is_said(place):
    blank = as_photo(Image.new("L", (800, 600), 200))
    answer = send(place, blank)
    assert answer.status_code == 422
    assert "No codes found" in answer.content.decode()


def test_both_are_found_from_the_pages_where_people_look(place):
    board = place.organiser.get(place.address("")).content.decode()
    assert reverse("paper-backup", args=[place.campaign.pk]) in board
    table = place.organiser.get(
        reverse("table", args=[place.table.pk])
    ).content.decode()
    assert reverse("restore-from-paper", args=[place.table.pk]) in table


def test_more_than_can_be_read_at_once_is_asked_for_page_by_page(place, monkeypatch):
    half = ReadPictures([], ended=False)
    monkeypatch.setattr("campaign.files.paper_views.read_apart", lambda _files: half)
    answer = send(place, b"%PDF")
    assert answer.status_code == 422
    assert "Send the missing pages one by one." in answer.content.decode()


def test_while_others_are_read_a_third_waits_a_little_and_is_told_so(
    long_place, monkeypatch
):
    monkeypatch.setattr(reading_apart, "QUEUE", 0.01)
    photos = single_photos(campaign_pieces(campaign_bytes(long_place.campaign))[:1])
    carried = send(long_place, *photos).context["carried"]
    for _other in range(reading_apart.AT_ONCE):
        assert reading_apart.reading.acquire(blocking=False)
    try:
        answer = send(long_place, *photos, carried=carried)
    finally:
        reading_apart.reading.release(reading_apart.AT_ONCE)
    assert answer.status_code == 422
    assert "Other photos are being read" in answer.content.decode()
    assert answer.context["carried"] == carried
    assert send(long_place, b"no photo").status_code == 422  # its turn has come
