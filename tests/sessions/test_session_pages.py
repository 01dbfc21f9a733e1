"""Sessions through the browser's eyes: who sees what, what is saved, what is told."""

import re
from html import unescape
from io import BytesIO
from urllib.parse import urlencode
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override
from pypdf import PdfReader

from companion.base.wording import translate
from companion.log.record import NewAct, append_all, record
from companion.sessions.forms import example_query
from companion.sessions.models import GameSession
from companion.sessions.moving import move_session
from companion.sessions.services import session_state, start_session
from companion.tables.models import Account, Membership, Person, Table
from scoring.games import GAMES
from scoring.missing import needed_keys
from scoring.sessions import sheet_of, tallies_of

pytestmark = pytest.mark.django_db
SETTLERS, ARCS = "imperial_settlers", "arcs"
HTMX = {"HX-Request": "true"}
CZECH = {"Accept-Language": "cs"}
ROLES = ("organiser", "player", "spectator")
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
# Totals that stand nowhere else on a page.
UNLIKELY = {"1s0-track": "611", "1s1-track": "733"}


@pytest.fixture
def table():
    return Table.objects.create(name="Thursday")


def visitor(table, role):
    """The client of somebody with a part at a table, or of a stranger with an account."""
    account = Account.objects.create_user(f"{role}{Account.objects.count()}")
    if role != "stranger":
        person = Person.objects.create(table=table, name=f"the {role}")
        Membership.objects.create(
            table=table, account=account, person=person, role=role
        )
    client = Client()
    client.force_login(account)
    return client


@pytest.fixture
def organiser(table):
    return visitor(table, "organiser")


def at(session, name="session"):
    return reverse(name, args=[session.token])


def do(session, kind, **data):
    return record(session, kind=kind, data=data, client_id=uuid4())


def type_often(session, cell, values):
    """Many acts at once: only their number matters."""
    append_all(
        session, [NewAct("set_cell", {"cell": cell, "typed": one}) for one in values]
    )


def put(session, **cells):
    for cell, typed in cells.items():
        do(session, "set_cell", cell=cell, typed=typed)


def entered(table=None, game=SETTLERS, players=2, **cells):
    return start_session(
        game=game,
        table=table,
        players=players,
        cells=cells or {"name0": "Anna", "name1": "Bára", **UNLIKELY},
    )


def now(session):
    return session_state(GameSession.objects.get(pk=session.pk))


def page_of(client, session, **more):
    answer = client.get(at(session), **more)
    assert answer.status_code == 200
    return answer.content.decode()


def save(client, session, cell, typed, seen="", **more):
    content = {"id": uuid4(), "cell": cell, "typed": typed, "seen": seen}
    return client.post(at(session, "session-cells"), content, **more)


def press(client, session, kind, name="session-do", **more):
    return client.post(at(session, name), {"id": uuid4(), "kind": kind, **more})


def whole_form(page):
    """What a browser without script sends of the page's form, by name."""
    form = page[page.index('id="score"') : page.index("</form>", page.index('"score"'))]
    fields = {}
    pattern = r'<input[^>]*?name="([^"]+)"[^>]*?>'
    for tag in re.finditer(pattern, form + named_inputs(page), re.DOTALL):
        value = re.search(r'value="([^"]*)"', tag[0])
        if 'type="checkbox"' not in tag[0] or " checked" in tag[0]:
            ticked = "on" if 'type="checkbox"' in tag[0] else ""
            fields[tag[1]] = unescape(value[1]) if value else ticked
    for tag in re.finditer(r'<select name="([^"]+)".*?</select>', form, re.DOTALL):
        chosen = re.search(r'value="([^"]*)" selected', tag[0])
        fields[tag[1]] = chosen[1] if chosen else ""
    note = re.search(r'name="note".*?>(.*?)</textarea>', form, re.DOTALL)
    fields["note"] = unescape(note[1])
    return fields


def named_inputs(page):
    return "".join(re.findall(r'<input form="score".*?>', page, re.DOTALL))


def text_of(page):
    """What people read of a page, without what stands in its tags."""
    return re.sub(r"<[^>]*>", "", page)


def words_of(pdf):
    return "\n".join(page.extract_text() for page in PdfReader(BytesIO(pdf)).pages)


# Begun


@every_game
def test_a_game_picked_on_the_first_page_is_begun(client, game):
    home = client.get(reverse("home"), headers={"Accept-Language": "en"})
    assert f'value="{game.slug}"'.encode() in home.content
    answer = client.post(reverse("start-session"), {"game": game.slug, "id": uuid4()})
    session = GameSession.objects.get()
    assert answer.status_code == 302
    assert answer.url == at(session)
    assert session.state["game"] == game.slug
    assert session.table is None
    assert client.get(answer.url).status_code == 200


def test_pressing_twice_begins_one_session(client):
    content = {"game": SETTLERS, "id": uuid4()}
    answers = [client.post(reverse("start-session"), content) for _ in "12"]
    assert answers[0].url == answers[1].url
    assert GameSession.objects.count() == 1


def test_another_game_picked_after_going_back_is_another_session(client):
    home = {"id": uuid4()}
    client.post(reverse("start-session"), {"game": SETTLERS, **home})
    answer = client.post(reverse("start-session"), {"game": ARCS, **home}, follow=True)
    assert "<h1>Arcs</h1>" in answer.content.decode()


@pytest.mark.parametrize("game", ["", "chess", "../", "\x00", "é"])
def test_there_is_no_session_of_another_game(client, game):
    answer = client.post(reverse("start-session"), {"game": game})
    assert answer.status_code == 404
    assert not GameSession.objects.exists()


@pytest.mark.parametrize("key", ["", "x", "1", "0" * 40])
def test_a_page_without_an_id_still_begins_a_session(client, key):
    answer = client.post(reverse("start-session"), {"game": SETTLERS, "id": key})
    assert answer.status_code == 302


