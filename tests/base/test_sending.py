"""Notifications: the first at once, what follows soon after together, and nothing is lost."""

import threading

import pytest

from companion.base import changes, sending
from companion.base.changes import (
    LiveChange,
    merge_changes,
    read_changes,
    write_changes,
)

SOON = 20.0  # seconds


class Told(sending.Sender[LiveChange]):
    """Keeps what it would send; fails as often as it is told to."""

    def __init__(self, fails: int = 0) -> None:
        own = changes.SENDER
        super().__init__(group=own.group, merge=own.merge, write=own.write)
        self.said: list[list[LiveChange]] = []
        self.fails, self.told = fails, threading.Semaphore(0)

    def notify(self, some: list[LiveChange]) -> bool:
        if self.fails:
            self.fails -= 1
            return False
        self.said.append(some)
        self.told.release()
        return True

    def wait(self) -> None:
        assert self.told.acquire(timeout=SOON)


@pytest.fixture(autouse=True)
def soon_over(monkeypatch):
    monkeypatch.setattr(sending, "IDLE", 0.05)


def test_what_follows_within_a_moment_is_sent_together(monkeypatch):
    monkeypatch.setattr(sending, "PAUSE", 0.3)
    sender = Told()
    for last in range(1, 6):
        sender.send(LiveChange(table=1, log=7, last=last))
    assert sender.said == [[LiveChange(table=1, log=7, last=1)]]
    sender.wait()
    sender.wait()
    assert sender.said[1:] == [[LiveChange(table=1, log=7, last=5)]]


def test_another_table_waits_for_nobody():
    sender = Told()
    for table in (1, 2, 3):
        sender.send(LiveChange(table=table, log=table))
    assert len(sender.said) == 3


def test_what_couldnt_be_sent_is_sent_again():
    sender = Told(fails=1)
    sender.send(LiveChange(table=1, log=7, last=1))
    sender.wait()
    assert sender.said == [[LiveChange(table=1, log=7, last=1)]]


def test_a_fault_with_one_keeps_nobody_from_hearing_the_next(monkeypatch):
    monkeypatch.setattr(sending, "PAUSE", 0.05)
    sender, asked = Told(), threading.Event()

    def fail(_held):
        asked.set()
        raise RuntimeError("not a fault of the database's")

    with monkeypatch.context() as broken:
        broken.setattr(sender, "notify", fail)
        sender.hold([LiveChange(log=1)])
        assert asked.wait(SOON)
    sender.hold([LiveChange(log=2)])
    sender.wait()
    assert sender.said == [[LiveChange(log=2)]]


def test_the_thread_ends_and_begins_again(monkeypatch):
    monkeypatch.setattr(sending, "PAUSE", 0.05)
    sender = Told(fails=1)
    sender.send(LiveChange(log=1))
    sender.wait()
    if thread := sender.thread:
        thread.join(SOON)
    sender.hold([LiveChange(log=2)])
    sender.wait()
    assert sender.said == [[LiveChange(log=1)], [LiveChange(log=2)]]


def test_of_a_log_only_the_newest_act_is_told():
    phones = LiveChange(table=1, phones=True)
    acts = [LiveChange(table=1, log=7, last=last) for last in (2, 3, 1)]
    other = LiveChange(table=1, log=8, last=1)
    assert merge_changes([*acts, phones, other, phones]) == [acts[1], phones, other]


def test_changes_are_read_as_they_were_written():
    told = [
        LiveChange(1, 2, 3),
        LiveChange(None, 2, 3),
        LiveChange(table=4, phones=True),
    ]
    assert read_changes(write_changes(told)) == told


def test_the_most_at_once_fit_into_a_notification():
    largest = LiveChange(table=2**63, log=2**63, last=2**31, phones=False)
    assert len(write_changes([largest] * sending.AT_ONCE)) < 8000
