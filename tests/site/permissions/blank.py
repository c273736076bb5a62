"""A template loader that makes every template empty: there are thousands of requests, and only their status counts."""

from __future__ import annotations

from collections.abc import Iterator

from django.template import Origin
from django.template.loaders.base import Loader


class BlankLoader(Loader):
    def get_template_sources(self, template_name: str) -> Iterator[Origin]:
        yield Origin(template_name, template_name, self)

    def get_contents(self, origin: Origin) -> str:
        return ""