@every_game
def test_what_was_counted_is_kept_with_the_same_result(client, game):
    query = example_query(game)
    counted = client.get(f"{reverse('scoring', args=[game.slug])}?{query}")
    assert "Save this session" in counted.content.decode()
    content = {"game": game.slug, "query": query, "id": uuid4()}
    client.post(reverse("start-session"), content)
    state = now(GameSession.objects.get())
    assert state.names == tuple(game.example.players)
    assert sheet_of(state).totals == counted.context["result"].sheet.totals
    kept = client.get(at(GameSession.objects.get()))
    assert kept.context["result"].headline == counted.context["result"].headline


def test_what_was_counted_with_a_mistake_goes_back_to_where_it_is_told(client):
    content = {"game": SETTLERS, "query": "1s0-track=x&name0=Anna"}
    answer = client.post(reverse("start-session"), content)
    assert answer.status_code == 302
    assert answer.url.startswith(reverse("scoring", args=[SETTLERS]))
    assert "1s0-track=x" in answer.url
    assert not GameSession.objects.exists()


@pytest.mark.parametrize(
    "query",
    [
        {"name0": "x" * 61, "1s0-track": "5"},
        {"name0": "\x00", "1s0-track": "5"},
        {"place": "x" * 61, "1s0-track": "5"},
        {"note": "x" * 1001, "1s0-track": "5"},
        {"played_on": "yesterday", "1s0-track": "5"},
        {"1s0-unpaid": "yes", "1s0-track": "5"},
        {"1s0-track": "9" * 5000},
        {"1s0-people": "?", "1s0-people_typed": "x" * 61},
        {"1b-deck": "nonsense"},
        {"players": "9", "tallies": "9", "to_players": "x"},
    ],
    ids=lambda query: "-".join(query),
)
def test_whatever_was_counted_is_kept_or_told_never_a_fault(client, query):
    content = {"game": "rise_of_empire", "query": urlencode(query), "id": uuid4()}
    answer = client.post(reverse("start-session"), content)
    assert answer.status_code in (302, 422)


def test_a_session_is_begun_at_a_table_by_who_plays_there(table):
    address = reverse("start-session-at", args=[table.pk])
    for role in ROLES:
        answer = visitor(table, role).post(address, {"game": SETTLERS, "id": uuid4()})
        assert answer.status_code == (404 if role == "spectator" else 302)
    assert (
        visitor(table, "stranger").post(address, {"game": SETTLERS}).status_code == 404
    )
    assert Client().post(address, {"game": SETTLERS}).status_code == 404
    assert table.sessions.count() == 2


# Who sees it


STATES = {
    "open": (),
    "covered": ("cover",),
    "finished": ("finish",),
    "archived": ("archive",),
    "finished and archived": ("finish", "archive"),
}


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("role", [*ROLES, "stranger"])
def test_everybody_at_the_table_sees_what_is_theirs_to_see_and_do(table, role, state):
    session = entered(table)
    for kind in STATES[state]:
        do(session, kind)
    client = visitor(table, role)
    if role == "stranger":
        assert client.get(at(session)).status_code == 404
        return
    page = page_of(client, session)
    writes = role != "spectator" and state in ("open", "covered")
    assert ('id="score"' in page) == writes
    assert ("Finish game" in page) == writes
    assert ("Rematch" in page) == (role != "spectator")
    assert ("Archive" in page) == (role == "organiser" and "archived" not in state)
    assert ("Reopen" in page) == (role != "spectator" and state == "finished")
    assert ("Restore" in page) == (role == "organiser" and "archived" in state)
    assert ("611" in text_of(page)) == (state != "covered")


def test_a_session_without_a_table_is_for_whoever_has_its_link():
    session = entered()
    page = page_of(Client(), session)
    assert 'id="score"' in page
    assert f"http://testserver{at(session)}" in page
    assert save(Client(), session, "1s0-common", "1").status_code == 302
    assert Client().get(reverse("session", args=["x" * 16])).status_code == 404


def test_this_browser_finds_its_session_again():
    session, client = entered(), Client()
    assert at(session) not in client.get(reverse("home")).content.decode()
    page_of(client, session)
    assert at(session) in client.get(reverse("home")).content.decode()


def test_names_that_were_saved_are_found_again_by_this_browser(client):
    client.post(reverse("start-session"), {"game": SETTLERS, "id": uuid4()})
    session = GameSession.objects.get()
    assert save(client, session, "name0", "Anna", headers=HTMX).status_code == 200
    assert at(session) in client.get(reverse("home")).content.decode()


def note_begun(client, session):
    """As if this browser had begun the session."""
    own = client.session
    own["begun"] = [session.token]
    own.save()
    return client


def test_only_who_began_a_session_moves_it_to_a_table(table, organiser):
    session = entered()
    other = visitor(table, "player")
    assert "session-move" not in page_of(other, session)
    answer = other.post(at(session, "session-move"), {"table": table.pk})
    assert answer.status_code == 404
    assert GameSession.objects.get().table is None


def test_once_at_a_table_the_link_opens_nothing_to_others(table, organiser):
    session = entered()
    note_begun(organiser, session)
    stranger = Client()
    page_of(stranger, session)
    answer = organiser.post(at(session, "session-move"), {"table": table.pk})
    assert answer.url == at(session)
    assert stranger.get(at(session)).status_code == 404
    assert at(session) not in stranger.get(reverse("home")).content.decode()
    assert save(stranger, session, "1s0-common", "1").status_code == 404
    assert set(table.people.values_list("name", flat=True)) >= {"Anna", "Bára"}


@pytest.mark.parametrize(
    "key",
    ["", "x", "0", "-1", "²", "9" * 40, "9" * 5000],
    ids=["none", "x", "0", "-1", "²", "40 digits", "5000 digits"],
)
def test_a_session_moves_to_no_table_that_is_not_there(organiser, key):
    session = entered()
    answer = organiser.post(at(session, "session-move"), {"table": key})
    assert answer.status_code == 404


def test_a_session_moves_to_no_table_one_does_not_play_at(table):
    session, other = entered(), Table.objects.create(name="Friday")
    for client in (visitor(table, "spectator"), visitor(other, "organiser"), Client()):
        answer = client.post(at(session, "session-move"), {"table": table.pk})
        assert answer.status_code == 404
    assert GameSession.objects.get().table is None


