"""Log lines as readable text, or as JSON objects for a log collector. Neither shows a tile or a secret.

The common libraries for JSON lines write out every attribute that a package adds to a record, such as the arguments of
tasks; here a line holds these fields and nothing else.
"""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime

from telemetry.scrubbing import scrubbed


class TextLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        return scrubbed(super().format(record))


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": scrubbed(record.getMessage()),
            "process": record.process,
            "request": getattr(record, "request_id", ""),
            "table": getattr(record, "table_id", ""),
            "exception": scrubbed(self.formatException(record.exc_info)) if record.exc_info else "",
        }
        return json.dumps({name: value for name, value in line.items() if value}, ensure_ascii=False)
