"""Organisers invite players by name, who accept or decline with one click."""

from __future__ import annotations

import pytest
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from accounts.models import Notice, Player
from accounts.standing import block
from action_log.services import describe
from clubs.models import Membership
from common.errors import UserError
from tests.games.pages import browser_of
from tests.html import dense
from tests.tournaments.control.at_pages import done, page
from tests.tournaments.people import DUELS, advanced, entry_of, planned, players, started, the_house_plays
from tests.tournaments.plans import club_of
from tournaments.base.log import lines_of
from tournaments.control.actions.players.invite import Invite, TakeInvitationBack
from tournaments.life import entering
from tournaments.models import Entry, EntryInvitation, Tournament
from tournaments.pages.bar import invitations_at
from tournaments.tasks import remind

pytestmark = pytest.mark.usefixtures("after_commit")


def invited(tournament: Tournament, player: Player, by: Player) -> EntryInvitation:
    Invite(name=player.username).carry_out(tournament_id=tournament.pk, by=by)
    return tournament.invitations.get(player=player, answered_at=None)


def clicks(player: Player, verb: str, tournament: Tournament) -> str:
    """Press a button of the bar, and return the text of the page."""
    address = reverse(f"tournaments:{verb}", args=[tournament.pk])
    browser = browser_of(player)
    assert f'formaction="{address}"' in browser.get("/clubs/").text
    return browser.post(address, follow=True).text


def refusal(tournament: Tournament, name: str, by: Player) -> str:
    with pytest.raises(UserError) as refused:
        Invite(name=name).carry_out(tournament_id=tournament.pk, by=by)
    return refused.value.code


def newest_line(tournament: Tournament) -> str:
    line = lines_of(tournament).first()
    assert line is not None
    return describe(line)


def test_an_invited_player_sees_it_on_every_page_and_accepts_with_one_click(olga: Player, alice: Player) -> None:
    tournament = planned(olga, DUELS, most=2, least_matches=50)
    assert done(browser_of(olga), tournament, "invite", name="aLICE").status_code == 302
    assert Notice.objects.filter(player=alice, kind="tournament-invited").exists()
    assert "Olga invites you to play." in dense(browser_of(alice).get("/clubs/").text)
    assert "Olga invites you to play here." in browser_of(alice).get(tournament.get_absolute_url()).text
    assert invitations_at(alice, tournament.get_absolute_url()) == []
    assert "Take back" in browser_of(olga).get(page("control", tournament)).text
    for player in players(2):
        entering.enter_by_invitation(tournament, player, "")
    assert "You have entered." in clicks(alice, "accept", tournament)
    assert entry_of(tournament, alice).status == Entry.Status.ENTERED, "even though it is full"
    assert newest_line(tournament) == "Alice accepted the invitation."
    assert invitations_at(alice, "/") == []


def test_a_player_who_declines_is_not_entered_and_the_inviter_is_told(olga: Player, alice: Player) -> None:
    tournament = planned(olga, DUELS)
    invited(tournament, alice, olga)
    assert "You have declined the invitation." in clicks(alice, "decline", tournament)
    assert not tournament.entries.exists()
    assert Notice.objects.filter(player=olga, kind="tournament-declined").exists()
    assert newest_line(tournament) == "Alice declined the invitation."
    again = browser_of(alice).post(reverse("tournaments:accept", args=[tournament.pk]), follow=True)
    assert "This invitation is no longer valid." in again.text
    invited(tournament, alice, olga)  # and may be asked again


def test_late_entry_by_invitation_lasts_as_long_as_late_entry(olga: Player, alice: Player, bob: Player) -> None:
    tournament = started(olga, players(4), DUELS, late_rounds=2)
    for player in (alice, bob):
        invited(tournament, player, olga)
    clicks(alice, "accept", tournament)
    assert entry_of(tournament, alice).seed == 5
    the_house_plays(tournament)
    tournament = advanced(tournament, timezone.now())
    tournament.round_number = 2
    tournament.save(update_fields=["round_number"])
    assert invitations_at(bob, "/") == []
    assert "is no longer valid" in browser_of(bob).post(page("accept", tournament), follow=True).text
    assert refusal(tournament, "Charlie", olga) == "no-player"


