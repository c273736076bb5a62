"""Reads what a page sends in pieces."""

from __future__ import annotations

from asgiref.sync import async_to_sync
from django.http import StreamingHttpResponse


def whole(response: StreamingHttpResponse) -> bytes:
    return async_to_sync(_read)(response)


async def _read(response: StreamingHttpResponse) -> bytes:
    return b"".join([piece async for piece in response])
