"""Errors that are raised by several services of tables."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from common.errors import UserError


def not_seated() -> UserError:
    return UserError("not-seated", _("You have no seat at this table."))


def seats_are_set() -> UserError:
    return UserError("seats-are-set", _("This table belongs to a tournament: its seats are assigned."))
