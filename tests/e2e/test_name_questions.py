"""A phone asks for somebody's name: the question appears on the open laptop, and the phone goes on by itself."""

import pytest
from playwright.sync_api import expect

from tests.e2e.devices import SLOW, start_table
from tests.e2e.pages import LAPTOP


@pytest.mark.parametrize("answer", ["Allow", "No"])
def test_the_question_comes_to_an_open_page_and_its_answer_to_the_phone(device, answer):
    laptop, phone = device(LAPTOP), device()
    place = start_table(laptop)
    organiser = laptop.page.locator(".account .name").inner_text()
    laptop.go(place.path)
    phone.go(place.link)
    phone.page.get_by_role("button", name=f"{organiser} in use", exact=True).click()
    expect(phone.page.locator("h1")).to_have_text("Waiting for an answer")
    question = laptop.page.locator("#questions form")
    expect(question).to_contain_text(
        f"A phone wants to play as {organiser}.", timeout=SLOW
    )
    question.get_by_role("button", name=answer).click()
    expect(question).to_have_count(0, timeout=SLOW)
    if answer == "Allow":
        said = f"You play as {organiser}"
        expect(phone.page.locator(".me")).to_contain_text(said, timeout=SLOW)
    else:
        said = f"You can't play as {organiser}. Choose another name."
        expect(phone.page.get_by_role("alert")).to_have_text(said, timeout=SLOW)