@pytest.mark.parametrize("token", ["%00", "a%00b", "%F0%9F%91%91", "..", "x" * 300])
def test_an_odd_link_is_not_found(client, token):
    assert client.get(f"/sessions/{token}/").status_code == 404


def test_only_a_player_writes_and_only_an_organiser_puts_away(table):
    session = entered(table)
    for role in (*ROLES, "stranger"):
        client = visitor(table, role)
        plays, organises = role in ROLES[:2], role == "organiser"
        assert (save(client, session, "1s0-common", "").status_code == 404) != plays
        assert (press(client, session, "cover").status_code == 404) != plays
        assert (press(client, session, "reveal").status_code == 404) != plays
        answer = press(client, session, "archive", "session-manage")
        assert (answer.status_code == 404) != organises
        if organises:
            press(client, session, "restore", "session-manage")


def test_what_only_does_something_is_not_fetched(table, organiser):
    own = reverse("start-session-at", args=[table.pk])
    assert organiser.get(reverse("start-session")).url == "/"
    assert organiser.get(own).url == reverse("table", args=[table.pk])
    assert not table.sessions.exists()


def test_a_page_left_after_a_refusal_loads_again(table, organiser):
    session = entered(table)
    names = ("cells", "do", "manage", "rematch", "move")
    pages = {at(session, f"session-{name}"): at(session) for name in names}
    pages[at(session, "final-scores-answer")] = at(session, "final-scores")
    undo = reverse("session-undo", args=[session.token, 1])
    pages[undo] = at(session, "session-history")
    for address, page in pages.items():
        answer = organiser.get(address, follow=True)
        assert answer.redirect_chain == [(page, 302)], address
        assert answer.status_code == 200
    assert session.acts.count() == 0


def test_what_only_shows_something_takes_no_post(table, organiser):
    session = entered(table)
    for name in ("session", "session-proof", "session-history"):
        assert organiser.post(at(session, name)).status_code == 405


def test_nothing_is_done_without_the_pages_token(table):
    session = entered()
    client = Client(enforce_csrf_checks=True)
    assert client.post(reverse("start-session"), {"game": SETTLERS}).status_code == 403
    assert save(client, session, "1s0-common", "1").status_code == 403
    for name in ("do", "manage", "rematch", "move"):
        assert client.post(at(session, f"session-{name}")).status_code == 403
    undo = reverse("session-undo", args=[session.token, 1])
    assert client.post(undo).status_code == 403
    assert GameSession.objects.count() == 1


# One cell


def test_a_saved_cell_brings_the_new_result_and_standings(client):
    session = entered()
    answer = save(client, session, "1s0-track", "900", seen="611", headers=HTMX)
    part = answer.content.decode()
    assert answer.status_code == 200
    assert "<html" not in part
    assert "Anna leads with 900" in part
    assert 'id="standings"' in part
    assert 'hx-swap-oob="true"' in part
    assert "1s0-track=900" in part


def test_a_cell_somebody_else_changed_is_told_with_both_values(client):
    session = entered()
    put(session, **{"1s0-track": "612"})
    answer = save(client, session, "1s0-track", "613", seen="611", headers=HTMX)
    part = answer.content.decode()
    assert answer.status_code == 409
    assert "Keep 612" in part
    assert "Use 613" in part
    assert 'data-present="612"' in part
    assert now(session).cells["1s0-track"] == "612"


def test_who_changed_it_is_named(table):
    session, player = entered(table), visitor(table, "player")
    save(player, session, "1s0-track", "612", seen="611")
    organiser = visitor(table, "organiser")
    answer = save(organiser, session, "1s0-track", "613", seen="611", headers=HTMX)
    assert "the player entered 612" in answer.content.decode()


@pytest.mark.parametrize(
    ("cell", "typed", "told"),
    [
        ("1s0-common", "x", "whole number"),
        ("1s0-common", "-1", "below 0"),
        ("1s0-common", str(10**9), "more than 200"),
        ("1s0-common", "9" * 5000, ""),
        ("name0", "x" * 61, "The limit is 60"),
        ("played_on", "x", "2026-11-16"),
        ("1b-deck", "x", "choose one"),
        ("1s9-common", "1", "changed in the meantime"),
        ("nowhere", "1", "changed in the meantime"),
        ("", "1", "changed in the meantime"),
        ("<script>", "1", "changed in the meantime"),
        ("\x00", "1", "changed in the meantime"),
    ],
)
def test_what_a_cell_cannot_hold_is_told_beside_it(client, cell, typed, told):
    session = entered()
    seen = now(session).cells.get(cell, "")
    answer = save(client, session, cell, typed, seen=seen, headers=HTMX)
    part = answer.content.decode()
    assert answer.status_code == 422
    assert told in part
    assert "<script" not in part
    assert session.acts.count() == 0


@pytest.mark.parametrize("cell", ["note", "name0", "1s0-people", "1s0-common"])
def test_a_text_far_too_long_is_told_that_it_is_too_long(client, cell):
    session = entered(**UNLIKELY)
    answer = save(client, session, cell, "1" * 2001, headers=HTMX)
    assert answer.status_code == 422
    assert "changed in the meantime" not in answer.content.decode()


@pytest.mark.parametrize("cell", ["\x00", "<b>", "nowhere", "1s0-track\x00"])
def test_a_cell_that_is_nowhere_is_refused_whatever_was_seen(client, cell):
    session = entered()
    answer = save(client, session, cell, "1", seen="2", headers=HTMX)
    assert answer.status_code in (409, 422)
    assert "<b>" not in answer.content.decode()


def test_nothing_at_all_saves_nothing(client):
    session = entered()
    assert client.post(at(session, "session-cells"), {}).status_code == 302
    assert client.post(at(session, "session-cells"), {"cell": ""}).status_code == 409
    assert session.acts.count() == 0


