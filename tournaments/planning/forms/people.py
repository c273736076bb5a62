"""Entrance, late entries, absence and co-organisers."""

from __future__ import annotations

from dataclasses import replace

from django import forms
from django.utils.translation import gettext as translate
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from games.models import HouseLevel
from tournaments.formats.late import MISSED
from tournaments.models import Tournament
from tournaments.planning.forms.game import MOST_ROUNDS
from tournaments.planning.forms.part import Part
from tournaments.planning.forms.rolling import FIXED as FIXED_AT_ROLLING_TABLES
from tournaments.planning.organising import MOST_HELPERS
from tournaments.terms import Terms

MOST_PLAYERS = 1000
FIELDS = (
    "least",
    "most",
    "entrance",
    "least_matches",
    "late_rounds",
    "late_score",
    "absence",
    "no_shows",
    "house_level",
    "holds_seatings",
    "admits_bots",
)
MANY = 16
"""A number of entrants that is high enough to tell whether the format allows late entries."""


class PeoplePart(Part):
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
        help_text=_("Players who enter later wait until a place becomes free. Empty: no limit."),
    )
    entrance = forms.ChoiceField(
        label=_("Who may enter"), choices=Tournament.Entrance, widget=forms.RadioSelect, required=False
    )
    least_matches = forms.IntegerField(
        label=_("Matches played before"),
        min_value=0,
        max_value=10_000,
        help_text=_("How many matches a player must have finished here to enter. 0: none."),
    )
    late_rounds = forms.IntegerField(label=_("Late entry up to round"), min_value=1, max_value=MOST_ROUNDS)
    late_score = forms.ChoiceField(
        label=_("Each round that a late entrant missed counts"),
        widget=forms.RadioSelect,
        required=False,
        help_text=_("Rounds missed later count as missed in any case."),
    )
    absence = forms.ChoiceField(
        label=_("A player who does not come to the table, or leaves it, is"),
        choices=Tournament.Absence,
        widget=forms.RadioSelect,
        help_text=_("In any case the house plays their seat to the end of the round."),
    )
    no_shows = forms.ChoiceField(
        label=_("A seat to which its player never came counts for that player"),
        choices=Tournament.NoShows,
        widget=forms.RadioSelect,
        required=False,
        help_text=_(
            "It brings no points for the season either way, and whoever has come to no table ranks behind all others."
        ),
    )
    house_level = forms.ChoiceField(
        label=_("For whoever is away or out of time, the house plays"),
        choices=HouseLevel,
        widget=forms.RadioSelect,
        required=False,
        help_text=_(
            "It plays like this for everybody when it ends a match because the time is up. The standings say which "
            "points it made."
        ),
    )
    holds_seatings = forms.BooleanField(
        label=_("I look at each seating before it is published"),
        required=False,
        help_text=_("If you do not publish it in time, it publishes itself after ten minutes."),
    )
    admits_bots = forms.BooleanField(
        label=_("Bots of players may enter"),
        required=False,
        help_text=_("Programs of players, marked as bots. They bring no points for the season and have no ratings."),
    )
    helper_names = forms.CharField(
        label=_("Who helps you"),
        required=False,
        max_length=600,
        help_text=_("Player names, separated by commas. They can do everything you can."),
    )

    def initial_people(self) -> dict[str, str]:
        if self.tournament is None:
            return {}
        names = self.tournament.helpers.order_by("username").values_list("username", flat=True)
        return {"helper_names": ", ".join(names)}

    def offer_people(self, outline: Terms) -> None:
        """Leave out fields that do not apply; `outline` are provisional terms from which the format can tell."""
        if self.club is None:
            self.leave_out(["entrance"])
        if "teams" in self.played.uses:
            self.fields["least"].help_text = translate(
                "With fewer at the start it is cancelled, and everyone is told. If teams play, it counts complete "
                "teams without their reserves: with couples, 8 players are 4 teams."
            )
        if self.played.is_rolling:
            self.leave_out(FIXED_AT_ROLLING_TABLES)
        if self.played.teams_meet or self.played.last_round_to_enter(outline.plan, MANY) <= 1:
            self.leave_out(["late_rounds"])
        scores = self.played.late_scores(outline.plan)
        if scores and {"late_rounds", "late_score"} <= self.fields.keys():
            self.offer("late_score", [(slug, translate(words)) for slug, words in scores.items()])
        else:
            self.leave_out(["late_score"])
        if self.is_running:
            self.leave_out(["no_shows", "house_level", "late_score"])

    @property
    def people_fields(self) -> list[forms.BoundField]:
        return self.there("least", "most", "entrance")

    @property
    def rest_fields(self) -> list[forms.BoundField]:
        return self.there("check_in_minutes", "late_rounds", "least_matches")

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

    def with_people(self, terms: Terms) -> Terms:
        people = self.chosen(*FIELDS)
        people["no_shows"] = people.get("no_shows") or terms.no_shows
        people["house_level"] = people.get("house_level") or terms.house_level
        if not self.is_running:
            people["late_score"] = people.get("late_score") or MISSED
        if "entrance" in people:
            people["entrance"] = people["entrance"] or Tournament.Entrance.ALL
        if "late_rounds" not in self.fields and not self.is_running:
            people["late_rounds"] = 1
        if self.played.is_rolling:
            people |= FIXED_AT_ROLLING_TABLES
        return replace(terms, **people)

    @property
    def helpers(self) -> list[Player]:
        return list(self.cleaned_data["helper_names"])
