"""The chronicle on the web: a session told, the story so far, and how a campaign ends."""

import re
from dataclasses import replace
from datetime import UTC, datetime
from html import unescape
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils.translation import override

from campaign.board.letters import campaign_letters
from campaign.chronicle.book import write_book
from campaign.chronicle.chapter import find_chapter
from campaign.chronicle.final import final_places
from campaign.chronicle.previously import tell_previously, tell_records
from campaign.chronicle.records import campaign_records, largest_lives, life_size
from campaign.chronicle.sentences import tell_session, wins_in_a_row
from companion.log.record import undo
from scoring.rise_of_empire.stages import Stage
from tests.campaign_visitor import Visitor, kept, member, two_sessions
from tests.conftest import forget_everything_kept
from tests.places import Place
from tests.played_campaign import (
    ARCHERY,
    CAESAR,
    POTTERY,
    PlayedCampaign,
    filled_cards,
    founded_campaign,
    ticks,
)

pytestmark = pytest.mark.django_db
MOST_QUERIES = 14


def text_of(answer):
    page = answer.content.decode()
    main = page[page.index("<main") : page.index("</main>")]
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", main)))


def shown(place, rest="", language="en"):
    client = place.organiser
    client.cookies["django_language"] = language
    answer = client.get(place.address(rest))
    assert answer.status_code == 200
    return text_of(answer)


def sentences(at, number, language="en"):
    campaign = kept(at)
    with override(language):
        return [one.text for one in tell_session(find_chapter(campaign, number))]


def winning(*, also=(), boxes=(40, 35)):
    """Anna gets to the modern age; others with her where they are named."""
    at = PlayedCampaign(cards=filled_cards(price=30))
    for key, earlier in zip(("anna", *also), boxes, strict=False):
        at.take_over(
            key,
            age="industrial",
            earlier_ticks=earlier,
            ticks=ticks(diplomacy=15),
            knowledge=50,
        )
    at.take_over("cyril", age="medieval", earlier_ticks=20, knowledge=50)
    at.open().complete(CAESAR, "anna", *also)
    return at.settle(anna=50, **dict.fromkeys(also, 45), cyril=38)


# The closing page


def test_finishing_a_session_leads_to_the_page_that_closes_it(client):
    at = founded_campaign("anna", "bara").open().settle(anna=50, bara=45)
    visitor = Visitor(client, kept(at.to(Stage.FINISH)))
    answer = visitor.do("finish_session", {})
    assert answer.url == visitor.address("campaign-chapter", 1)
    page = text_of(client.get(answer.url))
    assert "Anna wins with 50" in page
    assert "At stake in session 2" not in page  # nothing is


def test_winning_the_campaign_leads_to_the_final_page(client):
    visitor = Visitor(client, kept(winning().to(Stage.FINISH)))
    answer = visitor.do("finish_session", {})
    assert answer.url == visitor.address("campaign-final")


def test_the_closing_page_tells_what_the_session_brought_to_everybody():
    at = founded_campaign("anna", "bara").session(anna=40, bara=45)
    at.open().complete(CAESAR, "bara").settle(anna=60, bara=44)
    at.do("tick_track", empire="anna", category="science").finish()
    page = shown(Place(at), "chronicle/2/")
    for words in (
        "Obezřetný jako Caesar was completed by Bara alone.",
        "With 60 points, Anna took session 2.",
        "Last time it was last place.",
        "Nobody came close: Bara was 16 points behind.",
        "Winner's tick: Science and culture.",
        "Highest score so far: 60, Anna.",
        "+3",
    ):
        assert words in page, words
    assert "1st · +20" in page
    assert "2nd · −1" in page


