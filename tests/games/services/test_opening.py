"""What happens at a table before its match starts."""

import pytest

from accounts.models import Player
from common.errors import UserError
from games import services
from games.models import Seat, Table
from games.rules import shuffle
from games.services import opening
from tests.at_once import at_once
from tests.games.people import seat_of, seated_table

pytestmark = pytest.mark.usefixtures("after_commit")


def opened(owner: Player, **overrides: object) -> Table:
    choices: dict[str, object] = {"game": "chicken-foot", "options": {}, "bots": ["", "", "easy"], "seconds": 60}
    return services.open_table(owner=owner, **{**choices, **overrides})  # type: ignore[arg-type]


def test_the_anchor_and_everyones_bytes_are_there_before_anyone_contributes(alice: Player) -> None:
    table = opened(alice)
    chain = table.chain
    assert chain.anchor == shuffle.link(bytes(chain.secret), chain.length, 0).hex()
    seats = list(table.seats.all())
    assert all(len(bytes.fromhex(seat.contribution)) == 16 for seat in seats)
    assert not any(seat.contributed for seat in seats)


def test_a_contribution_is_taken_once(alice: Player) -> None:
    table = opened(alice)
    services.contribute(table_id=table.pk, player_id=alice.pk, contribution=b"\x01" * 16)
    services.contribute(table_id=table.pk, player_id=alice.pk, contribution=b"\x02" * 16)
    assert seat_of(table, alice).contribution == "01" * 16


def test_a_contribution_after_the_start_changes_nothing(alice: Player, bob: Player) -> None:
    table = seated_table([alice, bob])
    services.contribute(table_id=table.pk, player_id=bob.pk, contribution=b"\xee" * 16)
    assert seat_of(table, bob).contribution == "01" * 16


def test_getting_up_restores_the_published_bytes(alice: Player, bob: Player) -> None:
    table = opened(alice)
    published = list(table.seats.values_list("number", "contribution"))
    services.join(table_id=table.pk, player=bob)
    services.contribute(table_id=table.pk, player_id=bob.pk, contribution=b"\x01" * 16)
    services.leave(table_id=table.pk, player=bob)
    assert list(table.seats.values_list("number", "contribution")) == published


def test_bots_of_an_early_start_play_with_the_bytes_of_the_opening(alice: Player) -> None:
    table = opened(alice)
    published = list(table.seats.exclude(player=alice).values_list("number", "contribution"))
    services.contribute(table_id=table.pk, player_id=alice.pk, contribution=b"\x01" * 16)
    services.start_early(table_id=table.pk, player=alice)
    assert list(table.seats.exclude(player=alice).values_list("number", "contribution")) == published
    assert Table.objects.get(pk=table.pk).status == Table.Status.RUNNING


def test_a_master_bot_does_not_play_at_a_fast_table(alice: Player) -> None:
    with pytest.raises(UserError) as refusal:
        opened(alice, bots=["", "master"], seconds=20)
    assert refusal.value.code == "bad-seats"
    table = opened(alice, seconds=20)
    assert "master" not in dict(Seat.Bot.at_pace(table.seconds))
    with pytest.raises(UserError):
        services.start_early(table_id=table.pk, player=alice, level="master")
    table = opened(alice)
    assert "master" in dict(Seat.Bot.at_pace(table.seconds))
    services.start_early(table_id=table.pk, player=alice, level="master")
    assert table.seats.get(number=1).bot == "master"


def test_the_same_seat_is_taken_once(alice: Player, bob: Player, charlie: Player) -> None:
    table = opened(alice)
    services.join(table_id=table.pk, player=bob, seat=1)
    with pytest.raises(UserError) as refused:
        services.join(table_id=table.pk, player=charlie, seat=1)
    assert refused.value.code == "no-free-seat"


def test_a_private_table_wants_its_invitation(alice: Player, bob: Player) -> None:
    table = opened(alice, visibility="invited")
    with pytest.raises(UserError) as refused:
        services.join(table_id=table.pk, player=bob, invitation="guessed")
    assert refused.value.code == "not-invited"
    services.join(table_id=table.pk, player=bob, invitation=table.invitation)
    assert seat_of(table, bob).number == 1


