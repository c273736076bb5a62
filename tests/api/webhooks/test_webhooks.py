"""Webhooks: messages are sent once, signed, retried after failures, and contain nothing hidden."""

from __future__ import annotations

import hmac
import json
import socket
from collections.abc import Iterator
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts.models import Notice, Player
from api.models import Delivery, Webhook
from api.tasks import sweep_webhooks
from api.webhooks import events, services
from common.errors import UserError
from common.outgoing import addresses
from tests.receiver import Receiver, receiving
from tests.tournaments.control.at_tables import about, board
from tests.tournaments.people import DUELS, advanced, planned, players, started, the_house_plays
from tournaments.base.log import lines_of
from tournaments.control.actions.tables.correct import Correct
from tournaments.control.actions.undo import Undo
from tournaments.models import Round, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def receiver(settings: Settings) -> Iterator[Receiver]:
    settings.OUTGOING_STAYS_HERE = True
    with receiving() as one:
        yield one


def hooked(event: Tournament, organiser: Player, url: str) -> str:
    """Set up a webhook, and return its secret."""
    return services.set_up(tournament=event, by=organiser, url=url, now=timezone.now())[1]


def told(receiver: Receiver, at: datetime | None = None) -> list[Any]:
    """Let the workers deliver what is due, and return the messages received since."""
    before, now = len(receiver.received), at or timezone.now()
    services.store_deliveries(now)
    for delivery_id in services.due(now):
        services.deliver(delivery_id=delivery_id, now=now)
    return [json.loads(body) for _headers, body in receiver.received[before:]]


def over(event: Tournament) -> Tournament:
    """Play the tables of the round to their end."""
    the_house_plays(event)
    return advanced(event, event.starts_at)


def test_rounds_and_results_are_sent_once(receiver: Receiver, alice: Player) -> None:
    event = planned(alice, DUELS)
    hooked(event, alice, receiver.url)
    assert told(receiver) == []
    event = started(alice, players(2), DUELS)
    hooked(event, alice, receiver.url)
    over(event)
    news = told(receiver)
    assert [message["event"] for message in news][:1] == ["result"]
    table = news[0]["table"]
    assert news[0]["tournament"]["id"] == event.pk
    assert all(seat["score"] for seat in table["seats"])
    assert told(receiver) == []


def test_earlier_events_are_not_sent(receiver: Receiver, alice: Player) -> None:
    event = started(alice, players(2), DUELS)
    hooked(event, alice, receiver.url)
    assert told(receiver) == []
    assert Delivery.objects.get().state == Delivery.State.PAST


def test_end_is_sent_with_the_standings(receiver: Receiver, alice: Player) -> None:
    event = started(alice, players(2), DUELS)
    hooked(event, alice, receiver.url)
    Tournament.objects.filter(pk=event.pk).update(
        status=Tournament.Status.FINISHED, final=[], finished_at=timezone.now(), next_at=None, version=99
    )
    assert [(one["event"], one["standings"]) for one in told(receiver)] == [("finished", [])]


def test_message_is_signed_with_the_moment(receiver: Receiver, alice: Player) -> None:
    event = started(alice, players(2), DUELS)
    secret = hooked(event, alice, receiver.url)
    over(event)
    told(receiver)
    headers, body = receiver.received[0]
    moment, signed = (part.partition("=")[2] for part in headers["Boneyard-Signature"].split(","))
    assert hmac.compare_digest(signed, hmac.new(secret.encode(), f"{moment}.".encode() + body, sha256).hexdigest())
    assert headers["Boneyard-Event"] == "result"
    with connection.cursor() as cursor:
        cursor.execute("SELECT secret FROM api_webhook")
        assert secret not in str(cursor.fetchall())


def test_a_result_that_changes_is_sent_again(receiver: Receiver, alice: Player) -> None:
    event = started(alice, players(4), DUELS)
    hooked(event, alice, receiver.url)
    event = over(event)
    first = [message for message in told(receiver) if message["event"] == "result"]
    assert len(first) == 2
    by_alice: dict[str, Any] = {**about(event, alice), "reason": "The lights went out."}
    for points in ([9, 4], [8, 4]):
        Correct(board=board(event).pk, points=points).carry_out(**by_alice)
        (again,) = told(receiver)
        assert again["event"] == "result"
        assert again["table"]["is_corrected"]
        assert [seat["score"]["points"] for seat in again["table"]["seats"]] == points
        assert told(receiver) == []
    (played,) = (message["table"]["seats"] for message in first if message["table"]["number"] == 1)
    corrections = list(lines_of(event).order_by("-pk")[:2])
    for line, expected in zip(corrections, ([9, 4], [seat["score"]["points"] for seat in played]), strict=True):
        Undo(act=line.pk).carry_out(**by_alice)
        (again,) = told(receiver)
        assert [seat["score"]["points"] for seat in again["table"]["seats"]] == expected
    assert not again["table"]["is_corrected"]


