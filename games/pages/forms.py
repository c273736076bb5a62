"""The form for opening a table. Its options come from the rules, so a new game needs no form of its own."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.forms.boundfield import BoundWidget
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubs.models import Club
from common.errors import UserError
from games.models import LEVELS_MEAN, Seat, Table, check_pace
from games.pages.labels import span
from games.pages.option_fields import chosen_options, offer_options
from games.pages.presets import presets_of, quick_bots, seat_choices
from games.rules import GAMES, Preset
from games.services.opening import MOST_SEATS

CUSTOM = "custom"
PERSON = ""
SECONDS = (10, 20, 30, 60, 120, 300, 3600, 8 * 3600, 86_400, 3 * 86_400)
USUAL_SECONDS = 60


class OpenTableForm(forms.Form):
    """The form that opens a table, with a field `option_NAME` for each option, and `sitter_N` for each seat but the
    owner's."""

    seconds = forms.TypedChoiceField(
        label=_("Time for each move"),
        coerce=int,
        choices=lambda: [(seconds, span(seconds)) for seconds in SECONDS],
        initial=USUAL_SECONDS,
        widget=forms.RadioSelect,
    )
    visibility = forms.ChoiceField(label=_("Who may join"), initial=Table.Visibility.PUBLIC, widget=forms.RadioSelect)
    admits_bots = forms.BooleanField(
        label=_("Players' bots may sit down"),
        required=False,
        help_text=_("Programs that others have written. Everyone sees that they are bots."),
    )

    def __init__(self, game: str, data: QueryDict | None = None, *, clubs: Iterable[Club] = (), club: str = "") -> None:
        """Build the form for `game`.

        `clubs` are those that the table may be reserved for; `club` is the slug of the one to preselect.
        """
        super().__init__(data, label_suffix="")
        self.game = game
        self.clubs = {f"{Table.Visibility.CLUB}:{one.slug}": one for one in clubs}
        self.presets: dict[str, Preset] = {preset.key: preset for preset in presets_of(game)}
        self.chosen_options: dict[str, Any] = {}
        self._offer_company(club)
        self._offer_presets()
        self._offer_seats()
        offer_options(self, GAMES[self.game])

    def _offer_company(self, club: str) -> None:
        everyone, invited = Table.Visibility.PUBLIC, Table.Visibility.INVITED
        members = _("members of %(club)s")
        field = self.fields["visibility"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [
            (everyone.value, everyone.label),
            (invited.value, invited.label),
            *((key, members % {"club": one.name}) for key, one in self.clubs.items()),
        ]
        if f"{Table.Visibility.CLUB}:{club}" in self.clubs:
            field.initial = f"{Table.Visibility.CLUB}:{club}"

    @property
    def club(self) -> Club | None:
        """Return the club whose members the table is for, if any."""
        return self.clubs.get(self.cleaned_data["visibility"])

    @property
    def company(self) -> str:
        return Table.Visibility.CLUB.value if self.club else self.cleaned_data["visibility"]

    def _offer_presets(self) -> None:
        self.fields["preset"] = forms.ChoiceField(
            label=_("What to play"),
            choices=[*((key, preset.name) for key, preset in self.presets.items()), (CUSTOM, _("Custom"))],
            initial=next(iter(self.presets)),
            widget=forms.RadioSelect,
        )

    def _offer_seats(self) -> None:
        seats = seat_choices(self.game)
        self.fields["seats"] = forms.TypedChoiceField(
            label=_("Players"),
            coerce=int,
            choices=[(number, number) for number in seats],
            initial=len(quick_bots(self.game)),
            widget=forms.RadioSelect,
        )
        sitters = [(PERSON, _("a person")), *Seat.Bot.choices]
        for number in range(2, seats[-1] + 1):
            label = _("Seat %(number)d") % {"number": number}
            self.fields[f"sitter_{number}"] = forms.ChoiceField(label=label, choices=sitters, required=False)

    @property
    def preset_picks(self) -> list[tuple[BoundWidget, str]]:
        """Return each preset's radio button with its description."""
        words = [*(preset.words for preset in self.presets.values()), gettext("You choose every option yourself.")]
        return list(zip(self["preset"], words, strict=True))

    @property
    def option_fields(self) -> list[forms.BoundField]:
        return [self[f"option_{name}"] for name in GAMES[self.game].options]

    levels_mean = LEVELS_MEAN

    @property
    def sitter_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name.startswith("sitter_")]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if "preset" in data and "seats" in data:
            self._choose_options(data["preset"], data["seats"])
        if "seconds" in data and "seats" in data:
            self._check_pace(data["seconds"])
        return data

    def _check_pace(self, seconds: int) -> None:
        try:
            check_pace(seconds, self.bots)
        except UserError as error:
            self.add_error("seconds", str(error))

    def _choose_options(self, preset: str, seats: int) -> None:
        if preset in self.presets:
            self.chosen_options = self.presets[preset].options_for(GAMES[self.game], seats)
        else:
            self.chosen_options = chosen_options(self, GAMES[self.game])
        if not self.errors:
            self._check_seats(seats)

    def _check_seats(self, seats: int) -> None:
        allowed = GAMES[self.game].seats(self.chosen_options)
        if seats not in allowed:
            sentence = _(
                "With these options %(least)d to %(most)d people can play. Choose fewer players or a larger set."
            )
            self.add_error("seats", sentence % {"least": allowed[0], "most": allowed[-1]})

    @property
    def bots(self) -> list[str]:
        """Return, for each seat, a bot's level or an empty string for a person; the owner takes the first seat."""
        others = range(2, self.cleaned_data["seats"] + 1)
        return [PERSON, *(self.cleaned_data.get(f"sitter_{number}", PERSON) for number in others)]


class JoinForm(forms.Form):
    seat = forms.IntegerField(min_value=0, max_value=MOST_SEATS, required=False)


class StartForm(forms.Form):
    level = forms.ChoiceField(choices=Seat.Bot)
