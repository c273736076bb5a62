"""Clubs in the Django admin: read-only, without invitation secrets."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Player
from action_log.models import LogLine
from clubs import services
from clubs.models import Announcement, Ban, Club, Invitation, JoinRequest
from tests.clubs.people import browser_of

pytestmark = pytest.mark.django_db

MODELS = [Club, Announcement, JoinRequest, Invitation, Ban, LogLine]


@pytest.fixture
def admin(db: None) -> Client:
    return browser_of(Player.objects.create_superuser(username="Root-of-all", password="bones"))


@pytest.fixture
def busy(club: Club, alice: Player, dora: Player) -> Club:
    now = timezone.now()
    services.edit(club_id=club.pk, by=alice, now=now, name="Good Friends", admission="request")
    services.ask(club_id=club.pk, player=dora, now=now, text="Hello")
    services.invite(club_id=club.pk, by=alice, now=now, valid_for=timedelta(days=1), text="the choir")
    services.publish(club_id=club.pk, by=alice, now=now, title="News", text="It is on.")
    services.ban(club_id=club.pk, by=alice, player_id=dora.pk, now=now, reason="Rude")
    return club


def page(model: type, name: str, *args: object) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{name}", args=args)  # type: ignore[attr-defined]


@pytest.mark.parametrize("model", MODELS)
def test_everything_can_be_viewed_and_nothing_changed(model: type, admin: Client, busy: Club) -> None:
    row = model.objects.first()  # type: ignore[attr-defined]
    secret = Invitation.objects.get().secret
    for address in (page(model, "changelist"), page(model, "change", row.pk)):
        response = admin.get(address)
        assert response.status_code == 200, address
        assert secret not in response.text
    assert admin.get(page(model, "changelist"), {"q": "good"}).status_code == 200
    assert admin.post(page(model, "change", row.pk), {"name": "Other"}).status_code == 403
    assert admin.get(page(model, "add")).status_code == 403
    assert admin.post(page(model, "delete", row.pk), {"post": "yes"}).status_code == 403


def test_the_log_speaks(admin: Client, busy: Club) -> None:
    assert "Alice banned Dora." in admin.get(page(LogLine, "changelist")).text
