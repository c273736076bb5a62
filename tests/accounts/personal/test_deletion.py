"""Deleting a player: obstacles, the grace period, and what is left afterwards."""

from __future__ import annotations

import random
from datetime import datetime, timedelta

import pytest
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.core import mail
from django.core.exceptions import ValidationError
from django.core.mail import get_connection
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts import services, standing
from accounts.models import Block, KeptHash, Notice, PastName, Player, Sanction
from accounts.notices import At, notify
from accounts.personal import deletion, letters
from accounts.personal.holdings import HOLDINGS, Then
from accounts.standing import check_name
from accounts.tasks import mail_notices
from action_log.models import LogLine
from action_log.services import describe
from chat.models import ChatLine
from clubs import services as clubs
from clubs.models import Announcement, Club
from common.errors import UserError
from games.models import Move, Table
from games.notices import TURN
from games.records.checking import problems_of
from tests.games.people import play_to_the_end, seated_table

pytestmark = pytest.mark.django_db

NOW = timezone.now()
GRACE = timedelta(days=14)
ASKED, DONE = "Your account will be deleted", "Your account is deleted"


def delete(player: Player) -> None:
    """Request the deletion and let the grace period pass."""
    deletion.ask(player=player, now=NOW)
    carry_out()


def carry_out(later: timedelta = GRACE) -> int:
    return deletion.carry_out_due(now=NOW + later, most=10)


def send_letters(later: timedelta = GRACE + timedelta(hours=1)) -> None:
    for letter in letters.claimed_letters(now=NOW + later):
        letters.send(letter, connection=get_connection(), now=NOW + later)


def now_of(player: Player) -> Player:
    return Player.objects.get(pk=player.pk)


def rows_of(player: Player) -> set[str]:
    """Return which foreign keys still name the player."""
    return {label for label, holding in HOLDINGS.items() if holding.of(player.pk).exists()}


def finished_match(alice: Player, bob: Player) -> Table:
    table = seated_table([alice, bob], game="two-step", options={"target": 1})
    play_to_the_end(table.pk, random.Random(1))
    table.refresh_from_db()
    return table


# --- the grace period ---


def test_the_request_signs_out_everywhere_and_is_confirmed_by_mail(
    alice: Player, after_commit: None, client: Client
) -> None:
    client.login(username="Alice", password="Alice-likes-bones")
    client.post("/account/login/", {"login": "Alice", "password": "Alice-likes-bones"})
    deletion.ask(player=alice, now=NOW)
    assert now_of(alice).deletion_due_at == NOW + GRACE
    mail_notices()
    assert [letter.to for letter in mail.outbox] == [["alice@example.org"]]
    assert "Alice" in mail.outbox[0].body


def test_a_second_request_does_not_move_the_date(alice: Player) -> None:
    deletion.ask(player=alice, now=NOW)
    deletion.ask(player=alice, now=NOW + timedelta(days=3))
    assert now_of(alice).deletion_due_at == NOW + GRACE


def test_nothing_is_deleted_during_the_grace_period_and_it_can_be_cancelled(alice: Player) -> None:
    deletion.ask(player=alice, now=NOW)
    assert carry_out(GRACE - timedelta(minutes=1)) == 0
    deletion.cancel(player=alice)
    assert carry_out() == 0
    assert now_of(alice).username == "Alice"


