"""Demos stay out of backups: nobody played them, and a restored database brings none back."""

from __future__ import annotations

import sqlite3

DEMOS = "SELECT id FROM companion_table WHERE demo <> ''"
# What a log consists of hangs on its own row, which is no child of the table's.
LOGS = tuple(
    f"DELETE FROM campaign_log WHERE id IN (SELECT log_ptr_id FROM {kind} WHERE table_id IN ({DEMOS}))"  # noqa: S608 - names of ours
    for kind in ("campaign_campaign", "campaign_gamesession")
)
Row = tuple[str, int]


def delete_demo_rows(copy: sqlite3.Connection) -> None:
    """Deletes demo tables from a copy, then whatever points at rows that are gone, until nothing does."""
    if not has_demos(copy):
        return
    broken_before = find_orphans(copy)  # a backup keeps even what was broken
    for statement in LOGS:
        copy.execute(statement)
    copy.execute("DELETE FROM companion_table WHERE demo <> ''")
    while orphans := find_orphans(copy) - broken_before:
        for table, row in orphans:
            copy.execute(f'DELETE FROM "{table}" WHERE rowid = ?', [row])  # noqa: S608 - a name SQLite gave
    copy.commit()


def has_demos(copy: sqlite3.Connection) -> bool:
    """A database of an earlier version has none."""
    columns = copy.execute("SELECT name FROM pragma_table_info('companion_table')")
    known = ("demo",) in columns.fetchall()
    return known and copy.execute(DEMOS).fetchone() is not None


def find_orphans(copy: sqlite3.Connection) -> set[Row]:
    """Rows that point at a row which isn't there."""
    found = copy.execute("PRAGMA foreign_key_check").fetchall()
    return {(table, row) for table, row, _parent, _key in found}
