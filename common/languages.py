"""The languages of the site."""

from django.conf import settings


def languages() -> list[tuple[str, str]]:
    """Return (code, native name) pairs. A function, so that the choices do not end up in migrations."""
    return list(settings.LANGUAGES)