def test_the_same_request_again_counts_once_and_is_answered_alike(client):
    session = entered()
    content = {"id": uuid4(), "cell": "1s0-common", "typed": "4", "seen": ""}
    address = at(session, "session-cells")
    answers = [client.post(address, content, headers=HTMX) for _ in "12"]
    assert [one.status_code for one in answers] == [200, 200]
    assert session.acts.count() == 1


@pytest.mark.parametrize(
    ("kind", "told"), [("finish", "finished"), ("archive", "archived")]
)
def test_a_session_that_is_over_meanwhile_says_so_beside_the_cell(client, kind, told):
    session = entered()
    do(session, kind)
    answer = save(client, session, "1s0-common", "4", headers=HTMX)
    assert answer.status_code == 422
    assert told in answer.content.decode()


def test_a_seat_that_is_gone_meanwhile_is_told_and_nothing_is_lost(client):
    session = entered(players=3, **{"1s2-track": "7"})
    do(session, "set_players", players=2)
    answer = save(client, session, "1s2-track", "8", seen="7", headers=HTMX)
    assert answer.status_code == 422
    assert now(session).cells["1s2-track"] == "7"


# The whole form, without script


def test_the_whole_form_saves_only_what_was_changed(client):
    session = entered()
    form = whole_form(page_of(client, session))
    form |= {"1s0-common": "3", "name0": "Anna K.", "note": "rain\r\nand wind"}
    answer = client.post(at(session, "session-cells"), form)
    assert answer.status_code == 302
    assert session.acts.count() == 3
    cells = now(session).cells
    assert (cells["1s0-common"], cells["name0"]) == ("3", "Anna K.")
    assert cells["note"] == "rain\nand wind"
    assert cells["1s1-track"] == "733"


@every_game
def test_an_untouched_form_changes_nothing(client, game):
    content = {"game": game.slug, "query": example_query(game), "id": uuid4()}
    client.post(reverse("start-session"), content)
    session = GameSession.objects.get()
    put(session, note="one & two", place="at <home> & away", name0='"Anna" é')
    before, acts = now(session), session.acts.count()
    form = whole_form(page_of(client, session))
    assert client.post(at(session, "session-cells"), form).status_code == 302
    assert now(session) == before
    assert session.acts.count() == acts


def test_an_untouched_note_of_two_lines_is_not_written_again(client):
    session = entered(**{"note": "one\ntwo", "1s0-track": "5"})
    form = whole_form(page_of(client, session))
    form["note"] = form["note"].replace("\n", "\r\n")  # as browsers send it
    assert client.post(at(session, "session-cells"), form).status_code == 302
    assert session.acts.count() == 0


def test_a_form_sent_twice_counts_once(client):
    session = entered()
    form = whole_form(page_of(client, session)) | {"1s0-common": "3", "place": "here"}
    for _time in "12":
        assert client.post(at(session, "session-cells"), form).status_code == 302
    assert session.acts.count() == 2


def test_a_form_that_lost_its_fields_on_the_way_empties_no_cell(client):
    session = entered()
    form = whole_form(page_of(client, session))
    kept = {key: form[key] for key in ("id", "players", "tallies", "seen")}
    client.post(at(session, "session-cells"), kept)
    assert now(session).cells["1s0-track"] == "611"


def test_a_box_unticked_in_the_form_is_unticked(client):
    session = entered(game="rise_of_empire", **{"1s0-unpaid": "on", "1s0-track": "3"})
    form = whole_form(page_of(client, session))
    assert form.pop("1s0-unpaid") == "on"
    client.post(at(session, "session-cells"), form)
    assert "1s0-unpaid" not in now(session).cells


def test_a_stale_form_keeps_what_others_wrote_and_asks_about_the_rest(client):
    session = entered()
    form = whole_form(page_of(client, session))
    put(session, **{"1s0-common": "9", "1s1-common": "8"})
    form |= {"1s0-common": "3", "1s0-faction": "2"}
    answer = client.post(at(session, "session-cells"), form)
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "Somebody just entered 9. You typed 3." in page
    assert "Use 3" in page
    cells = now(session).cells
    assert (cells["1s0-common"], cells["1s1-common"]) == ("9", "8")
    assert cells["1s0-faction"] == "2"


def test_the_page_that_asks_puts_ones_own_value(client):
    session = entered(**{"1s0-track": "611", "note": "one\ntwo"})
    form = whole_form(page_of(client, session))
    put(session, note="three\nfour")
    asked = client.post(at(session, "session-cells"), form | {"note": "mine"})
    page = asked.content.decode()
    box = page[page.index("Not saved") : page.index("Use mine")]
    hidden = dict(re.findall(r'name="(\w+)"\s+value="([^"]*)"', box))
    # Browsers send their own line ends from a hidden field.
    sent = {key: unescape(v).replace("\n", "\r\n") for key, v in hidden.items()}
    answer = client.post(at(session, "session-cells"), sent)
    assert answer.status_code == 302
    assert now(session).cells["note"] == "mine"


def test_another_value_after_going_back_is_saved_or_asked_about(client):
    session = entered()
    form = whole_form(page_of(client, session))
    client.post(at(session, "session-cells"), form | {"1s0-common": "3"})
    answer = client.post(at(session, "session-cells"), form | {"1s0-common": "4"})
    assert answer.status_code == 409 or now(session).cells["1s0-common"] == "4"


def test_a_mistake_in_the_form_is_told_with_what_was_typed_and_the_rest_is_saved(
    client,
):
    session = entered()
    form = whole_form(page_of(client, session))
    form |= {"1s0-common": "<b>many", "1s1-common": "4"}
    answer = client.post(at(session, "session-cells"), form)
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "You typed: &lt;b&gt;many" in page
    assert "<b>many" not in page
    assert now(session).cells["1s1-common"] == "4"