def test_an_invitation_that_nobody_can_accept_any_more_is_not_offered(olga: Player, alice: Player, bob: Player) -> None:
    closed, late = (planned(olga, DUELS, name=name, late_rounds=last) for name, last in (("Closed", 1), ("Late", 3)))
    people = players(4)
    for tournament in (closed, late):
        for player in people:
            entering.enter(tournament_id=tournament.pk, player=player)
        invited(tournament, alice, olga)
    invited(late, bob, olga)
    remind()
    assert unread(alice) == {"Closed", "Late"}
    for tournament in (closed, late):
        advanced(tournament, tournament.starts_at)
    remind()
    assert unread(alice) == {"Late"}
    assert [one.tournament for one in invitations_at(alice, "/")] == [late]
    assert page("accept", closed) not in browser_of(alice).get(closed.get_absolute_url()).text
    assert "Take back" not in browser_of(olga).get(page("control", closed)).text
    clicks(bob, "decline", late)
    assert unread(bob) == {"Late"}
    remind()
    assert unread(bob) == set()


def unread(player: Player) -> set[str]:
    """Return the tournaments to which the player has unread invitations."""
    notices = Notice.objects.unread().filter(player=player, kind="tournament-invited")
    return {notice.gaps["tournament"] for notice in notices}


def test_an_invitation_is_taken_back(olga: Player, alice: Player) -> None:
    tournament = planned(olga, DUELS)
    invitation = invited(tournament, alice, olga)
    act = TakeInvitationBack(invitation=invitation.pk)
    act.carry_out(tournament_id=tournament.pk, by=olga)
    assert invitations_at(alice, "/") == []
    with pytest.raises(UserError) as late:
        act.carry_out(tournament_id=tournament.pk, by=olga)
    assert late.value.code == "answered"


def test_nobody_is_flooded_with_invitations(olga: Player, alice: Player, settings: Settings) -> None:
    settings.LIMITS = {**settings.LIMITS, "invitations": "3/hour"}
    tournament = planned(olga, DUELS)
    for _ in range(3):
        TakeInvitationBack(invitation=invited(tournament, alice, olga).pk).carry_out(
            tournament_id=tournament.pk, by=olga
        )
    assert refusal(tournament, "Alice", olga) == "too-often"


def test_two_organisers_invite_once_and_nobody_who_is_in_it(olga: Player, alice: Player, bob: Player) -> None:
    tournament = planned(olga, DUELS)
    tournament.helpers.add(bob)
    invited(tournament, alice, olga)
    assert refusal(tournament, "Alice", bob) == "invited"
    clicks(alice, "accept", tournament)
    assert refusal(tournament, "Alice", bob) == "entered"
    assert refusal(tournament, "Nobody", bob) == "no-player"


def test_blocks_sanctions_and_guests_look_alike(olga: Player, alice: Player, bob: Player) -> None:
    tournament = planned(olga, DUELS)
    block(player=alice, other=olga, now=timezone.now())
    guest = Player.objects.create(username="Guest1", is_guest=True)
    assert {refusal(tournament, one.username, olga) for one in (alice, guest)} == {"not-invitable"}
    invited(tournament, bob, olga)


def test_a_private_club_stays_private(olga: Player, alice: Player, bob: Player) -> None:
    club = club_of(olga, is_private=True)
    tournament = planned(olga, DUELS, club)
    assert refusal(tournament, "Alice", olga) == "members-only"
    Membership.objects.create(club=club, player=alice)
    invited(tournament, alice, olga)
    Membership.objects.filter(player=alice).delete()
    assert browser_of(alice).post(page("accept", tournament)).status_code == 404
    assert not tournament.entries.exists()
