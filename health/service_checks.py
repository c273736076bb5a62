"""Checks of the running services that a public site relies on: part of `check --deploy`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning
from django.core.checks import register as register_check
from django.core.management import CommandError
from django.db import Error as DatabaseError
from django.db import connection, connections
from django.db.models.signals import pre_migrate

from common.database.pooler import GO_DIRECT, is_pooled
from common.redis.eviction import eviction_policy


def register() -> None:
    register_check(redis_keeps_queues, Tags.security, deploy=True)
    register_check(pooler_suits, Tags.security, deploy=True)
    pre_migrate.connect(migrate_directly)


def redis_keeps_queues(app_configs: object = None, **options: Any) -> list[CheckMessage]:
    """Return what is wrong with the operator's Redis."""
    if settings.EMBEDDED_REDIS:
        return []
    try:
        policy = eviction_policy(settings.REDIS_URL)
    except OSError as error:
        sentence = f"Redis could not be asked for its eviction policy: {error}."
        return [Warning(sentence, hint="Start it, or check REDIS_URL.", id="boneyard.W001")]
    if policy == "noeviction":
        return []
    hint = "Set `maxmemory-policy noeviction` on the server."
    return [Error(f"Redis would delete queues when its memory is full ({policy}).", hint=hint, id="boneyard.E007")]


def pooler_suits(app_configs: object = None, **options: Any) -> list[CheckMessage]:
    """Return which database settings do not work with a pooler in transaction mode."""
    try:
        return list(_misfits()) if is_pooled(connection) else []
    except DatabaseError as error:
        sentence = f"Could not find out whether the database is behind a pooler: {type(error).__name__}."
        return [Warning(sentence, hint="Start it, or check DATABASE_URL.", id="boneyard.W002")]


def _misfits() -> Iterator[CheckMessage]:
    database = connection.settings_dict
    if not database.get("DISABLE_SERVER_SIDE_CURSORS"):
        sentence = "The database is behind a pooler, where server-side cursors would outlive their transactions."
        yield Error(sentence, hint="Add ?DISABLE_SERVER_SIDE_CURSORS=True to DATABASE_URL.", id="boneyard.E008")
    if database["OPTIONS"].get("prepare_threshold") is not None:
        sentence = "The database is behind a pooler, where prepared statements may belong to another session."
        yield Error(sentence, hint="Leave prepare_threshold out of DATABASE_URL.", id="boneyard.E009")


def migrate_directly(using: str, plan: object, **about: Any) -> None:
    """Refuse to migrate through a pooler, where a session's locks and settings may leak into another session."""
    if plan and is_pooled(connections[using]):
        raise CommandError(f"The database is behind a pooler, so nothing was migrated. {GO_DIRECT}")
