"""Changes of a line-up after the next round has been drawn, while its seating is held back."""

from __future__ import annotations

from django.utils.translation import gettext as _

from common.errors import UserError
from tournaments.base.snapshot import format_of, players_present
from tournaments.base.texts import Json, with_entry_replaced
from tournaments.models import Board, Entry, Line, Place, Round, Tournament

NOBODY = 0
"""Stands for one of two entries while they are exchanged."""


def apply_to_held_seating(tournament: Tournament, one: Entry, other: Entry) -> int | None:
    """Swap two members of a team, who have swapped lines, in the seating that is held back.

    Return the number of its round; None if no seating is held back, or if the change makes no difference to it. Raises
    UserError (drawn) if only a new draw could take the change.
    """
    round_ = Round.objects.filter(tournament=tournament, status=Round.Status.HELD).first()
    on_lines = list(Line.objects.filter(round=round_, entry__in=[one, other])) if round_ else []
    if round_ is None or not on_lines:
        return None
    teams_meet = format_of(tournament).teams_meet
    if len(on_lines) == 1:
        reserve = other if on_lines[0].entry_id == one.pk else one
        is_on_line = (reserve.line or 0) <= tournament.team_size
        is_here = players_present(tournament).filter(pk=reserve.pk).exists()
        if teams_meet and not (is_on_line and is_here):  # the member who was drawn keeps the line for this round
            return None
        if not (is_on_line and is_here):
            raise _drawn(round_)
    if Board.objects.filter(round=round_, places__entry__in=[one, other], is_done=True).exists():
        raise _drawn(round_)
    if teams_meet or len(on_lines) == 1:
        _exchange_seats(round_, one, other)
    round_.lines.filter(entry__in=[one, other]).delete()
    for line in on_lines:
        line.pk, line.entry = None, other if line.entry_id == one.pk else one
    Line.objects.bulk_create(on_lines)
    return round_.number


def _exchange_seats(round_: Round, one: Entry, other: Entry) -> None:
    places = list(round_.places.filter(entry__in=[one, other]))
    boards = list(round_.boards.filter(places__in=places).distinct())
    round_.places.filter(entry__in=[one, other]).delete()
    for place in places:
        place.pk = None
        place.entry, place.why = other if place.entry_id == one.pk else one, _exchanged(place.why, one, other)
    Place.objects.bulk_create(places)
    for board in boards:
        board.why = _exchanged(board.why, one, other)
        board.save(update_fields=["why"])


def _exchanged(why: list[Json], one: Entry, other: Entry) -> list[Json]:
    for old, new in ((one.pk, NOBODY), (other.pk, one.pk), (NOBODY, other.pk)):
        why = with_entry_replaced(why, old, new)
    return why


def _drawn(round_: Round) -> UserError:
    sentence = _(
        "Round %(number)d has been drawn with the line-up as it is: change it once the organisers have published it."
    )
    return UserError("drawn", sentence % {"number": round_.number})
