"""Starting a table the way people do: on a phone, from the first page."""

import pytest
from playwright.sync_api import expect

from tests.e2e.pages import LAPTOP, PHONE

both_languages = pytest.mark.parametrize("language", ["en", "cs"])
WORDS = {
    "en": {
        "start": "Start a table",
        "table": "Table name",
        "name": "Your name",
        "password": "Password",
        "start it": "Start table",
        "add people": "Add people",
        "who": "Who else plays here?",
        "add": "Add",
        "save": "Save",
        "colours": {"Bára": "yellow", "Čeněk": "black", "محمد": "white"},
        "log out": "Log out",
        "log in": "Log in",
        "wrong": "Wrong name or password.",
        "forgot": "Forgot the password?",
    },
    "cs": {
        "start": "Založit stůl",
        "table": "Název stolu",
        "name": "Vaše jméno",
        "password": "Heslo",
        "start it": "Založit stůl",
        "add people": "Přidat lidi",
        "who": "Kdo další tu hraje?",
        "add": "Přidat",
        "save": "Uložit",
        "colours": {"Bára": "žlutá", "Čeněk": "černá", "محمد": "bílá"},
        "log out": "Odhlásit",
        "log in": "Přihlásit se",
        "wrong": "Jméno nebo heslo nesedí.",
        "forgot": "Zapomněli jste heslo?",
    },
}


def start_table(here, words, name="Šárka") -> None:
    page = here.page
    page.get_by_role("link", name=words["start"]).click()
    page.get_by_label(words["table"]).fill("Friday table")
    page.get_by_label(words["name"]).fill(name)
    page.get_by_label(words["password"]).fill("correct horse")
    here.looks_right()
    page.get_by_role("button", name=words["start it"]).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Friday table")


def log_in(page, words, name, password) -> None:
    page.get_by_label(words["name"]).fill(name)
    page.get_by_label(words["password"]).fill(password)
    page.get_by_role("button", name=words["log in"]).click()


@pytest.mark.smoke
@both_languages
def test_a_table_is_started_and_found_again_after_logging_out(visit, language):
    here, words = visit(PHONE, language), WORDS[language]
    page = here.page
    start_table(here, words)
    here.looks_right()
    page.get_by_role("link", name=words["add people"]).click()
    page.get_by_label(words["who"]).fill(", ".join(words["colours"]))
    page.get_by_role("button", name=words["add"], exact=True).click()
    for name, colour in words["colours"].items():
        page.get_by_role("link", name=name).click()
        page.get_by_label(colour).check()
        if name == "محمد":  # written from right to left, so the hardest to lay out
            here.looks_right()
        page.get_by_role("button", name=words["save"]).click()
        expect(page.get_by_role("link", name=f"{name} {colour}")).to_be_visible()
    here.looks_right()
    here.follow(page.get_by_role("link", name="Friday table"))
    here.looks_right()
    page.get_by_role("button", name=words["log out"]).click()
    expect(page.locator(".gate")).to_be_visible()
    here.follow(page.locator(".joins").get_by_role("link", name=words["log in"]))
    page.get_by_text(words["forgot"]).click()
    expect(page.locator("code")).to_contain_text("changepassword")
    log_in(page, words, "šárka", "wrong horse")
    expect(page.get_by_role("alert")).to_have_text(words["wrong"])
    here.looks_right()
    log_in(page, words, "šárka", "correct horse")
    expect(page.get_by_role("heading", level=1)).to_have_text("Friday table")
    here.looks_right()


@pytest.mark.parametrize("screen", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_every_colour_can_be_told_by_day_and_by_night(visit, screen):
    here, words = visit(screen), WORDS["en"]
    start_table(
        here, words, "A name of sixty letters that will not fit anywhere on a line"
    )
    here.follow(here.page.get_by_role("link", name=words["add people"]))
    here.looks_right_by_day_and_by_night()
    here.page.locator("a.chip").first.click()
    expect(here.page.locator(".swatch")).to_have_count(9)
    here.looks_right_by_day_and_by_night()


def test_people_are_coloured_with_the_keyboard_alone(visit):
    here, words = visit(LAPTOP), WORDS["en"]
    page = here.page
    start_table(here, words)
    page.get_by_role("link", name=words["add people"]).focus()
    page.keyboard.press("Enter")
    page.get_by_label(words["who"]).focus()
    page.keyboard.type("Bára")
    page.keyboard.press("Enter")
    page.get_by_role("link", name="Bára").focus()
    page.keyboard.press("Enter")
    page.get_by_label("no colour").focus()
    page.keyboard.press("ArrowDown")
    expect(page.get_by_label("red")).to_be_checked()
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="Bára red")).to_be_visible()
