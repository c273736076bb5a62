"""Sending a notice in tests."""

from datetime import UTC, datetime

from allauth.account.models import EmailAddress

from accounts import notices
from accounts.models import Notice, Player
from accounts.notices import At, Kind

FRIDAY_AT_EIGHT = datetime(2026, 11, 27, 19, 0, tzinfo=UTC)


def tell(kind: Kind, *players: Player, key: str = "1", host: str = "Charlie", url: str = "/party/") -> None:
    gaps: dict[str, notices.Gap] = {"host": host, "starts_at": At(FRIDAY_AT_EIGHT)}
    notices.notify(kind=kind, players=[player.pk for player in players], key=key, url=url, gaps=gaps)


def with_confirmed_address(*players: Player) -> None:
    EmailAddress.objects.bulk_create(
        EmailAddress(user=player, email=player.email, verified=True, primary=True) for player in players
    )


def states() -> set[str]:
    return set(Notice.objects.values_list("mail", flat=True))
