"""Folding text so that look-alikes become equal, such as N0ra and Nora, or Bones in Cyrillic and in Latin letters."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

LOOKS_LIKE = str.maketrans("0134578|!$@", "oleastbllsa")
"""Digits and signs that can be read as letters; l also stands for i."""
PAIRS = (("rn", "m"), ("vv", "w"))


def fold(text: str) -> str:
    """Return the letters and digits of a text, with look-alikes merged, and without accents, case and spaces."""
    latin = "".join(map(_in_latin, text))
    plain = unicodedata.normalize("NFKD", latin).lower().translate(LOOKS_LIKE).replace("i", "l")
    letters = "".join(sign for sign in plain if sign.isalnum())
    for pair, single in PAIRS:
        letters = letters.replace(pair, single)
    return letters


@lru_cache(maxsize=4096)
def _in_latin(sign: str) -> str:
    """Return the Latin letter that a sign of another script looks like, or the sign itself."""
    if sign.isascii():
        return sign
    from confusable_homoglyphs import confusables  # takes 6 MB, and few processes ever check a name

    found = confusables.is_confusable(sign, greedy=True, preferred_aliases=["latin"])
    twins = [twin["c"] for one in found or () for twin in one["homoglyphs"] if twin["c"].isascii()]
    return twins[0] if twins else sign