def test_the_closing_page_is_told_in_the_order_people_ask():
    at = founded_campaign("anna", "bara").session(anna=40, bara=45)
    at.take_over("cyril", ticks=ticks(diplomacy=15), scores=[50])
    at.open().complete(CAESAR, "bara").settle(anna=60, bara=5, cyril=45).finish()
    page = shown(Place(at), "chronicle/2/")
    order = (
        "Anna wins with 60",  # the winner
        "What happened",
        "Every empire",
        "Diplomacy and military +3",  # boxes and icons
        "Dark age: it couldn't buy any invention.",  # who fell and why
        "First to complete Obezřetný jako Caesar",
        "New records",
        "At stake in session 3",
        "Take it home",
    )
    bara = page.index("Bara bara's realm")
    places = [page.index(one, 0 if nth < 3 else bara) for nth, one in enumerate(order)]
    assert places == sorted(places)


@pytest.mark.rule("ROE-40")
def test_the_icons_a_session_reached_are_named():
    at = PlayedCampaign().take_over("anna", ticks=ticks(diplomacy=1)).found("bara")
    at.open().complete(CAESAR, "anna").settle(anna=50, bara=45).finish()
    chapter = find_chapter(kept(at), 1)
    gain = chapter.parts[0].gains[0]
    boxes = at.state.layouts["ancient"].diplomacy.boxes[1 : 1 + gain.ticks]
    assert [one.name for one in gain.icons] == [icon for icon in boxes if icon]
    assert gain.icons


@pytest.mark.rule("ROE-38")
def test_who_fell_is_told_with_the_reason():
    at = founded_campaign("anna", "bara").session(anna=50, bara=5)
    page = shown(Place(at), "chronicle/1/")
    assert (
        "bara's realm collapsed in a dark age. It couldn't buy any invention." in page
    )


@pytest.mark.rule("ROE-37")
def test_a_twilight_is_told_with_the_scores_that_fell():
    at = PlayedCampaign(cards=filled_cards(price=5))
    at.take_over("anna", scores=[70, 60, 50], knowledge=50).found("bara")
    told = sentences(at.session(anna=40, bara=45), 1)
    assert "anna's realm collapsed. Its score kept falling: 70, 60, 50, 40." in told


def test_only_the_last_session_says_what_is_at_stake_next():
    at = PlayedCampaign(cards=filled_cards(price=5))
    at.take_over("anna", ticks=ticks(diplomacy=15), scores=[44]).found("bara")
    place = Place(at.session(anna=50, bara=60).session(anna=51, bara=61))
    assert "At stake" not in shown(place, "chronicle/1/")
    page = shown(place, "chronicle/2/")
    assert "At stake in session 3" in page
    assert "One more box brings a new age." in page


def test_there_is_no_page_for_a_session_that_is_not_finished():
    place = Place(founded_campaign("anna", "bara").open())
    for rest in ("chronicle/0/", "chronicle/1/", "chronicle/99/"):
        assert place.organiser.get(place.address(rest)).status_code == 404
    answer = place.organiser.get(place.address("final/"))
    assert answer.url == place.address("chronicle/")


# Sentences


def test_points_are_counted_as_czech_counts_them():
    for score, words in ((1, "1 bod."), (3, "3 body."), (5, "5 bodů.")):
        at = PlayedCampaign().take_over("anna", knowledge=500)
        at.take_over("bara", knowledge=500)
        at.session(anna=0, bara=0).session(anna=0, bara=0).session(anna=score, bara=0)
        assert f"Partii 3 vyhrává Anna: {words}" in sentences(at, 3, "cs")
    assert "O výhru se dělí Anna a Bara: 0 bodů." in sentences(at, 1, "cs")


def test_every_session_is_told_in_another_wording():
    at = founded_campaign("anna", "bara")
    for _session in range(3):
        at.session(anna=50, bara=42)
    campaign = kept(at)
    said = []
    for number in (1, 2, 3):
        told = tell_session(find_chapter(campaign, number))
        said.append(next(one.text for one in told if "50" in one.text))
    assert said == [
        "Session 1 went to Anna: 50 points.",
        "With 50 points, Anna took session 2.",
        "Anna won session 3 with 50 points.",
    ]


