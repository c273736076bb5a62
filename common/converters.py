"""URL converters that several apps use."""

from django.urls.converters import IntConverter


class RowId(IntConverter):
    """Matches what can be the id of a row; a longer number is a 404, as no database can look for it."""

    regex = "[0-9]{1,18}"
