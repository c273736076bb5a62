"""The signals of the games.

`table_finished`: the match at `table_id` is over; sent after the commit. `result_changed`: the finished matches at
`table_ids` count differently now, or have become visible to everyone; sent in the transaction of the change.
"""

from django.dispatch import Signal

table_finished = Signal()
result_changed = Signal()
