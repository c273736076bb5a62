"""Notices about tournaments. Call these functions in the transaction of the action itself."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime, timedelta

from django.utils.translation import gettext_lazy as _

from accounts.models import Mail, Notice, Player
from accounts.notices import At, Gap, Group, Kind, Words, expect, notify, register
from tournaments.base.labels import late_score_of
from tournaments.base.permissions import organises_any
from tournaments.models import Board, Entry, Round, Tournament
from tournaments.notices import (  # noqa: F401 (their kinds are registered with these)
    changes,
    desk,
    divisions,
    match_hours,
    rolling,
    teams,
)
from tournaments.notices.telling import gaps_of, players_of, tell, tell_organisers

ANNOUNCED = register(
    Kind(
        slug="tournament-announced",
        label=_("A club of mine announces a tournament"),
        sentence=_("{club} announces {tournament}: {starts_at}."),
        group=Group.TOURNAMENTS,
        by_mail=True,
    )
)
ENTERED = register(
    Kind(
        slug="tournament-entered",
        label=_("I have entered a tournament"),
        sentence=_("You have entered {tournament}. It starts on {starts_at}."),
        group=Group.TOURNAMENTS,
        by_mail=True,
    )
)
LATE = register(
    Kind(
        slug="tournament-late",
        label=_("I have entered a tournament that is running"),
        sentence=_("You have entered {tournament}, which is running: you play from the next round on."),
        group=Group.TOURNAMENTS,
        by_mail=False,
    )
)
LATE_WITH_SCORE = register(
    Kind(
        slug="tournament-late-score",
        label=_("I have entered late: from which round I play, and what those before count"),
        sentence=_("You play in {tournament} from round {round} on. Each round before counts {score}."),
        group=Group.TOURNAMENTS,
        by_mail=False,
    )
)
WAITING = register(
    Kind(
        slug="tournament-waiting",
        label=_("I am on a waiting list"),
        sentence=_("{tournament} is full: you are on the waiting list, and move up when a place becomes free."),
        group=Group.TOURNAMENTS,
        by_mail=True,
    )
)
MOVED_UP = register(
    Kind(
        slug="tournament-moved-up",
        label=_("I have moved up from a waiting list"),
        sentence=_("A place has become free: you play in {tournament}. It starts on {starts_at}."),
        group=Group.TOURNAMENTS,
        by_mail=True,
    )
)
LEFT_OUT = register(
    Kind(
        slug="tournament-left-out",
        label=_("A tournament has begun without me"),
        sentence=_(
            "{tournament} has begun without you, because you had not checked in. Ask the organisers to put you in."
        ),
        group=Group.TOURNAMENTS,
        by_mail=False,
    )
)
REMINDER = register(
    Kind(
        slug="tournament-reminder",
        label=_("A tournament of mine is about to start"),
        sentence=_("{tournament} starts on {starts_at}."),
        group=Group.TOURNAMENTS,
        by_mail=True,
    )
)
CHECK_IN = register(
    Kind(
        slug="tournament-check-in",
        label=_("Check-in is open"),
        sentence=_("Check-in for {tournament} is open: check in before {starts_at}."),
        group=Group.TOURNAMENTS,
        by_mail=True,
    )
)
TABLE = register(
    Kind(
        slug="tournament-table",
        label=_("My table is ready"),
        sentence=_("{tournament}, round {round}: your table is ready."),
        group=Group.TOURNAMENTS,
        by_mail=False,
    )
)
LEAGUE_TABLE = register(
    Kind(
        slug="tournament-league-table",
        label=_("A league round of mine begins, and my table is ready"),
        sentence=_("{tournament}, round {round} has begun: your table is ready."),
        group=Group.LEAGUES,
        by_mail=True,
    )
)
ROUND_NEAR = register(
    Kind(
        slug="tournament-round-near",
        label=_("A league round of mine is coming up"),
        sentence=_("{tournament}: round {round} begins on {begins_at}."),
        group=Group.LEAGUES,
        by_mail=True,
    )
)
ROUND_OVER = register(
    Kind(
        slug="tournament-round",
        label=_("A round is over"),
        sentence=_("{tournament}: round {round} is over, look at the standings."),
        group=Group.TOURNAMENTS,
        by_mail=False,
        by_site=False,
    )
)
MISSED = register(
    Kind(
        slug="tournament-missed",
        label=_("I missed a round"),
        sentence=_("{tournament}: the house played your seat to the end of round {round}. Say when you are back."),
        group=Group.TOURNAMENTS,
        by_mail=False,
    )
)
FINISHED = register(
    Kind(
        slug="tournament-finished",
        label=_("A tournament of mine is over"),
        sentence=_("{tournament} is over. Winner: {winner}."),
        group=Group.TOURNAMENTS,
        by_mail=True,
    )
)
CANCELLED = register(
    Kind(
        slug="tournament-cancelled",
        label=_("A tournament of mine is cancelled"),
        sentence=_("{tournament} is cancelled."),
        group=Group.TOURNAMENTS,
        by_mail=True,
    )
)
CALLED_OFF = register(
    Kind(
        slug="tournament-called-off",
        label=_("A tournament of mine is cancelled, with the reason"),
        sentence=_("{tournament} is cancelled. Reason: {reason}"),
        group=Group.TOURNAMENTS,
        by_mail=True,
    )
)
MESSAGE = register(
    Kind(
        slug="tournament-message",
        label=_("The organisers of a tournament write to all who have entered"),
        sentence=_("{organiser} writes about {tournament}: {text}"),
        group=Group.TOURNAMENTS,
        by_mail=True,
    )
)
TO_LOOK_AT = register(
    Kind(
        slug="tournament-seating",
        label=_("A seating of my tournament waits for me"),
        sentence=_("{tournament}, round {round}: the seating waits for you to publish it."),
        group=Group.ORGANISING,
        by_mail=False,
        concerns=organises_any,
    )
)


def announced(tournament: Tournament) -> None:
    """Notify all members of its club except the organiser."""
    if tournament.club is None:
        return
    members = members_told(tournament)
    gaps: dict[str, Gap] = {"club": tournament.club.name, **gaps_of(tournament)}
    notify(kind=ANNOUNCED, players=members, key=tournament.pk, url=tournament.get_absolute_url(), gaps=gaps)


def members_told(tournament: Tournament) -> list[int]:
    """Return the ids of the club members who are notified of the announcement: all but the organiser."""
    if tournament.club is None:
        return []
    return list(tournament.club.memberships.exclude(player=tournament.organiser_id).values_list("player", flat=True))


def entered(tournament: Tournament, entry: Entry) -> None:
    if entry.status == Entry.Status.WAITING:
        kind = WAITING
    elif comes_late(tournament, entry):
        return
    else:
        kind = LATE if tournament.status == Tournament.Status.RUNNING else ENTERED
    tell(kind, tournament, [entry.player_id], key=f"{tournament.pk} {entry.entered_at.timestamp()}")


def comes_late(tournament: Tournament, entry: Entry) -> bool:
    """Tell a late entrant what the missed rounds count as; return whether there was anything to tell."""
    score = late_score_of(tournament)
    if entry.first_round < 2 or not score:
        return False
    gaps: dict[str, Gap] = {"round": entry.first_round, "score": Words(score)}
    tell(LATE_WITH_SCORE, tournament, [entry.player_id], key=f"{tournament.pk} {entry.first_round}", gaps=gaps)
    return True


def moved_up(tournament: Tournament, entry: Entry) -> None:
    if comes_late(tournament, entry):
        return
    tell(MOVED_UP, tournament, [entry.player_id], key=f"{tournament.pk} {entry.entered_at.timestamp()}")


def left_out(tournament: Tournament, entries: Iterable[Entry]) -> None:
    tell(LEFT_OUT, tournament, [entry.player_id for entry in entries])


def reminder(tournament: Tournament, hours: int) -> None:
    """Remind everyone who had entered by `hours` before the start; remind them again only if the start is moved."""
    by_then = tournament.starts_at - timedelta(hours=hours)
    entries = tournament.entries.filter(status=Entry.Status.ENTERED, entered_at__lte=by_then)
    players = entries.values_list("player", flat=True)
    tell(REMINDER, tournament, players, key=f"{tournament.pk} {hours} {int(tournament.starts_at.timestamp())}")


def check_in_is_open(tournament: Tournament) -> None:
    tell(CHECK_IN, tournament, players_of(tournament))


def check_in_changes(tournament: Tournament) -> None:
    """Make the open pages of players who have not checked in ask whether they can now."""
    if tournament.check_in_minutes:
        missing = tournament.entries.exclude(status=Entry.Status.WITHDRAWN).filter(checked_in_at=None)
        expect([player for player in missing.values_list("player", flat=True) if player])


def check_in_is_prolonged(tournament: Tournament) -> None:
    """Tell players who have not checked in yet about the new deadline."""
    missing = tournament.entries.filter(status=Entry.Status.ENTERED, checked_in_at=None)
    key = f"{tournament.pk} {int(tournament.starts_at.timestamp())}"
    tell(CHECK_IN, tournament, missing.values_list("player", flat=True), key=key)


def table_is_ready(tournament: Tournament, round_: Round, urls: Mapping[int, str]) -> None:
    """Notify players of their tables; `urls` maps player ids to tables.

    The notice links to the tournament's `my-table/`, which redirects each player to the right table.
    """
    url = f"{tournament.get_absolute_url()}my-table/"
    gaps: dict[str, Gap] = {"tournament": tournament.name, "round": round_.number}
    key = f"{tournament.pk} {round_.number} {min(urls.values(), default='')}"  # a replayed match is a new notice
    kind = LEAGUE_TABLE if tournament.schedule.has_dates else TABLE  # league players do not keep the page open
    if tournament.is_rolling:
        kind = rolling.TABLE
    notify(kind=kind, players=list(urls), key=key, url=url, gaps=gaps)


def awaiting_mail_of_table(tournament: Tournament, round_: Round) -> list[int]:
    """Return the ids of players who are told of their table only by mail that has not been sent yet."""
    kinds = [TABLE.slug, LEAGUE_TABLE.slug, rolling.TABLE.slug]
    waiting = Notice.objects.filter(mail=Mail.WAITING, on_site=False, kind__in=kinds)
    return list(waiting.filter(key__startswith=f"{tournament.pk} {round_.number} ").values_list("player", flat=True))


def round_is_near(tournament: Tournament, number: int, begins_at: datetime, seated: Iterable[int | None]) -> None:
    """Remind the players who are expected to be seated in the round; `seated` are their ids."""
    gaps: dict[str, Gap] = {"round": number, "begins_at": At(begins_at)}
    tell(ROUND_NEAR, tournament, seated, key=f"{tournament.pk} {number}", gaps=gaps)


def round_is_over(tournament: Tournament, round_: Round) -> None:
    key = f"{tournament.pk} {round_.number}"
    tell(ROUND_OVER, tournament, players_of(tournament), key=key, gaps={"round": round_.number})


def missed(tournament: Tournament, round_: Round, boards: Sequence[Board], entries: Collection[int]) -> None:
    """Tell these entries that the house played their seats at these tables."""
    if tournament.is_rolling:
        rolling.missed(tournament, boards, entries)
        return
    players = Entry.objects.filter(pk__in=entries, player__isnull=False).values_list("player", flat=True)
    tell(MISSED, tournament, players, key=f"{tournament.pk} {round_.number}", gaps={"round": round_.number})


def finished(tournament: Tournament) -> None:
    tell(FINISHED, tournament, players_of(tournament), gaps={"winner": " · ".join(tournament.winners)})


def cancelled(tournament: Tournament, reason: str = "") -> None:
    """Tell the players that the tournament is cancelled; `reason` is in the words of those who did it."""
    kind, gaps = (CALLED_OFF, {"reason": reason}) if reason else (CANCELLED, {})
    tell(kind, tournament, players_of(tournament), gaps=gaps)


def message(tournament: Tournament, by: Player, text: str, players: Iterable[int], *, number: int) -> None:
    """Send the organisers' message. `number` identifies the message, so that everyone gets it only once."""
    gaps: dict[str, Gap] = {"organiser": by.username, "text": text}
    tell(MESSAGE, tournament, players, key=f"{tournament.pk} {number}", gaps=gaps)


def seating_to_look_at(tournament: Tournament, round_: Round) -> None:
    tell_organisers(TO_LOOK_AT, tournament, key=f"{tournament.pk} {round_.number}", round=round_.number)
