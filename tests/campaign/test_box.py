"""The box belongs to the table: entered once, used by every campaign, with its own history."""

import re
from uuid import uuid4

import pytest

from campaign.box import keeping
from campaign.box.keeping import box_state, find_box, open_box
from campaign.models import Campaign, TableLog
from companion.log.record import rebuild, record
from tests.places import Place, once
from tests.played_campaign import PlayedCampaign, layout, track

pytestmark = pytest.mark.django_db


@pytest.fixture
def place():
    """Nothing is filled in beyond what the booklet shows."""
    return Place(PlayedCampaign(cards=[]).found("anna", "bara"))


def at(place, rest=""):
    return f"/campaigns/box/{place.table.pk}/{rest}"


def enter(place, client=None, **typed):
    client = client or place.organiser
    return client.post(at(place, "enter/"), {**once(), **typed})


def save(place, number, client=None, **typed):
    client = client or place.organiser
    return client.post(at(place, f"cards/{number}/"), {**once(), **typed})


def seen_of(place, number):
    """What the page of a card shows somebody who opens it now."""
    return place.organiser.get(at(place, f"cards/{number}/")).context["form"].seen


def page(place, rest="", client=None):
    answer = (client or place.organiser).get(at(place, rest))
    assert answer.status_code == 200
    return answer.content.decode()


def card(place, number):
    return box_state(place.table).catalogue[number]


# The log of a table


def test_a_table_has_no_log_until_somebody_writes_into_its_box(place):
    for rest in ("", "sheets/", "history/", "cards/57/", "download/"):
        page(place, rest)
    assert find_box(place.table) is None
    enter(place, number="57", name="Kolo", price="35", show="invention-ancient")
    assert find_box(place.table).last == 1
    assert open_box(place.table) == find_box(place.table)


def test_two_phones_that_begin_a_box_at_once_share_it(place, monkeypatch):
    """The second one looks before the first has written, and again once it is its turn."""
    begun, looks = open_box(place.table), iter([None])
    monkeypatch.setattr(keeping, "find_box", lambda table: next(looks, begun))
    assert open_box(place.table) == begun
    assert TableLog.objects.count() == 1


def test_a_card_is_entered_in_one_line_and_the_next_one_waits(place):
    answer = enter(
        place, number="57", name="Kolo", price="35", show="invention-ancient"
    )
    assert answer.status_code == 302
    assert answer.url.endswith("?show=invention-ancient&after=57")
    assert (card(place, 57).name, card(place, 57).price) == ("Kolo", 35)
    shown = place.organiser.get(answer.url)
    assert "Saved 057 Kolo" in shown.content.decode()
    assert shown.context["form"]["number"].value() == 58
    assert shown.content.decode().count("autofocus") == 1


def test_the_line_shows_what_the_box_knows_of_the_next_card(place):
    """Card 56 has a name and a price in the booklet, and no colour: only that is missing."""
    shown = page(place, "?show=invention-ancient")
    line = shown.split('class="card quick"')[1].split("</form>")[0]
    assert f'placeholder="{card(place, 56).name}"' in line
    assert f'placeholder="{card(place, 56).price}"' in line
    before = card(place, 56).name
    enter(place, number="56", colour="grey", show="invention-ancient")
    assert (card(place, 56).name, card(place, 56).colour) == (before, "grey")


def test_a_number_alone_is_refused_and_records_nothing(place):
    for shelf, number, asks in (
        ("invention-ancient", "58", "Enter a name, a price or a colour."),
        ("province", "1", "Enter a name or points."),
        ("mission-science", "140", "Enter a name or a target."),
    ):
        answer = enter(place, number=number, name="", show=shelf)
        assert answer.status_code == 422
        assert asks in answer.content.decode()
        assert answer.context["form"]["name"].field.widget.attrs["autofocus"]
    assert find_box(place.table) is None


