"""Players: people with an account, and guests who may create one."""

from typing import Any, ClassVar, Self

from django.contrib.auth.models import AbstractUser, UserManager
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q, Value
from django.db.models.functions import Upper
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts import names
from accounts.models.looks import Animation, Felt, HandOrder, Pips, Tiles, TileSize, Volume
from common.languages import languages
from common.lookalikes import fold
from common.time_zones import known_zone


class PlayerQuerySet(models.QuerySet["Player"]):
    def named(self, name: str) -> Self:
        """Filter by name, as stored or, for guests, as displayed in any language."""
        spellings = [Upper(Value(one)) for one in dict.fromkeys([name, names.meant(name)])]
        return self.alias(upper_name=Upper("username")).filter(upper_name__in=spellings)

    def lock(self, player: "Player") -> None:
        """Lock a player's row until the transaction ends, so that requests which count what the player has come one
        after another; others may still refer to the player."""
        self.select_for_update(no_key=True).only("pk").get(pk=player.pk)


class PlayerManager(UserManager["Player"].from_queryset(PlayerQuerySet)):  # type: ignore[misc]
    def get_by_natural_key(self, username: str | None) -> "Player":
        return self.named(username or "").get()


class Theme(models.TextChoices):
    AUTO = "auto", pgettext_lazy("theme", "automatic")
    LIGHT = "light", pgettext_lazy("theme", "light")
    DARK = "dark", pgettext_lazy("theme", "dark")


