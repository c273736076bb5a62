"""What is filled in to plan a tournament: only what its format has a use for, in words an organiser knows."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.forms.boundfield import BoundWidget
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from common.errors import UserError
from common.time_zones import zone_names
from games.pages.forms import SECONDS
from games.pages.labels import option_label, span, value_label
from games.rules import GAMES, OptionsError
from tournaments.base.clock import moment
from tournaments.base.labels import SEATINGS, apart, tie_break_name
from tournaments.base.snapshot import plan_of
from tournaments.base.texts import said
from tournaments.formats import FORMATS, PlanError
from tournaments.models import Tournament
from tournaments.planning.estimate import in_words, start_in_words
from tournaments.planning.organising import MOST_HELPERS
from tournaments.planning.plans import FIXED_AFTER_START, check
from tournaments.planning.presets import Way, ways_of

OWN = "own"
KEEP = "keep"
AT_ONCE = "now"
LEADS = {"1": 1, "3": 3, "7": 7, "14": 14, "28": 28}
"""How many days before the start registration opens, by what is chosen."""
BREAKS = (0, 30, 60, 120, 180, 300, 600, 900, 1800, 3600, 86_400)
APART = (0, 1, 2, 3, 4, 5, 6, 7, 10, 14, 21, 28)
"""Days from one round to the next."""
CHECK_INS = (0, 5, 10, 15, 20, 30, 60, 120)
MOST_TIE_BREAKS = 4
USUAL_TABLE, USUAL_ROUNDS = 4, 5
MOST_ROUNDS, MOST_PLAYERS, LONGEST_ROUND = 100, 1000, 31 * 24 * 60
AT = {
    "bad-times": "registration",
    "same-date": "day",
    "bad-numbers": "most",
    "bad-game": "format",
    "bad-entrance": "entrance",
    "unknown-format": "format",
    "bad-dates": "days_between",
    "long-round": "round_minutes",
    "slow-moves": "seconds",
    "options": "way",
    "tie_breaks": "tie_1",
}
"""At which field a refusal is said, by its code or the plan's field."""


def _zones() -> list[tuple[str, str]]:
    return [(name, name.replace("_", " ")) for name in zone_names()]


def _with(values: tuple[int, ...], value: int) -> list[int]:
    """What is there already can stay, though it be unusual."""
    return sorted({*values, value})


PLAIN = Tournament()
"""As it is if nothing is said."""


