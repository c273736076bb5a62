"""The Celery application, and what beat asks for and when."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("boneyard")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

# A sweep that waited too long is worth nothing: the next one does the same.
app.conf.beat_schedule = {
    "sweep": {"task": "games.tasks.sweep", "schedule": 1.0, "options": {"expires": 5}},
}
