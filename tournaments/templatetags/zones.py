"""Time zones in words."""

from django import template

from common.time_zones import city_of

register = template.Library()


@register.filter
def city(zone: str) -> str:
    """Return the city that stands for a time zone, in the reader's language."""
    return city_of(zone)
