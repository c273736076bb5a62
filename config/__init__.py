"""The site as a whole: settings, URLs, servers. Imports the Celery app so that every task finds it."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
