"""Sets up logging."""

from typing import Any


def logging_at(level: str) -> dict[str, Any]:
    """Return Django's LOGGING for a level such as INFO."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": {"format": "%(levelname)s %(name)s: %(message)s"}},
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["console"], "level": level},
        "loggers": {
            "django": {"handlers": [], "propagate": True},
            # Anyone can request a host that is not ours.
            "django.security.DisallowedHost": {"level": "CRITICAL"},
            # Their messages at every start, tick and task are just noise.
            **{name: {"level": "WARNING"} for name in ("daphne", "celery")},
            "celery.apps.worker": {"level": "INFO"},
        },
    }
