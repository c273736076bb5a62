"""Names the browser of a `User-Agent` header in words."""

from __future__ import annotations

from django.utils.translation import gettext as _
from ua_parser import parse

OF_PHONES = {"Mobile", "iOS", "WebView", "UI/WKWebView"}
"""Words that the parser adds to a browser's name on phones and tablets; the name of the system says as much."""
NAMES_NOW = {"Mac OS X": "macOS", "Chrome OS": "ChromeOS"}


def browser_named(header: str) -> str:
    """Return a phrase such as `Firefox on Android`, in the active language."""
    found = parse(header)
    browser = _without_additions(found.user_agent.family) if found.user_agent else ""
    system = NAMES_NOW.get(found.os.family, found.os.family) if found.os else ""
    if browser and system:
        return _("%(browser)s on %(system)s") % {"browser": browser, "system": system}
    if system:
        return _("an unknown browser on %(system)s") % {"system": system}
    return browser or _("an unknown browser")


def _without_additions(name: str) -> str:
    return " ".join(word for word in name.split() if word not in OF_PHONES)
