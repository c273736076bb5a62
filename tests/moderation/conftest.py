"""Moderators, reports and cases."""

from datetime import timedelta

import pytest
from django.conf import LazySettings
from django.utils import timezone

from accounts import roles
from accounts.models import Player
from common.errors import UserError
from moderation.evidence.subject import Subject
from moderation.models import Case, Report
from moderation.services import reporting

NOW = timezone.now()


def moderator(name: str) -> Player:
    player = Player.objects.create_user(username=name, password=f"{name}-likes-bones")
    roles.give_role(player=player, role=roles.Role.MODERATOR)
    return player


@pytest.fixture(autouse=True)
def without_second_factor(settings: LazySettings) -> None:
    settings.STAFF_NEED_SECOND_FACTOR = False


@pytest.fixture
def maud(db: None) -> Player:
    return moderator("Maud")


@pytest.fixture
def milo(db: None) -> Player:
    return moderator("Milo")


@pytest.fixture
def vera(db: None) -> Player:
    """Vera, who writes what gets reported."""
    return Player.objects.create_user(username="Vera", date_joined=NOW - timedelta(days=90))


def long_here(player: Player) -> Player:
    player.date_joined = NOW - timedelta(days=90)
    player.save()
    return player


def about(player: Player, *, kind: str = "player", key: str | None = None) -> Subject:
    return Subject(kind, key or str(player.pk), player)


def reported(player: Player, reporter: Player | None, kind: str = "abuse", hours_ago: int = 0) -> Report:
    """Let somebody report a player, without the limits of their address."""
    at = NOW - timedelta(hours=hours_ago)
    return reporting.report(
        subject=about(player), kind=kind, text="Look at this", reporter=reporter, address=None, now=at
    )


def code_of(caught: pytest.ExceptionInfo[UserError]) -> str:
    return caught.value.code


def queue() -> list[Case]:
    return list(Case.objects.queue())
