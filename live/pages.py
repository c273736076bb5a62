"""Django's handler of requests, which releases what a request has used as soon as it is answered.

What is left to the garbage collector stays for minutes, because full collections are rare (`live/garbage.py`).
"""

from __future__ import annotations

from asyncio import CancelledError
from contextlib import suppress
from typing import Any

from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler
from django.core.signals import request_finished
from django.db import connections
from django.dispatch import receiver


class Pages(ASGIHandler):
    async def listen_for_disconnect(self, receive: Any) -> None:
        """Return when the client disconnects or the answer is complete, instead of raising an exception.

        The exception would refer to the handler's frame, the frame to this task, and the task to the exception, so that
        they would keep the request and its answer. The handler goes on in the same way if nothing is raised.
        """
        with suppress(CancelledError, RequestAborted):
            await super().listen_for_disconnect(receive)


@receiver(request_finished, sender=Pages)
def close_connections(**_: Any) -> None:
    """Close the connections of this request's thread, which serves no other request."""
    connections.close_all()
