"""Deletion of an account at its owner's request: by site admins, with a reason, logged."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

import clubs.services as clubs
from accounts import roles
from accounts.models import Player
from accounts.personal import deletion
from action_log.models import LogLine
from action_log.services import describe
from tests.moderation.conftest import NOW, moderator

pytestmark = pytest.mark.usefixtures("after_commit")

REASON = {"reason": "By letter of 3 March, from the address of the account"}


def page_of(player: Player) -> str:
    return reverse("admin:desk_erase", args=[player.pk])


@pytest.fixture
def admin(as_role: Callable[..., Client]) -> Client:
    return as_role(roles.Role.SITE_ADMIN)


def is_begun(player: Player) -> bool:
    return Player.objects.get(pk=player.pk).deletion_due_at is not None


def test_a_site_admin_begins_the_deletion_which_is_logged_and_can_be_cancelled(admin: Client, alice: Player) -> None:
    assert page_of(alice) in admin.get(reverse("admin:accounts_player_change", args=[alice.pk])).text
    assert "Begin the deletion" in admin.get(page_of(alice)).text
    text = admin.post(page_of(alice), REASON, follow=True).text
    assert is_begun(alice)
    assert "unless its owner signs in and keeps it" in text
    line = LogLine.objects.get(action="deletion-begun")
    assert (line.whom, line.reason) == (alice, REASON["reason"])
    assert describe(line) == f"{line.by} began the deletion of Alice's account, as its owner had asked for."
    admin.post(page_of(alice), REASON)
    assert LogLine.objects.filter(action="deletion-begun").count() == 1
    deletion.cancel(player=alice)
    assert not is_begun(alice)


def test_nothing_begins_without_a_reason(admin: Client, alice: Player) -> None:
    assert "how the owner has asked" in admin.post(page_of(alice), {"reason": "Why?"}, follow=True).text
    assert not is_begun(alice)


def test_obstacles_are_shown_and_nothing_is_logged(admin: Client, alice: Player, bob: Player) -> None:
    club = clubs.found(founder=alice, now=NOW, name="Bones")
    clubs.join(club_id=club.pk, player=bob, now=NOW)
    sentences = [str(obstacle.sentence) for obstacle in deletion.obstacles_of(alice)]
    assert sentences
    assert "has to settle this first" in admin.get(page_of(alice)).text
    admin.post(page_of(alice), REASON)
    assert not is_begun(alice)
    assert not LogLine.objects.filter(action="deletion-begun").exists()


def test_accounts_of_the_team_are_not_deleted_here(admin: Client) -> None:
    maud = moderator("Maud")
    admin.post(page_of(maud), REASON)
    assert not is_begun(maud)


def test_nobody_else_may(as_role: Callable[..., Client], alice: Player) -> None:
    for role in (roles.Role.HELPER, roles.Role.MODERATOR, roles.Role.HEAD):
        browser = as_role(role)
        assert browser.post(page_of(alice), REASON).status_code == 403
        assert page_of(alice) not in browser.get(reverse("admin:accounts_player_change", args=[alice.pk])).text
    assert not is_begun(alice)
