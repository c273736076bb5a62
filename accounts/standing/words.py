"""Offensive words in three languages: the public lists of badwords-py, and moderators' additions."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cache
from typing import TYPE_CHECKING, Literal

from django.conf import settings

from accounts.models import ForbiddenWord
from common.lookalikes import fold

if TYPE_CHECKING:
    from badwords import ProfanityFilter

MASK = "*"

# On the lists, but ordinary words in one of the languages.
HARMLESS = ("abstand", "dick", "fanny", "hell", "mist", "cristo", "damn", "therapist")

WORDS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[0-9]+|[^\W\d_a-zA-Z]+")
"""The words of a name written without spaces: FuckYou, HITLER88."""

NUMBERS = re.compile(r"\d*[^\W\d_]?\d+|\d+[^\W\d_]?")
"""Digits with one letter at most, before, behind or between them."""

DISGUISED = re.compile(r"(?=\w*(?:[\d|!$@]|[^\W\d_a-zA-Z]))[\w|!$@]+")
"""A word with a digit, a sign or a letter of another alphabet in it, which may stand for a plain letter."""


@cache
def _public(match_mode: Literal["token", "substring"]) -> ProfanityFilter | None:
    """Return the public lists, matching whole words or also parts of words.

    None if the library has no wheels for this Python yet; moderators' additions still apply.
    """
    try:
        from badwords import Options, ProfanityFilter
    except ImportError:
        return None
    words = ProfanityFilter()
    words.init(
        languages=[code for code, _name in settings.LANGUAGES],
        options=Options(match_mode=match_mode, split_on_punctuation=True, collapse_repeats=True, leetspeak=True),
    )
    words.add_whitelist(HARMLESS)
    return words


def is_offensive_name(name: str) -> bool:
    """Return whether a name contains an offensive word, as written or folded. Makes one query.

    A part with digits and a single letter (T17, A55) is a number, not a word with digits for letters.
    """
    words = " ".join(WORDS.findall(name))
    written = " ".join(part for part in name.split() if not NUMBERS.fullmatch(part))
    public = _public("substring")
    if public is not None and any(map(public.is_profane, (written, words))):
        return True
    folded, parts = fold(name), {fold(word) for word in words.split()}
    for word in ForbiddenWord.objects.all():
        bad = fold(word.text)
        if bad and (bad in folded if word.is_anywhere else bad == folded or bad in parts):
            return True
    return False


def masked(text: str) -> str:
    """Return a line with its offensive words masked. Makes one query."""
    public = _public("token")
    text = public.censor(text, MASK) if public is not None else text
    added = list(ForbiddenWord.objects.all())
    if not added:
        return text
    text = re.sub("|".join(map(_pattern, added)), _mask, text, flags=re.IGNORECASE)
    return DISGUISED.sub(lambda found: _mask(found) if _is_added(found[0], added) else found[0], text)


def _is_added(word: str, added: Collection[ForbiddenWord]) -> bool:
    """Return whether a disguised word of a line, such as ch3at3r, is one of those that moderators have added."""
    if NUMBERS.fullmatch(word):
        return False
    spellings = {fold(word), fold(word.rstrip("!|"))}
    return any(
        bad in spelling if one.is_anywhere else bad == spelling
        for one in added
        if (bad := fold(one.text))
        for spelling in spellings
    )


def _pattern(word: ForbiddenWord) -> str:
    return re.escape(word.text) if word.is_anywhere else rf"\b{re.escape(word.text)}\b"


def _mask(found: re.Match[str]) -> str:
    return MASK * len(found[0])
