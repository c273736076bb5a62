"""Paginated lists from queries that are compiled once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class Paged(Generic[Row]):
    """A list for Django's `Paginator` that is read one page at a time."""

    per_page: int
    number: Callable[[], int]
    """Returns how many rows there are."""
    part: Callable[[tuple[int, int]], list[Row]]
    """Returns the rows from the first number up to, but not including, the second."""

    def count(self) -> int:
        return self.number()

    def __len__(self) -> int:
        return self.count()

    def __getitem__(self, part: slice) -> list[Row]:
        """Return the rows of a page. Even for the last one a full page is requested, so that all share one query."""
        if part.stop <= part.start:
            return []
        return self.part((part.start, part.start + self.per_page))
