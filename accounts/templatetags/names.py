"""Template filters for the names of players."""

from django import template

from accounts import names

register = template.Library()
register.filter("shown", names.shown)