class PlanForm(forms.Form):
    """`option_NAME` for each option of the game, `tie_N` for the tie-breaks. `like` is what it starts from: a preset,
    an old tournament, or the one that is changed."""

    name = forms.CharField(label=_("Name"), max_length=80)
    description = forms.CharField(
        label=_("What else people should know"),
        max_length=4000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("**Bold**, lists and links are written in Markdown."),
    )
    day = forms.DateField(label=_("Day"), widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}))
    hour = forms.TimeField(label=_("Start"), widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"}))
    time_zone = forms.ChoiceField(
        label=_("Time zone"), choices=_zones, help_text=_("Everyone reads the time by their own clock.")
    )
    registration = forms.ChoiceField(label=_("Registration opens"))
    registration_day = forms.DateField(
        label=_("On"), required=False, widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
    )
    registration_hour = forms.TimeField(
        label=_("At"), required=False, widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"})
    )
    check_in_minutes = forms.TypedChoiceField(
        label=_("Check-in"),
        coerce=int,
        help_text=_("Who has not checked in by the start is not seated until they say that they are there."),
    )
    game = forms.ChoiceField(label=_("Game"), choices=[(slug, game.name) for slug, game in GAMES.items()])
    format = forms.ChoiceField(label=_("Format"))
    way = forms.ChoiceField(label=_("What is played"), widget=forms.RadioSelect)
    rounds = forms.IntegerField(
        label=_("Rounds"),
        required=False,
        min_value=1,
        max_value=MOST_ROUNDS,
        help_text=_("Empty: as many as it takes."),
    )
    table_size = forms.TypedChoiceField(
        label=_("Players at a table"), coerce=int, choices=[(size, size) for size in range(2, 13)]
    )
    seating = forms.ChoiceField(label=_("Seating"), widget=forms.RadioSelect)
    cycles = forms.TypedChoiceField(
        label=_("Everybody meets everybody"), coerce=int, choices=[(1, _("once")), (2, _("twice"))]
    )
    third_place = forms.BooleanField(label=_("A match for the third place"), required=False)
    duplicate = forms.BooleanField(
        label=_("The same tiles at all tables"),
        required=False,
        help_text=_("Everyone is compared with those who had the same seat. Nobody can watch until a round is over."),
    )
    seconds = forms.TypedChoiceField(
        label=_("Time for each move"),
        coerce=int,
        help_text=_("When it is over the house plays the move, so that nobody waits for ever."),
    )
    round_minutes = forms.IntegerField(
        label=_("Minutes for a round"),
        required=False,
        min_value=1,
        max_value=LONGEST_ROUND,
        help_text=_(
            "When they are over the house plays what is unfinished to its end. Empty: as long as it takes, or until "
            "the date of the next round."
        ),
    )
    days_between = forms.TypedChoiceField(
        label=_("Rounds follow one another"),
        coerce=int,
        help_text=_(
            "On dates they begin at the hour of the start, and never earlier; when a date comes, the house plays what "
            "is unfinished of the round before to its end."
        ),
    )
    break_seconds = forms.TypedChoiceField(label=_("Break between rounds"), coerce=int)
    least = forms.IntegerField(
        label=_("Fewest players"),
        min_value=2,
        max_value=MOST_PLAYERS,
        help_text=_("With fewer at the start it is cancelled, and everyone is told."),
    )
    most = forms.IntegerField(
        label=_("Most players"),
        required=False,
        min_value=2,
        max_value=MOST_PLAYERS,
        help_text=_("Who comes later waits until a place becomes free. Empty: no limit."),
    )
    entrance = forms.ChoiceField(
        label=_("Who may enter"), choices=Tournament.Entrance, widget=forms.RadioSelect, required=False
    )
    least_matches = forms.IntegerField(
        label=_("Matches played before"),
        min_value=0,
        max_value=10_000,
        help_text=_("How many matches one must have played on this site to enter. 0: none."),
    )
    late_rounds = forms.IntegerField(label=_("Late entry up to round"), min_value=1, max_value=MOST_ROUNDS)
    absence = forms.ChoiceField(
        label=_("Who does not come to a table, or leaves it, is"),
        choices=Tournament.Absence,
        widget=forms.RadioSelect,
        help_text=_("In any case the house plays their seat to the end of the round."),
    )
    holds_seatings = forms.BooleanField(
        label=_("I look at each seating before it is published"),
        required=False,
        help_text=_("If you do not publish it in time, it publishes itself after ten minutes."),
    )
    helper_names = forms.CharField(
        label=_("Who helps you"),
        required=False,
        max_length=600,
        help_text=_("Names of players, with commas between them. They can do all that you can."),
    )
    expected = forms.IntegerField(
        label=_("If so many come"), required=False, min_value=2, max_value=MOST_PLAYERS, initial=12
    )

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, like: Tournament, now: datetime, again: bool = False
    ) -> None:
        """`again`: shows what is filled in without judging it yet."""
        initial = {**_initial(like), **({key: data[key] for key in data} if again and data is not None else {})}
        super().__init__(None if again else data, initial=initial, label_suffix="")
        self.like, self.now, self.chosen_options = like, now, dict[str, Any]()
        given = data if data is not None else initial
        wanted_game = str(given.get("game"))
        self.rules = wanted_game if wanted_game in GAMES else like.game
        self.formats = [one for one in FORMATS.values() if self.rules in one.games]
        wanted = given.get("format", like.format)  # it is not asked for while a tournament runs
        self.played = next((one for one in self.formats if one.slug == wanted), self.formats[0])
        self.initial.update(game=self.rules, format=self.played.slug)
        self._suggest()
        self.ways: dict[str, Way] = {way.key: way for way in ways_of(self.played.slug, self.rules)}
        self._offer_formats()
        self._offer_times()
        self._offer_options()
        self._offer_tie_breaks()
        self._leave_out()

    # --- What there is to choose ---

    def _offer_formats(self) -> None:
        self._choices("format", [(one.slug, gettext(one.name)) for one in self.formats])
        self.fields["format"].help_text = gettext(self.played.summary)
        self._choices("seating", [(slug, SEATINGS[slug]) for slug in self.played.seatings])

    def _suggest(self) -> None:
        """What another format needs and the one before had no use for."""
        if self.played.slug == self.like.format:
            return
        if "table_size" in self.played.uses and "table_size" not in FORMATS[self.like.format].uses:
            self.initial["table_size"] = max(self.initial["table_size"], USUAL_TABLE, key=int)
        if "rounds" in self.played.uses and not self.initial.get("rounds") and self.played.slug == "table-rounds":
            self.initial["rounds"] = USUAL_ROUNDS

    def _offer_times(self) -> None:
        like = self.like
        self._choices("seconds", [(one, span(one)) for one in _with(SECONDS, like.seconds)])
        pauses = _with(BREAKS, like.break_seconds)
        self._choices("break_seconds", [(one, span(one) if one else gettext("none")) for one in pauses])
        days = _with(APART, like.days_between)
        self._choices("days_between", [(one, apart(one) if one else gettext("after a break")) for one in days])
        checks = _with(CHECK_INS, like.check_in_minutes)
        words = gettext("from %(minutes)d minutes before the start")
        none = gettext("none: whoever has entered plays")
        self._choices("check_in_minutes", [(one, words % {"minutes": one} if one else none) for one in checks])
        leads = [(key, _days_before(number)) for key, number in LEADS.items()]
        kept = [] if self.like._state.adding else [(KEEP, gettext("as it was set"))]
        self._choices(
            "registration", [*kept, (AT_ONCE, gettext("at once")), *leads, (OWN, gettext("at a time of my own"))]
        )

    def _offer_options(self) -> None:
        ways = [(key, way.name) for key, way in self.ways.items()]
        self._choices("way", [*ways, (OWN, gettext("My own way"))])
        if self.initial.get("way") not in self.ways | {OWN: None}:
            self.initial["way"] = next(iter(self.ways))
        for name, option in GAMES[self.rules].options.items():
            values = [(str(value), value_label(name, value)) for value in option.values]
            self.fields[f"option_{name}"] = forms.ChoiceField(
                label=option_label(name), choices=[("", gettext("as usual")), *values], required=False
            )

    def _offer_tie_breaks(self) -> None:
        named = [(slug, tie_break_name(slug)) for slug in self.played.tie_breaks]
        for number in range(1, min(MOST_TIE_BREAKS, len(named)) + 1):
            none = gettext("as usual") if number == 1 else gettext("nothing more")
            label = gettext("first by") if number == 1 else gettext("then by")
            self.fields[f"tie_{number}"] = forms.ChoiceField(label=label, choices=[("", none), *named], required=False)

    def _leave_out(self) -> None:
        """Whatever this format, this place or this moment has no use for."""
        fields = {"rounds", "table_size", "seating", "cycles", "third_place", "duplicate"} - self.played.uses
        if self.like.club is None:
            fields.add("entrance")
        if self.played.last_round_to_enter(plan_of(self._candidate({})), 16) <= 1:
            fields.add("late_rounds")
        if self.like.status == Tournament.Status.RUNNING:
            fields |= FIXED_AFTER_START | {"format", "way", "day", "hour", "time_zone", "registration", "game"}
            fields |= {"registration_day", "registration_hour", "check_in_minutes"}
            fields |= {name for name in self.fields if name.startswith(("option_", "tie_"))}
            fields |= {"break_seconds"} if self.like.days_between else set()
        for name in fields:
            self.fields.pop(name, None)

    def _choices(self, name: str, choices: list[tuple[Any, Any]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    # --- For templates ---

    @property
    def way_picks(self) -> list[tuple[BoundWidget, str]]:
        """Each way to play, and what it means."""
        words = [*(str(way.words) for way in self.ways.values()), gettext("You choose every option yourself.")]
        return list(zip(self["way"], words, strict=True)) if "way" in self.fields else []

    @property
    def option_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name.startswith("option_")]

    @property
    def tie_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name.startswith("tie_")]

    def _there(self, *names: str) -> list[forms.BoundField]:
        return [self[name] for name in names if name in self.fields]

    @property
    def shape_fields(self) -> list[forms.BoundField]:
        return self._there("rounds", "table_size", "cycles", "third_place", "duplicate")

    @property
    def pace_fields(self) -> list[forms.BoundField]:
        return self._there("seconds", "days_between", "break_seconds", "round_minutes")

    @property
    def people_fields(self) -> list[forms.BoundField]:
        return self._there("least", "most", "entrance")

    @property
    def rest_fields(self) -> list[forms.BoundField]:
        return self._there("check_in_minutes", "late_rounds", "least_matches")

    @property
    def late_rule(self) -> str:
        return said(self.played.late_rule(plan_of(self._candidate({}))), {})

    @property
    def has_folded_errors(self) -> dict[str, bool]:
        """Which of the folded parts have to be open."""
        folded = {
            "game": ["game", "format", "way", *(name for name in self.fields if name.startswith(("option_", "tie_")))],
            "pace": ["seconds", "days_between", "break_seconds", "round_minutes"],
            "people": ["check_in_minutes", "late_rounds", "least_matches", "absence", "helper_names"],
        }
        folded["game"] += ["rounds", "table_size", "seating", "cycles", "third_place", "duplicate"]
        return {part: any(name in self.errors for name in names) for part, names in folded.items()}

    def forecast(self) -> list[str]:
        """In words; nothing while it cannot be told."""
        judged = self if self.is_bound else PlanForm(self.initial_as_data(), like=self.like, now=self.now)
        columns = judged.columns if judged.is_valid() else judged.columns_so_far()
        if columns is None:
            return []
        candidate = judged._candidate(columns)
        try:
            check(candidate)
        except (UserError, PlanError, OptionsError):
            return []
        return [start_in_words(candidate), *in_words(candidate, judged.cleaned_data.get("expected") or 12)]

    def initial_as_data(self) -> dict[str, Any]:
        return {
            name: value
            for name, field in self.fields.items()
            if (value := self.get_initial_for_field(field, name)) not in (None, "") and value is not False
        }

    def columns_so_far(self) -> dict[str, Any] | None:
        """Without a name there is a forecast all the same."""
        needed = {name for name in self.fields if name not in ("name", "helper_names", "description")}
        return None if needed & set(self.errors) or "__all__" in self.errors else self.columns

    # --- What was chosen ---

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        self._choose_times()
        if "way" in self.fields and "way" in data:
            self._choose_options(data["way"])
        if not self.errors:
            self._check_plan()
        return data

    def clean_name(self) -> str:
        """One line: it stands in calendars and letters."""
        return " ".join(self.cleaned_data["name"].split())

    def clean_helper_names(self) -> list[Player]:
        names = {name.strip().upper(): name.strip() for name in self.cleaned_data["helper_names"].split(",")}
        names.pop("", None)
        if len(names) > MOST_HELPERS:
            raise forms.ValidationError(_("At most %(most)d people can help.") % {"most": MOST_HELPERS})
        players = [(name, Player.objects.named(name).filter(is_guest=False).first()) for name in names.values()]
        missing = [name for name, player in players if player is None]
        if missing:
            raise forms.ValidationError(
                _("There is no player with this name: %(names)s.") % {"names": ", ".join(missing)}
            )
        return [player for _name, player in players if player is not None]

    def _choose_times(self) -> None:
        if "day" not in self.fields or not {"day", "hour", "time_zone"} <= self.cleaned_data.keys():
            return
        start = self._moment("day", "hour")
        if start is None:
            return
        if start <= self.now and start != self.like.starts_at:
            self.add_error("day", _("This moment has passed. Choose a later one."))
            return
        self.cleaned_data["starts_at"] = start
        opens = self._registration(start)
        if opens is not None:
            self.cleaned_data["registration_at"] = opens

    def _registration(self, start: datetime) -> datetime | None:
        match self.cleaned_data.get("registration"):
            case None:
                return None
            case "keep":
                return self.like.registration_at
            case "now":
                return min(self.now, start)
            case "own":
                return self._own_registration()
            case lead:
                local = start.astimezone(ZoneInfo(self.cleaned_data["time_zone"])) - timedelta(days=LEADS[lead])
                return min(max(local, self.now), start)

    def _own_registration(self) -> datetime | None:
        for name in ("registration_day", "registration_hour"):
            if self.cleaned_data.get(name) is None:
                if name not in self.errors:
                    self.add_error(name, _("Say when registration opens."))
                return None
        return self._moment("registration_day", "registration_hour")

    def _moment(self, day: str, hour: str) -> datetime | None:
        try:
            return moment(self.cleaned_data[day], self.cleaned_data[hour], self.cleaned_data["time_zone"])
        except UserError as refusal:
            self.add_error(day if refusal.code == "far" else hour, str(refusal))
            return None

    def _choose_options(self, way: str) -> None:
        if way in self.ways:
            self.chosen_options = GAMES[self.rules].complete(self.ways[way].options)
            return
        for name in GAMES[self.rules].options:
            option = GAMES[self.rules].option(name, self.chosen_options)
            text = self.cleaned_data.get(f"option_{name}", "")
            value = next((value for value in option.values if str(value) == text), option.default)
            if text and str(value) != text:
                sentence = gettext(
                    "This does not go with what is chosen above: from %(first)s to %(last)s is possible."
                )
                ends = {
                    "first": value_label(name, option.values[0]),
                    "last": value_label(name, option.values[-1]),
                }
                self.add_error(f"option_{name}", sentence % ends)
            self.chosen_options[name] = value

    def _check_plan(self) -> None:
        try:
            check(self._candidate(self.columns))
        except PlanError as error:
            self.refuse(error.at, said(error.sentence, {}))
        except UserError as refusal:
            self.refuse(refusal.code, str(refusal))
        except OptionsError as error:
            self.refuse("options", str(error))

    def refuse(self, at: str, sentence: str) -> None:
        """Say at its field why not; `at` is a field of the plan or a code."""
        name = AT.get(at, at)
        self.add_error(name if name in self.fields else None, sentence)

    def _candidate(self, columns: Mapping[str, Any]) -> Tournament:
        """The tournament as it would be."""
        candidate = copy(self.like)
        candidate._state = copy(self.like._state)
        columns = {"game": self.rules, "format": self.played.slug, **columns}
        if "options" not in columns:
            columns["options"] = self.like.options if self.rules == self.like.game else {}
        for name, value in columns.items():
            setattr(candidate, name, value)
        if candidate.status != Tournament.Status.RUNNING:
            candidate.take_current_rules()
        return candidate

    @property
    def columns(self) -> dict[str, Any]:
        """Of the tournament; what the format has no use for is as it is if nothing is said."""
        data = self.cleaned_data
        columns = {name: data[name] for name in _COLUMNS if name in self.fields and name in data}
        if self.like.status != Tournament.Status.RUNNING:
            unused = {"rounds", "table_size", "seating", "cycles", "third_place", "duplicate"} - self.played.uses
            columns |= {name: getattr(PLAIN, name) for name in unused}
            columns |= {"game": self.rules, "format": self.played.slug, "options": self.chosen_options}
            columns["tie_breaks"] = self._tie_breaks()
            columns |= {name: data[name] for name in ("starts_at", "registration_at") if name in data}
        if columns.get("days_between"):
            columns["break_seconds"] = 0
        if "rounds" in columns:
            columns["rounds"] = columns["rounds"] or 0
        if "entrance" in columns:
            columns["entrance"] = columns["entrance"] or Tournament.Entrance.ALL
        if "late_rounds" not in self.fields and self.like.status != Tournament.Status.RUNNING:
            columns["late_rounds"] = 1
        return columns

    def _tie_breaks(self) -> list[str]:
        names = (name for name in self.fields if name.startswith("tie_"))
        return [slug for name in names if (slug := self.cleaned_data.get(name, ""))]

    @property
    def helpers(self) -> list[Player]:
        return list(self.cleaned_data["helper_names"])


