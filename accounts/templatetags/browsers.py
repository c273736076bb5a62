"""A template filter for the browsers with which players have signed in."""

from django import template

from accounts.entrance.browsers import browser_named

register = template.Library()
register.filter("browser", browser_named)
