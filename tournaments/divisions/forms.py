"""Forms of leagues: founding one, drafting a season, placing a player."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from common.errors import UserError
from tournaments.base.clock import moment
from tournaments.divisions.seasons import MOST, Wanted
from tournaments.models import Division, League
from tournaments.planning.presets import BY_KEY, PRESETS

USUAL_PLACES, MOST_PLACES = 8, 100


class LeagueForm(forms.Form):
    """Asks for a name, and for a row of fields for each division; rows without a name are left out."""

    name = forms.CharField(label=_("Name of the league"), max_length=League._meta.get_field("name").max_length)

    def __init__(self, data: Any = None) -> None:
        super().__init__(data, label_suffix="")
        for rank in range(1, MOST + 1):
            name = forms.CharField(
                label=_("Name"), max_length=Division._meta.get_field("name").max_length, required=rank <= 2
            )
            self.fields[f"name_{rank}"] = name
            self.fields[f"places_{rank}"] = forms.IntegerField(
                label=_("Places"), min_value=2, max_value=MOST_PLACES, initial=USUAL_PLACES, required=False
            )
            self.fields[f"falls_{rank}"] = forms.IntegerField(
                label=_("Relegated"), min_value=0, max_value=MOST_PLACES, initial=2 if rank < 2 else 0, required=False
            )

    @property
    def rows(self) -> list[tuple[int, list[forms.BoundField]]]:
        return [(rank, [self[f"{part}_{rank}"] for part in ("name", "places", "falls")]) for rank in range(1, MOST + 1)]

    @property
    def divisions(self) -> list[Wanted]:
        data = self.cleaned_data
        ranks = [rank for rank in range(1, MOST + 1) if data[f"name_{rank}"]]
        return [
            Wanted(data[f"name_{rank}"], data[f"places_{rank}"] or USUAL_PLACES, data[f"falls_{rank}"] or 0)
            for rank in ranks
        ]


class RenameForm(forms.Form):
    """Asks for new names of a league and its divisions."""

    name = forms.CharField(label=_("Name of the league"), max_length=League._meta.get_field("name").max_length)

    def __init__(self, data: Any = None, *, league: League) -> None:
        super().__init__(data, label_suffix="", initial={"name": league.name}, auto_id="rename_%s")
        self.ranks = {}
        for division in league.divisions.order_by("rank"):
            field, label = f"name_{division.rank}", _("Division %(rank)d") % {"rank": division.rank}
            longest = Division._meta.get_field("name").max_length
            self.fields[field] = forms.CharField(label=label, max_length=longest, initial=division.name)
            self.ranks[division.rank] = field

    @property
    def divisions(self) -> dict[int, str]:
        """Return the names by rank."""
        return {rank: self.cleaned_data[field] for rank, field in self.ranks.items()}


class SeasonForm(forms.Form):
    """Asks for the start of a season in the club's time zone and, for the first one, how it is played."""

    preset = forms.ChoiceField(label=_("How it is played"), choices=lambda: [(one.key, one.title) for one in PRESETS])
    day = forms.DateField(label=_("Day"), widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}))
    hour = forms.TimeField(label=_("Start"), widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"}))

    def __init__(self, data: Any = None, *, zone: str, is_first: bool) -> None:
        super().__init__(data, label_suffix="", initial={"preset": "two-step-league-hours", "hour": "20:00"})
        self.zone = zone
        if not is_first:
            del self.fields["preset"]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if {"day", "hour"} <= data.keys():
            try:
                data["starts_at"] = moment(data["day"], data["hour"], self.zone)
            except UserError as refusal:
                self.add_error("hour", str(refusal))
        return data

    @property
    def starts_at(self) -> datetime:
        at: datetime = self.cleaned_data["starts_at"]
        return at

    @property
    def preset_key(self) -> str:
        return self.cleaned_data.get("preset") or next(iter(BY_KEY))


class PlaceForm(forms.Form):
    """Asks for a player and a division; 0 takes the player out."""

    player = forms.CharField(label=_("Player"), max_length=40)
    rank = forms.TypedChoiceField(label=_("Division"), coerce=int)

    def __init__(self, data: Any = None, *, league: League) -> None:
        super().__init__(data, label_suffix="")
        divisions = league.divisions.order_by("rank")
        self.fields["rank"].choices = [*((one.rank, one.name) for one in divisions), (0, _("out"))]  # type: ignore[attr-defined]

    def clean_player(self) -> Player:
        player = Player.objects.named(self.cleaned_data["player"].strip()).first()
        if player is None:
            raise forms.ValidationError(_("There is no player with this name."))
        return player
