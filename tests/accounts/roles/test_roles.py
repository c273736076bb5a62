"""Roles: who gives and takes them, and what each permits."""

from __future__ import annotations

from io import StringIO

import pytest
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import Group
from django.core.management import CommandError, call_command
from pytest_django import Settings

from accounts import demo, roles, services
from accounts.models import Player
from accounts.roles import Role, Severity
from common.errors import UserError
from tests.accounts.roles.staff import of_staff

pytestmark = pytest.mark.django_db

QUESTIONS = {
    roles.may_see_queue: Role.HELPER,
    roles.may_answer_appeals: Role.MODERATOR,
    roles.may_see_private_chat: Role.MODERATOR,
    roles.may_see_likely_same: Role.MODERATOR,
    roles.may_open_hands: Role.HEAD,
    roles.may_export_log: Role.HEAD,
    roles.may_see_addresses: Role.SITE_ADMIN,
    roles.may_manage_staff: Role.SITE_ADMIN,
}

ACTS = """
                 helper     moderator  head   site admin
    light        alone      alone      alone  alone
    ordinary     proposes   alone      alone  alone
    severe       no         proposes   alone  alone
"""


def test_every_check_is_tested() -> None:
    asked = {value for name, value in vars(roles).items() if name.startswith("may_")}
    assert asked == {*QUESTIONS, roles.may_act, roles.may_act_alone, roles.may_approve}


@pytest.mark.parametrize("role", Role)
def test_each_role_has_its_permissions(role: Role) -> None:
    stella = of_staff(role)
    assert {one: one(stella) for one in QUESTIONS} == {one: role.includes(least) for one, least in QUESTIONS.items()}


@pytest.mark.parametrize("row", ACTS.strip().splitlines()[1:])
def test_severe_acts_need_a_higher_role_or_a_second_pair_of_eyes(row: str) -> None:
    severity, *expected = row.split()
    weight = Severity(severity)
    for role, word in zip(Role, expected, strict=True):
        stella = of_staff(role, f"Stella{role[:3]}")
        assert roles.may_act(stella, weight) == (word != "no")
        assert roles.may_act_alone(stella, weight) == (word == "alone")
        assert roles.may_approve(stella, weight) == role.includes(Role.MODERATOR)


def test_players_without_a_role_have_no_permissions(alice: Player) -> None:
    closed = of_staff(Role.HEAD)
    Player.objects.filter(pk=closed.pk).update(is_active=False)
    for nobody in (alice, services.create_guest(), closed):
        assert not any(question(nobody) for question in QUESTIONS)


def test_a_superuser_is_a_site_admin(alice: Player) -> None:
    Player.objects.filter(pk=alice.pk).update(is_superuser=True)
    assert roles.role_of(alice) == Role.SITE_ADMIN


def test_a_role_counts_only_with_a_second_factor(settings: Settings) -> None:
    stella = of_staff(Role.HEAD)
    settings.STAFF_NEED_SECOND_FACTOR = True
    assert roles.role_of(stella) is None
    Authenticator.objects.create(user=stella, type=Authenticator.Type.TOTP, data={})
    assert roles.role_of(stella) == Role.HEAD


def test_a_player_has_one_role_at_a_time(alice: Player) -> None:
    roles.give_role(player=alice, role=Role.HEAD)
    roles.give_role(player=alice, role=Role.HELPER)
    alice.refresh_from_db()
    assert (roles.role_of(alice), alice.is_staff) == (Role.HELPER, True)
    roles.take_role(player=alice)
    roles.take_role(player=alice)
    alice.refresh_from_db()
    assert (roles.role_of(alice), alice.is_staff) == (None, False)


def test_other_groups_stay(alice: Player) -> None:
    alice.groups.add(Group.objects.create(name="choir"))
    roles.give_role(player=alice, role=Role.HEAD)
    roles.take_role(player=alice)
    assert [group.name for group in alice.groups.all()] == ["choir"]


def test_only_a_site_admin_changes_roles_and_not_their_own(alice: Player) -> None:
    head, root = of_staff(Role.HEAD, "Hedda"), of_staff(Role.SITE_ADMIN, "Ruth")
    for by, player, code in [(head, alice, "not-allowed"), (head, root, "not-allowed"), (root, root, "yourself")]:
        with pytest.raises(UserError) as refused:
            roles.give_role(player=player, role=Role.MODERATOR, by=by)
        assert refused.value.code == code
        with pytest.raises(UserError) as refused:
            roles.take_role(player=player, by=by)
        assert refused.value.code == code
    roles.give_role(player=alice, role=Role.MODERATOR, by=root)
    assert roles.role_of(alice) == Role.MODERATOR


def test_guests_the_demo_account_and_closed_accounts_get_no_role(alice: Player) -> None:
    demo.make_demo_players()
    alice.is_active = False
    alice.save()
    for player, code in [
        (services.create_guest(), "guest"),
        (Player.objects.named(demo.NAME).get(), "demo"),
        (alice, "closed"),
    ]:
        with pytest.raises(UserError) as refused:
            roles.give_role(player=player, role=Role.HELPER)
        assert refused.value.code == code


def test_missing_groups_are_made_after_every_migration() -> None:
    Group.objects.all().delete()
    call_command("migrate", verbosity=0)
    assert {group.name for group in Group.objects.all()} == {*Role}


def command(*words: str) -> str:
    out = StringIO()
    call_command("role", *words, stdout=out)
    return out.getvalue()


def test_roles_are_given_and_taken_from_the_command_line(alice: Player, bob: Player) -> None:
    assert "Nobody has a role yet." in command()
    assert command("alice") == "Alice: none\n"
    assert command("alice", "site-admin") == "Alice: site-admin\n"
    assert command("Bob", "Moderator") == "Bob: moderator\n"
    assert command() == "Alice: site-admin\nBob: moderator\n"
    assert command("Bob", "none") == "Bob: none\n"
    assert roles.role_of(bob) is None


def test_the_command_says_that_a_second_factor_is_missing(alice: Player, settings: Settings) -> None:
    settings.STAFF_NEED_SECOND_FACTOR = True
    assert "without a second factor" in command("alice", "head")


def test_the_command_says_what_is_wrong(alice: Player) -> None:
    guest = services.create_guest()
    Player.objects.create_superuser(username="Root-of-all")
    for words, sentence in [
        (["Nobody"], "There is no player called Nobody."),
        (["Alice", "king"], "There is no role called king. The roles are: helper, moderator, head, site-admin, none."),
        ([guest.username, "helper"], "Guests cannot have a role: they have no password."),
        (["Root-of-all", "none"], "Root-of-all is a superuser, and therefore always a site admin."),
    ]:
        with pytest.raises(CommandError) as failed:
            command(*words)
        assert str(failed.value) == sentence
