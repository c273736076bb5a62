"""Recipients and common contents of notices about tournaments."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from accounts.notices import At, Gap, Kind, notify
from tournaments.base.permissions import organisers_of
from tournaments.models import Entry, Tournament


def players_of(tournament: Tournament) -> list[int]:
    entries = tournament.entries.exclude(status=Entry.Status.WITHDRAWN).filter(player__isnull=False)
    return [player for player in entries.values_list("player", flat=True) if player]


def gaps_of(tournament: Tournament) -> dict[str, Gap]:
    return {"tournament": tournament.name, "starts_at": At(tournament.starts_at)}


def tell(
    kind: Kind,
    tournament: Tournament,
    players: Iterable[int | None],
    *,
    key: str = "",
    gaps: Mapping[str, Gap] | None = None,
) -> None:
    notify(
        kind=kind,
        players=[player for player in players if player],
        key=key or tournament.pk,
        url=tournament.get_absolute_url(),
        gaps={**gaps_of(tournament), **(gaps or {})},
    )


def tell_organisers(kind: Kind, tournament: Tournament, *, key: str, **gaps: Gap) -> None:
    """Notify the organisers, with a link to the control room."""
    notify(
        kind=kind,
        players=organisers_of(tournament),
        key=key,
        url=f"{tournament.get_absolute_url()}control/",
        gaps={"tournament": tournament.name, **gaps},
    )