def test_a_saved_card_says_what_is_still_missing(place):
    typed = {"number": "57", "name": "Kolo", "show": "invention-ancient"}
    shown = place.organiser.get(enter(place, **typed).url).content.decode()
    assert "Still missing: price, colour" in shown
    shown = place.organiser.get(enter(place, **typed, price="3").url).content.decode()
    assert "Still missing: colour" in shown
    answer = enter(place, **typed, price="3", colour="grey")
    assert "Still missing" not in place.organiser.get(answer.url).content.decode()


def test_a_changed_card_says_so_on_its_shelf(place):
    def noted(answer):
        shown = place.organiser.get(answer.url).content.decode()
        own = shown.split('id="card-57"')[1].split("</li>")[0]
        return own.split('class="noted" role="status">')[1].split("<")[0]

    assert noted(save(place, 57, name="Kolo")) == "✓ Saved"
    assert noted(save(place, 57, name="Kolo")) == "✓ Nothing changed."
    sent = {**once(), "place": "mission-economy"}
    moved = place.organiser.post(at(place, "cards/57/move/"), sent)
    assert noted(moved) == "✓ Moved to Missions · Economy and government"


def test_that_a_card_is_missing_is_said_only_where_it_is(place):
    player = place.join("bara", "player")
    save(place, 57, name="Kolo")
    assert "have this card" not in page(place, "cards/57/", player)
    save(place, 57, name="Kolo", aside="yes")
    assert "have this card" in page(place, "cards/57/", player)


def test_a_refused_line_comes_back_where_it_was_typed(place):
    wrong = enter(place, number="57", price="x", show="invention-ancient")
    (focused,) = re.findall(r"<input[^>]*autofocus[^>]*>", wrong.content.decode())
    assert 'name="price"' in focused
    other = enter(place, number="56", name="Kolo", show="invention-ancient")
    assert other.status_code == 422
    assert "This card says something else already" in other.content.decode()
    assert other.content.decode().count("autofocus") == 1


def test_what_was_typed_wrongly_is_said_beside_its_field(place):
    answer = enter(place, number="57", name="Kolo", price="x", show="invention-ancient")
    assert answer.status_code == 422
    assert "Enter a whole number" in answer.content.decode()
    assert 'value="Kolo"' in answer.content.decode()
    assert enter(place, number="500", name="X").status_code == 422
    assert find_box(place.table) is None


def test_a_number_typed_wrongly_overwrites_no_other_card(place):
    typed = {"number": "66", "name": "Kolo", "show": "invention-ancient"}
    asked = enter(place, **typed)
    assert asked.status_code == 422
    assert "Hrnčířství. You typed Kolo." in asked.content.decode()
    assert card(place, 66).name == "Hrnčířství"
    assert enter(place, **typed, sure="1").status_code == 302
    assert card(place, 66).name == "Kolo"


def test_a_card_of_the_box_has_everything_that_is_printed(place):
    save(
        place,
        57,
        name="Kolo",
        price="35",
        colour="grey",
        row="feature",
        points="0",
        text="Each wood gives a point.",
    )
    known = card(place, 57)
    assert (known.row, known.points) == ("feature", 0)
    assert known.text == "Each wood gives a point."
    save(place, 140, name="Klidná", demand="Have 4 deals.", bonus="Draw 2 cards.")
    assert card(place, 140).bonus == "Draw 2 cards."
    assert rebuild(find_box(place.table)) == 0


def test_two_people_with_one_card_lose_nothing(place):
    seen = seen_of(place, 57)
    other = place.join("bara", "organiser")
    save(place, 57, other, name="Kolo", price="30", seen=seen)
    asked = save(place, 57, name="", price="35", colour="grey", seen=seen)
    assert asked.status_code == 422
    assert "Price: 30. You typed 35." in asked.content.decode()
    assert (card(place, 57).price, card(place, 57).colour) == (30, "")
    again = asked.context["form"].seen
    save(place, 57, name="", price="35", colour="grey", seen=again)
    known = card(place, 57)
    assert (known.name, known.price, known.colour) == ("Kolo", 35, "grey")


