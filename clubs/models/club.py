"""Clubs and their members."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.core.validators import MaxLengthValidator, MaxValueValidator
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from clubs.addresses import address_validators
from common.database.compiled import compiled_once
from common.languages import languages
from common.time_zones import known_zone

if TYPE_CHECKING:
    from accounts.models import Player


class Right(models.TextChoices):
    """A right that an officer can have. Each is a column of `Membership`, and the log stores their values."""

    MEMBERS = "members", _("members")
    TOURNAMENTS = "tournaments", _("tournaments")
    ANNOUNCEMENTS = "announcements", _("announcements")
    MODERATION = "peace", _("moderation")

    @property
    def column(self) -> str:
        return f"minds_{self.value}"


class ClubQuerySet(models.QuerySet["Club"]):
    def alive(self) -> ClubQuerySet:
        return self.filter(closed_at=None)

    def of(self, player: Player | int) -> ClubQuerySet:
        return self.filter(memberships__player=player)

    def open_to(self, player: Player | int | None) -> ClubQuerySet:
        """Filter clubs whose members' area the player (or the player's id; None: a visitor) may see."""
        members = Membership.objects.filter(player=player)
        return self.filter(Q(is_private=False) | Q(pk__in=members.values("club")) if player else Q(is_private=False))

    def closed_to(self, player: Player | int | None) -> ClubQuerySet:
        """Filter clubs whose members' area the player (or the player's id; None: a visitor) may not see."""
        private = self.filter(is_private=True)
        return private.exclude(pk__in=Membership.objects.filter(player=player).values("club")) if player else private

    def where_may(self, player: Player, right: Right) -> ClubQuerySet:
        """Filter clubs where the player is the owner, or an officer with this right."""
        memberships = Membership.objects.filter(player=player).with_right(right)
        return self.filter(pk__in=memberships.values("club"))


class Club(models.Model):
    class Admission(models.TextChoices):
        OPEN = "open", _("open to everyone")
        REQUEST = "request", _("on request")
        INVITED = "invited", _("by invitation")

    slug = models.SlugField(
        _("address"),
        max_length=40,
        unique=True,
        validators=address_validators,
        error_messages={"unique": _("Another club has this address already.")},
    )
    name = models.CharField(_("name"), max_length=60)
    about = models.TextField(_("what it is"), max_length=4000, blank=True, validators=[MaxLengthValidator(4000)])
    language = models.CharField(_("language"), max_length=10, choices=languages, default="en")
    time_zone = models.CharField(_("time zone"), max_length=64, default="UTC", validators=[known_zone])
    hue = models.PositiveSmallIntegerField(_("colour"), default=30, validators=[MaxValueValidator(359)])
    admission = models.CharField(_("who may join"), max_length=8, choices=Admission, default=Admission.OPEN)
    is_private = models.BooleanField(_("private"), default=False)
    picture_mark = models.CharField(max_length=16, blank=True, editable=False)
    """Part of the uploaded emblem's address, so that it changes with the picture. Empty for the drawn emblem."""
    founded_at = models.DateTimeField(_("founded"), auto_now_add=True)
    active_at = models.DateTimeField(_("last active"), default=timezone.now)
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)
    frozen_at = models.DateTimeField(_("frozen by moderators"), null=True, blank=True, editable=False)
    """While the club is frozen, members can read and leave, but nothing else."""

    objects = ClubQuerySet.as_manager()

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("clubs")
        ordering = ["name"]
        indexes = [
            # the directory: recently active clubs first
            models.Index(fields=["-active_at"], name="club_active", condition=Q(closed_at__isnull=True)),
        ]
        constraints = [models.CheckConstraint(name="club_hue_is_an_angle", condition=Q(hue__lt=360))]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("clubs:club", args=[self.slug])

    @property
    def emblem_url(self) -> str:
        return f"{reverse('clubs:emblem', args=[self.slug])}?{self.picture_mark or self.hue}"

    _known: tuple[int, Membership | None] | None = None

    def remember(self, player: Player, membership: Membership | None) -> None:
        """Cache a player's membership in this instance, which must be used only to render a page at once."""
        self._known = player.pk, membership

    def membership_of(self, player: Player | None) -> Membership | None:
        if player is None:
            return None
        if self._known is not None and self._known[0] == player.pk:
            return self._known[1]
        return next(iter(_membership(self.pk, player.pk)), None)

    def is_open_to(self, player: Player | None) -> bool:
        """Return whether the player (None: a visitor) may see the members' area."""
        return bool(_if_open(self.pk, player.pk if player else None))

    def trusts(self, player: Player | None, right: Right) -> bool:
        """Return whether the player is a member with this right."""
        membership = self.membership_of(player)
        return membership is not None and membership.may(right)


@compiled_once
def _membership(club: int, player: int) -> models.QuerySet[Membership]:
    return Membership.objects.filter(club=club, player=player).order_by()[:1]


@compiled_once
def _if_open(club: int, player: int | None) -> models.QuerySet[Club, int]:
    return Club.objects.open_to(player).filter(pk=club).order_by().values_list("pk", flat=True)


def _ways_to(right: Right) -> list[dict[str, Any]]:
    """Return the combinations of column values that include the right."""
    return [{"role": Membership.Role.OWNER}, {"role": Membership.Role.OFFICER, right.column: True}]


class MembershipQuerySet(models.QuerySet["Membership"]):
    def with_right(self, right: Right) -> MembershipQuerySet:
        return self.filter(reduce(or_, (Q(**columns) for columns in _ways_to(right))))

    def leading(self) -> MembershipQuerySet:
        return self.filter(role__in=[Membership.Role.OWNER, Membership.Role.OFFICER])

    def by_role(self) -> MembershipQuerySet:
        """Order by role (owner, officers, members), then by name."""
        rank = models.Case(
            models.When(role=Membership.Role.OWNER, then=0),
            models.When(role=Membership.Role.OFFICER, then=1),
            default=2,
        )
        return self.select_related("player").order_by(rank, "player__username")


class Membership(models.Model):
    """A player in a club. The owner has every right, an officer the ticked ones, a member none."""

    class Role(models.TextChoices):
        OWNER = "owner", pgettext_lazy("of a club", "owner")
        OFFICER = "officer", _("officer")
        MEMBER = "member", _("member")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="memberships")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="memberships")
    role = models.CharField(_("role"), max_length=7, choices=Role, default=Role.MEMBER)
    minds_members = models.BooleanField(_("members"), default=False)
    minds_tournaments = models.BooleanField(_("tournaments"), default=False)
    minds_announcements = models.BooleanField(_("announcements"), default=False)
    minds_peace = models.BooleanField(_("moderation"), default=False)
    joined_at = models.DateTimeField(_("joined"), auto_now_add=True)

    objects = MembershipQuerySet.as_manager()

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

    @property
    def is_owner(self) -> bool:
        return self.role == self.Role.OWNER

    @property
    def leads(self) -> bool:
        return self.role != self.Role.MEMBER

    def may(self, right: Right) -> bool:
        return any(
            all(getattr(self, column) == value for column, value in columns.items()) for columns in _ways_to(right)
        )

    def outranks(self, other: Membership) -> bool:
        """Return whether this member outranks another: the owner outranks everyone, officers outrank members."""
        return self.pk != other.pk and (self.is_owner or (self.leads and not other.leads))

    @property
    def rights(self) -> list[Right]:
        """Return the rights of this member, for templates."""
        return [right for right in Right if self.may(right)]