def test_held_rounds_and_sealed_results_are_not_sent(receiver: Receiver, alice: Player) -> None:
    event = started(alice, players(2), DUELS)
    hooked(event, alice, receiver.url)
    Delivery.objects.all().delete()
    over(event)
    Round.objects.update(status=Round.Status.HELD)
    assert told(receiver) == []
    Round.objects.update(status=Round.Status.RUNNING)
    Tournament.objects.update(duplicate=True, version=50)
    assert {message["event"] for message in told(receiver)} == {"round-published"}
    assert all(seat["score"] is None for seat in told_seats(receiver))
    Tournament.objects.update(duplicate=False, version=51)
    assert "result" in {message["event"] for message in told(receiver)}


def told_seats(receiver: Receiver) -> list[Any]:
    messages = [json.loads(body) for _headers, body in receiver.received]
    return [seat for message in messages for table in message["round"]["tables"] for seat in table["seats"]]


def test_failed_message_is_sent_again_after_growing_pauses(receiver: Receiver, alice: Player) -> None:
    event = started(alice, players(2), DUELS)
    hooked(event, alice, receiver.url)
    over(event)
    receiver.status = 500
    now = timezone.now()
    sent = [len(told(receiver, now + timedelta(minutes=minutes))) for minutes in (0, 0.5, 1, 5, 6, 36, 156, 636, 9999)]
    assert all(count > 0 for at, count in enumerate(sent) if at not in (1, 3, 8))
    assert [sent[1], sent[3], sent[8]] == [0, 0, 0]
    assert {(one.state, one.answer, one.attempts) for one in Delivery.objects.filter(event="result")} == {
        (Delivery.State.FAILED, "500", 6)
    }


def test_redirect_is_a_failure_and_is_not_followed(receiver: Receiver, alice: Player) -> None:
    event = started(alice, players(2), DUELS)
    hooked(event, alice, receiver.url)
    over(event)
    receiver.status = 302
    count = len(told(receiver))
    assert len(receiver.received) == count > 0
    assert Delivery.objects.filter(event="result").first().answer == "302"  # type: ignore[union-attr]


def test_webhook_is_switched_off_after_many_failures(receiver: Receiver, alice: Player) -> None:
    event = started(alice, players(2), DUELS)
    hooked(event, alice, receiver.url)
    Webhook.objects.update(failures=services.MOST_FAILURES - 1)
    over(event)
    receiver.status = 500
    told(receiver)
    assert Webhook.objects.get().off_at is not None
    assert Notice.objects.get(player=alice, kind="webhook-off").url == f"/tournament/{event.pk}/webhooks/"
    assert told(receiver, timezone.now() + timedelta(hours=1)) == []


def test_message_is_not_sent_twice_by_two_workers(receiver: Receiver, alice: Player) -> None:
    event = started(alice, players(2), DUELS)
    hooked(event, alice, receiver.url)
    over(event)
    now = timezone.now()
    services.store_deliveries(now)
    services.store_deliveries(now)
    for delivery_id in services.due(now) * 2:
        services.deliver(delivery_id=delivery_id, now=now)
    keys = [headers["Boneyard-Delivery"] for headers, _body in receiver.received]
    assert len(keys) == len(set(keys)) > 0


def test_webhook_ends_with_the_rights_of_its_organiser(receiver: Receiver, alice: Player, bob: Player) -> None:
    event = started(alice, players(2), DUELS)
    hooked(event, alice, receiver.url)
    Tournament.objects.update(organiser=bob)
    over(event)
    assert told(receiver) == []
    assert Webhook.objects.get().off_at is not None


# --- Where messages may go ---


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/",
        "https://user:word@example.org/",
        "https://example.org:22/",
        "https://example.org:x/",
        "https:///nowhere",
        "https://[::1",
        "file:///etc/passwd",
        "https://exam ple.org/",
        "https://example.org/\r\nX: y",
    ],
)
def test_only_plain_https_addresses_are_accepted(alice: Player, url: str) -> None:
    with pytest.raises(UserError):
        hooked(planned(alice, DUELS), alice, url)