def test_different_fields_of_one_card_never_meet(place):
    seen = seen_of(place, 57)
    save(place, 57, name="Kolo", seen=seen)
    assert save(place, 57, price="35", seen=seen).status_code == 302
    assert (card(place, 57).name, card(place, 57).price) == ("Kolo", 35)


def test_a_card_moves_to_the_shelf_its_print_names(place):
    answer = place.organiser.post(
        at(place, "cards/57/move/"), {**once(), "place": "mission-economy"}
    )
    assert "show=mission-economy" in answer.url
    assert (card(place, 57).kind, card(place, 57).group) == ("mission", "economy")
    nowhere = place.organiser.post(
        at(place, "cards/57/move/"), {**once(), "place": "mission-ancient"}
    )
    assert nowhere.status_code == 422


def test_the_history_of_a_box_tells_and_undoes(place):
    enter(place, number="57", name="Kolo", price="35", show="invention-ancient")
    assert "057 Kolo" in page(place, "history/")
    answer = place.organiser.post(at(place, "history/1/undo/"), once())
    assert answer.status_code == 302
    assert card(place, 57).name == ""
    assert "Undone" in page(place, "history/")


def test_the_history_says_what_a_card_was_called_before(place):
    save(place, 57, name="Salt Marsh", price="3")
    seen = seen_of(place, 57)
    save(place, 57, name="Salt Lake", price="3", colour="grey", seen=seen)
    later, first = page(place, "history/").split('<p class="how">')[1:]
    assert "057 Salt Lake · grey" in later
    assert "Salt Marsh</del>" in later
    assert "Salt Lake</ins>" in later
    assert "057 Salt Marsh · price 3" in first
    assert "<del>" not in first


def test_organisers_write_players_read(place):
    player = place.join("bara", "player")
    save(place, 57, name="Kolo", price="35")
    shown = page(place, "cards/57/", player)
    assert "Kolo" in shown
    assert 'name="price"' not in shown
    assert 'name="number"' not in page(place, "", player)
    assert save(place, 57, player, price="36").status_code == 404
    assert enter(place, player, number="58", name="X").status_code == 404
    assert card(place, 57).price == 35


def test_pressing_save_twice_enters_once(place):
    sent = {**once(), "number": "57", "name": "Kolo", "show": "invention-ancient"}
    for _press in range(2):
        place.organiser.post(at(place, "enter/"), sent)
    assert find_box(place.table).last == 1


# Sheets


def test_a_sheet_of_the_box_is_drawn_and_saved(place):
    shown = place.organiser.get(at(place, "sheets/ancient/"))
    draft = {"layout": shown.context["remembered"], "icon": "dove", "good": "wood"}
    drawn = place.organiser.post(
        at(place, "sheets/ancient/"), {**once(), **draft, "do": "mark:science:0"}
    )
    draft["layout"] = drawn.context["remembered"]
    saved = place.organiser.post(
        at(place, "sheets/ancient/"), {**once(), **draft, "save": "1"}
    )
    assert saved.url == at(place, "sheets/")
    sheet = box_state(place.table).sheets["ancient"]
    assert sheet.science.boxes[0] == "dove"
    assert sheet.custom


def copy_part(place, age, part, **more):
    shown = place.organiser.get(at(place, f"copy/{age}/{part}/"))
    sent = {"layout": shown.context["remembered"], "save": "1", **more}
    return place.organiser.post(at(place, f"copy/{age}/{part}/"), {**once(), **sent})


def test_sheets_are_copied_part_by_part_and_taken_up_again(place):
    first = place.organiser.get(at(place, "copy/"))
    assert first.url == at(place, "copy/ancient/diplomacy/")
    after = copy_part(place, "ancient", "diplomacy")
    assert after.url == at(place, "copy/ancient/economy/")
    assert "1 of 12 parts done" in page(place, "copy/ancient/economy/")
    assert place.organiser.get(at(place, "copy/")).url == after.url
    assert not box_state(place.table).copied_sheets


