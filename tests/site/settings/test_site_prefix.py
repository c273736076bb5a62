"""Two sites may share a Redis server, because each uses a prefix of its own."""

from typing import Any

from asgiref.sync import async_to_sync
from celery import current_app
from channels.layers import get_channel_layer
from django.conf import settings
from django.core.cache import cache
from redis import Redis

from live import presence


def is_ours(name: bytes | str) -> bool:
    return (name if isinstance(name, str) else name.decode()).startswith(f"{settings.SITE_PREFIX}:")


async def listen_and_look() -> list[bytes | str]:
    """Return the channels on the server while a group is joined."""
    layer: Any = get_channel_layer()
    channel = await layer.new_channel()
    await layer.group_add("news", channel)
    found = Redis.from_url(settings.REDIS_URL).pubsub_channels()
    await layer.flush()
    return found


def test_every_key_has_the_prefix(redis_server: Redis) -> None:
    cache.set("tables", 3)
    presence.arrive("site", 1)
    for task in ("games.tasks.act", "games.tasks.sweep", "tournaments.tasks.rehearse"):
        current_app.send_task(task)
    keys = redis_server.keys("*")
    assert len(keys) >= 5
    assert [key for key in keys if not is_ours(key)] == []


def test_every_channel_has_the_prefix() -> None:
    channels = async_to_sync(listen_and_look)()
    assert channels
    assert all(is_ours(channel) for channel in channels)
