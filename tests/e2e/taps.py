"""Counts what a person does with their fingers: one pointer press or one committed field each."""

from playwright.sync_api import Locator, Page


class Taps:
    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = self.characters = 0

    def tap(self, target: Locator) -> None:
        target.click()
        self.taps += 1

    def fill(self, target: Locator, text: str) -> None:
        """Types into a field and commits it, as the keyboard's own key does."""
        target.fill(text)
        target.press("Enter")
        self.committed(text)

    def type(self, text: str) -> None:
        """Types where the page has put the cursor, and commits it."""
        self.page.keyboard.type(text)
        self.page.keyboard.press("Enter")
        self.committed(text)

    def choose(self, target: Locator, label: str) -> None:
        target.select_option(label=label)
        self.committed("")

    def committed(self, text: str) -> None:
        self.taps += 1
        self.characters += len(text)