def test_a_skipped_part_is_left_for_the_end(place):
    for age in ("ancient", "medieval", "industrial"):
        for part in ("diplomacy", "economy", "science", "map"):
            if (age, part) != ("ancient", "science"):
                last = copy_part(place, age, part)
    assert last.url == at(place, "copy/ancient/science/")
    assert copy_part(place, "ancient", "science").url == at(place, "copy/")
    assert "All three sheets are copied" in page(place, "copy/")
    assert len(box_state(place.table).copied_sheets) == 3
    assert f'href="{place.address("box/")}"' in page(place, "copy/")
    place.organiser.post(place.address("box/"), once())
    assert "All your campaigns use them." in page(place, "copy/")


def test_a_new_table_is_offered_its_sheets_before_the_first_session(place):
    board = place.organiser.get(place.address()).content.decode()
    assert "Copy your three sheets before you play" in board
    copy_part(place, "ancient", "diplomacy")
    board = place.organiser.get(place.address()).content.decode()
    assert "1 of 12 parts copied" in board
    player = place.join("bara", "player")
    assert "parts copied" not in player.get(place.address()).content.decode()


# Campaigns


def start(place, **more):
    page = f"/campaigns/start/{place.table.pk}/"
    sent = {
        "name": "Second",
        "deck": "standard",
        "seat0-player": "Anna",
        "seat0-name": "Rome",
        "seat0-faction": "romans",
        **more,
    }
    return place.organiser.post(page, {**once(), **sent})


def test_a_new_campaign_starts_with_the_box(place):
    save(place, 57, name="Kolo", price="35", colour="grey")
    copy = layout(science=track("dove"))
    box = open_box(place.table)
    record(box, kind="change_box_sheet", data={"layout": copy}, client_id=uuid4())
    answer = start(place)
    assert answer.status_code == 302, answer.context["form"].readings.errors
    begun = Campaign.objects.get(name="Second")
    assert begun.state["cards"]["57"]["price"] == 35
    assert begun.state["layouts"]["ancient"]["science"]["boxes"][0] == "dove"
    assert rebuild(begun) == 0


def test_a_campaign_under_way_sees_what_is_new_and_takes_it_as_one_act(place):
    save(place, 57, name="Kolo", price="35", colour="grey")
    save(place, 140, name="Klidná")
    board = place.organiser.get(place.address()).content.decode()
    assert "New in your box:" in board
    assert "2 cards" in board
    shown = place.organiser.get(place.address("box/")).content.decode()
    assert "Kolo" in shown
    before = place.last().number
    taken = place.organiser.post(place.address("box/"), once())
    assert taken.status_code == 302
    assert place.last().number == before + 1
    assert place.state["cards"]["57"]["price"] == 35
    assert "Kolo" in place.organiser.get(taken.url).content.decode()
    assert (
        "New in your box" not in place.organiser.get(place.address()).content.decode()
    )
    place.organiser.post(place.address(f"history/{place.last().number}/undo/"), once())
    assert "57" not in place.state["cards"]


def test_taking_what_is_new_twice_leads_to_the_one_act_both_times(place):
    save(place, 57, name="Kolo", price="35", colour="grey")
    sent = once()
    first, second = (
        place.organiser.post(place.address("box/"), sent) for _time in range(2)
    )
    assert first.url == second.url == place.address(f"history/{place.last().number}/")
    assert [act.kind for act in place.acts].count("take_from_box") == 1


def test_players_see_what_is_new_and_organisers_take_it(place):
    save(place, 57, name="Kolo", price="35")
    player = place.join("bara", "player")
    assert "Kolo" in player.get(place.address("box/")).content.decode()
    assert player.post(place.address("box/"), once()).status_code == 404


