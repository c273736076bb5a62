"""What a club announces, and what was done in it."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from clubs.models.club import Club


class Announcement(models.Model):
    """What a club tells its members, in Markdown."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="announcements")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    title = models.CharField(_("title"), max_length=80)
    text = models.TextField(_("text"), max_length=10_000)
    is_pinned = models.BooleanField(_("pinned"), default=False)
    made_at = models.DateTimeField(_("announced"), default=timezone.now)
    edited_at = models.DateTimeField(_("edited"), null=True)

    class Meta:
        verbose_name = _("announcement")
        verbose_name_plural = _("announcements")
        ordering = ["-is_pinned", "-made_at", "-pk"]
        indexes = [
            # a club's page: what is pinned, then the newest
            models.Index(fields=["club", "-is_pinned", "-made_at"], name="announcements_of_club"),
        ]

    def __str__(self) -> str:
        return self.title


class ClubAct(models.Model):
    """A line in a club's log: who did what, to whom, and why. Never changed, never deleted."""

    class Kind(models.TextChoices):
        FOUNDED = "founded", _("founded the club")
        EDITED = "edited", _("changed what the club is")
        JOINED = "joined", _("joined")
        LEFT = "left", _("left")
        ACCEPTED = "accepted", _("accepted a request")
        REFUSED = "refused", _("refused a request")
        INVITED = "invited", _("made an invitation")
        REVOKED = "revoked", _("took an invitation back")
        PROMOTED = "promoted", _("made an officer")
        TRUSTED = "trusted", _("changed an officer's rights")
        DEMOTED = "demoted", _("made an officer a member again")
        HANDED_OVER = "handed-over", _("handed the club over")
        REMOVED = "removed", _("removed a member")
        BANNED = "banned", _("banned a player")
        LIFTED = "lifted", _("lifted a ban")
        ANNOUNCED = "announced", _("announced something")
        REVISED = "revised", _("changed an announcement")
        PINNED = "pinned", _("pinned an announcement")
        UNPINNED = "unpinned", _("unpinned an announcement")
        TAKEN_DOWN = "taken-down", _("deleted an announcement")
        CLOSED = "closed", _("closed the club")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="acts")
    kind = models.CharField(_("what"), max_length=12, choices=Kind)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("by"), null=True, on_delete=models.SET_NULL, related_name="+"
    )
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("whom"), null=True, on_delete=models.SET_NULL, related_name="+"
    )
    words = models.CharField(_("more"), max_length=400, blank=True)
    at = models.DateTimeField(_("when"), default=timezone.now)

    class Meta:
        verbose_name = _("act")
        verbose_name_plural = _("log")
        ordering = ["-at", "-pk"]
        indexes = [
            # a club's log, newest first
            models.Index(fields=["club", "-at", "-id"], name="acts_of_club"),
        ]

    def __str__(self) -> str:
        return f"{self.club_id} {self.kind}"
