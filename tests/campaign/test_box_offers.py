"""What a box file holds, what a campaign doesn't want from the box, and cards typed on the wrong shelf."""

import json
import re
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from campaign.box.keeping import box_state, find_box, news_for, open_box
from campaign.models import Campaign
from companion.log.record import begin_log, rebuild, record
from scoring.rise_of_empire.engine import ENGINE as CAMPAIGN
from tests.places import Place, once
from tests.played_campaign import PlayedCampaign, layout, track

pytestmark = pytest.mark.django_db
KOLO = {"number": 57, "name": "Kolo", "price": 35, "colour": "grey"}
ANCIENT = "invention-ancient"


@pytest.fixture
def place():
    return Place(PlayedCampaign(cards=[]).found("anna"))


def at(place, rest=""):
    return f"/campaigns/box/{place.table.pk}/{rest}"


def put(place, kind, /, **data):
    record(open_box(place.table), kind=kind, data=data, client_id=uuid4())


def look_at(place, **given):
    raw = json.dumps({"box": 1, "language": "en", "from": "Sunday", **given}).encode()
    file = SimpleUploadedFile("box.json", raw)
    return place.organiser.post(at(place, "open/"), {"file": file})


def take(place, shown, **answers):
    sent = {**once(), "carried": shown.context["carried"], "take": "1", **answers}
    return place.organiser.post(at(place, "open/"), sent)


def page(place, rest=""):
    return place.organiser.get(at(place, rest)).content.decode()


# What a file holds


def test_a_new_box_says_that_the_booklet_names_its_cards(place):
    text = page(place)
    assert "6 of them are named in the booklet." in text
    assert "A box file holds 0 cards you entered," in text


def test_the_box_says_what_its_file_holds_and_leaves_out(place):
    put(place, "fill_box_card", **KOLO)
    put(place, "change_box_sheet", layout=layout(science=track("dove")))
    assert "A box file holds 1 card you entered," in page(place)
    assert "1 whole sheet and your rule options." in page(place)
    assert "copied in part" not in page(place)
    half = {"layout": {**layout(), "age": "medieval"}, "part": "science"}
    put(place, "copy_sheet_part", **half)
    assert "Sheets copied in part stay out." in page(place)
    held = json.loads(place.organiser.get(at(place, "download/")).content)
    assert len(held["sheets"]) == 1
    assert held["options"]["solo_lost"] == "counts"


def test_rule_options_of_a_file_are_asked_about_one_by_one(place):
    shown = look_at(place, options={"solo_lost": "zero"})
    (question,) = shown.context["questions"]
    assert question.field == "c-option-solo_lost"
    assert take(place, shown).status_code == 422
    kept = take(place, shown, **{question.field: "ours"})
    assert kept.url == at(place, "?added=0&changed=0")
    assert find_box(place.table) is None
    taken = take(place, shown, **{question.field: "theirs"})
    assert taken.url == at(place, "?added=0&changed=1")
    assert box_state(place.table).readings.solo_lost == "zero"


@pytest.mark.parametrize("options", [{"solo_lost": "never"}, {"x": 1}, [], "all"])
def test_rule_options_that_are_none_are_said_and_left(place, options):
    shown = look_at(place, options=options, cards=[KOLO])
    assert "These rule options can" in shown.content.decode()
    assert not shown.context["offer"].options
    assert take(place, shown).status_code == 302
    assert box_state(place.table).catalogue[57].name == "Kolo"


def test_opening_ends_with_what_was_added_and_changed(place):
    put(place, "fill_box_card", **KOLO)
    shown = look_at(
        place, cards=[{**KOLO, "price": 40}, {"number": 59, "name": "Voda"}]
    )
    done = take(place, shown, **{"c-57-price": "theirs"})
    assert done.url == at(place, "?added=1&changed=1")
    assert "Added 1, changed 1." in page(place, "?added=1&changed=1")


# A campaign that doesn't want it


def news(place):
    place.campaign.refresh_from_db()
    return news_for(place.campaign, CAMPAIGN.load(place.campaign.state))


def decline(place):
    return place.organiser.post(place.address("box/"), {**once(), "decline": "1"})


def test_a_campaign_says_no_to_the_box_for_good(place):
    put(place, "fill_box_card", **KOLO)
    put(place, "change_box_sheet", layout=layout(science=track("dove")))
    assert news(place)
    answer = decline(place)
    assert answer.url == place.address(f"history/{place.last().number}/")
    assert place.organiser.get(answer.url).status_code == 200
    assert not news(place)
    assert CAMPAIGN.load(place.campaign.state).catalogue[57].price is None
    assert rebuild(place.campaign) == 0


def test_what_the_box_says_otherwise_later_is_offered_again(place):
    put(place, "fill_box_card", **KOLO)
    decline(place)
    put(place, "fill_box_card", number=57, price=40)
    assert [one["price"] for one in news(place).cards] == [40]


def test_a_no_can_be_undone(place):
    put(place, "fill_box_card", **KOLO)
    decline(place)
    place.organiser.post(place.address(f"history/{place.last().number}/undo/"), once())
    assert news(place)


def test_only_an_organiser_says_no(place):
    put(place, "fill_box_card", **KOLO)
    player = place.join("bara", "player")
    answer = player.post(place.address("box/"), {**once(), "decline": "1"})
    assert answer.status_code == 404
    assert news(place)


# Typed on the wrong shelf


def enter(place, **typed):
    return place.organiser.post(at(place, "enter/"), {**once(), **typed})


def test_a_number_of_another_shelf_is_said_before_it_is_saved(place):
    asked = enter(place, number="57", name="Kolo", show="province")
    assert asked.status_code == 422
    text = asked.content.decode()
    assert "Card 057 belongs to Inventions · Ancient age." in text
    assert 'name="elsewhere" value="57"' in text
    assert find_box(place.table) is None
    enter(place, number="57", name="Kolo", show="province", elsewhere="57")
    assert box_state(place.table).catalogue[57].name == "Kolo"