@pytest.mark.parametrize(
    ("kind", "data", "told"),
    [
        ("finish", {}, "This session is finished"),
        ("archive", {}, "This session is archived"),
        ("set_players", {"players": 1}, "You typed: 4"),
    ],
)
def test_a_form_of_a_session_that_changed_meanwhile_tells_what_was_not_saved(
    client, kind, data, told
):
    session = entered()
    form = whole_form(page_of(client, session))
    do(session, kind, **data)
    answer = client.post(at(session, "session-cells"), form | {"1s1-common": "4"})
    page = answer.content.decode()
    assert answer.status_code == 409
    assert told in page
    assert "You typed: 4" in page


def test_a_stale_form_of_fewer_players_leaves_the_others_alone(client):
    session = entered()
    form = whole_form(page_of(client, session))
    do(session, "set_players", players=3)
    put(session, **{"1s2-track": "5", "name2": "Cyril"})
    client.post(at(session, "session-cells"), form | {"1s0-common": "1"})
    cells = now(session).cells
    assert (cells["1s2-track"], cells["name2"]) == ("5", "Cyril")
    assert now(session).players == 3


def test_a_page_that_asks_shows_the_private_link_itself(client):
    session = entered()
    save(client, session, "1s0-common", "9")
    asked = save(client, session, "1s0-common", "3")
    assert asked.status_code == 409
    page = asked.content.decode()
    shown = re.search(r'<a class="link" href="([^"]+)"', page)[1]
    assert shown == f"http://testserver{at(session)}"


# What may be done


def test_everything_the_page_offers_is_done(client):
    session = entered(game=ARCS, players=3, **{"1s0-trophies": "2"})
    for kind, more in (
        ("set_players", {"players": "4"}),
        ("add_tally", {"number": "2"}),
        ("cover", {}),
        ("reveal", {}),
        ("finish", {}),
        ("reopen", {}),
    ):
        answer = press(client, session, kind, **more)
        assert answer.status_code == 302
        back = {
            "set_players": f"{at(session)}?who#lineup",
            "add_tally": f"{at(session)}#tally-2",
            "reveal": at(session, "finale"),
        }
        assert answer.url == back.get(kind, at(session))
    for kind in ("archive", "restore"):
        answer = press(client, session, kind, "session-manage")
        assert answer.status_code == 302
    state = now(session)
    assert (state.players, state.tallies) == (4, 2)
    assert (state.finished, state.archived, state.covered) == (False, False, False)
    assert session.acts.count() == 8


def parts(page, seat):
    """The names of a seat's fields that are asked, and of those that are folded away."""
    card = re.search(rf'id="\ds{seat}".*?</fieldset>', page, re.DOTALL)[0]
    asked, _fold, folded = card.partition('<details class="group spare')
    names = re.compile(r'name="\ds\d-(\w+)"')
    return names.findall(asked), names.findall(folded)


def test_only_what_the_declared_ambitions_need_is_asked_and_the_rest_folds(client):
    session = entered(game=ARCS, players=3, name0="Anna")
    asked, folded = parts(client.get(at(session)).content.decode(), 0)
    assert asked == []
    assert {"tycoon", "captives", "cities", "relic_cards"} <= set(folded)
    save(client, session, "1b-first", "tycoon")
    save(client, session, "1b-second", "warlord")
    for seat in range(3):
        asked, folded = parts(client.get(at(session)).content.decode(), seat)
        assert asked == ["tycoon", "trophies", "cities"]
        assert {"captives", "keeper", "material"} <= set(folded)


def test_what_stayed_on_the_boards_is_suggested_in_the_next_chapter(client):
    cells = {"1b-first": "tycoon", "1s0-tycoon": "3", "1s0-cities": "1"}
    session = entered(game=ARCS, players=3, **cells)
    press(client, session, "add_tally", number="2", carry="1")
    save(client, session, "2b-first", "tycoon")
    page = client.get(at(session)).content.decode()
    assert 'data-suggest="3"' in page.replace("\n", "")
    assert page.count("data-suggest=") == 1  # the cities stand there already
    assert now(session).cells["2s0-cities"] == "1"
    save(client, session, "2s0-tycoon", "4")
    assert "data-suggest=" not in client.get(at(session)).content.decode()


def test_nobody_is_told_to_clean_up_before_the_chapter_is_entered(client):
    session = entered(game=ARCS, players=3, **{"1b-first": "warlord"})
    page = client.get(at(session)).content.decode()
    assert "Do this now" not in page
    for seat in range(3):
        save(client, session, f"1s{seat}-trophies", "1")
    assert "Do this now" in client.get(at(session)).content.decode()


@pytest.mark.parametrize("kind", ["", "set_cell", "undo", "archive", "restore", "x"])
def test_nothing_else_is_done(client, kind):
    assert press(client, entered(), kind).status_code == 404


@pytest.mark.parametrize("kind", ["", "set_cell", "undo", "finish", "reopen", "cover"])
def test_nothing_else_is_managed(client, kind):
    assert press(client, entered(), kind, "session-manage").status_code == 404


@pytest.mark.parametrize(
    ("kind", "more"),
    [
        ("set_players", {"players": "9"}),
        ("set_players", {"players": "-1"}),
        ("set_players", {"players": "two"}),
        ("set_players", {"players": "²"}),
        ("set_players", {"players": ""}),
        ("set_players", {"players": "9" * 40}),
        ("set_players", {"players": "9" * 5000}),
        ("set_players", {}),
        ("add_tally", {"number": "2"}),
        ("add_tally", {"number": "\x00"}),
    ],
)
def test_what_cannot_be_done_is_told_and_the_page_stays(client, kind, more):
    session = entered()
    answer = press(client, session, kind, **more)
    assert answer.status_code == 422
    assert "That wasn't saved" in answer.content.decode()
    assert 'id="score"' in answer.content.decode()
    assert session.acts.count() == 0


def test_a_result_that_breaks_a_rule_is_not_finished_and_says_which(client):
    twice = {"1s0-people": "romans", "1s1-people": "romans", "1s0-track": "3"}
    session = entered(**twice)
    answer = press(client, session, "finish")
    assert answer.status_code == 422
    assert "IS-6" in answer.content.decode()
    assert "Not finished yet" in answer.content.decode()
    assert "That wasn't saved" not in answer.content.decode()
    assert not now(session).finished


