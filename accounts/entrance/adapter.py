"""The adapter that fits allauth's sign-in to the site."""

from __future__ import annotations

import logging
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.core.exceptions import ValidationError
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import demo
from accounts.entrance.devices import device_of, remember_device
from accounts.models import KeptHash, Player
from common.addresses import address_of
from common.limits import has_room, is_within

logger = logging.getLogger(__name__)


class Adapter(DefaultAccountAdapter):
    """Limits wrong passwords by IP address, or by device if it is known.

    Never by name, because anyone who knows a name could then lock out its owner.
    """

    error_messages = DefaultAccountAdapter.error_messages | {
        "username_taken": gettext_lazy("This name is taken."),
        "username_password_mismatch": gettext_lazy("The name or the password is wrong."),
        "email_password_mismatch": gettext_lazy("The e-mail address or the password is wrong."),
    }

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        if not has_room("wrong-passwords", **_counted(request, credentials)):
            raise self.validation_error("too_many_login_attempts")

    def authenticate(self, request: HttpRequest, **credentials: Any) -> Any:
        """Refuse the published password of the demo account on sites without the demo."""
        if not settings.DEMO and credentials.get("password") == demo.PASSWORD:
            self.pre_authenticate(request, **credentials)
            self.authentication_failed(request, **credentials)
            return None
        return super().authenticate(request, **credentials)

    def authentication_failed(self, request: HttpRequest, **credentials: Any) -> None:
        """Count and log a failure, but not the name entered, which may be a password typed into the wrong field."""
        is_within("wrong-passwords", **_counted(request, credentials))
        player_id = _named(credentials)
        whom = "an unknown name" if player_id is None else f"player {player_id}"
        logger.warning("a sign-in failed: wrong password for %s, from %s", whom, address_of(request))

    def clean_email(self, email: str) -> str:
        """Refuse the address of a banned player who has deleted the account."""
        if email and KeptHash.objects.in_force(timezone.now()).of(KeptHash.Kind.MAILBOX, email).exists():
            raise ValidationError(_("This address cannot be used here at the moment."), code="address-kept")
        return super().clean_email(email)

    def get_login_redirect_url(self, request: HttpRequest) -> str:
        """Send players who have requested their deletion to the page where they can cancel it."""
        player = request.user
        if isinstance(player, Player) and player.deletion_due_at is not None:
            return reverse("accounts:my-data")
        return super().get_login_redirect_url(request)

    def post_login(self, request: HttpRequest, user: Any, **about: Any) -> HttpResponse:
        response = super().post_login(request, user, **about)
        remember_device(request, response, user.pk)
        return response


def _counted(request: HttpRequest, credentials: dict[str, Any]) -> dict[str, Any]:
    device = device_of(request, _named(credentials))
    return {"address": address_of(request)} if device is None else {"device": device}


def _named(credentials: dict[str, Any]) -> int | None:
    name, email = credentials.get("username", ""), credentials.get("email", "")
    matches = Player.objects.named(name) if name else Player.objects.filter(Q(email__iexact=email) & ~Q(email=""))
    return matches.values_list("pk", flat=True).first()