def test_wins_in_a_row_are_counted_and_said():
    at = founded_campaign("anna", "bara")
    for scores in ((50, 45), (45, 50), (51, 46), (52, 46), (53, 46)):
        at.session(anna=scores[0], bara=scores[1])
    chapter = find_chapter(kept(at), 5)
    assert "That's 3 wins in a row." in [o.text for o in tell_session(chapter)]
    assert wins_in_a_row([]) == 0


def test_a_tie_on_points_says_that_it_was_broken():
    at = founded_campaign("anna", "bara").open()
    at.pay("anna").enter("anna", track=50, workers=3)
    at.pay("bara").enter("bara", track=50)
    at.do("settle_scores").finish()
    told = sentences(at, 1)
    assert "Bara had just as many points. The tie-break decided." in told


def test_a_shared_mission_and_a_late_one_are_told_apart():
    at = founded_campaign("anna", "bara", "cyril").open()
    at.complete(CAESAR, "anna", "bara").complete(CAESAR, "cyril")
    at.settle(anna=50, bara=45, cyril=44).finish()
    told = sentences(at, 1)
    assert (
        "Anna and Bara completed Obezřetný jako Caesar together. Cyril followed."
        in told
    )


def test_who_comes_back_after_a_fall_and_who_joins_is_told():
    at = founded_campaign("anna", "bara").session(anna=50, bara=5)
    at.found("bara2", "cyril").session(anna=50, bara2=45, cyril=44)
    told = sentences(at, 2)
    assert "Bara started again with bara2's realm." in told
    assert "Cyril joined with cyril's realm." in told


def test_previously_keeps_to_what_mattered_most():
    at = founded_campaign("anna", "bara").session(anna=50, bara=5)
    told = [one.text for one in tell_previously(find_chapter(kept(at), 1))]
    assert len(told) == 3
    assert told[1:] == [
        "Session 1 went to Anna: 50 points.",
        "bara's realm collapsed in a dark age. It couldn't buy any invention.",
    ]


def test_an_undone_act_is_not_told():
    at = founded_campaign("anna", "bara").open().complete(CAESAR, "anna")
    place = Place(at)
    undo(place.campaign, [place.last().number], client_id=uuid4())
    at = founded_campaign("anna", "bara").open()
    for kind, data in at.settle(anna=50, bara=45).finish().acts[3:]:
        place.do(kind, **data)
    assert "Nobody completed a mission." in shown(place, "chronicle/1/")


# The story so far


def test_the_front_page_says_first_what_happened_last():
    place = Place(founded_campaign("anna", "bara").session(anna=50, bara=5))
    page = shown(place)
    assert page.index("Previously") < page.index("Prepare session 2")
    assert page.index("Previously") < page.index("anna's realm")
    assert "collapsed in a dark age" in page


def test_the_chronicle_has_a_timeline_records_and_every_life():
    at = founded_campaign("anna", "bara").session(anna=50, bara=5).found("cyril")
    place = Place(at.session(anna=40, cyril=45))
    page = shown(place, "chronicle/")
    for words in ("Timeline", "Records", "Each empire's path", "bara's realm"):
        assert words in page
    answer = place.organiser.get(place.address("chronicle/")).content.decode()
    for number in (1, 2):
        assert f'href="{place.address(f"chronicle/{number}/")}"' in answer
    assert answer.count('<svg class="drawing"') == 2  # Bara never got a province


def test_a_session_nobody_dated_is_told_with_the_day_it_was_opened_on():
    opened = datetime(2024, 2, 3, 18, tzinfo=UTC)
    campaign = kept(two_sessions(), told=opened)
    client = signed_in(campaign)
    empire = f"empires/{campaign.empires.all()[0].key}/"
    for rest in ("chronicle/2/", "chronicle/", empire):
        answer = client.get(f"/campaigns/{campaign.pk}/{rest}")
        assert "3 Feb 2024" in text_of(answer), rest
    assert {one.played_on for one in write_book(campaign).spreads} == {opened.date()}


