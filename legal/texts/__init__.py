"""The text of a page: what the operator has written, or else a default."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from django.conf import settings

from legal.models import LegalPage

FOLDER = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Text:
    """The text of a page in Markdown; `changed_at` is None for a default text."""

    markdown: str
    language: str
    changed_at: datetime | None = None

    @property
    def is_default(self) -> bool:
        return self.changed_at is None


def text_of(topic: str, language: str) -> Text:
    """Return what the operator has written in the reader's language, or else in another one.

    The default text is returned only if the operator has written nothing at all.
    """
    written = {page.language: page for page in LegalPage.objects.filter(topic=topic)}
    for choice in (language, settings.LANGUAGE_CODE, *written):
        if choice in written:
            return Text(written[choice].text, choice, written[choice].changed_at)
    return default_text(topic, language)


def default_text(topic: str, language: str) -> Text:
    """Return the default text, in English if there is none in this language."""
    paths = {code: FOLDER / code / f"{topic}.md" for code in (language, settings.LANGUAGE_CODE)}
    code = language if paths[language].exists() else settings.LANGUAGE_CODE
    return Text(paths[code].read_text(encoding="utf-8"), code)
