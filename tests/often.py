"""How often what is drawn by lot is tried: often, or in `make test-long` very often."""

import os

LONG = "TEST_LONG" in os.environ


def times(usually: int, at_length: int) -> int:
    return at_length if LONG else usually