@pytest.mark.parametrize(
    ("headers", "question", "label"),
    [
        ({}, "3 fields are empty. Finish anyway?", "Common locations"),
        (CZECH, "Prázdná jsou 3 pole. Přesto dohrát?", "Běžné lokace"),
    ],
    ids=["en", "cs"],
)
def test_finishing_with_empty_fields_is_asked_about_first(
    client, headers, question, label
):
    keys = needed_keys(GAMES[SETTLERS], tallies_of(now(entered()))[0])
    whole = {f"1s{seat}-{key}": "1" for seat in range(2) for key in keys}
    lacking = {key: one for key, one in whole.items() if not key.startswith("1s1")}
    session = entered(**lacking, name0="Anna", name1="Bára")
    content = {"id": uuid4(), "kind": "finish"}
    answer = client.post(at(session, "session-do"), content, headers=headers)
    page = answer.content.decode()
    form = page[page.index('<div class="card unentered') :]
    card = text_of(form[: form.index("</form>")])
    assert question in card
    assert "Bára:" in card
    assert "Anna" not in card
    assert label in card
    assert not now(session).finished
    assert press(client, session, "finish", sure="on").status_code == 302
    assert now(session).finished
    complete = entered(**whole)
    assert press(client, complete, "finish").status_code == 302
    assert now(complete).finished


def test_pressing_twice_does_it_once(client):
    session = entered(game=ARCS, players=3, **{"1s0-trophies": "2"})
    content = {"id": uuid4(), "kind": "add_tally", "number": "2"}
    answers = [client.post(at(session, "session-do"), content) for _ in "12"]
    assert [one.status_code for one in answers] == [302, 302]
    assert now(session).tallies == 2
    assert session.acts.count() == 1


def test_two_phones_beginning_the_same_chapter_begin_it_once(client):
    session = entered(game=ARCS, players=3, **{"1s0-trophies": "2"})
    answers = [press(client, session, "add_tally", number="2") for _ in "12"]
    assert [one.status_code for one in answers] == [302, 422]
    assert now(session).tallies == 2


def test_another_button_of_the_same_form_is_not_taken_for_a_repetition(client):
    session, page = entered(), {"id": uuid4(), "kind": "set_players"}
    client.post(at(session, "session-do"), {**page, "players": "3"})
    client.post(at(session, "session-do"), {**page, "players": "4"})
    assert now(session).players == 4


def test_finishing_makes_the_people_known_at_the_table(table, organiser):
    session = entered(table)
    press(organiser, session, "finish", sure="on")
    assert set(table.people.values_list("name", flat=True)) >= {"Anna", "Bára"}


def test_a_rematch_seats_the_same_people(table, organiser):
    session = entered(table)
    content = {"id": uuid4()}
    answers = [organiser.post(at(session, "session-rematch"), content) for _ in "12"]
    assert answers[0].url == answers[1].url
    page = organiser.get(answers[0].url).content.decode()
    assert 'value="Anna"' in page
    assert "611" not in text_of(page)
    assert table.sessions.count() == 2


# Covered


@every_game
@pytest.mark.parametrize("headers", [{}, CZECH], ids=["en", "cs"])
def test_a_covered_result_is_shown_nowhere(client, game, headers):
    content = {"game": game.slug, "query": example_query(game), "id": uuid4()}
    client.post(reverse("start-session"), content)
    session = GameSession.objects.get()
    do(session, "cover")
    answer = client.get(at(session), headers=headers)
    result = answer.context["result"]
    page = answer.content.decode()
    standings = page[page.index('id="standings"') : page.index("</ol>")]
    total = max(map(str, result.sheet.totals), key=len)
    assert total not in text_of(standings)
    with override("cs" if headers else "en"):
        assert result.headline not in page
    assert 'class="total"' not in page
    assert 'class="place"' not in page
    assert " wins" not in standings
    assert "result.pdf" not in page
    assert client.get(at(session, "session-proof")).status_code == 404


def test_no_total_of_a_covered_session_stands_on_any_page(table):
    """Each seat's total is the sum of two cells, so it stands in none of them."""
    covered = {"1s0-track": "300", "1s0-common": "37", "1s1-track": "411"}
    session = entered(table, **covered, **{"1s1-common": "52", "name0": "Anna"})
    do(session, "cover")
    clients = [visitor(table, role) for role in ROLES]
    for client in clients:
        addresses = [at(session), at(session, "session-history")]
        addresses += [reverse("sessions", args=[table.pk])]
        addresses += [reverse("table", args=[table.pk]), reverse("home")]
        for address in addresses:
            page = client.get(address).content.decode()
            text = text_of(page)  # an id in a tag may hold any three digits
            assert "337" not in text, address
            assert "463" not in text, address
            assert "★" not in text, address
            assert '"who wins"' not in page, address
        for paper in ("a4", "letter"):
            proof = f"{at(session, 'session-proof')}?paper={paper}"
            assert client.get(proof).status_code == 404
    saved = save(clients[0], session, "1s0-faction", "0", headers=HTMX)
    assert saved.status_code == 200
    assert "337" not in text_of(saved.content.decode())


def test_a_covered_session_in_this_browser_shows_no_total(client):
    covered = {"1s0-track": "300", "1s0-common": "37", "name0": "Anna"}
    session = entered(**covered)
    do(session, "cover")
    page_of(client, session)
    home = client.get(reverse("home")).content.decode()
    assert at(session) in home
    assert "337" not in text_of(home)
    press(client, session, "reveal")
    assert "337" in text_of(client.get(reverse("home")).content.decode())


# Paper


@every_game
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_result_is_printed_on_one_page(client, game, paper):
    content = {"game": game.slug, "query": example_query(game), "id": uuid4()}
    client.post(reverse("start-session"), content)
    session = GameSession.objects.get()
    do(session, "finish")
    answer = client.get(f"{at(session, 'session-proof')}?paper={paper}")
    assert answer["Content-Type"] == "application/pdf"
    reader = PdfReader(BytesIO(answer.content))
    assert len(reader.pages) == 1
    height = float(reader.pages[0].mediabox.height)
    assert round(height) == {"a4": 842, "letter": 792}[paper]
    words = words_of(answer.content)
    for name in game.example.players:
        assert name in words