@pytest.mark.parametrize(
    ("address", "is_public"),
    [
        ("93.184.216.34", True),
        ("2606:2800:220:1::1", True),
        ("127.0.0.1", False),
        ("10.1.2.3", False),
        ("172.16.0.1", False),
        ("192.168.1.1", False),
        ("169.254.169.254", False),
        ("100.64.0.1", False),
        ("0.0.0.0", False),  # noqa: S104
        ("224.0.0.1", False),
        ("::1", False),
        ("fe80::1%eth0", False),
        ("fd00::1", False),
        ("::ffff:127.0.0.1", False),
        ("::127.0.0.1", False),
        ("::ffff:0:127.0.0.1", False),
        ("64:ff9b:1::a00:1", False),
        ("fec0::1", False),
        ("64:ff9b::7f00:1", False),
        ("2002:7f00:1::", False),
    ],
)
def test_addresses_within_networks_are_not_public(address: str, is_public: bool) -> None:
    assert addresses.is_public(address) is is_public


def test_name_that_leads_to_this_machine_is_refused(alice: Player) -> None:
    event = started(alice, players(2), DUELS)
    hooked(event, alice, "https://localhost/")
    over(event)
    now = timezone.now()
    services.store_deliveries(now)
    for delivery_id in services.due(now):
        services.deliver(delivery_id=delivery_id, now=now)
    assert {one.answer for one in Delivery.objects.filter(event="result")} == {"bad-address"}


def test_silent_server_is_a_failure(alice: Player, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.OUTGOING_STAYS_HERE = True
    monkeypatch.setattr("common.outgoing.posting.PATIENCE", 0.2)
    event = started(alice, players(2), DUELS)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        hooked(event, alice, f"http://127.0.0.1:{silent.getsockname()[1]}/")
        over(event)
        now = timezone.now()
        services.store_deliveries(now)
        services.deliver(delivery_id=services.due(now)[0], now=now)
    assert Delivery.objects.exclude(answer="").get().state == Delivery.State.WAITING


def test_a_failing_webhook_does_not_stop_the_others(
    alice: Player, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = players(4)
    first, second = (started(alice, pair, DUELS) for pair in (people[:2], people[2:]))
    for event in (first, second):
        hooked(event, alice, receiver.url)
        over(event)

    def stored(webhook: Webhook, now: datetime) -> int:
        if webhook.tournament_id == first.pk:
            raise ValueError("broken")
        return store(webhook, now)

    store = events.store_deliveries
    monkeypatch.setattr(events, "store_deliveries", stored)
    assert {message["tournament"]["id"] for message in told(receiver)} == {second.pk}


# --- The page ---


def test_organiser_sets_up_a_webhook_and_sees_the_last_answers(
    client: Client, alice: Player, bob: Player, receiver: Receiver
) -> None:
    event = started(alice, players(2), DUELS)
    page = f"/tournament/{event.pk}/webhooks/"
    client.force_login(bob)
    assert client.get(page).status_code == 404
    client.force_login(alice)
    secret = client.post(page, {"url": receiver.url}).context["secret"]
    assert len(secret) > 30
    over(event)
    told(receiver)
    html = client.get(page).content.decode()
    assert secret not in html
    assert "result-1-1" in html
    assert "200" in html
    webhook = Webhook.objects.get()
    client.force_login(bob)
    assert client.post(f"{page}{webhook.pk}/take-away/").status_code == 404
    client.force_login(alice)
    client.post(f"{page}{webhook.pk}/take-away/")
    assert not Webhook.objects.exists()


def test_webhook_that_was_switched_off_is_switched_on_again(client: Client, alice: Player, receiver: Receiver) -> None:
    event = planned(alice, DUELS)
    hooked(event, alice, receiver.url)
    Webhook.objects.update(off_at=timezone.now(), failures=20)
    client.force_login(alice)
    client.post(f"/tournament/{event.pk}/webhooks/{Webhook.objects.get().pk}/on/")
    webhook = Webhook.objects.get()
    assert (webhook.off_at, webhook.failures) == (None, 0)


def test_tournament_has_a_limited_number_of_webhooks(alice: Player, receiver: Receiver) -> None:
    event = planned(alice, DUELS)
    for _ in range(services.MOST):
        hooked(event, alice, receiver.url)
    with pytest.raises(UserError, match="at most five"):
        hooked(event, alice, receiver.url)


def test_task_asks_two_queries_if_there_is_nothing_to_do(alice: Player, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(2):
        sweep_webhooks()