def test_a_map_box_shows_the_session_it_was_ticked_in():
    at = founded_campaign("anna", "bara").session(anna=50, bara=45)
    book = write_book(kept(at.session(anna=51, bara=46)))
    (grown,) = book.lives[0].maps
    assert sorted(grown.ticked.values()) == [1, 2]
    assert set(grown.ticked) == set(at.sheet("anna").boxes)


def test_a_chronicle_before_the_first_session_says_when_it_begins():
    assert "The story begins with the first finished session." in shown(
        Place(), "chronicle/"
    )


def test_an_empires_story_has_the_winners_tick_and_what_an_invention_replaced():
    at = PlayedCampaign().take_over(
        "anna",
        inventions=[
            {"number": ARCHERY, "age": "ancient", "colour": "red", "price": 30}
        ],
        knowledge=60,
    )
    at.found("bara").open().settle(anna=50, bara=45)
    at.do("tick_track", empire="anna", category="economy").to(Stage.INVENTIONS)
    bought = {"number": POTTERY, "price": 60, "colour": "red"}
    at.do("buy_invention", empire="anna", **bought).finish()
    story = shown(Place(at), "empires/anna/")
    assert "Winner's tick: Economy and government." in story
    assert "Bought Hrnčířství for 60. It replaced Lukostřelba." in story


def test_the_chapter_and_the_front_page_ask_few_questions_however_long_it_is():
    counted = []
    for sessions in (2, 12):
        at = founded_campaign("anna", "bara")
        for _session in range(sessions):
            at.session(anna=50, bara=45)
        campaign = kept(at)
        client = signed_in(campaign)
        counted.append(
            [queries(client, campaign, rest) for rest in ("", "chronicle/2/")]
        )
    assert counted[0] == counted[1]
    assert max(counted[1]) <= MOST_QUERIES


def signed_in(campaign):
    client = Client()
    client.force_login(member(campaign, f"olga{campaign.pk}", "organiser"))
    return client


def queries(client, campaign, rest):
    """How much a page asks in a process that has read nothing yet."""
    forget_everything_kept()
    with CaptureQueriesContext(connection) as asked:
        assert client.get(f"/campaigns/{campaign.pk}/{rest}").status_code == 200
    return len(asked)


# The end


@pytest.mark.rule("ROE-36")
def test_the_final_page_gives_the_places_and_what_decided_them():
    place = Place(winning(also=("bara",)).finish())
    page = shown(place, "final/")
    assert "Anna won the campaign." in page
    assert "Bara won the campaign." not in page
    assert "Ticked boxes decided: 57 > 51." in page
    assert re.search(r"1st A anna's realm .*2nd B bara's realm .*3rd C cyril's", page)
    assert "Each empire's path" in page


def test_the_final_page_offers_the_chronicle_to_print_before_the_share():
    place = Place(winning().finish())
    page = shown(place, "final/")
    assert page.index("Each empire's path") < page.index("Print the chronicle")
    assert page.index("Print the chronicle") < page.index("Share")


def test_a_record_that_is_a_name_has_a_line_of_its_own():
    place = Place(winning().finish())
    page = place.organiser.get(place.address("final/")).content.decode()
    first = r'<li class="card named">.{,900}?<strong>anna&#x27;s realm</strong>'
    assert re.search(first, page, re.DOTALL)


@pytest.mark.rule("ROE-36")
def test_two_with_as_many_boxes_have_both_won():
    at = winning(also=("bara",), boxes=(40, 41)).finish()
    place = Place(at)
    page = shown(place, "final/")
    assert "Anna won the campaign." in page
    assert "Bara won the campaign." in page
    assert "57 = 57" in page
    places = final_places(at.state, campaign_letters(place.campaign))
    assert [one.place for one in places] == [1, 1, 3]
    assert "Anna and Bara won the campaign together." in page


def test_the_banner_and_the_final_page_stay_when_the_table_plays_on():
    at = winning(also=("bara",)).finish().do("play_on").found("dana")
    place = Place(at.session(cyril=30, dana=45))
    page = shown(place)
    assert "Anna won the campaign with anna's realm. You keep playing." in page
    assert "1 session" in shown(place, "final/")
    assert "Ticked boxes decided: 57 > 51." in shown(place, "final/")