@pytest.mark.parametrize("who", ["Alice", "Bob"], ids=["meanwhile", "while others are deleted"])
def test_a_player_who_has_just_cancelled_gets_no_letter(
    who: str, alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    left: list[str] = []

    def leave(player: Player, now: datetime) -> None:
        deletion.cancel(player=Player.objects.get(username=who))
        left.append(player.username)

    for number, player in enumerate((alice, bob)):
        deletion.ask(player=player, now=NOW + timedelta(seconds=number))
    monkeypatch.setattr(deletion, "LEAVING", [leave])
    carry_out(GRACE + timedelta(minutes=1))
    send_letters()
    stays = Player.objects.get(username=who)
    assert stays.is_active
    assert stays.check_password(f"{who}-likes-bones")
    assert [stays.email] not in [letter.to for letter in mail.outbox]
    assert ("Bob" in left) is (who == "Alice")


def test_a_deletion_that_has_begun_cannot_be_cancelled(alice: Player) -> None:
    deletion.ask(player=alice, now=NOW)
    Player.objects.filter(pk=alice.pk).update(is_active=False)
    with pytest.raises(UserError, match="deleted already"):
        deletion.cancel(player=alice)


def test_the_deletion_is_confirmed_by_mail_and_a_second_run_does_nothing(alice: Player, bob: Player) -> None:
    finished_match(alice, bob)
    delete(alice)
    send_letters()
    assert [letter.subject for letter in mail.outbox] == [f"Boneyard: {ASKED}", f"Boneyard: {DONE}"]
    first = now_of(alice)
    assert carry_out(2 * GRACE) == 0
    send_letters()
    assert len(mail.outbox) == 2
    assert now_of(alice).deleted_at == first.deleted_at


def test_an_interrupted_run_is_resumed(alice: Player, bob: Player) -> None:
    finished_match(alice, bob)
    deletion.ask(player=alice, now=NOW)
    Player.objects.filter(pk=alice.pk).update(is_active=False)
    Notice.objects.filter(player=alice).delete()
    assert carry_out() == 1
    assert now_of(alice).username == f"Former player {alice.pk}"


# --- what is left ---


def test_nothing_is_left_of_a_player_without_matches(alice: Player, bob: Player) -> None:
    standing.block(player=bob, other=alice, now=NOW)
    services.rename(player=alice, name="Alicia")
    delete(now_of(alice))
    assert not Player.objects.filter(pk=alice.pk).exists()
    assert not Block.objects.exists()
    assert not PastName.objects.exists()


def test_finished_matches_stay_whole_under_a_neutral_name(alice: Player, bob: Player) -> None:
    table = finished_match(alice, bob)
    moves = Move.objects.filter(table=table).count()
    ChatLine.objects.create(room=f"table:{table.pk}", author=alice, text="My street is …", said_at=NOW)
    delete(alice)
    gone = now_of(alice)
    assert gone.username == f"Former player {alice.pk}"
    assert (gone.email, gone.folded, gone.is_active, gone.language) == ("", "", False, "")
    assert gone.deleted_at is not None
    assert not gone.has_usable_password()
    assert not ChatLine.objects.exists()
    assert Move.objects.filter(table=table).count() == moves
    assert list(problems_of(Table.objects.select_related("chain").get(pk=table.pk))) == []
    kept = {label for label, holding in HOLDINGS.items() if holding.then is Then.KEPT}
    assert rows_of(alice) <= kept


def test_the_record_and_the_pages_show_the_neutral_name(alice: Player, bob: Player, client: Client) -> None:
    table = finished_match(alice, bob)
    delete(alice)
    client.force_login(bob)
    page = client.get(f"/table/{table.pk}/result/").content.decode()
    assert f"Former player {alice.pk}" in page
    assert "Alice" not in page
    assert client.get(f"/@/{now_of(alice).username}/").status_code == 404


def test_the_log_stays_as_it_is_and_shows_the_neutral_name(alice: Player, bob: Player) -> None:
    club = clubs.found(founder=bob, now=NOW, name="Bones")
    clubs.join(club_id=club.pk, player=alice, now=NOW)
    before = list(LogLine.objects.order_by("pk").values())
    delete(alice)
    assert list(LogLine.objects.order_by("pk").values()) == before
    assert describe(LogLine.objects.get(action="joined")) == f"Former player {alice.pk} joined."


def test_the_name_is_replaced_in_notices_of_others(alice: Player, bob: Player) -> None:
    club = clubs.found(founder=bob, now=NOW, name="Bones", admission=Club.Admission.REQUEST)
    clubs.ask(club_id=club.pk, player=alice, now=NOW, text="Please")
    assert Notice.objects.get(player=bob).gaps["name"] == "Alice"
    delete(alice)
    assert Notice.objects.get(player=bob).gaps == {"name": f"Former player {alice.pk}", "club": "Bones"}


def test_the_name_is_replaced_in_lists_of_names(alice: Player, bob: Player) -> None:
    gaps: dict[str, str | At] = {"others": "Carla, Alice, Alice the Great", "game": "Alice · Dora", "until": At(NOW)}
    notify(kind=TURN, players=[bob.pk], key="1", url="/", gaps=gaps)
    delete(alice)
    told, nobody = Notice.objects.get(player=bob).gaps, f"Former player {alice.pk}"
    assert (told["others"], told["game"]) == (f"Carla, {nobody}, Alice the Great", f"{nobody} · Dora")


def test_the_reason_of_a_sanction_is_erased_and_the_sanction_stays(alice: Player, bob: Player) -> None:
    standing.impose(player=alice, kind=Sanction.Kind.MUTED, now=NOW, reason="Swore at Bob", by=bob)
    LogEntry.objects.create(
        user=bob,
        content_type=ContentType.objects.get_for_model(Player),
        object_id=str(alice.pk),
        object_repr="Alice",
        action_flag=CHANGE,
    )
    delete(alice)
    sanction = Sanction.objects.get(player=alice)
    assert (sanction.reason, sanction.given_by) == ("", bob)
    assert standing.reason_of(sanction) == "The reason was erased together with the account."
    assert LogEntry.objects.get().object_repr == f"Former player {alice.pk}"


def test_an_announcement_stays_with_the_club(alice: Player, bob: Player) -> None:
    club = clubs.found(founder=bob, now=NOW, name="Bones")
    Announcement.objects.create(club=club, author=alice, title="Friday", text="We play.")
    delete(alice)
    assert Announcement.objects.get().author is None


# --- names and addresses that nobody may use for a while ---


def test_the_name_of_a_deleted_player_stays_reserved(alice: Player) -> None:
    delete(alice)
    for name in ("Alice", "ALICE", "A1ice"):
        with pytest.raises(ValidationError):
            check_name(name)
    KeptHash.objects.update(until=timezone.now())
    check_name("Alice")


def test_a_banned_player_does_not_come_back_with_the_same_address(
    alice: Player, client: Client, settings: Settings
) -> None:
    standing.impose(player=alice, kind=Sanction.Kind.CLOSED, now=NOW - timedelta(days=1), reason="Cheated")
    delete(alice)
    sign_up = {"username": "Newcomer", "email": "Alice+2@example.org", "password1": "four-words-that-rhyme-not"}
    page = client.post("/account/signup/", sign_up)
    assert page.status_code == 200
    assert "This address cannot be used here at the moment." in page.content.decode()
    assert not Player.objects.filter(username="Newcomer").exists()
    assert "alice" not in str(KeptHash.objects.values()).lower()


def test_addresses_of_other_players_are_not_kept(alice: Player) -> None:
    standing.impose(player=alice, kind=Sanction.Kind.WARNING, now=NOW, reason="Please be kind")
    delete(alice)
    assert not KeptHash.objects.filter(kind=KeptHash.Kind.MAILBOX).exists()


def test_a_failed_deletion_does_not_stop_the_others(
    alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    for player in (alice, bob):
        deletion.ask(player=player, now=NOW)

    def fail(player: Player, now: datetime) -> None:
        if player == alice:
            raise ValueError("broken")

    monkeypatch.setattr(deletion, "LEAVING", [*deletion.LEAVING, fail])
    assert carry_out() == 1
    assert list(Player.objects.filter(deleted_at=None)) == [alice]
    assert "could not be deleted" in caplog.text


def test_a_frozen_club_is_an_obstacle_until_it_is_thawed(alice: Player, bob: Player) -> None:
    club = clubs.found(founder=alice, now=NOW, name="Owls")
    deletion.ask(player=alice, now=NOW)
    moderator = standing.Moderator(bob, case_id=1)
    clubs.freeze(club_id=club.pk, by=moderator, now=NOW)
    assert [str(one.sentence) for one in deletion.obstacles_of(alice)] == [
        "Your club “Owls” is frozen: write to the moderators first."
    ]
    assert carry_out() == 0
    clubs.thaw(club_id=club.pk, by=moderator, now=NOW)
    assert carry_out(GRACE * 2) == 1
