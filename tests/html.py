"""Normalising HTML for comparisons."""

import re


def dense(html: str) -> str:
    """Return HTML with white space collapsed to single spaces, and none just inside an element's tags."""
    html = re.sub(r"\s+", " ", html).replace(" >", ">")
    return re.sub(r" (?=</)", "", re.sub(r"(<[a-z][^>]*>) ", r"\1", html))