def test_being_sure_of_one_card_says_nothing_of_another(place):
    asked = enter(place, number="58", name="Kolo", show="province", elsewhere="57")
    assert asked.status_code == 422


def test_another_colour_is_typed_on_the_cards_own_page(place):
    typed = {"number": "57", "name": "Kolo", "price": "35", "colour": "another"}
    answer = enter(place, **typed, show=ANCIENT)
    assert answer.url == at(place, "cards/57/#colour")
    card = box_state(place.table).catalogue[57]
    assert (card.name, card.price, card.colour) == ("Kolo", 35, "")


def test_a_wrong_number_is_said_under_the_whole_line(place):
    text = enter(place, number="999", name="Kolo", show=ANCIENT).content.decode()
    line = text.split('class="card quick"')[1].split("</form>")[0]
    assert line.index("</button>") < line.index('class="mistake"')


def test_a_provinces_points_stand_in_the_list(place):
    put(place, "fill_box_card", number=1, name="Coast", points=2)
    assert "2 points" in page(place, "?show=province")


def test_a_card_has_a_name_of_its_own_in_czech(place):
    shown = look_at(place, cards=[{"number": 59, "name": "Voda"}])
    assert [one.what for one in shown.context["changes"]] == ["Card name"]
    czech = {"HTTP_ACCEPT_LANGUAGE": "cs"}
    text = place.organiser.get(at(place, f"?show={ANCIENT}"), **czech).content.decode()
    line = text.split('class="card quick"')[1].split("</form>")[0]
    assert ">Název</label>" in line


# What is listed


def listed_numbers(shown):
    """The cards a page lists as changed, in its order."""
    return [one[:3] for one in dict.fromkeys(c.whose for c in shown.context["changes"])]


def test_cards_from_elsewhere_are_listed_by_their_numbers(place):
    """Whatever order a file or a campaign has them in, and whether our box knew some of it."""
    put(place, "fill_box_card", number=13, points=2)
    named = [{"number": number, "name": f"N{number}"} for number in (100, 10, 13, 57)]
    shown = look_at(place, cards=named)
    assert listed_numbers(shown) == ["010", "013", "057", "100"]


def test_a_new_card_shows_only_what_it_says(place):
    put(place, "fill_box_card", number=13, name="Mill")
    named = [{"number": 57, "name": "Kolo"}, {"number": 13, "points": 2}]
    changes = look_at(place, cards=named).context["changes"]
    assert [(one.before, one.after) for one in changes] == [("", "2"), ("", "Kolo")]


def test_contradictions_are_asked_about_by_the_cards_numbers(place):
    for number in (13, 100, 10):
        put(place, "fill_box_card", number=number, name="Ours")
    named = [{"number": number, "name": "Theirs"} for number in (100, 13, 10)]
    shown = look_at(place, cards=named)
    asked = [one.whose[:3] for one in shown.context["questions"]]
    assert asked == ["010", "013", "100"]


def test_the_history_lists_added_cards_by_their_numbers(place):
    named = [{"number": number, "name": f"N{number}"} for number in (100, 10, 13)]
    put(place, "take_into_box", cards=named)
    shown = place.organiser.get(at(place, "history/")).content.decode()
    assert "010 N10, 013 N13, 100 N100" in shown


# What campaigns of the table know


def known_in_campaign(place, *cards, name="The long winter"):
    """Another campaign of the table, which knew cards before there was a box."""
    at_start = PlayedCampaign(cards=list(cards))
    begun = Campaign(table=place.table, name=name, engine="campaign")
    return begin_log(begun, start=at_start.start)


INVENTION = {"kind": "invention", "group": "ancient", **KOLO}


def test_a_campaign_of_ones_own_is_called_by_its_name(place):
    own = known_in_campaign(place, INVENTION)
    put(place, "fill_box_card", number=57, name="Wheel")
    assert "The long winter can complete 1 card of your box." in page(place)
    asked = page(place, f"from/{own.pk}/")
    labels = re.findall(
        r"<small>(.*?)</small>", asked.split('class="contradiction"')[1]
    )
    assert labels == ["Your box", "<bdi>The long winter</bdi>"]
    assert "Theirs" not in asked


def test_several_campaigns_with_something_new_are_one_line(place):
    known_in_campaign(place, INVENTION)
    assert "The long winter has 1 card that your box doesn" in page(place)
    assert "<details" not in page(place)
    known_in_campaign(place, INVENTION, {**INVENTION, "number": 58}, name="Spring")
    folded = page(place).split("<details")[1].split("</details>")[0]
    assert "2 campaigns have something new for your box" in folded
    assert "Spring has 2 cards that your box doesn" in folded


def test_made_up_cards_are_not_offered_to_the_box(place):
    known_in_campaign(place, {**INVENTION, "example": True})
    assert "that your box doesn" not in page(place)


@pytest.mark.parametrize("role", ["player", "spectator"])
def test_readers_are_told_who_may_change_the_box(place, role):
    reader = place.join("reader", role)
    for rest in ("", "cards/57/", "sheets/", "options/"):
        shown = reader.get(at(place, rest)).content.decode()
        assert "Only the organiser can change" in shown, rest
        assert "Only the organiser can change" not in page(place, rest), rest
        for invited in ("Enter a card once", "Copy your printed", "your choice"):
            assert invited not in shown
    for rest in ("readings/", "sheets/"):
        shown = reader.get(place.address(rest)).content.decode()
        assert "Only the organiser can change" in shown, rest
        assert "Decide how your table plays" not in shown