@pytest.mark.parametrize("paper", ["a5", "", "A4", "../a4", "\x00"])
def test_there_is_no_other_paper(client, paper):
    address = at(entered(), "session-proof")
    assert client.get(address, {"paper": paper}).status_code == 404


def test_a_result_is_printed_in_czech(client):
    session = entered()
    address = at(session, "session-proof")
    english, czech = (
        words_of(client.get(address, headers=headers).content)
        for headers in ({}, CZECH)
    )
    assert "611" in czech
    assert english != czech


# Found again


def listed(client, table, **query):
    answer = client.get(reverse("sessions", args=[table.pk]), query)
    assert answer.status_code == 200
    return [one.token for one in answer.context["page"].object_list], answer


@pytest.fixture
def three(table):
    """Three evenings of a table: Anna's, Bára's, and both of them long ago."""
    Person.objects.create(table=table, name="Anna")
    Person.objects.create(table=table, name="Bára")
    first = entered(table, name0="Anna", played_on="2026-01-10", **UNLIKELY)
    second = entered(
        table, ARCS, 3, name0="Bára", played_on="2026-02-10", **{"1s0-trophies": "1"}
    )
    old = entered(table, name0="anna", name1="Bára", played_on="2020-05-05", **UNLIKELY)
    return first.token, second.token, old.token


def test_sessions_are_listed_the_latest_first(table, organiser, three):
    first, second, old = three
    assert listed(organiser, table)[0] == [second, first, old]


def test_sessions_are_found_by_game_person_and_date(table, organiser, three):
    first, second, old = three
    assert listed(organiser, table, game=ARCS)[0] == [second]
    assert listed(organiser, table, person="Anna")[0] == [first, old]
    assert listed(organiser, table, person="Bára")[0] == [second, old]
    assert listed(organiser, table, since="2026-01-10")[0] == [second, first]
    assert listed(organiser, table, until="2026-01-10")[0] == [first, old]
    both = {"since": "2026-01-01", "until": "2026-01-31", "person": "Anna"}
    assert listed(organiser, table, **both)[0] == [first]


def test_a_person_is_found_however_the_name_was_written(table, organiser):
    Person.objects.create(table=table, name="Čeněk")
    session = entered(table, name0="čeněk", **UNLIKELY)
    assert listed(organiser, table, person="Čeněk")[0] == [session.token]


def test_a_session_without_a_day_comes_last(table, organiser, three):
    session = entered(table, name0="Anna", **UNLIKELY)
    today = timezone.localdate().isoformat()
    do(session, "set_cell", cell="played_on", typed="")
    assert today not in str(now(session).cells)
    assert listed(organiser, table)[0][-1] == session.token


@pytest.mark.parametrize(
    "day", ["yesterday", "2026-02-30", "0", "9" * 40, "\x00", "-1"]
)
def test_a_day_that_is_none_is_told_and_narrows_nothing(table, organiser, three, day):
    found, answer = listed(organiser, table, since=day, game=ARCS)
    assert found == [three[1]]
    assert 'class="mistake"' in answer.content.decode()


@pytest.mark.parametrize("query", [{"game": "chess"}, {"person": "Nobody"}])
def test_a_filter_that_makes_no_sense_is_told(table, organiser, three, query):
    _found, answer = listed(organiser, table, **query)
    assert 'class="mistake"' in answer.content.decode()


def test_what_is_put_away_is_found_where_it_was_put(table, organiser, three):
    session = GameSession.objects.get(token=three[0])
    do(session, "archive")
    assert three[0] not in listed(organiser, table)[0]
    assert listed(organiser, table, archived="on")[0] == [three[0]]


def test_a_session_nobody_entered_anything_into_is_not_listed(table, organiser):
    start_session(game=SETTLERS, table=table)
    found, answer = listed(organiser, table)
    assert found == []
    assert "No sessions here yet." in answer.content.decode()


def test_a_list_is_its_tables_alone(table, organiser, three):
    other = Table.objects.create(name="Friday")
    entered(other)
    entered()
    assert len(listed(organiser, table)[0]) == 3
    assert organiser.get(reverse("sessions", args=[other.pk])).status_code == 404
    for key in (0, 10**10, 10**40):
        assert organiser.get(f"/sessions/at/{key}/").status_code == 404
    for role in ("player", "spectator"):
        assert len(listed(visitor(table, role), table)[0]) == 3


def many(table, number):
    for nth in range(number):
        entered(table, played_on=f"2026-01-{nth % 28 + 1:02}", **UNLIKELY)


def test_120_sessions_are_paged(table, organiser):
    many(table, 120)
    pages = [listed(organiser, table, page=n, game=SETTLERS) for n in (1, 2, 3)]
    assert [len(found) for found, _answer in pages] == [50, 50, 20]
    assert len({token for found, _answer in pages for token in found}) == 120
    second = unescape(pages[1][1].content.decode())
    assert re.search(r"game=imperial_settlers&page=3|page=3&game=imperial", second)
    assert len(listed(organiser, table, page="99")[0]) == 20
    assert len(listed(organiser, table, page="x")[0]) == 50
    assert len(listed(organiser, table, page="-1")[0]) in (20, 50)


# Cost


@pytest.mark.parametrize("number", [1, 120])
def test_a_list_costs_at_most_10_queries(
    table, organiser, django_assert_max_num_queries, number
):
    many(table, number)
    with django_assert_max_num_queries(10):
        listed(organiser, table, game=SETTLERS)


@pytest.mark.parametrize("acts", [1, 120])
@every_game
def test_a_session_page_costs_at_most_10_queries(
    table, organiser, django_assert_max_num_queries, game, acts
):
    session = start_session(game=game.slug, table=table, players=game.players[-1])
    type_often(session, "name0", [f"Anna {nth}" for nth in range(acts)])
    Person.objects.bulk_create(
        Person(table=table, name=f"Person {nth}") for nth in range(20)
    )
    with django_assert_max_num_queries(10):
        page_of(organiser, session)


