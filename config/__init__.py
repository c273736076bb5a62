"""The site put together: settings, addresses, servers. Loads Celery so that every task finds it."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
