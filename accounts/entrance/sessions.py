"""Sessions in Django's table, loaded by a compiled query, as every page and socket of a signed-in player needs one."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.db.models import QuerySet
from django.utils import timezone

from common.database.compiled import compiled_once

OF_NOBODY = 24 * 3600
"""How many seconds a session is kept in which nobody is signed in. Any visitor can have any number of them made, such
as by opening the page that asks for a passkey."""


class SessionStore(db.SessionStore):
    def get_session_cookie_age(self) -> int:
        return super().get_session_cookie_age() if SESSION_KEY in self else OF_NOBODY

    def load(self) -> dict[str, Any]:
        for data in _data(str(self.session_key), timezone.now()):
            return self.decode(data)
        self._session_key = None
        return {}


@compiled_once
def _data(key: str, now: datetime) -> QuerySet[Session, str]:
    return Session.objects.filter(session_key=key, expire_date__gt=now).values_list("session_data", flat=True)
