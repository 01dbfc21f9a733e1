"""A laptop prints all evening: a printed paper leaves nothing behind."""

import gc
import tracemalloc
from itertools import cycle, islice

import pytest

from campaign.documents import empire_sheet
from tests.papers import LINK, ordinary

PAPERS, MOST_OF_ONE = 12, 1500  # bytes; a document takes a hundred times as much


@pytest.mark.thorough
def test_memory_is_flat_over_many_papers():
    state = ordinary()
    keys = cycle(one.key for one in state.empires)

    def print_some(count):
        for key in islice(keys, count):
            empire_sheet.draw_present_sheet(state, key, paper="a4", link=LINK)
        gc.collect()
        return tracemalloc.get_traced_memory()[0]

    tracemalloc.start()
    try:
        before = print_some(len(state.empires))
        grown = print_some(PAPERS) - before
    finally:
        tracemalloc.stop()
    assert grown < PAPERS * MOST_OF_ONE
