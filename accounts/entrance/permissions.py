"""Permissions of roles in the admin: each app names in its AppConfig the role that a permission requires.

Django's own groups would keep that list in the database, where it drifts from the code.
"""

from __future__ import annotations

from django.apps import apps
from django.contrib.auth.backends import BaseBackend
from django.contrib.auth.models import AnonymousUser
from django.db.models import Model

from accounts.models import Player
from accounts.roles import Role, role_of


class RoleBackend(BaseBackend):
    """Grants a permission to the role named in its app's `staff_permissions` and those above; site admins have all."""

    def has_perm(self, user_obj: Player | AnonymousUser, perm: str, obj: Model | None = None) -> bool:
        label, _dot, name = perm.partition(".")
        return _has_at_least(user_obj, _roles_of(label).get(name, Role.SITE_ADMIN))

    def has_module_perms(self, user_obj: Player | AnonymousUser, app_label: str) -> bool:
        return any(_has_at_least(user_obj, role) for role in (Role.SITE_ADMIN, *_roles_of(app_label).values()))


def _roles_of(app_label: str) -> dict[str, Role]:
    named = getattr(apps.get_app_config(app_label), "staff_permissions", {})
    return {permission: Role(role) for permission, role in named.items()}


def _has_at_least(user: Player | AnonymousUser, role: Role) -> bool:
    """Return whether the user has this role or a higher one; the role is looked up once for each request."""
    if not isinstance(user, Player) or not user.is_staff:
        return False
    if not hasattr(user, "_role"):
        user._role = role_of(user)  # type: ignore[attr-defined]
    own: Role | None = user._role  # type: ignore[attr-defined]
    return own is not None and own.includes(role)
