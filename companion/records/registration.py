"""What the lower rooms must know of records: whose old names are."""

from companion.log.record import recorded
from companion.records.naming import (
    follow_people,
    keep_new_name,
    keep_removal,
)
from companion.records.new_names import known_names
from companion.tables.services import register_name_keeper, removed, renamed


def register() -> None:
    register_name_keeper(known_names)
    renamed.connect(keep_new_name)
    removed.connect(keep_removal)
    recorded.connect(follow_people)
