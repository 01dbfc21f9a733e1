"""What is worked out once stays until something new is said, and never fills the memory."""

from companion.records import remembering
from companion.records.remembering import MOST_OF_A_TABLE, MOST_TABLES, remember


def counted(worked, value="worked out"):
    def work_out():
        worked.append(value)
        return value

    return work_out


def test_the_same_question_is_worked_out_once():
    worked = []
    answers = [remember(1, "v1", "person", counted(worked)) for _time in range(3)]
    assert answers == ["worked out"] * 3
    assert worked == ["worked out"]


def test_a_new_version_forgets_the_old_one():
    worked = []
    for version in ("v1", "v2", "v1"):
        remember(1, version, "person", counted(worked))
    assert len(worked) == 3
    assert len(remembering._tables) == 1


def test_only_so_much_is_kept():
    for table in range(MOST_TABLES + 5):
        for key in range(MOST_OF_A_TABLE + 5):
            remember(table, "v1", key, str)
    kept = remembering._tables
    assert len(kept) == MOST_TABLES
    assert {len(one.found) for one in kept.values()} == {MOST_OF_A_TABLE}
