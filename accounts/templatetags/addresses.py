"""Template filters for addresses that leave the site."""

from django import template
from django.conf import settings

register = template.Library()


@register.filter
def absolute(address: str) -> str:
    """Return an address of this site with its host; others stay as they are."""
    return f"{settings.SITE_URL}{address}" if address.startswith("/") else address
