"""The signals of the games.

`table_finished`: a table's match is over (`table_id`); sent after the commit. `result_changed`: whether or how finished
matches count has changed, or everyone may know of them now (`table_ids`); sent in the transaction of the change.
"""

from django.dispatch import Signal

table_finished = Signal()
result_changed = Signal()
