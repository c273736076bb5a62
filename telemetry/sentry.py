"""Error reports to Sentry: where an error happened and what was raised, never the content of requests or variables."""

from __future__ import annotations

from typing import Any

from telemetry.context import request_id, table_id
from telemetry.scrubbing import scrubbed_tree

KEPT = ("event_id", "timestamp", "platform", "level", "logger", "exception", "logentry", "message", "release")
SAID_OF_US = ("environment", "sdk", "transaction")
"""Everything else is left out of a report: request, user, breadcrumbs, the names of modules and of the machine."""


def report_to(dsn: str, *, environment: str, release: str, transport: Any = None) -> None:
    """Start reporting errors and log lines of level ERROR."""
    import sentry_sdk  # takes 20 MB, so it is only loaded by sites that use it

    sentry_sdk.init(
        dsn,
        transport=transport,
        environment=environment,
        release=release,
        before_send=_before_send,
        include_local_variables=False,
        include_source_context=False,
        max_request_body_size="never",
        max_breadcrumbs=0,
        server_name="",
        traces_sample_rate=None,
        send_client_reports=False,
        auto_session_tracking=False,
    )


def _before_send(event: Any, hint: Any) -> Any:
    kept = {name: event[name] for name in (*KEPT, *SAID_OF_US) if name in event}
    for entry in kept.get("exception", {}).get("values", ()):
        for frame in (entry.get("stacktrace") or {}).get("frames", ()):
            frame.pop("vars", None)
        if "value" in entry:
            entry["value"] = scrubbed_tree(entry["value"])
    for name in ("logentry", "message", "transaction"):
        if name in kept:
            kept[name] = scrubbed_tree(kept[name])
    return {**kept, "tags": {"request": request_id(), "table": table_id()}}
