"""URL converters that several apps use."""

from django.urls.converters import IntConverter


class RowId(IntConverter):
    """Matches numbers that can be the id of a row. A longer number is a 404, since databases reject it in queries."""

    regex = "[0-9]{1,18}"
