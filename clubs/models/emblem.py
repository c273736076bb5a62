"""Pictures of clubs: current emblems, and uploads that are being prepared."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from clubs.emblems.uploads import SENTENCES
from clubs.models.club import Club


class Emblem(models.Model):
    """An uploaded picture, re-encoded. In a table of its own, so that lists of clubs do not load it."""

    club = models.OneToOneField(Club, primary_key=True, on_delete=models.CASCADE, related_name="emblem")
    picture = models.BinaryField(_("picture"), editable=False)

    class Meta:
        verbose_name = _("emblem")
        verbose_name_plural = _("emblems")

    def __str__(self) -> str:
        return f"{self.club_id}"


class UploadQuerySet(models.QuerySet["Upload"]):
    def waiting(self) -> UploadQuerySet:
        return self.filter(problem="")

    def forgotten(self, since: datetime) -> UploadQuerySet:
        """Filter uploads that a worker should have prepared by now."""
        return self.waiting().filter(asked_at__lte=since)


class Upload(models.Model):
    """A picture as it was uploaded, until a worker has made an emblem of it."""

    club = models.OneToOneField(Club, primary_key=True, on_delete=models.CASCADE, related_name="upload")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    content = models.BinaryField(editable=False)
    asked_at = models.DateTimeField(default=timezone.now)
    tries = models.PositiveSmallIntegerField(default=0)
    problem = models.CharField(max_length=20, blank=True)
    """The code of the error that a worker found, if any; the content has then been deleted."""

    objects = UploadQuerySet.as_manager()

    class Meta:
        verbose_name = _("upload")
        verbose_name_plural = _("uploads")

    def __str__(self) -> str:
        return f"{self.club_id}"

    @property
    def what_is_wrong(self) -> str:
        return str(SENTENCES[self.problem]) if self.problem else ""