def test_a_full_table_waits_a_while_for_contributions_and_then_starts(alice: Player, bob: Player) -> None:
    table = opened(alice)
    services.join(table_id=table.pk, player=bob)
    services.contribute(table_id=table.pk, player_id=alice.pk, contribution=b"\x01" * 16)
    table.refresh_from_db()
    assert (table.status, table.due_at is None) == (Table.Status.OPEN, False)
    services.act(table_id=table.pk, ply=0)
    assert Table.objects.get(pk=table.pk).status == Table.Status.OPEN
    services.act(table_id=table.pk, ply=0, now=table.due_at)
    assert Table.objects.get(pk=table.pk).status == Table.Status.RUNNING


def test_contributing_does_not_put_off_the_start(alice: Player, bob: Player) -> None:
    table = opened(alice)
    services.join(table_id=table.pk, player=bob)
    table.refresh_from_db()
    due_at = table.due_at
    services.contribute(table_id=table.pk, player_id=alice.pk, contribution=b"\x01" * 16)
    table.refresh_from_db()
    assert table.due_at == due_at is not None


def test_a_paused_table_starts_only_when_it_goes_on(alice: Player, bob: Player) -> None:
    occasion = services.Occasion(
        owner=alice, game="two-step", options={}, rules_version=1, seconds=60, name="Friday", url="/"
    )
    seats = [services.SetSeat(player_id=player.pk) for player in (alice, bob)]
    [table] = services.set_tables(occasion=occasion, tables=[services.SetTable(seats=seats)])
    services.pause(table_ids=[table.pk])
    for player in (alice, bob):
        services.contribute(table_id=table.pk, player_id=player.pk, contribution=b"\x01" * 16)
    table.refresh_from_db()
    assert (table.status, table.due_at) == (Table.Status.OPEN, None)
    services.resume(table_ids=[table.pk])
    table.refresh_from_db()
    services.act(table_id=table.pk, ply=0, now=table.due_at)
    assert Table.objects.get(pk=table.pk).status == Table.Status.RUNNING


def test_joining_twice_is_no_error_even_at_the_last_table(alice: Player, bob: Player) -> None:
    tables = [opened(bob) for _ in range(20)]
    services.join(table_id=tables[0].pk, player=bob)
    with pytest.raises(UserError) as refused:
        services.join(table_id=opened(alice).pk, player=bob)
    assert refused.value.code == "too-many-tables"


def test_a_seat_that_was_given_up_counts_until_its_match_is_over(alice: Player, bob: Player) -> None:
    tables = [seated_table([alice, bob], bots=["easy"]) for _ in range(20)]
    services.leave_for_good(table_id=tables[0].pk, player_id=alice.pk)
    with pytest.raises(UserError) as refused:
        opened(alice)
    assert refused.value.code == "too-many-tables"
    services.leave_for_good(table_id=tables[0].pk, player_id=bob.pk)
    opened(alice)


def test_only_the_owner_closes(alice: Player, bob: Player) -> None:
    table = opened(alice)
    services.join(table_id=table.pk, player=bob)
    with pytest.raises(UserError):
        services.close(table_id=table.pk, by=bob)
    services.close(table_id=table.pk, by=alice)
    assert Table.objects.get(pk=table.pk).status == Table.Status.CLOSED
    assert Seat.objects.filter(table=table).count() == 3


@pytest.mark.django_db(transaction=True)
def test_nobody_has_more_seats_than_allowed(alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    elsewhere = opened(bob)
    monkeypatch.setattr(opening, "MOST_UNFINISHED", 1)

    def join() -> None:
        services.join(table_id=elsewhere.pk, player=alice)

    ends = at_once(join, lambda: opened(alice), lambda: opened(alice), lambda: opened(alice))
    assert ends == ["done", *["too-many-tables"] * 3]
    assert Seat.objects.filter(player=alice).count() == 1
