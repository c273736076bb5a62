"""Appeals against organisers' actions, to the other organisers or to the moderators of the site.

This app does not know the moderators' app, which registers its handler with `register_site_handler`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from accounts.notices import expect
from action_log.models import LogLine
from action_log.services import UNDO, kept_player
from common.errors import UserError
from common.limits import is_within
from tournaments.base import log
from tournaments.base.locking import locked, tell
from tournaments.base.permissions import organisers_of
from tournaments.models import Appeal, Place, Tournament
from tournaments.models.calls import LONGEST_TEXT
from tournaments.notices import desk

APPEAL_PERIOD = timedelta(days=7)
"""How long after a decision an appeal can be made."""
ABOUT_ALL = frozenset({"start", "seeds", "end-round", "extend", "cancel"})
"""Actions that concern everyone who has entered."""
UNTOLD = frozenset({"apart", "let-meet", "swap", "move", "bye", "draw", "publish", "nudge"})
"""Actions that players are not told of: most concern a seating that only the organisers can see yet, or a private
matter."""

_site_handlers: list[Callable[[Appeal], None]] = []


def register_site_handler(handler: Callable[[Appeal], None]) -> None:
    """Register a handler that gets each appeal to the site, in the transaction in which it is made."""
    _site_handlers.append(handler)


def site_takes_appeals() -> bool:
    return bool(_site_handlers)


# --- What an appeal can be about ---


def decisions_about(tournament: Tournament, player: Player) -> list[LogLine]:
    """Return the organisers' decisions that concern the player, or everyone, the newest first."""
    entry = tournament.entries.filter(player=player).first()
    if entry is None:
        return []
    sat = Place.objects.filter(entry=entry, board__isnull=False).values_list("round__number", "board__number")
    boards, named = set(sat), [kept_player(player), player.username]  # the name is for lines of earlier versions
    lines = log.lines_of(tournament).exclude(by=None).exclude(by=player).with_people()
    return [line for line in lines if _concerns(line, named, boards)]


def _concerns(line: LogLine, named: Collection[object], boards: set[tuple[int, int]]) -> bool:
    action, about = line.action, line.details
    while action == UNDO:
        action, about = about["what"], about["about"]
    if action in ABOUT_ALL:
        return True
    if action in UNTOLD:
        return False
    return about.get("name") in named or about.get("one") in named or (about.get("round"), about.get("table")) in boards


# --- Appealing ---


def ways_to_appeal(line: LogLine, player: Player, organisers: set[int]) -> list[Appeal.To]:
    """Return to whom a player can appeal against a line of the log; `organisers` are ids of players.

    There is no appeal against an action that was undone, but there is one against undoing it.
    """
    if line.undone_at is not None:
        return []
    ways = [Appeal.To.ORGANISERS] if organisers - {line.by_id, player.pk} else []
    return [*ways, *([Appeal.To.SITE] if site_takes_appeals() else [])]


def appeal(
    *, tournament_id: str, player: Player, line_id: int, to: str, text: str, now: datetime | None = None
) -> Appeal:
    """Appeal against an organiser's action.

    Raises UserError (bad-field, too-fast, no-act, undone, too-late, appealed, nobody).
    """
    words, now = " ".join(text.split()), now or timezone.now()
    if not 0 < len(words) <= LONGEST_TEXT:
        raise UserError("bad-field", _("Say why you appeal, in 1 to 300 characters."))
    if not is_within("lines", player_id=player.pk):
        raise UserError("too-fast", _("You have made many appeals just now. Wait a moment."))
    with transaction.atomic():
        tournament = locked(tournament_id)
        line = next((one for one in decisions_about(tournament, player) if one.pk == line_id), None)
        if line is None:
            raise UserError("no-act", _("There is no such decision about you."))
        if line.undone_at is not None:
            raise UserError("undone", _("This has already been undone."))
        if now - line.at > APPEAL_PERIOD:
            raise UserError("too-late", _("It was decided more than a week ago."))
        if Appeal.objects.filter(player=player, line=line).exists():
            raise UserError("appealed", _("You have appealed against this already."))
        if to not in ways_to_appeal(line, player, organisers_of(tournament)):
            raise UserError("nobody", _("Nobody there could decide on it: choose somebody else to appeal to."))
        made = Appeal.objects.create(tournament=tournament, player=player, line=line, to=to, text=words, made_at=now)
        _pass_on(made)
    return made


def _pass_on(made: Appeal) -> None:
    """Tell those who have to decide."""
    if made.to == Appeal.To.SITE:
        for handle in _site_handlers:
            handle(made)
        return
    judges = organisers_of(made.tournament) - {made.line.by_id, made.player_id}
    desk.appealed(made, judges)
    expect(judges)
    tell(made.tournament)


# --- Deciding ---


def check_may_decide(found: Appeal, by: Player) -> None:
    """Raise UserError (decided, not-yours, own-act) unless the organiser may decide on the appeal."""
    if found.decided_at is not None:
        raise UserError("decided", _("This appeal has been decided already."))
    if found.to != Appeal.To.ORGANISERS:
        raise UserError("not-yours", _("This appeal went to the moderators of the site."))
    if by.pk in (found.line.by_id, found.player_id):
        raise UserError("own-act", _("Somebody else has to decide on this appeal: it is about what you did yourself."))


def decide(found: Appeal, *, by: Player, is_upheld: bool, reason: str, now: datetime) -> None:
    """Decide on an appeal and tell the player, in a transaction that has locked the tournament.

    Raises UserError (decided).
    """
    columns = {"decided_by": by, "decided_at": now, "is_upheld": is_upheld, "reason": reason}
    if not Appeal.objects.undecided().filter(pk=found.pk).update(**columns):
        raise UserError("decided", _("This appeal has been decided already."))
    for name, value in columns.items():
        setattr(found, name, value)
    desk.decided(found)
    expect(organisers_of(found.tournament))
    tell(found.tournament)


@transaction.atomic
def decide_for_site(
    *, appeal_id: int, by: Player, is_upheld: bool, reason: str, now: datetime | None = None
) -> LogLine:
    """Decide as a moderator of the site and log it. The caller has to check the moderator's right.

    Raises UserError (bad-field, decided) and Appeal.DoesNotExist.
    """
    words = " ".join(reason.split())
    if not 0 < len(words) <= LONGEST_TEXT:
        raise UserError("bad-field", _("Give a reason, in 1 to 300 characters."))
    found = Appeal.objects.for_display().get(pk=appeal_id, to=Appeal.To.SITE)
    tournament = locked(found.tournament_id)
    decide(found, by=by, is_upheld=is_upheld, reason=words, now=now or timezone.now())
    kind = log.SITE_UPHELD if is_upheld else log.SITE_TURNED_DOWN
    return log.note(tournament, by, kind, {"name": found.player, **about_line(found)}, reason=words)


def about_line(found: Appeal) -> dict[str, object]:
    """Return the log details that describe the decision appealed against."""
    return {"what": found.line.action, "about": found.line.details}


def of_player(tournament: Tournament, player: Player) -> QuerySet[Appeal]:
    return Appeal.objects.for_display().filter(tournament=tournament, player=player)
