"""Types and functions that many responses share."""

from __future__ import annotations

from typing import Annotated, Any, Protocol

from django.conf import settings
from ninja import Field, Path, Query

Json = dict[str, Any]
Link = Annotated[str, Field(description="The address of the page for people.")]
Slug = Annotated[str, Query(max_length=60)]
Key = Annotated[int, Path(ge=1, lt=2**31)]


class HasPage(Protocol):
    def get_absolute_url(self) -> str: ...


def link_to(thing: HasPage) -> str:
    return f"{settings.SITE_URL}{thing.get_absolute_url()}"
