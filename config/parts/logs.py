"""The logging settings: readable lines, or JSON for a log collector."""

from typing import Any


def logging_at(level: str, *, style: str = "text") -> dict[str, Any]:
    """Return Django's LOGGING for a level such as INFO and a style, `text` or `json`."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {"named": {"()": "telemetry.context.Named"}},
        "formatters": {
            "text": {"()": "telemetry.log_lines.TextLines", "fmt": "%(levelname)s %(name)s: %(message)s"},
            "json": {"()": "telemetry.log_lines.JsonLines"},
        },
        "handlers": {
            "console": {"class": "logging.StreamHandler", "formatter": style, "filters": ["named"]},
            "admins": {"class": "telemetry.admin_mail.AdminMail", "formatter": "text", "filters": ["named"]},
        },
        "root": {"handlers": ["console", "admins"], "level": level},
        "loggers": {
            "django": {"handlers": [], "propagate": True},
            # Anyone can send a request with a wrong host name.
            "django.security.DisallowedHost": {"level": "CRITICAL"},
            # Their messages at every start, tick and task are noise.
            **{name: {"level": "WARNING"} for name in ("daphne", "celery")},
            "celery.apps.worker": {"level": "INFO"},
        },
    }
