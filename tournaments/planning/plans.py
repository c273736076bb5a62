"""What an organiser does before the start: create, change and discard a draft."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import translation
from django.utils.translation import gettext_lazy as _

import chat.services as chat
from accounts.models import Player
from accounts.standing import check_public_name
from clubs.models import Club
from common.errors import UserError
from common.languages import languages
from tournaments.base.locking import locked, write
from tournaments.base.permissions import check_is_not_frozen
from tournaments.life.entering import move_up, note_mailboxes
from tournaments.live.chatting import TournamentRoom
from tournaments.models import Entry, Series, Tournament
from tournaments.notices import changes
from tournaments.planning.terms import Term, described_terms
from tournaments.terms import Terms
from tournaments.terms.checks import by_current_rules, check

Status = Tournament.Status


@transaction.atomic
def plan(*, organiser: Player, terms: Terms, club: Club | None = None, series: Series | None = None) -> Tournament:
    """Create a draft, which only its organisers see. Raises as `check`, and OptionsError."""
    terms = by_current_rules(terms)
    check_public_name(terms.name)
    check(terms, has_club=club is not None)
    return Tournament.objects.create(organiser=organiser, club=club, series=series, **terms.columns)


@transaction.atomic
def change(*, tournament_id: str, to: Callable[[Terms], Terms]) -> Tournament:
    """Change the terms; once the tournament is running, those that decide its results cannot change.

    `to` gets the terms as locked and returns the new ones, so that no concurrent change is lost. Raises as `plan`, and
    UserError (frozen, over, running, not-one-each, same-date, bots-entered).
    """
    tournament = locked(tournament_id)
    check_is_not_frozen(tournament)
    if tournament.is_over:
        raise UserError("over", _("This tournament is over."))
    before = tournament.terms
    after = to(before)
    if after.name != before.name:
        check_public_name(after.name)
    if tournament.status != Status.RUNNING:
        after = by_current_rules(after)
    elif after.differs_in_fixed_terms(before):
        raise UserError("running", _("The tournament is running: game, format and start can no longer be changed."))
    check(after, has_club=tournament.club is not None)
    _check_date_is_free(tournament, after.starts_at)
    _check_bots(tournament, after)
    if after.duplicate and not before.duplicate:
        note_mailboxes(tournament)
    changed = after.columns_unlike(before)
    agreed = _agreed(tournament)
    write(tournament, **{name: value for name, value in after.columns.items() if name in changed})
    _write_next_at(tournament)
    if tournament.is_enterable:
        move_up(tournament)
    if tournament.status != Status.DRAFT and changed:
        _tell_changes(tournament, before, agreed)
    return tournament


def _agreed(tournament: Tournament) -> dict[str, dict[str, Term]]:
    """Return each term by its label, in every language of the site."""
    agreed = {}
    for language, _name in languages():
        with translation.override(language):
            agreed[language] = {term.label: term for term in described_terms(tournament)}
    return agreed


def _tell_changes(tournament: Tournament, before: Terms, agreed: dict[str, dict[str, Term]]) -> None:
    """Tell everyone who has entered what the changed terms said before and say now, in their own language."""
    if tournament.starts_at != before.starts_at:
        changes.start_moved(tournament, before.starts_at)
    now = _agreed(tournament)
    for language in agreed:
        old, new = agreed[language], now[language]
        said = [_difference(label, old.get(label), new.get(label)) for label in old | new]
        if any(said):
            players = tournament.entries.exclude(status=Entry.Status.WITHDRAWN).filter(player__isnull=False)
            own = Q(player__language=language)
            if language == settings.LANGUAGE_CODE:
                own |= Q(player__language="")
            ids = players.filter(own).values_list("player", flat=True)
            changes.plan_changed(tournament, [one for one in ids if one], " · ".join(filter(None, said)))


def _difference(label: str, old: Term | None, new: Term | None) -> str:
    """Say how a term has changed, by its explanation if only that has, or else return an empty string."""
    old, new = old or Term(label, ""), new or Term(label, "")
    for before, now in ((old.text, new.text), (old.more, new.more)):
        if before != now:
            return f"{label}: {before or '–'} → {now or '–'}"
    return ""


def _check_date_is_free(tournament: Tournament, starts_at: datetime) -> None:
    """Raise UserError (same-date) if another date of the series begins at that time."""
    others = Tournament.objects.filter(series=tournament.series_id, starts_at=starts_at)
    if tournament.series_id is not None and others.exclude(pk=tournament.pk).exists():
        raise UserError("same-date", _("Another date of this series already begins at that time."))


def _check_bots(tournament: Tournament, after: Terms) -> None:
    """Raise UserError (bad-bots, bots-entered) unless the new setting for players' bots is possible."""
    if after.admits_bots and tournament.division_id is not None:
        raise UserError("bad-bots", _("A division has promotion and relegation: no bots of players may enter."))
    entered = tournament.entries.exclude(status=Entry.Status.WITHDRAWN).filter(player__is_bot=True)
    if not after.admits_bots and entered.exists():
        raise UserError("bots-entered", _("Bots of players have entered. Take them out first."))


def _write_next_at(tournament: Tournament) -> None:
    """Set when the clockwork next has to advance a tournament that has not begun."""
    due = {
        Status.ANNOUNCED: tournament.registration_at,
        Status.REGISTRATION: tournament.check_in_at if tournament.check_in_minutes else tournament.starts_at,
        Status.CHECK_IN: tournament.starts_at,
    }
    if tournament.status in due:
        Tournament.objects.filter(pk=tournament.pk).update(next_at=due[Status(tournament.status)])


@transaction.atomic
def discard(*, tournament_id: str) -> None:
    """Delete a draft. Raises UserError (frozen, not-a-draft)."""
    tournament = locked(tournament_id)
    check_is_not_frozen(tournament)
    if tournament.status != Status.DRAFT:
        raise UserError("not-a-draft", _("Only a draft can be discarded; an announced tournament is cancelled."))
    chat.forget(TournamentRoom.of(tournament))
    tournament.delete()
