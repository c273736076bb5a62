"""Template tags for notices."""

from django import template

from accounts import notices

register = template.Library()
register.filter("in_words", notices.sentence)
