"""The signal of the games: a table's match is over (`table_id`), sent after the commit."""

from django.dispatch import Signal

table_finished = Signal()
