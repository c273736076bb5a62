"""Paging and searching lists that are too long for one page of the control room."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from django.core.paginator import Paginator
from django.utils.http import urlencode

from tournaments.base.texts import plain

T = TypeVar("T")

MOST_TABLES, TABLES_A_PAGE = 24, 12
MOST_PEOPLE, PEOPLE_A_PAGE = 60, 40
"""Lists longer than the first number are shown in pages of the second."""
LONGEST_NAME = 40
PAGED = ("tables", "people", "matches")


@dataclass(frozen=True, slots=True)
class Look:
    """An organiser's search for people, tables and matches, and the page of each list."""

    asked: str = ""
    tables: int = 1
    people: int = 1
    matches: int = 1

    @classmethod
    def of(cls, query: Mapping[str, str]) -> Look:
        asked = query.get("q", "")[:LONGEST_NAME].strip()
        return cls(asked, *(_number(query.get(name, "")) for name in PAGED))

    @property
    def query(self) -> str:
        return self._with()

    def _with(self, **pages: int) -> str:
        chosen: dict[str, str | int] = {"q": self.asked, **{name: getattr(self, name) for name in PAGED}, **pages}
        return urlencode({name: value for name, value in chosen.items() if value not in ("", 1)})

    def finds(self, *names: str) -> bool:
        return not self.asked or any(plain(self.asked) in plain(name) for name in names)

    def part(self, name: str, things: Sequence[T], most: int, a_page: int, is_found: Callable[[T], bool]) -> Part[T]:
        """Return the part of a list that is shown; `name` is the field that has its page number."""
        found = [thing for thing in things if is_found(thing)]
        page = Paginator(found, a_page if len(found) > most else max(len(found), 1)).get_page(getattr(self, name))
        return Part(
            shown=list(page.object_list),
            first=page.start_index(),
            last=page.end_index(),
            all=len(found),
            back=f"?{self._with(**{name: page.number - 1})}" if page.has_previous() else "",
            on=f"?{self._with(**{name: page.number + 1})}" if page.has_next() else "",
        )


@dataclass(frozen=True, slots=True)
class Part(Generic[T]):
    """A part of a list with `all` items; `back` and `on` are the queries of the pages before and after it, or empty."""

    shown: list[T]
    first: int
    last: int
    all: int
    back: str
    on: str

    def __bool__(self) -> bool:
        return bool(self.shown)

    @property
    def is_short(self) -> bool:
        return len(self.shown) < self.all


def _number(asked: str) -> int:
    return int(asked) if asked.isdecimal() and len(asked) < 6 else 1