def test_what_happened_keeps_its_price():
    place = Place(PlayedCampaign(cards=[]).found("anna"))
    held = [{"number": 57, "age": "ancient", "colour": "grey", "price": 30}]
    place.do(
        "take_over_empire",
        empire="bara",
        player="Bara",
        name="Thule",
        faction="japanese",
        inventions=held,
    )
    assert card(place, 57).price == 30
    save(place, 57, price="45", seen=seen_of(place, 57), colour="grey")
    place.organiser.post(place.address("box/"), once())
    assert place.state["cards"]["57"]["price"] == 45
    bara = next(one for one in place.state["empires"] if one["key"] == "bara")
    assert bara["sheet"]["inventions"][0]["price"] == 30


def test_a_card_mended_in_the_box_is_no_news_from_a_campaign(place):
    save(place, 57, name="Kolo", price="35")
    place.organiser.post(place.address("box/"), once())
    save(place, 57, name="Kolo", price="45", seen=seen_of(place, 57))
    assert "that your box doesn" not in page(place)
    assert "1 card" in place.organiser.get(place.address()).content.decode()


def test_a_card_in_use_is_not_moved_and_says_so():
    place = Place(PlayedCampaign(cards=[]).take_over("anna", provinces=[11], boxes=[0]))
    place.organiser.post(
        at(place, "cards/11/move/"), {**once(), "place": "mission-economy"}
    )
    save(place, 57, name="Kolo")
    shown = place.organiser.get(place.address("box/")).content.decode()
    assert "Not possible right now" in shown
    assert "This card is in use" in shown
    place.organiser.post(place.address("box/"), once())
    assert place.state["cards"]["57"]["name"] == "Kolo"
    assert "11" not in place.state["cards"]


def test_a_card_filled_in_while_playing_is_in_the_box_too(place):
    place.organiser.post(
        place.address("cards/57/"), {**once(), "name": "Kolo", "price": "35"}
    )
    assert (card(place, 57).name, card(place, 57).price) == ("Kolo", 35)
    place.do("change_layout", layout=layout(science=track("dove")))
    assert box_state(place.table).sheets["ancient"].science.boxes[0] == "dove"
    assert (
        "New in your box" not in place.organiser.get(place.address()).content.decode()
    )


def test_the_pages_of_a_campaign_say_that_the_box_gets_it_too(place):
    for rest in ("cards/57/", "sheets/ancient/"):
        shown = place.organiser.get(place.address(rest)).content.decode()
        assert "It goes into your box too." in shown
    Campaign.objects.filter(pk=place.campaign.pk).update(example=True)
    shown = place.organiser.get(place.address("cards/57/")).content.decode()
    assert "into your box" not in shown


def test_a_demo_leaves_the_box_alone(place):
    Campaign.objects.filter(pk=place.campaign.pk).update(example=True)
    place.do("fill_card", number=57, name="Invented", price=35)
    assert find_box(place.table) is None
    save(place, 58, name="Kolo")
    assert (
        "New in your box" not in place.organiser.get(place.address()).content.decode()
    )


def test_a_what_if_leaves_the_box_alone(place):
    Campaign.objects.filter(pk=place.campaign.pk).update(what_if_after=1)
    place.do("fill_card", number=57, name="Tried", price=35)
    assert find_box(place.table) is None
    assert "that your box doesn" not in page(place)


def test_what_an_older_campaign_knows_is_offered_to_the_box():
    place = Place(
        PlayedCampaign(
            cards=[
                {
                    "number": 57,
                    "kind": "invention",
                    "group": "ancient",
                    "name": "Kolo",
                    "price": 35,
                }
            ]
        ).found("anna")
    )
    assert "Rome and beyond has 1 card that your box doesn" in page(place)
    offer = f"from/{place.campaign.pk}/"
    assert "1 new card" in page(place, offer)
    answer = place.organiser.post(at(place, offer), {**once(), "take": "1"})
    assert answer.url == at(place, "?added=1&changed=0")
    assert card(place, 57).price == 35
    assert "that your box doesn" not in page(place)
    assert TableLog.objects.get().acts.get().data["source"] == "Rome and beyond"