def test_a_page_without_a_table_costs_at_most_10_queries(
    organiser, django_assert_max_num_queries
):
    session = entered()
    with django_assert_max_num_queries(10):
        page_of(organiser, session)


def test_saving_a_cell_costs_little_however_long_the_log_is(
    table, organiser, django_assert_max_num_queries
):
    session = entered(table)
    type_often(session, "place", [f"{nth}" for nth in range(100)])
    with django_assert_max_num_queries(25):
        assert (
            save(organiser, session, "1s0-common", "1", headers=HTMX).status_code == 200
        )


# Words


def test_names_are_shown_as_they_are_and_do_nothing(table):
    evil = "<script>alert('1')</script>"
    session = entered(
        table,
        name0=evil,
        name1='"><img src=x>',
        place="<i>x",
        note="<u>y",
        **{"1s0-people": "<em>z", "1s0-track": "5"},
    )
    Person.objects.create(table=table, name=evil)
    table.name = "<h6>table"
    table.save()
    client = visitor(table, "organiser")
    pages = [page_of(client, session)]
    press(client, session, "finish")
    pages += [page_of(client, session)]
    names = ("sessions", "table")
    pages += [client.get(reverse(n, args=[table.pk])).content.decode() for n in names]
    pages += [client.get(at(session, "session-history")).content.decode()]
    for page in pages:
        for bad in ("<script>alert", "<img src=x", "<i>x", "<u>y", "<em>z", "<h6>"):
            assert bad not in page
    assert "&lt;script&gt;alert" in pages[0]


@every_game
@pytest.mark.parametrize("kinds", [(), ("cover",), ("finish",), ("archive",)])
def test_every_page_of_every_game_is_there_in_czech(client, game, kinds):
    content = {"game": game.slug, "query": example_query(game), "id": uuid4()}
    client.post(reverse("start-session"), content)
    session = GameSession.objects.get()
    for kind in kinds:
        do(session, kind)
    english = page_of(client, session, headers={"Accept-Language": "en"})
    czech = page_of(client, session, headers=CZECH)
    assert '<html lang="cs"' in czech
    for words in ("History", "Rematch", "Archive", "Finish game"):
        assert f">{words}<" not in czech
    assert english != czech


def test_a_faction_typed_in_czech_counts_as_the_faction_it_is(client):
    """The Temple of Ra moves points to the Egyptians, whatever language names them."""
    session = entered(
        **{"1b-temple": "egyptians", "1s0-common": "5", "1s0-under_ra": "2"}
    )
    with override("cs"):
        name = translate("Egyptians")
    saved = save(client, session, "1s1-people", name, headers={**HTMX, **CZECH})
    assert saved.status_code == 200
    assert sheet_of(now(session)).totals[1] == 2


def test_people_at_the_table_are_suggested(table, organiser):
    Person.objects.create(table=table, name="Dana", colour="red")
    page = page_of(organiser, entered(table))
    assert '<option value="Dana">' in page
    assert '<input type="hidden" name="name" value="Dana">' in page


def test_a_session_moved_to_the_table_is_listed_there(table, organiser):
    session = entered()
    move_session(session, table=table)
    assert listed(organiser, table)[0] == [session.token]


# Two with the same

TWINS = {
    SETTLERS: (
        "people",
        "romans",
        "Anna and Cyril both have Romans.",
        "Anna a Cyril mají stejnou frakci: Římané.",
    ),
    "rise_of_empire": (
        "people",
        "romans",
        "Anna and Cyril both have Romans.",
        "Anna a Cyril mají stejnou frakci: Římané.",
    ),
    "empires_of_the_north": (
        "clan",
        "glenn",
        "Anna and Cyril both play clan Glenn.",
        "Anna a Cyril mají stejný klan: Glenn.",
    ),
    ARCS: (
        "leader",
        "elder",
        "Anna and Cyril both have the leader Elder.",
        "Anna a Cyril mají stejného vůdce: Stařešina (Elder).",
    ),
}


@pytest.mark.parametrize("game", TWINS)
def test_two_with_the_same_faction_clan_or_leader_are_named_and_marked_at_both(game):
    key, value, said, czech = TWINS[game]
    cells = {"name0": "Anna", "name1": "Bára", "name2": "Cyril"}
    same = {f"1s0-{key}": value, f"1s2-{key}": value}
    session = entered(game=game, players=3, **cells, **same)
    page = page_of(Client(), session)
    assert page.count(said) == 2  # in the box, and for the two fields
    assert f'data-twins="1s0-{key} 1s2-{key}"' in page
    assert f"<strong>Cyril:</strong> {said}" not in page
    assert czech in unescape(page_of(Client(headers=CZECH), session))


def test_finishing_with_a_faction_twice_names_both():
    same = {"1s0-people": "romans", "1s1-people": "romans"}
    session = entered(name0="Anna", name1="Bára", **UNLIKELY, **same)
    answer = press(Client(), session, "finish")
    assert answer.status_code == 422
    assert "Anna and Bára both have Romans." in problems_of(answer)


def test_finishing_with_a_mistake_says_whose_it_is():
    cells = {"name0": "Anna", "name1": "Bára", "1s1-unpaid": "on", "1s1-track": "4"}
    session = entered(game="rise_of_empire", **cells)
    answer = press(Client(), session, "finish")
    assert "Bára: No provinces" in problems_of(answer)


def problems_of(answer):
    """The words of the box above the form."""
    page = answer.content.decode()
    box = page[page.index('role="alert">') :]
    return unescape(text_of(box[: box.index("</ul>")]))


def test_who_takes_another_faction_is_no_longer_told():
    same = {"1s0-people": "romans", "1s1-people": "romans"}
    session = entered(name0="Anna", name1="Bára", **UNLIKELY, **same)
    put(session, **{"1s1-people": "egyptians"})
    page = page_of(Client(), session)
    assert "data-twins" not in page
    assert "both have" not in page
