"""Players' bots: marked for good, closed to signing in, and subject to their owners' sanctions."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from accounts import bots, demo, standing
from accounts.models import Player, Sanction
from accounts.personal import deletion
from accounts.personal.holdings import SECTIONS
from accounts.services import create_guest
from accounts.standing import Right, check_may
from common.errors import UserError
from games import services as games
from tests.clubs.people import refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def robbie(alice: Player) -> Player:
    """Alice's bot."""
    return bots.create_bot(owner=alice, name="Robbie")


def test_bot_is_marked_and_its_profile_names_the_owner(client: Client, robbie: Player, alice: Player) -> None:
    assert robbie.is_bot
    page = client.get(robbie.get_absolute_url()).content.decode()
    assert '<span class="badge">bot</span>' in page
    assert alice.get_absolute_url() in page
    assert '<span class="badge">bot</span>' not in client.get(alice.get_absolute_url()).content.decode()


def test_nobody_signs_in_to_a_bot(client: Client, robbie: Player) -> None:
    assert not robbie.has_usable_password()
    client.post("/account/login/", {"login": "Robbie", "password": ""})
    assert "_auth_user_id" not in client.session


def test_owner_is_of_bots_only_and_a_bot_is_no_guest(robbie: Player, bob: Player) -> None:
    for wrong in ({"is_bot": False}, {"is_guest": True}, {"is_staff": True}, {"email": "robbie@example.org"}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Player.objects.filter(pk=robbie.pk).update(**wrong)


def test_guests_the_demo_account_and_bots_have_no_bots(robbie: Player) -> None:
    for owner in (create_guest(), Player.objects.create_user(demo.NAME), robbie):
        with pytest.raises(UserError):
            bots.create_bot(owner=owner, name="Another")


def test_names_of_bots_follow_the_rules_of_all_names(alice: Player, bob: Player) -> None:
    for name in ("Bob", "admin", "a b"):
        with pytest.raises(ValidationError):
            bots.create_bot(owner=alice, name=name)


def test_players_have_five_bots_at_most(alice: Player) -> None:
    for number in range(bots.MOST):
        bots.create_bot(owner=alice, name=f"Robbie{number}")
    with pytest.raises(UserError, match="five bots"):
        bots.create_bot(owner=alice, name="Marvin")


def test_what_is_forbidden_to_the_owner_is_forbidden_to_the_bot(robbie: Player, alice: Player, bob: Player) -> None:
    standing.impose(player=alice, kind=Sanction.Kind.NO_PLAY, reason="Cheats", now=timezone.now())
    with pytest.raises(UserError):
        check_may(robbie, Right.PLAY)
    check_may(bob, Right.PLAY)


def test_nobody_reads_the_bot_of_a_spammer_either(robbie: Player, alice: Player) -> None:
    assert not standing.is_shadowed(robbie)
    standing.impose(player=alice, kind=Sanction.Kind.SHADOWED, reason="Spam", now=timezone.now())
    assert standing.is_shadowed(robbie)


def test_owner_gets_warnings_and_messages_to_the_bot(robbie: Player, alice: Player) -> None:
    standing.impose(player=robbie, kind=Sanction.Kind.WARNING, reason="It chats a lot", now=timezone.now())
    standing.impose(player=robbie, kind=Sanction.Kind.MUTED, reason="It chats a lot", now=timezone.now())
    assert [sanction.kind for sanction in standing.in_force(alice)] == [Sanction.Kind.WARNING]
    assert [sanction.kind for sanction in standing.in_force(robbie)] == [Sanction.Kind.MUTED]


def test_bots_are_deleted_with_their_owner(robbie: Player, alice: Player) -> None:
    assert [row["name"] for row in SECTIONS["bots"](alice)] == ["Robbie"]
    deletion.delete_for_good(alice, timezone.now())
    assert not Player.objects.filter(username="Robbie").exists()


@pytest.mark.parametrize("robbie_sits_first", [True, False])
@pytest.mark.parametrize("bob_blocks", [True, False])
def test_block_of_the_owner_keeps_the_bot_away_too(
    robbie_sits_first: bool, bob_blocks: bool, robbie: Player, alice: Player, bob: Player
) -> None:
    sitter, newcomer = (robbie, bob) if robbie_sits_first else (bob, robbie)
    plan: dict[str, Any] = {"game": "two-step", "options": {}, "bots": ["", ""], "seconds": 60, "admits_bots": True}
    table = games.open_table(owner=sitter, **plan)
    player, other = (bob, alice) if bob_blocks else (alice, bob)
    standing.block(player=player, other=other, now=timezone.now())
    with refused("blocked-by-you" if (newcomer == bob) == bob_blocks else "no-free-seat"):
        games.join(table_id=table.pk, player=newcomer)
    standing.unblock(player=player, other=other)
    games.join(table_id=table.pk, player=newcomer)


def test_block_of_the_owner_covers_lobby_seatings_and_chat(robbie: Player, alice: Player, bob: Player) -> None:
    marvin = bots.create_bot(owner=bob, name="Marvin")
    standing.block(player=bob, other=alice, now=timezone.now())
    assert set(standing.kept_apart(bob)) == {alice.pk, robbie.pk}
    assert set(standing.kept_apart(robbie)) == {bob.pk, marvin.pk}
    assert standing.pairs_apart([alice.pk, robbie.pk, bob.pk, marvin.pk]) == {
        frozenset({one.pk, other.pk}) for one in (alice, robbie) for other in (bob, marvin)
    }
    assert standing.pairs_apart([robbie.pk, marvin.pk]) == {frozenset({robbie.pk, marvin.pk})}
    hearing = standing.hearing_from(bob.pk, False, True, False)
    assert not hearing.would_hear(robbie.pk, is_phrase=False)
    assert hearing.would_hear(marvin.pk, is_phrase=False)