class Player(AbstractUser):
    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]
    username = models.CharField(
        _("name"),
        max_length=names.MAX_LENGTH,
        unique=True,
        validators=names.validators,
        help_text=_("3 to 20 letters and digits. Everyone sees it."),
        error_messages={"unique": _("This name is taken.")},
    )
    # The name with look-alikes folded; empty for guests, and if an older name looks the same.
    folded = models.CharField(max_length=60, default="", blank=True, editable=False)
    email = models.EmailField(_("e-mail address"), blank=True)
    is_guest = models.BooleanField(_("guest"), default=False)
    # Played by a program, from its creation and for good; nobody can sign in to it (`accounts.bots`).
    is_bot = models.BooleanField(_("bot"), default=False, db_default=False, editable=False)
    bot_owner = models.ForeignKey(
        "self",
        verbose_name=_("owner"),
        null=True,
        blank=True,
        editable=False,
        on_delete=models.PROTECT,
        related_name="bots",
    )

    language = models.CharField(_("language"), max_length=10, choices=languages, blank=True)
    theme = models.CharField(_("theme"), max_length=5, choices=Theme, default=Theme.AUTO)
    numerals = models.BooleanField(
        _("numerals instead of pips"), default=False, help_text=_("Shows tiles with digits, easier to read when small.")
    )
    felt = models.CharField(_("felt"), max_length=10, choices=Felt, default=Felt.GREEN, db_default=Felt.GREEN)
    tiles = models.CharField(_("tiles"), max_length=10, choices=Tiles, default=Tiles.IVORY, db_default=Tiles.IVORY)
    pips = models.CharField(_("pips"), max_length=10, choices=Pips, default=Pips.EACH, db_default=Pips.EACH)
    tile_size = models.CharField(
        _("size of tiles"), max_length=10, choices=TileSize, default=TileSize.MEDIUM, db_default=TileSize.MEDIUM
    )
    sound = models.BooleanField(_("sounds"), default=True)
    volume = models.CharField(
        _("volume"), max_length=10, choices=Volume, default=Volume.MEDIUM, db_default=Volume.MEDIUM
    )
    animation = models.CharField(
        _("speed of animations"),
        max_length=10,
        choices=Animation,
        default=Animation.MEDIUM,
        db_default=Animation.MEDIUM,
    )
    hand_order = models.CharField(
        _("order of the hand"),
        max_length=10,
        choices=HandOrder,
        default=HandOrder.DEALT,
        db_default=HandOrder.DEALT,
        help_text=_("Until you sort the tiles of a hand yourself."),
    )
    confirms_moves = models.BooleanField(
        _("confirm moves"),
        default=False,
        db_default=False,
        help_text=_("A tile with a single place is laid only by a second tap, on the tile or on its place."),
    )
    auto_draw = models.BooleanField(
        _("draw for me"),
        default=False,
        help_text=_("When drawing is all I can do, the house does it for me, unless that would give my tiles away."),
    )
    time_zone = models.CharField(_("time zone"), max_length=64, blank=True, validators=[known_zone])
    # Maps kinds of notices to [on the site, by e-mail, by push]; what is missing has the default of its kind.
    notice_choices = models.JSONField(_("notices"), default=dict, blank=True, editable=False)

    phrases_only = models.BooleanField(
        _("quick phrases only"),
        default=False,
        help_text=_("You read and say nothing but ready-made phrases, in your own language."),
    )
    is_child = models.BooleanField(
        _("mode for children"),
        default=False,
        help_text=_("Quick phrases only, and search engines do not find the profile."),
    )
    # Whether pages should look for sanctions; saves the query for everybody else.
    is_sanctioned = models.BooleanField(_("sanctioned"), default=False, editable=False)

    # Once deletion is requested, all that the account can do is cancel it. After the deletion, the row stays under a
    # neutral name, for the matches that others played with it.
    deletion_due_at = models.DateTimeField(_("to be deleted at"), null=True, blank=True, editable=False)
    deleted_at = models.DateTimeField(_("deleted"), null=True, blank=True, editable=False)

    objects: ClassVar[PlayerManager] = PlayerManager()

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        constraints = [
            # Upper, not Lower: "iexact" compares in upper case, so signing in uses this index.
            models.UniqueConstraint(
                Upper("username"),
                name="name_unique_regardless_of_case",
                violation_error_message=_("This name is taken."),
            ),
            models.UniqueConstraint(
                fields=["folded"],
                condition=~Q(folded=""),
                name="no_two_names_look_alike",
                violation_error_message=_("This name is taken, was given up lately, or looks like one that is taken."),
            ),
            models.CheckConstraint(condition=Q(theme__in=Theme.values), name="theme_is_known"),
            models.CheckConstraint(condition=Q(is_guest=False) | Q(email=""), name="guest_has_no_email"),
            models.CheckConstraint(condition=Q(is_bot=True) | Q(bot_owner=None), name="only_bots_have_an_owner"),
            models.CheckConstraint(
                condition=Q(is_bot=False) | Q(is_guest=False, is_staff=False, email=""), name="bot_is_nobody_else"
            ),
            models.CheckConstraint(
                condition=Q(deleted_at=None) | Q(is_active=False, email="", folded=""), name="deleted_player_is_nobody"
            ),
        ]
        indexes = [
            # the daily task: who is to be deleted?
            models.Index(
                fields=["deletion_due_at"], name="player_to_be_deleted", condition=Q(deletion_due_at__isnull=False)
            ),
        ]

    @property
    def answerable(self) -> list[int]:
        """Return the ids of the players whose sanctions apply: the player, and for a bot its owner as well."""
        return [self.pk, self.bot_owner_id] if self.bot_owner_id else [self.pk]

    @property
    def keeps_to_phrases(self) -> bool:
        return self.phrases_only or self.is_child

    def clean(self) -> None:
        """Refuse a name that looks like somebody else's."""
        super().clean()
        self.fold_name()
        others = Player.objects.filter(folded=self.folded).exclude(pk=self.pk).exclude(username__iexact=self.username)
        if self.folded and others.exists():
            sentence = _("This name is taken, was given up lately, or looks like one that is taken.")
            raise ValidationError({"username": sentence})

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save, keeping the folded name in step with the name."""
        fields = kwargs.get("update_fields")
        if fields is not None and "username" in fields:
            kwargs["update_fields"] = {*fields, "folded"}
            self.fold_name()
        elif fields is None and (self.pk is None or self.folded):
            self.fold_name()
        super().save(*args, **kwargs)

    def fold_name(self) -> None:
        self.folded = "" if self.is_guest else fold(self.username or "")

    def get_absolute_url(self) -> str:
        return reverse("accounts:profile", args=[self.username])


def is_player_or_bot_of(player: Player | int, field: str = "player") -> Q:
    """Return the condition that the player in a row's `field` is this one (or has this id), or one of their bots."""
    return Q(**{field: player}) | Q(**{f"{field}__bot_owner": player})
