"""How long the site keeps data that it deletes after a while."""

USUAL_DAYS = {
    "sessions": 180,
    "guests": 30,
    "notices": 365,
    "read-notices": 90,
    "chat": 365,
    "closed-tables": 90,
    "connections": 30,
    "lapses": 90,
    "evidence": 365,
    "exports": 7,
    "deletion": 14,
    "names": 365,
    "mailboxes": 365,
    "traces": 60,
    "tokens": 30,
    "webhooks": 30,
}
"""Days for each kind, unless `KEEP_…_DAYS` says otherwise; docs/privacy.md explains each kind."""
