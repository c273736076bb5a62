"""The chain of hashes over the action log: each line's hash covers the hash of the line before.

Lines are chained after their commit, in a short transaction of its own. If every action locked the end of the chain
while holding other locks, long actions would delay each other, and some would deadlock. A line whose process dies in
between is chained together with the next one.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC
from hashlib import sha256
from typing import Any

from django.db import connection, transaction
from django.db.models import QuerySet

from action_log.models import Link, LogLine

START = "0" * 64
"""The first line's `previous`, as no hash comes before it."""

LATE = 1000
"""How many ids before the last chained line are searched for lines that are not chained yet."""

LOCK = 0x109C_4A17
"""The number of the advisory lock on PostgreSQL; SQLite has one writer anyway."""


def extend(*, everything: bool = False) -> int:
    """Add lines that are committed but not chained yet; return how many. Idempotent.

    With `everything`, look for them among all lines, however old.
    """
    with transaction.atomic():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])
        last = Link.objects.last()
        lines = LogLine.objects.filter(link=None).order_by("pk")
        if last is not None and not everything:
            lines = lines.filter(pk__gt=last.line_id - LATE)
        return _append(last, lines)


def _append(last: Link | None, lines: QuerySet[LogLine]) -> int:
    number, head = (last.number, last.hash) if last else (0, START)
    links = []
    for number, line in enumerate(lines, start=number + 1):  # noqa: B020 (it goes on from there)
        links.append(Link(number=number, line=line, previous=head, hash=hash_of(head, content(line))))
        head = links[-1].hash
    Link.objects.bulk_create(links)
    return len(links)


def content(line: Any) -> dict[str, Any]:
    """Return what the hash of a line covers. `before` is included only as a hash, as nobody may read it.

    Never change this: it would invalidate all hashes.
    """
    return {
        "id": line.pk,
        "at": line.at.astimezone(UTC).isoformat(),
        "about": f"{line.subject_kind}:{line.subject_id}",
        "by": line.by_id,
        "whom": line.whom_id,
        "action": line.action,
        "details": line.details,
        "reason": line.reason,
        "before": None if line.before is None else _hash(_written(line.before)),
        "undoes": line.undoes_id,
    }


def hash_of(previous: str, told: dict[str, Any]) -> str:
    return _hash(f"{previous}\n{_written(told)}")


def _written(value: Any) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def _hash(text: str) -> str:
    return sha256(text.encode(errors="surrogatepass")).hexdigest()


def links() -> Iterator[Link]:
    """Yield the whole chain with its lines, first to last."""
    return Link.objects.select_related("line").iterator()


def problems() -> Iterator[str]:
    """Yield a sentence for every break in the chain, and for every line that is not part of it."""
    number, head = 0, START
    for link in links():
        if link.number != number + 1:
            yield f"After number {number} comes number {link.number}: lines are missing."
        elif link.previous != head:
            yield f"Number {link.number} does not follow from the one before."
        if link.hash != hash_of(link.previous, content(link.line)):
            yield f"Number {link.number} (line {link.line_id}) does not match its hash."
        number, head = link.number, link.hash
    for line in LogLine.objects.filter(link=None).order_by("pk"):
        yield f"Line {line.pk} is not part of the chain."


def exported() -> Iterator[str]:
    """Yield the chain as lines of JSON, of which the last one names its head."""
    head = {"number": 0, "hash": START}
    for link in links():
        head = {"number": link.number, "hash": link.hash}
        yield _written({**head, "previous": link.previous, "line": content(link.line)})
    yield _written({"head": head})
