"""What this app holds about players: account, notices and standing."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.apps import apps
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.utils.translation import gettext_lazy as _

from accounts import demo
from accounts.models import (
    Block,
    DataExport,
    DeletionLetter,
    Lapse,
    Mute,
    Notice,
    PastName,
    Player,
    PushSubscription,
    Sanction,
)
from accounts.notices import KINDS, sentence
from accounts.personal.deletion import Obstacle, erases, finds_obstacles, remembers
from accounts.personal.holdings import Holding, Row, Then, columns, exports, register
from accounts.standing import ERASED, reason_of

ANSWERS_FOR_IT = "Staff stay accountable for what they did; the row is about somebody else."
NEVER_TOLD = "Players are never told who blocks or mutes them."
SECRETS = {"id", "password"}

register(
    Holding(Player, "bot_owner", Then.DETACHED, section="bots"),
    Holding(PastName, "player", Then.DELETED, section="past_names"),
    Holding(Notice, "player", Then.DELETED, section="notices"),
    Holding(PushSubscription, "player", Then.DELETED, section="push_subscriptions"),
    Holding(
        Sanction,
        "player",
        Then.KEPT,
        why="Appeals and figures count it; what was written about the person is erased.",
        section="sanctions",
    ),
    Holding(Sanction, "given_by", Then.KEPT, why=ANSWERS_FOR_IT, left_out="It is about somebody else."),
    Holding(Sanction, "lifted_by", Then.KEPT, why=ANSWERS_FOR_IT, left_out="It is about somebody else."),
    Holding(Lapse, "player", Then.DELETED, section="lapses"),
    Holding(Block, "player", Then.DELETED, section="blocks"),
    Holding(Block, "other", Then.DELETED, left_out=NEVER_TOLD),
    Holding(Mute, "player", Then.DELETED, section="mutes"),
    Holding(Mute, "other", Then.DELETED, left_out=NEVER_TOLD),
    Holding(DeletionLetter, "player", Then.DETACHED, left_out="It is on its way to the player."),
    Holding(DataExport, "player", Then.DELETED, section="exports"),
    Holding(EmailAddress, "user", Then.DELETED, section="email_addresses"),
    Holding(Authenticator, "user", Then.DELETED, section="second_factors"),
    Holding(UserSession, "user", Then.DELETED, section="sessions"),
    Holding(LogEntry, "user", Then.KEPT, why=ANSWERS_FOR_IT, section="admin_actions"),
    Holding(Player.groups.through, "player", Then.DELETED, section="roles"),
    Holding(Player.user_permissions.through, "player", Then.DELETED, section="permissions"),
)

if apps.is_installed("allauth.socialaccount"):
    from allauth.socialaccount.models import SocialAccount

    register(Holding(SocialAccount, "user", Then.DELETED, section="accounts_of_other_sites"))
    exports("accounts_of_other_sites", columns(SocialAccount, "user", "provider", "uid", "date_joined", "extra_data"))


def _profile(player: Player) -> Iterator[Row]:
    fields = [field for field in Player._meta.concrete_fields if field.name not in SECRETS]
    yield {field.name: getattr(player, field.attname) for field in fields}


def _notices(player: Player) -> Iterator[Row]:
    for notice in Notice.objects.filter(player=player).order_by("created_at", "pk").iterator():
        text = sentence(notice) if notice.kind in KINDS else ""
        about = {"at": notice.created_at, "read_at": notice.read_at, "mail": notice.mail, "url": notice.url}
        yield {"kind": notice.kind, "text": text, **about}


def _sanctions(player: Player) -> Iterator[Row]:
    for sanction in Sanction.objects.filter(player=player).order_by("pk"):
        times = {name: getattr(sanction, name) for name in ("starts_at", "ends_at", "read_at", "lifted_at")}
        yield {"kind": sanction.kind, "reason": reason_of(sanction), **times}


exports("profile", _profile)
exports("bots", columns(Player, "bot_owner", "date_joined", name="username"))
exports("past_names", columns(PastName, "player", "name", "given_up_at", "reserved_until"))
exports("email_addresses", columns(EmailAddress, "user", "email", "verified", "primary"))
exports("second_factors", columns(Authenticator, "user", "type", "created_at", "last_used_at"))
exports("sessions", columns(UserSession, "user", "ip", "user_agent", "created_at", "last_seen_at"))
exports("notices", _notices)
exports("push_subscriptions", columns(PushSubscription, "player", "endpoint", "user_agent", "created_at"))
exports("sanctions", _sanctions)
exports("lapses", columns(Lapse, "player", "cause", "about", "at"))
exports("blocks", columns(Block, "player", "made_at", name="other__username"))
exports("mutes", columns(Mute, "player", "made_at", name="other__username"))
exports("exports", columns(DataExport, "player", "asked_at", "made_at"))
exports("roles", columns(Player.groups.through, "player", name="group__name"))
exports("permissions", columns(Player.user_permissions.through, "player", name="permission__codename"))
exports("admin_actions", columns(LogEntry, "user", "action_time", "object_repr", "action_flag"))


@finds_obstacles
def demo_account(player: Player) -> Iterator[Obstacle]:
    if player.username == demo.NAME:
        yield Obstacle(_("The demo account is everyone's: it cannot be deleted."))


@finds_obstacles
def staff(player: Player) -> Iterator[Obstacle]:
    if player.is_staff or player.is_superuser:
        yield Obstacle(_("You have a role at this site. Ask an administrator to take it from you first."))


@erases
def erase_texts_about(player: Player, neutral: str) -> None:
    """Erase the reasons for sanctions, and the name in the admin's own log."""
    Sanction.objects.filter(player=player).exclude(reason="").update(reason="", cause=ERASED)
    about = LogEntry.objects.filter(content_type=ContentType.objects.get_for_model(Player), object_id=str(player.pk))
    about.update(object_repr=neutral, change_message="")


@remembers
def has_sanction_in_force(player: Player, now: datetime) -> bool:
    return Sanction.objects.in_force(now).filter(player=player).exclude(kind=Sanction.Kind.WARNING).exists()
