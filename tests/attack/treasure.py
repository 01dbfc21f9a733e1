"""What a table has that only a right address leads to: links, copies, photos, codes, and real files."""

from __future__ import annotations

from io import BytesIO

import pypdfium2
from django.urls import reverse
from PIL import Image

from campaign.box import card_files, layout_files
from campaign.chronicle.photos import clean_photo, store_photo
from campaign.chronicle.sharing import share_session
from campaign.documents.backup_pages import code_leaves
from campaign.documents.sheet_codes import code_of
from campaign.files.copies import delete_campaign
from campaign.files.importing import keep_once
from campaign.files.lines import campaign_bytes, read_campaign
from campaign.files.paper_backup import campaign_pieces
from campaign.models.photos import SHORT
from companion.paper import pdf
from companion.sessions.models import GameSession
from companion.sessions.sharing import share_result
from companion.tables import joining
from scoring.rise_of_empire.engine import ENGINE
from tests.places import Place

Keys = dict[str, list[str]]
ROLES = ("player", "spectator", "organiser")


def hide_treasure(place: Place, finished: list[GameSession]) -> Keys:
    """What fills the arguments of addresses, by their names."""
    table, campaign = place.table, place.campaign
    found = {
        "table": [str(table.pk)],
        "campaign": [str(campaign.pk)],
        "number": [str(number) for number in (1, 2, 3, campaign.acts.count())],
        "empire": list(campaign.empires.values_list("key", flat=True)),
        "person": [str(person.pk) for person in place.people.values()],
        "phone": [str(pk) for pk in table.phones.values_list("pk", flat=True)],
        "age": ["ancient", "medieval", "industrial"],
        "copy": [leave_copy(place)],
        "code": [
            joining.current_invitation(table=table, role=one).code for one in ROLES
        ],
    }
    found["code"] += [share_result(one).code for one in finished]
    found["code"] += [code_of(campaign.pk, key) for key in found["empire"]]
    if campaign.ends.exists():
        found["code"].append(share_session(campaign, 1).code)
        found["digest"] = [leave_photo(place)]
    return found


def leave_copy(place: Place) -> str:
    """A second campaign that was deleted."""
    given = read_campaign(campaign_bytes(place.campaign))
    return str(delete_campaign(keep_once(given, table=place.table, name="Gone")).pk)


def leave_photo(place: Place) -> str:
    photo = clean_photo(picture())
    store_photo(place.table, photo)
    place.do("put_photo", session=1, digest=photo.digest)
    return photo.digest[:SHORT]


# Files as people have them


def picture() -> bytes:
    written = BytesIO()
    Image.effect_noise((240, 160), 90).convert("RGB").save(written, "JPEG")
    return written.getvalue()


def real_files(place: Place) -> dict[str, list[bytes]]:
    """Good files by the name of the field they are chosen in."""
    state = ENGINE.load(place.campaign.state)
    tables = [
        write(state)
        for one in (card_files, layout_files)
        for write in (one.as_json, one.as_csv)
    ]
    whole = campaign_bytes(place.campaign)
    return {
        "photo": [picture()],
        "photos": [printed_codes(whole), picture()],
        "file": [whole, *tables, *downloads(place)],
    }


def downloads(place: Place) -> list[bytes]:
    """What a table gives away as files, which it opens again too."""
    files = f"/tables/{place.table.pk}/files/"
    ends = ("sessions.json", "sessions.zip", "BGStatsExport.json", "capsule.html")
    found = [f"{files}{end}" for end in ends]
    found.append(reverse("download-box", args=[place.table.pk]))
    return [place.organiser.get(one).content for one in found]


def printed_codes(whole: bytes) -> bytes:
    """The first page of a paper backup, as a camera sees it."""
    leaves = list(code_leaves(campaign_pieces(whole), "Ours", "", "a4"))[:1]
    document = pypdfium2.PdfDocument(pdf.bind_leaves(leaves, paper="a4", title="x"))
    written = BytesIO()
    document[0].render(scale=2).to_pil().convert("L").save(written, "JPEG")
    return written.getvalue()
