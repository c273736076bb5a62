"""Players appeal against an organiser's action, and somebody else decides."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import Notice, Player
from accounts.notices import Kind
from action_log.models import LogLine
from action_log.services import describe
from common.errors import UserError
from games import services as tables
from tests.tournaments.control.at_pages import browser, page
from tests.tournaments.control.at_tables import about, board
from tests.tournaments.people import advanced, fresh, players, started
from tournaments.base.log import lines_of
from tournaments.calls import appealing
from tournaments.control.actions.clock.extend import ExtendRound
from tournaments.control.actions.tables.correct import Correct
from tournaments.control.actions.undo import Undo
from tournaments.models import Appeal, Tournament
from tournaments.notices import desk

pytestmark = pytest.mark.django_db
WHY = "I had nothing left"


@pytest.fixture
def ida(db: None) -> Player:
    return Player.objects.create_user("Ida", "ida@example.org")


@pytest.fixture
def friday(olga: Player, ida: Player) -> Tournament:
    """Return eight players at two tables, the result of the first corrected by Olga; Ida helps her."""
    tournament = started(olga, players(8), round_minutes=30)
    tournament.helpers.add(ida)
    points = Correct(board=board(tournament).pk, points=[1, 2, 3, 4])
    points.carry_out(**about(tournament, olga), reason="They told me")
    return fresh(tournament)


@pytest.fixture
def site() -> Iterator[list[Appeal]]:
    """Register a handler for appeals to the site; return the list of those that it gets."""
    before, taken = list(appealing._site_handlers), []  # type: ignore[var-annotated]
    appealing._site_handlers[:] = [taken.append]
    yield taken
    appealing._site_handlers[:] = before


def sitter(tournament: Tournament, number: int = 1) -> Player:
    place = board(tournament, number).places.select_related("entry__player").get(seat=0)
    assert place.entry.player is not None
    return place.entry.player


def correction(tournament: Tournament) -> LogLine:
    return lines_of(tournament).get(action="correct", details__table=1)


def appeals(tournament: Tournament, to: str = Appeal.To.ORGANISERS) -> Appeal:
    line_id = correction(tournament).pk
    return appealing.appeal(tournament_id=tournament.pk, player=sitter(tournament), line_id=line_id, to=to, text=WHY)


def test_players_see_what_was_decided_about_them_and_all(friday: Tournament, olga: Player) -> None:
    ExtendRound(minutes=5).carry_out(**about(friday, olga), reason="It is close")
    at_table, elsewhere = browser(sitter(friday)), browser(sitter(friday, 2))
    said = [one.line.action for one in at_table.get(page("decisions", friday)).context["decisions"]]
    assert said == ["extend", "correct"]
    others = [one.line.action for one in elsewhere.get(page("decisions", friday)).context["decisions"]]
    assert others == ["extend"]
    assert browser(None).get(page("decisions", friday)).status_code == 302


def test_an_appeal_goes_to_the_other_organisers(friday: Tournament, ida: Player) -> None:
    data = {"line": correction(friday).pk, "to": "organisers", "text": f" {WHY}\n"}
    answer = browser(sitter(friday)).post(page("decisions", friday), data, follow=True)
    assert "You will be told what comes of it." in answer.text
    assert WHY in answer.text
    assert [notice.player for notice in Notice.objects.filter(kind=desk.APPEALED.slug)] == [ida]
    again = browser(sitter(friday)).post(page("decisions", friday), data, follow=True)
    assert "You have appealed against this already." in again.text
    assert Appeal.objects.count() == 1


def test_an_undone_action_cannot_be_appealed_against_but_undoing_it_can(
    friday: Tournament, olga: Player, ida: Player
) -> None:
    tables.finish(table_id=str(board(friday, 2).table_id))
    advanced(friday, timezone.now())
    points = Correct(board=board(friday, 2).pk, points=[1, 2, 3, 4])
    line = points.carry_out(**about(friday, olga), reason="They told me")
    places = board(friday, 2).places.select_related("entry__player").order_by("seat")
    first, other = (place.entry.player for place in places[:2])
    assert first is not None
    assert other is not None
    appealing.appeal(tournament_id=friday.pk, player=first, line_id=line.pk, to=Appeal.To.ORGANISERS, text=WHY)
    back = Undo(act=line.pk).carry_out(**about(friday, olga), reason="They erred")
    assert '<span class="badge">undone</span>' in browser(ida).get(page("control", friday)).text
    with pytest.raises(UserError) as refusal:
        appealing.appeal(tournament_id=friday.pk, player=other, line_id=line.pk, to=Appeal.To.ORGANISERS, text=WHY)
    assert refusal.value.code == "undone"
    shown = browser(other).get(page("decisions", friday)).context["decisions"]
    assert [(one.line.pk, bool(one.ways)) for one in shown] == [(back.pk, True), (line.pk, False)]
    appealing.appeal(tournament_id=friday.pk, player=other, line_id=back.pk, to=Appeal.To.ORGANISERS, text=WHY)
    elsewhere = browser(sitter(friday)).get(page("decisions", friday)).context["decisions"]
    assert [one.line.pk for one in elsewhere] == [correction(friday).pk]


def test_the_organiser_who_acted_sees_the_appeal_but_does_not_decide(friday: Tournament, olga: Player) -> None:
    made = appeals(friday)
    assert "You did this yourself: a co-organiser decides." in browser(olga).get(page("control", friday)).text
    answer = browser(olga).post(
        page("control-action", friday, "uphold"), {"appeal": made.pk, "reason": "Fine"}, follow=True
    )
    assert "Somebody else has to decide on this appeal" in answer.text
    assert Appeal.objects.get().decided_at is None


@pytest.mark.parametrize(
    ("slug", "kind", "word"),
    [("uphold", desk.UPHELD, "upheld"), ("turn-down", desk.TURNED_DOWN, "turned down")],
)
def test_the_answer_has_a_reason_and_is_logged(
    friday: Tournament, ida: Player, slug: str, kind: Kind, word: str
) -> None:
    made, client = appeals(friday), browser(ida)
    without = client.post(page("control-action", friday, slug), {"appeal": made.pk, "reason": " "})
    assert without.status_code == 409
    client.post(page("control-action", friday, slug), {"appeal": made.pk, "reason": "I was there"})
    made.refresh_from_db()
    assert (made.decided_by, made.is_upheld, made.reason) == (ida, slug == "uphold", "I was there")
    line = lines_of(friday)[0]
    assert describe(line) == (
        f"The appeal of {made.player.username} was {word} against this: {describe(correction(friday))}"
    )
    assert (line.by, line.reason) == (ida, "I was there")
    assert Notice.objects.get(kind=kind.slug).player == made.player
    assert "I was there" in browser(made.player).get(page("decisions", friday)).text
    twice = client.post(page("control-action", friday, slug), {"appeal": made.pk, "reason": "Again"}, follow=True)
    assert "This appeal has been decided already." in twice.text


def test_without_anybody_else_there_is_only_the_site(friday: Tournament, olga: Player, site: list[Appeal]) -> None:
    friday.helpers.clear()
    with pytest.raises(UserError) as refusal:
        appeals(friday)
    assert refusal.value.code == "nobody"
    html = browser(sitter(friday)).get(page("decisions", friday)).text
    assert 'value="organisers"' not in html
    assert 'value="site"' in html
    assert site == [appeals(friday, Appeal.To.SITE)]


def test_without_moderators_nothing_goes_to_the_site(friday: Tournament, site: list[Appeal]) -> None:
    appealing._site_handlers.clear()
    assert 'value="site"' not in browser(sitter(friday)).get(page("decisions", friday)).text
    with pytest.raises(UserError):
        appeals(friday, Appeal.To.SITE)


def test_only_the_site_decides_appeals_made_to_it(friday: Tournament, ida: Player, site: list[Appeal]) -> None:
    made, moderator = appeals(friday, Appeal.To.SITE), Player.objects.create_user("Mona", "mona@example.org")
    answer = browser(ida).post(
        page("control-action", friday, "uphold"), {"appeal": made.pk, "reason": "Fine"}, follow=True
    )
    assert "This appeal went to the moderators of the site." in answer.text
    line = appealing.decide_for_site(appeal_id=made.pk, by=moderator, is_upheld=True, reason="The record says so")
    assert describe(line).startswith(f"The site upheld the appeal of {made.player.username} against this: Round 1")
    assert line.by == moderator
    assert Notice.objects.get(kind=desk.UPHELD.slug).player == made.player
    with pytest.raises(UserError):
        appealing.decide_for_site(appeal_id=made.pk, by=moderator, is_upheld=False, reason="No")


def test_appeals_are_about_oneself_and_made_within_a_week(friday: Tournament) -> None:
    line = correction(friday)
    with pytest.raises(UserError) as refusal:
        appealing.appeal(
            tournament_id=friday.pk, player=sitter(friday, 2), line_id=line.pk, to=Appeal.To.ORGANISERS, text=WHY
        )
    assert refusal.value.code == "no-act"
    with pytest.raises(UserError) as refusal:
        appealing.appeal(
            tournament_id=friday.pk,
            player=sitter(friday),
            line_id=line.pk,
            to=Appeal.To.ORGANISERS,
            text=WHY,
            now=timezone.now() + timedelta(days=8),
        )
    assert refusal.value.code == "too-late"


def test_a_held_seating_cannot_be_appealed_against(olga: Player) -> None:
    tournament = started(olga, players(8), holds_seatings=True)
    first = board(tournament).places.order_by("seat")[0].entry
    browser(olga).post(page("control-action", tournament, "bye"), {"one": first.pk, "reason": "Needs a break"})
    assert lines_of(tournament).filter(action="bye").exists()
    assert first.player is not None
    assert appealing.decisions_about(tournament, first.player) == []