_COLUMNS = (
    "name",
    "description",
    "time_zone",
    "check_in_minutes",
    "rounds",
    "table_size",
    "seating",
    "cycles",
    "third_place",
    "duplicate",
    "seconds",
    "round_minutes",
    "break_seconds",
    "days_between",
    "least",
    "most",
    "entrance",
    "least_matches",
    "late_rounds",
    "absence",
    "holds_seatings",
)
"""What a field gives as it is."""


def _days_before(number: int) -> str:
    return ngettext("%(count)d day before", "%(count)d days before", number) % {"count": number}


def _initial(like: Tournament) -> dict[str, Any]:
    zone = ZoneInfo(like.time_zone)
    start, opens = like.starts_at.astimezone(zone), like.registration_at.astimezone(zone)
    initial: dict[str, Any] = {name: getattr(like, name) for name in _COLUMNS}
    initial |= {"game": like.game, "format": like.format, "rounds": like.rounds or None}
    initial |= {"day": start.date(), "hour": start.time(), "expected": max(12, like.least)}
    initial |= {"registration_day": opens.date(), "registration_hour": opens.time()}
    initial["registration"] = AT_ONCE if like._state.adding else KEEP
    initial |= {f"tie_{number}": slug for number, slug in enumerate(like.tie_breaks, 1)}
    options = GAMES[like.game].complete(like.options)
    initial |= {f"option_{name}": str(value) for name, value in options.items()}
    ways = ways_of(like.format, like.game)
    chosen = (way.key for way in ways if GAMES[like.game].complete(way.options) == options)
    initial["way"] = next(chosen, OWN)
    if not like._state.adding:
        initial["helper_names"] = ", ".join(like.helpers.order_by("username").values_list("username", flat=True))
    return initial
