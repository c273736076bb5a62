"""How many random cases are tried: many, or with `make test-long` very many."""

import os

LONG = "TEST_LONG" in os.environ


def times(usually: int, at_length: int) -> int:
    return at_length if LONG else usually
