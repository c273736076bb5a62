"""One person of each role, and one object of each kind that URLs refer to."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from allauth.mfa.models import Authenticator
from django.utils import timezone

from accounts import bots, roles, standing
from accounts.models import DataExport, ForbiddenWord, Lapse, Notice, PastName, Player
from accounts.roles import Role
from accounts.services import create_guest
from api.models import Webhook
from clubs import services as clubs
from clubs.models import Ban, Club, Invitation, JoinRequest, Right
from coach.models import Analysis, Problem
from games import services as games
from games.models import Move, Table
from games.records.replay import table_after
from moderation.evidence.subject import Subject
from moderation.services import appeals
from moderation.services.reporting import report
from tests.accounts.telling import with_confirmed_address
from tests.games.people import seated_table, short
from tests.tournaments.people import DUELS, planned
from tournaments.calendars import addresses as calendars
from tournaments.divisions import seasons as divisions
from tournaments.life import entering
from tournaments.models import Season, Team, Tournament
from tournaments.planning.series import repeating
from tournaments.season import seasons

COLUMNS = (
    *("stranger", "guest", "player", "other", "member", "officer", "organiser"),
    *("helper", "moderator", "head", "admin"),
)
"""The player owns what the URLs refer to: a profile, a table, an entry. The `other` has nothing to do with them.
Members and officers belong to a private club, whose owner organises the tournament."""

NAMES = {
    **{"player": "Petra", "other": "Otto", "member": "Mara", "officer": "Olaf", "organiser": "Olga"},
    **{"helper": "Hanna", "moderator": "Mona", "head": "Hedda", "admin": "Ada"},
    **{"asking": "Rita", "banned": "Bert"},
}
STAFF = {"helper": Role.HELPER, "moderator": Role.MODERATOR, "head": Role.HEAD, "admin": Role.SITE_ADMIN}


@dataclass(frozen=True)
class Site:
    people: dict[str, Player | None]
    member: Player
    club: Club
    table: Table
    tournament: Tournament
    gaps: dict[str, Any]
    """Values for the parameters of URLs."""


def populated() -> Site:
    now = timezone.now()
    people: dict[str, Player | None] = {"stranger": None, "guest": create_guest()}
    accounts = {role: _account(name) for role, name in NAMES.items()}
    people |= {role: accounts[role] for role in COLUMNS[2:]}
    for name, role in STAFF.items():
        roles.give_role(player=accounts[name], role=role)
        Authenticator.objects.create(user=accounts[name], type=Authenticator.Type.TOTP, data={})
    owner, player = accounts["organiser"], accounts["player"]

    facts: dict[str, Any] = {"name": "Night Owls", "about": "", "is_private": True, "admission": "request"}
    club = clubs.found(founder=owner, now=now, **facts)
    invitation = clubs.invite(club_id=club.pk, by=owner, now=now, valid_for=timedelta(7), most_uses=None, text="")
    for name in ("member", "officer", "banned"):
        clubs.join_by_invitation(secret=invitation.secret, player=accounts[name], now=now)
    clubs.promote(club_id=club.pk, by=owner, player_id=accounts["officer"].pk, rights=[*Right], now=now)
    clubs.ban(club_id=club.pk, by=owner, player_id=accounts["banned"].pk, reason="Rude", now=now)
    said = clubs.publish(club_id=club.pk, by=owner, now=now, title="News", text="None")
    JoinRequest.objects.create(club=club, player=accounts["asking"])
    first, last = date(now.year, 1, 1), date(now.year, 12, 31)
    seasons.set_season(club_id=club.pk, by=owner, name="Spring", first_day=first, last_day=last, counts_best=None)

    wanted = [divisions.Wanted("First", 4, 1), divisions.Wanted("Second", 4, 0)]
    league = divisions.found_league(club_id=club.pk, by=owner, name="Night league", divisions=wanted)

    tournament = planned(owner, DUELS)
    repeating.repeat(tournament_id=tournament.pk, rule="FREQ=WEEKLY", days_ahead=14)
    tournament.refresh_from_db()
    entry = entering.enter(tournament_id=tournament.pk, player=player)
    over = seated_table([player, accounts["officer"]], game="two-step", options=short("two-step"))
    games.finish(table_id=over.pk)
    played = Move.objects.filter(table=over).earliest("ply").deal  # those before it were void
    Analysis.objects.create(table=over, seat=0, player=player, asked_at=now, worked_at=now, done_at=now)
    table = games.open_table(owner=player, game="two-step", options={}, seconds=60, bots=["", ""])
    warning = standing.impose(player=player, kind="warning", reason="Rude", now=now)
    another = standing.impose(player=player, kind="warning", reason="Rude again", now=now)
    for one in (warning, another):
        standing.note_read(player=player, sanction_id=one.pk, now=now)
    appeal = appeals.appeal(player=player, sanction=another, text="I was not", now=now)
    subject = Subject("table", table.pk, player)
    case = report(subject=subject, kind="abuse", text="", reporter=accounts["other"], address=None, now=now).case
    games.say(table_id=table.pk, player=player, text="Hello")
    PastName.objects.create(player=player, name="Peter", given_up_at=now, reserved_until=now)
    Lapse.objects.create(player=player, cause=standing.LEFT, about="1", at=now)
    ForbiddenWord.objects.create(text="bother")
    bot = bots.create_bot(owner=player, name="Robbie")
    hook = Webhook.objects.create(tournament=tournament, player=owner, url="https://example.org/", made_at=now)
    gaps = {
        "slug": club.slug,
        "name": player.username,
        "game": "two-step",
        "number": 1,
        "announcement_id": said.pk,
        "invitation_id": Invitation.objects.get().pk,
        "request_id": JoinRequest.objects.get().pk,
        "ban_id": Ban.objects.get().pk,
        "season_id": Season.objects.get().pk,
        "league_id": league.pk,
        "series_id": tournament.series_id,
        "tournament_id": tournament.pk,
        "entry_id": entry.pk,
        "team_id": Team.objects.create(tournament=tournament, name="Foxes", made_at=now).pk,
        "table_id": table.pk,
        "sanction_id": warning.pk,
        "notice_id": Notice.objects.filter(player=player).latest("created_at").pk,
        "token": "not-a-token",
        "case_id": case.pk,
        "act_id": 1,
        "appeal_id": appeal.pk,
        "topic": "terms",
        "year": now.year,
        "half": 1,
        "subscription_id": 1,
        "export_id": DataExport.objects.create(player=player, asked_at=now).pk,
        "app_label": "accounts",
        "content_type_id": 1,
        "object_id": 1,
        "id": player.pk,
        "player_id": player.pk,
        "url": "nowhere",
        "secret": calendars.calendar_secret(player=player),
        "token_id": 1,
        "webhook_id": hook.pk,
        "kind": "table",
        "key": table.pk,
        "pk": 1,
        "api:bot name": bot.username,
        "api:bot-delete name": bot.username,
        "api:bot-keep name": bot.username,
        "games:result table_id": over.pk,
        "ratings:changes table_id": over.pk,
        "tries": 0,
        "coach:ask table_id": over.pk,
        "coach:analysis table_id": over.pk,
        "problem_id": _problem_at(over, played, now),
        "games:record table_id": over.pk,
        "games:replay table_id": over.pk,
        "games:so-far table_id": over.pk,
        "games:what-if table_id": over.pk,
        "games:preview table_id": over.pk,
        "games:layout table_id": over.pk,
        "games:what-if-line table_id": over.pk,
        "step": 0,
        "seat": 0,
        "deal": played,
        "games:rematch table_id": over.pk,
        "games:leave table_id": over.pk,
        "api-1:read_record table_id": over.pk,
        "tournaments:control-action slug": "cancel",
        "uidb36": "1",
    }
    return Site(people, accounts["member"], club, table, tournament, gaps)


def _account(name: str) -> Player:
    player = Player.objects.create_user(name, f"{name.lower()}@example.org", "likes-bones")
    with_confirmed_address(player)
    return player


def _problem_at(table: Table, deal: int, now: datetime) -> int:
    """Return the problem of the day, before the first move of a deal."""
    live = table_after(table, deal, 0)
    assert live is not None
    assert live.match.deal is not None
    moves = [[str(move), 9.0 * number, None] for number, move in enumerate(live.match.deal.legal_moves())]
    reason = {"template": "", "params": {}}
    place = {"table": table, "deal": deal, "step": 0, "seat": live.match.deal.turn}
    problem = Problem.objects.create(game=table.game, day=now.date(), moves=moves, reason=reason, made_at=now, **place)
    return problem.pk
