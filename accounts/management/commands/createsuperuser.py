"""Django's `createsuperuser`, which may use reserved names: an administrator may be called admin."""

from __future__ import annotations

from copy import copy
from typing import Any

from django.contrib.auth.management.commands import createsuperuser

from accounts import names


class Command(createsuperuser.Command):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.username_field = copy(self.username_field)
        kept = [one for one in self.username_field.validators if one is not names.not_reserved]
        self.username_field.validators = kept
