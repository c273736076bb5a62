"""What is stored of a club: what it is, and who belongs to it with which rights."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.zones import known_zone

if TYPE_CHECKING:
    from accounts.models import Player


class ClubQuerySet(models.QuerySet["Club"]):
    def of(self, player: Player) -> ClubQuerySet:
        return self.filter(memberships__player=player)


class Club(models.Model):
    class Admission(models.TextChoices):
        OPEN = "open", _("open to everyone")
        REQUEST = "request", _("on request")
        INVITED = "invited", _("by invitation")

    slug = models.SlugField(_("address"), max_length=40, unique=True)
    name = models.CharField(_("name"), max_length=60)
    about = models.TextField(_("what it is"), max_length=4000, blank=True)
    language = models.CharField(_("language"), max_length=10, choices=settings.LANGUAGES, default="en")
    time_zone = models.CharField(_("time zone"), max_length=64, default="UTC", validators=[known_zone])
    hue = models.PositiveSmallIntegerField(_("colour"), default=30)
    admission = models.CharField(_("who may join"), max_length=8, choices=Admission, default=Admission.OPEN)
    is_private = models.BooleanField(_("private"), default=False)
    founded_at = models.DateTimeField(_("founded"), auto_now_add=True)

    objects = ClubQuerySet.as_manager()

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("clubs")
        ordering = ["name"]
        constraints = [models.CheckConstraint(name="club_hue_is_an_angle", condition=Q(hue__lt=360))]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("clubs:club", args=[self.slug])


class Membership(models.Model):
    """A player in a club. The owner has every right; an officer those that are ticked; a member none."""

    class Role(models.TextChoices):
        OWNER = "owner", _("owner")
        OFFICER = "officer", _("officer")
        MEMBER = "member", _("member")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="memberships")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(_("role"), max_length=7, choices=Role, default=Role.MEMBER)
    minds_members = models.BooleanField(_("members"), default=False)
    minds_tournaments = models.BooleanField(_("tournaments"), default=False)
    minds_announcements = models.BooleanField(_("announcements"), default=False)
    minds_peace = models.BooleanField(_("peace-keeping"), default=False)
    joined_at = models.DateTimeField(_("joined"), auto_now_add=True)

    class Meta:
        verbose_name = _("membership")
        verbose_name_plural = _("memberships")
        ordering = ["club", "joined_at"]
        constraints = [
            models.UniqueConstraint(fields=["club", "player"], name="player_is_once_in_a_club"),
            models.UniqueConstraint(fields=["club"], condition=Q(role="owner"), name="club_has_one_owner"),
        ]

    def __str__(self) -> str:
        return f"{self.club_id}/{self.player_id} {self.role}"
