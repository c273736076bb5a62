"""Keeping two apart: the format does its best, and the log says when that was impossible."""

from __future__ import annotations

import pytest
from django.utils import timezone

from accounts.models import Player
from common.errors import UserError
from tests.tournaments.control.at_pages import browser, page
from tests.tournaments.people import DUELS, FRIDAY, advanced, entry_of, fresh, planned, players
from tournaments.base.log import lines_of
from tournaments.control.actions.base import Context
from tournaments.control.actions.players.apart import KeepApart, LetMeet
from tournaments.control.actions.seating.draw import DrawAgain
from tournaments.life import entering
from tournaments.models import Place, Tournament

pytestmark = pytest.mark.django_db


def entered(olga: Player, people: list[Player], **plan: object) -> Tournament:
    tournament = planned(olga, {**FRIDAY, **plan})
    for player in people:
        entering.enter(tournament_id=tournament.pk, player=player)
    return fresh(tournament)


def keep_apart(tournament: Tournament, olga: Player, one: Player, other: Player) -> None:
    pair = KeepApart(one=entry_of(tournament, one).pk, other=entry_of(tournament, other).pk)
    pair.carry_out(tournament_id=tournament.pk, by=olga)


def boards(tournament: Tournament, *people: Player) -> set[int | None]:
    places = Place.objects.filter(round__tournament=tournament, round__number=1, entry__player__in=people)
    return set(places.values_list("board__number", flat=True))


@pytest.mark.parametrize("seating", ["spread", "random", "standings", "fixed"])
def test_couples_sit_at_different_tables(olga: Player, seating: str) -> None:
    people = players(8)
    tournament = entered(olga, people, seating=seating)
    for one, other in zip(people[::2], people[1::2], strict=True):
        keep_apart(tournament, olga, one, other)
    tournament = advanced(tournament, tournament.starts_at)
    for one, other in zip(people[::2], people[1::2], strict=True):
        assert len(boards(tournament, one, other)) == 2
    assert not lines_of(tournament).filter(action="together").exists()


def test_a_bracket_keeps_them_apart_in_the_first_round(olga: Player) -> None:
    people = players(4)
    tournament = entered(olga, people, **{**DUELS, "format": "knockout", "rounds": 0})
    keep_apart(tournament, olga, people[0], people[1])
    assert len(boards(advanced(tournament, tournament.starts_at), *people[:2])) == 2


def test_unavoidable_meetings_are_logged(olga: Player) -> None:
    people = players(3)
    tournament = entered(olga, people)
    keep_apart(tournament, olga, people[0], people[2])
    tournament = advanced(tournament, tournament.starts_at)
    (line,) = lines_of(tournament).filter(action="together")
    assert {line.details[key] for key in ("one", "other")} == {"Player1", "Player3"}
    html = browser(olga).get(page("control", tournament)).text
    assert "Player1 and Player3 meet, as there was no way to keep them apart." in html
    assert "Player1 – Player3" in html


def test_meetings_that_a_new_draw_cannot_avoid_are_logged(olga: Player) -> None:
    people = players(6)
    tournament = entered(olga, people, holds_seatings=True, table_size=3)
    keep_apart(tournament, olga, people[0], people[1])
    tournament = advanced(tournament, tournament.starts_at)
    assert not lines_of(tournament).filter(action="together").exists()
    for player in people[3:]:
        entering.withdraw(tournament_id=tournament.pk, player=player)
    DrawAgain().carry_out(tournament_id=tournament.pk, by=olga, reason="Three have gone home")
    (line,) = lines_of(tournament).filter(action="together")
    assert {line.details[key] for key in ("one", "other")} == {"Player1", "Player2"}


def test_a_pair_that_may_meet_again_is_no_longer_kept_apart(olga: Player) -> None:
    people = players(2)
    tournament = entered(olga, people, **DUELS)
    keep_apart(tournament, olga, people[0], people[1])
    with pytest.raises(UserError, match="kept apart already"):
        keep_apart(tournament, olga, people[1], people[0])
    one, other = (entry_of(tournament, player).pk for player in people)
    LetMeet(one=other, other=one).carry_out(tournament_id=tournament.pk, by=olga)
    tournament = advanced(tournament, tournament.starts_at)
    assert not lines_of(tournament).filter(action="together").exists()


@pytest.mark.parametrize(
    ("format", "sentence"),
    [("round-robin", "In a round robin"), ("knockout", "In a bracket"), ("swiss", "If the numbers")],
)
def test_the_preview_says_how_far_the_format_can_keep_them_apart(olga: Player, format: str, sentence: str) -> None:
    people = players(4)
    tournament = entered(olga, people, **{**DUELS, "format": format, "rounds": 0})
    pair = KeepApart(one=entry_of(tournament, people[0]).pk, other=entry_of(tournament, people[1]).pk)
    assert sentence in pair.preview(Context(tournament, olga, timezone.now()))[1]


def test_nobody_is_kept_apart_from_people_of_another_tournament(olga: Player) -> None:
    people = players(2)
    here, there = entered(olga, people), entered(olga, people)
    with pytest.raises(UserError):
        KeepApart(one=entry_of(here, people[0]).pk, other=entry_of(there, people[1]).pk).carry_out(
            tournament_id=here.pk, by=olga
        )
