"""The languages that the site speaks."""

from django.conf import settings


def languages() -> list[tuple[str, str]]:
    """Return code and own name of each: asked for whenever a form is shown, so that no migration writes them down."""
    return list(settings.LANGUAGES)