def test_on_the_board_only_the_champions_line_says_won():
    place = Place(winning(also=("bara",)).finish())
    page = place.organiser.get(place.address()).content.decode()
    lines = re.findall(r"<summary>(.*?)</summary>", page, re.DOTALL)
    assert ["· won" in one for one in lines[:3]] == [True, False, False]


def test_a_record_names_all_who_hold_it():
    campaign = kept(
        founded_campaign("anna", "bara", "cyril").session(anna=51, bara=40, cyril=51)
    )
    found = {str(one.title): one for one in campaign_records(write_book(campaign))}
    best = found["Highest score"]
    assert (best.value, best.who, best.session) == ("51", "Anna, Cyril", 1)
    closest = found["Closest win (points ahead)"]
    assert (closest.value, closest.who) == ("a tie", "Anna, Cyril")
    assert found["Most provinces at the end"].who == "Anna, Bara, Cyril"
    assert found["Longest life (sessions)"].who.count(", ") == 2


def test_a_won_campaign_still_tells_who_had_most_provinces():
    """ROE-36: the winner's last sheet counts, although the modern age has none."""
    at = winning()
    at.do("correct_provinces", empire="anna", provinces=[11, 12], reason="as on paper")
    campaign = kept(at.to(Stage.FINISH).finish())
    found = {str(one.title): one for one in campaign_records(write_book(campaign))}
    most = found["Most provinces at the end"]
    assert (most.value, most.who) == ("2", "Anna")


def test_a_record_of_several_sessions_names_none_and_its_holder_once():
    played = founded_campaign("anna", "bara").session(anna=51, bara=40)
    book = write_book(kept(played.session(anna=51, bara=45)))
    best = campaign_records(book)[0]
    assert (best.who, best.session) == ("Anna", None)


def test_records_of_the_first_session_are_none():
    at = founded_campaign("anna", "bara").session(anna=50, bara=45)
    assert list(tell_records(find_chapter(kept(at), 1))) == []


def test_the_closest_win_is_told_when_no_earlier_one_was_as_close():
    at = founded_campaign("anna", "bara")
    for points in (80, 87, 85, 87):  # against 90: ahead by 10, 3, 5 and 3 again
        at.session(anna=90, bara=points)
    at.session(anna=91)  # alone nobody is ahead of anybody
    campaign = kept(at)
    told = [
        [one.text for one in tell_records(find_chapter(campaign, number))]
        for number in range(1, 6)
    ]
    assert told[1] == ["Closest win so far: 3 points."]
    assert told[2:4] == [[], []]
    assert not any("Closest" in one for one in told[4])


@pytest.mark.rule("ROE-36")
def test_a_winners_last_sheet_counts_for_the_records():
    at = winning().finish()
    empire = at.state.empire("anna")
    assert empire.sheet.age == "modern"
    last = replace(empire.past[-1], provinces=tuple(range(1, 10)))
    held = replace(empire, past=(*empire.past[:-1], last))
    life = next(one for one in write_book(kept(at)).lives if one.empire.key == "anna")
    records = largest_lives([life_size(replace(life, empire=held))])
    found = {str(one.title): (one.value, one.who) for one in records}
    assert found["Most provinces at the end"] == ("9", "Anna")


def test_a_long_chronicle_comes_in_pages_the_newest_first():
    at = founded_campaign("anna", "bara")
    for _session in range(14):
        at.session(anna=50, bara=45)
    campaign = kept(at)
    client = signed_in(campaign)
    told = []
    for page in (1, 2):
        address = f"/campaigns/{campaign.pk}/chronicle/?page={page}"
        html = client.get(address).content.decode()
        told.append(re.findall(r'<span class="nth">(\d+)</span>', html))
    assert told == [[str(number) for number in range(14, 2, -1)], ["2", "1"]]
    assert 'href="?page=1#timeline"' in html
