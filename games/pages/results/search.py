"""The search for finished matches."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from games.models import Table, TableQuerySet
from games.models.tables import games_played
from games.services.opening import MOST_SEATS

LONGEST_NAME = 40


class PlayerField(forms.CharField):
    """The name of a player, regardless of case; its value is the player, or None."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            required=False, max_length=LONGEST_NAME, widget=forms.TextInput({"autocomplete": "off"}), **kwargs
        )

    def clean(self, value: Any) -> Player | None:
        name = super().clean(value)
        if not name:
            return None
        player = Player.objects.named(name).filter(is_active=True).first()
        if player is None:
            raise ValidationError(_("Nobody here has the name %(name)s."), params={"name": name}, code="unknown")
        return player


class DayField(forms.DateField):
    """A day between 2000 and 2999, which can safely be converted to another time zone."""

    def __init__(self, **kwargs: Any) -> None:
        years = [MinValueValidator(date(2000, 1, 1)), MaxValueValidator(date(2999, 12, 31))]
        super().__init__(required=False, widget=forms.DateInput({"type": "date"}), validators=years, **kwargs)


class MatchSearch(forms.Form):
    """What to look for among finished matches. Everything may be left empty."""

    player = PlayerField(label=_("Player"))
    against = PlayerField(label=_("At a table with"))
    game = forms.ChoiceField(label=_("Game"), required=False)
    seats = forms.TypedChoiceField(label=_("Seats"), required=False, coerce=int, empty_value=None)
    event = forms.CharField(
        label=_("Tournament"), required=False, max_length=120, help_text=_("A part of its name is enough.")
    )
    since = DayField(label=_("From"))
    until = DayField(label=_("To"))

    def __init__(self, data: QueryDict) -> None:
        super().__init__(data, label_suffix="")
        game, seats = self.fields["game"], self.fields["seats"]
        assert isinstance(game, forms.ChoiceField)
        assert isinstance(seats, forms.ChoiceField)
        game.choices = [("", _("all games")), *games_played()]
        seats.choices = [("", _("any number")), *((count, str(count)) for count in range(2, MOST_SEATS + 1))]

    def clean(self) -> dict[str, Any]:
        given = self.cleaned_data
        since, until = given.get("since"), given.get("until")
        if since and until and since > until:
            self.add_error("until", _("This day is before the first one."))
        return given

    @property
    def is_asked(self) -> bool:
        return any(self.data.get(name) for name in self.fields)

    def found(self, reader: Player | None) -> TableQuerySet:
        """Return the matches that the reader may see, newest first; none if the form is invalid."""
        if not self.is_valid():
            return Table.objects.none()
        given = self.cleaned_data
        tables = Table.objects.finished().watchable_by(reader)
        for player in filter(None, (given["player"], given["against"])):
            tables = tables.of(player)
        if given["game"]:
            tables = tables.filter(game=given["game"])
        if given["seats"]:
            tables = tables.filter(seat_count=given["seats"])
        if given["event"]:
            tables = tables.filter(occasion__icontains=given["event"])
        if given["since"]:
            tables = tables.filter(finished_at__gte=_midnight(given["since"]))
        if given["until"]:
            tables = tables.filter(finished_at__lt=_midnight(given["until"] + timedelta(days=1)))
        return tables.with_people().order_by("-finished_at", "pk")


def _midnight(day: date) -> datetime:
    """Return when the day begins in the reader's time zone."""
    return timezone.make_aware(datetime.combine(day, time.min))
