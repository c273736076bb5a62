"""Every kind of act: what it does, that those concerned are told, that it is logged, and that it can be lifted."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

import pytest
from django.utils import timezone

import clubs.services as clubs
from accounts.models import Notice, Player, Sanction
from accounts.standing import Right, is_shadowed
from action_log.models import LogLine
from action_log.services import describe
from chat.models import ChatLine
from clubs.models import Announcement, Club, Emblem
from common.errors import UserError
from games import services as games
from games.models import Table
from moderation import acts
from moderation.models import Act
from tests.clubs.people import refused
from tests.games.people import play_to_the_end, seated_table, short
from tests.moderation.acts.conftest import SOON, case_about, may
from tests.moderation.conftest import NOW
from tests.tournaments.people import DUELS, fresh, planned, players
from tests.tournaments.teams.test_forming import COUPLES
from tournaments.divisions import seasons as leagues
from tournaments.divisions.seasons import Wanted
from tournaments.life import entering
from tournaments.models import Season, Tournament
from tournaments.planning.series import repeating
from tournaments.teams import forming
from tournaments.terms import Terms

pytestmark = pytest.mark.usefixtures("after_commit")

Effect = Callable[[], bool]


@dataclass(frozen=True)
class Scene:
    """The subject of an act, and a check for its effect."""

    has_effect: Effect
    arguments: dict[str, Any]
    case_kind: str = "abuse"


def on_player(**arguments: Any) -> Callable[[Player, Right], Scene]:
    def scene(vera: Player, right: Right) -> Scene:
        return Scene(lambda: not may(vera, right), {"player": vera, **arguments})

    return scene


def name_scene(vera: Player, friend: Player) -> Scene:
    return Scene(lambda: Player.objects.get(pk=vera.pk).username != "Vera", {"player": vera})


def shadow_scene(vera: Player, friend: Player) -> Scene:
    return Scene(lambda: is_shadowed(vera), {"player": vera, "until": SOON}, "spam")


def sanction_scene(kind: str, until: Any = None) -> Callable[[Player, Player], Scene]:
    def scene(vera: Player, friend: Player) -> Scene:
        in_force = Sanction.objects.in_force(timezone.now()).filter(player=vera, kind=kind)
        return Scene(in_force.exists, {"player": vera, **({"until": until} if until else {})})

    return scene


def line_scene(vera: Player, friend: Player) -> Scene:
    table = seated_table([vera, friend])
    line = games.say(table_id=table.pk, player=vera, text="You brick")
    return Scene(lambda: not ChatLine.objects.shown().filter(pk=line.pk).exists(), {"subject_id": str(line.pk)})


def lines_scene(vera: Player, friend: Player) -> Scene:
    table = seated_table([vera, friend])
    for text in ("You brick", "You stone"):
        games.say(table_id=table.pk, player=vera, text=text)
    return Scene(lambda: not ChatLine.objects.shown().filter(author=vera).exists(), {"player": vera})


def running_scene(vera: Player, friend: Player) -> Scene:
    table = seated_table([vera, friend])
    return Scene(lambda: table.seats.get(player=vera).left, {"player": vera, "subject_id": table.pk})


def waiting_scene(vera: Player, friend: Player) -> Scene:
    table = games.open_table(owner=friend, game="two-step", options={}, bots=["", ""], seconds=60)
    games.join(table_id=table.pk, player=vera)

    def is_kept_out() -> bool:
        try:
            games.join(table_id=table.pk, player=vera)
        except UserError:
            return True
        return False

    return Scene(is_kept_out, {"player": vera, "subject_id": table.pk})


def stopped_scene(vera: Player, friend: Player) -> Scene:
    table = seated_table([vera, friend])
    return Scene(lambda: Table.objects.get(pk=table.pk).status == Table.Status.CLOSED, {"subject_id": table.pk})


def voided_scene(vera: Player, friend: Player) -> Scene:
    table = seated_table([vera, friend], game="two-step", options=short("two-step"))
    play_to_the_end(table.pk, random.Random(1))
    return Scene(lambda: not Table.objects.counted().filter(pk=table.pk).exists(), {"subject_id": table.pk})


def club_of(vera: Player) -> Club:
    return clubs.found(founder=vera, now=NOW, name="Rude Bones", about="Rude words")


def club_scene(has_effect: Callable[[Club], bool]) -> Callable[[Player, Player], Scene]:
    def scene(vera: Player, friend: Player) -> Scene:
        club = club_of(vera)
        Emblem.objects.create(club=club, picture=b"rude")
        return Scene(lambda: has_effect(Club.objects.get(pk=club.pk)), {"subject_id": str(club.pk)})

    return scene


def announcement_scene(vera: Player, friend: Player) -> Scene:
    said = clubs.publish(club_id=club_of(vera).pk, by=vera, now=NOW, title="Rude", text="Words")
    return Scene(lambda: not Announcement.objects.exists(), {"subject_id": str(said.pk)})


def seasons_scene(vera: Player, friend: Player) -> Scene:
    club = club_of(vera)
    days = [(date(2025, 1, 1), date(2025, 12, 31)), (date(2026, 9, 1), date(2027, 6, 30))]
    for first, last in days:
        Season.objects.create(club=club, name="Rude Season", first_day=first, last_day=last)

    def are_called_by_their_years() -> bool:
        return [season.name for season in club.seasons.order_by("first_day")] == ["2025", "2026/2027"]

    return Scene(are_called_by_their_years, {"subject_id": str(club.pk)})


def leagues_scene(vera: Player, friend: Player) -> Scene:
    club = club_of(vera)
    divisions = [Wanted("Rude Ones", 4, 1), Wanted("Ruder Ones", 4, 0)]
    league = leagues.found_league(club_id=club.pk, by=vera, name="Rude League", divisions=divisions)
    like = Terms.from_columns({**DUELS, "format": "round-robin", "rounds": 0})
    drafted = leagues.draft_season(league_id=league.pk, by=vera, starts_at=NOW + timedelta(days=1), now=NOW, like=like)
    Tournament.objects.filter(pk=drafted[1].pk).update(name="Own Name")

    def have_neutral_names() -> bool:
        league.refresh_from_db()
        names = [league.name, *league.divisions.order_by("rank").values_list("name", flat=True)]
        played = [fresh(one).name for one in drafted]
        assert played[1] == "Own Name"
        return [*names, played[0]] == [f"#{league.pk}", "#1", "#2", f"#{league.pk} 1: #1"]

    return Scene(have_neutral_names, {"subject_id": str(club.pk)})


def teams_scene(vera: Player, friend: Player) -> Scene:
    tournament = planned(vera, COUPLES, name="Couples")
    entries = [entering.enter(tournament_id=tournament.pk, player=player) for player in players(2)]
    team = forming.put_together(tournament, "Rude Team", entries)

    def has_a_neutral_name() -> bool:
        team.refresh_from_db()
        return bool(team.name == f"#{team.pk}")

    return Scene(has_a_neutral_name, {"subject_id": tournament.pk})


def series_scene(vera: Player, friend: Player) -> Scene:
    first = planned(vera, name="Rude Cup", description="Rude words", starts_at=NOW + timedelta(days=1))
    Tournament.objects.filter(pk=first.pk).update(status=Tournament.Status.REGISTRATION)
    series = repeating.repeat(tournament_id=first.pk, rule="FREQ=WEEKLY", days_ahead=14, now=NOW)
    assert series.tournaments.filter(name="Rude Cup", description="Rude words").count() > 1

    def are_clean() -> bool:
        return all(one.name == f"#{one.pk}" and not one.description for one in series.tournaments.all())

    return Scene(are_clean, {"subject_id": first.pk})


def tournament_scene(has_effect: Callable[[Tournament], bool]) -> Callable[[Player, Player], Scene]:
    def scene(vera: Player, friend: Player) -> Scene:
        tournament = planned(vera, name="Rude Cup", description="Rude words")
        return Scene(lambda: has_effect(fresh(tournament)), {"subject_id": tournament.pk})

    return scene


def entry_scene(vera: Player, friend: Player) -> Scene:
    tournament = planned(friend)
    entry = entering.enter(tournament_id=tournament.pk, player=vera)

    def is_out() -> bool:
        entry.refresh_from_db()
        return bool(entry.status == "withdrawn")

    return Scene(is_out, {"player": vera, "subject_id": tournament.pk})


SCENES: dict[tuple[str, str], Callable[[Player, Player], Scene]] = {
    ("warn", ""): sanction_scene("warning"),
    ("message", ""): sanction_scene("message"),
    ("mute", ""): sanction_scene("muted", SOON),
    ("pause-play", ""): sanction_scene("no-play", SOON),
    ("pause-tournaments", ""): sanction_scene("no-tournaments"),
    ("close-account", ""): sanction_scene("closed"),
    ("shadow-hide", ""): shadow_scene,
    ("rename", ""): name_scene,
    ("hide-line", ""): line_scene,
    ("hide-all", ""): lines_scene,
    ("remove-from-table", "running"): running_scene,
    ("remove-from-table", "open"): waiting_scene,
    ("stop-table", ""): stopped_scene,
    ("void-result", ""): voided_scene,
    ("rename-club", ""): club_scene(lambda club: club.name != "Rude Bones"),
    ("remove-club-text", ""): club_scene(lambda club: not club.about),
    ("remove-emblem", ""): club_scene(lambda club: not Emblem.objects.filter(club=club).exists()),
    ("remove-announcement", ""): announcement_scene,
    ("rename-seasons", ""): seasons_scene,
    ("rename-leagues", ""): leagues_scene,
    ("freeze-club", ""): club_scene(lambda club: club.frozen_at is not None),
    ("close-club", ""): club_scene(lambda club: club.closed_at is not None),
    ("withdraw-entry", ""): entry_scene,
    ("rename-tournament", ""): tournament_scene(lambda one: one.name != "Rude Cup"),
    ("clean-tournament", ""): tournament_scene(lambda one: not one.description),
    ("clean-series", ""): series_scene,
    ("rename-teams", ""): teams_scene,
    ("freeze-tournament", ""): tournament_scene(lambda one: one.frozen_at is not None),
    ("close-tournament", ""): tournament_scene(lambda one: one.status == Tournament.Status.CANCELLED),
}


def test_there_is_a_scene_for_each_kind() -> None:
    assert {kind for kind, _where in SCENES} == set(acts.KINDS)


@pytest.mark.parametrize("which", SCENES, ids="-".join)
def test_an_act_takes_effect_is_told_and_logged_once_and_can_be_lifted(
    which: tuple[str, str], vera: Player, alice: Player, hanna: Player
) -> None:
    kind, scene = acts.KINDS[which[0]], SCENES[which](vera, alice)
    case = case_about(vera, hanna, scene.case_kind)
    chosen: dict[str, Any] = {"kind": kind.slug, "case_id": case.pk, "by": hanna, "now": NOW, "reason": "You were rude"}
    assert not scene.has_effect()
    act = acts.carry_out(**chosen, **scene.arguments)
    assert scene.has_effect()
    assert act.state == Act.State.DONE
    told = Notice.objects.filter(player=vera, gaps__reason="You were rude")
    assert told.count() == (0 if kind.slug == "shadow-hide" else 1)
    line = LogLine.objects.get(action=f"act-{kind.slug}")
    assert describe(line).startswith(f"Hanna · {kind.label}")
    assert line.reason == "You were rude"
    if which[0] not in ("stop-table", "remove-announcement", "remove-from-table", "withdraw-entry"):
        assert acts.carry_out(**chosen, **scene.arguments).pk == act.pk

    if not kind.can_be_lifted:
        with refused("lasting"):
            acts.lift(act_id=act.pk, by=hanna, now=NOW)
        return
    for _twice in range(2):
        assert acts.lift(act_id=act.pk, by=hanna, now=NOW).state == Act.State.LIFTED
    assert not scene.has_effect()
    told_back = Notice.objects.filter(player=vera, kind__in=["act-taken-back", "sanction-lifted"])
    assert told_back.count() == told.count()
    assert LogLine.objects.filter(action="act-lifted").count() == 1
