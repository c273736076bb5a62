"""A player's choices for how a table looks, sounds and moves."""

from django.db import models
from django.utils.translation import pgettext_lazy


class Felt(models.TextChoices):
    GREEN = "green", pgettext_lazy("felt", "green")
    BLUE = "blue", pgettext_lazy("felt", "blue")
    RED = "red", pgettext_lazy("felt", "wine red")
    CONTRAST = "contrast", pgettext_lazy("felt", "black, for high contrast")


class Tiles(models.TextChoices):
    IVORY = "ivory", pgettext_lazy("tiles", "ivory")
    MAPLE = "maple", pgettext_lazy("tiles", "maple")
    MARBLE = "marble", pgettext_lazy("tiles", "marble")
    CONTRAST = "contrast", pgettext_lazy("tiles", "white with black edges, for high contrast")


class Pips(models.TextChoices):
    EACH = "each", pgettext_lazy("pips", "a colour for each number")
    FOUR = "four", pgettext_lazy("pips", "four colours")
    ONE = "one", pgettext_lazy("pips", "one colour")


class TileSize(models.TextChoices):
    SMALL = "small", pgettext_lazy("tile size", "small")
    MEDIUM = "medium", pgettext_lazy("tile size", "medium")
    LARGE = "large", pgettext_lazy("tile size", "large")


class Volume(models.TextChoices):
    QUIET = "quiet", pgettext_lazy("volume", "quiet")
    MEDIUM = "medium", pgettext_lazy("volume", "medium")
    LOUD = "loud", pgettext_lazy("volume", "loud")


class Animation(models.TextChoices):
    NONE = "none", pgettext_lazy("animation", "none")
    FAST = "fast", pgettext_lazy("animation", "fast")
    MEDIUM = "medium", pgettext_lazy("animation", "medium")
    SLOW = "slow", pgettext_lazy("animation", "slow")


class HandOrder(models.TextChoices):
    DEALT = "dealt", pgettext_lazy("order of the hand", "as the tiles come")
    HIGH = "high", pgettext_lazy("order of the hand", "by the higher number")
    HEAVY = "heavy", pgettext_lazy("order of the hand", "by all pips, the heaviest first")
