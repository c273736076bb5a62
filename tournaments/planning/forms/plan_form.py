"""The whole form: its parts, its errors, and the resulting terms."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubs.models import Club
from common.errors import UserError
from games.rules import OptionsError
from tournaments.base.texts import render
from tournaments.formats import PlanError
from tournaments.formats.late import MISSED
from tournaments.models import Tournament
from tournaments.planning.estimate import in_words, start_in_words
from tournaments.planning.forms.game import SHAPE, TEAMS, GamePart
from tournaments.planning.forms.pace import FIELDS as PACE_FIELDS
from tournaments.planning.forms.pace import PacePart
from tournaments.planning.forms.people import MOST_PLAYERS, PeoplePart
from tournaments.planning.forms.seen import overwritten, seen_in
from tournaments.planning.forms.start import StartPart
from tournaments.terms import Terms
from tournaments.terms.checks import by_current_rules, check

FEW = 12
"""The default number of entrants for the estimate."""
AT = {
    "bad-times": "registration",
    "bad-check-in": "check_in_minutes",
    "same-date": "day",
    "bad-numbers": "most",
    "bad-game": "format",
    "bad-entrance": "entrance",
    "bad-bots": "admits_bots",
    "bots-entered": "admits_bots",
    "unknown-format": "format",
    "bad-dates": "days_between",
    "bad-agreeing": "agreeing",
    "long-round": "round_minutes",
    "slow-moves": "seconds",
    "no-minutes": "round_minutes",
    "options": "way",
    "tie_breaks": "tie_1",
}
"""The form field that shows an error, by the error's code or its field of the terms."""


class PlanForm(StartPart, GamePart, PacePart, PeoplePart):
    name = forms.CharField(label=_("Name"), max_length=80)
    description = forms.CharField(
        label=_("What else people should know"),
        max_length=4000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("Use Markdown for **bold**, lists and links."),
    )
    expected = forms.IntegerField(
        label=_("If this many come"), required=False, min_value=2, max_value=MOST_PLAYERS, initial=FEW
    )

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        like: Terms,
        now: datetime,
        club: Club | None = None,
        tournament: Tournament | None = None,
        again: bool = False,
    ) -> None:
        """Build the form; with `again`, show `data` without validating it."""
        self.like, self.club, self.tournament, self.now = like, club, tournament, now
        self._given_seen = None if data is None else str(data.get("seen", ""))
        initial = {**self._initial(), **({key: data[key] for key in data} if again and data is not None else {})}
        super().__init__(None if again else data, initial=initial, label_suffix="")
        given = data if data is not None else initial
        # a running tournament has no field for the format
        self.choose_format(str(given.get("game")), str(given.get("format", like.format)))
        self.offer_start()
        self.offer_game()
        self.offer_pace()
        self.offer_people(self._outline)

    def _initial(self) -> dict[str, Any]:
        like = self.like
        return {
            **like.columns,
            "expected": like.expected or max(FEW, like.least),
            **self.initial_start(like),
            **self.initial_game(like),
            **self.initial_people(),
        }

    @property
    def _outline(self) -> Terms:
        """Return the initial terms with only the chosen game and format applied."""
        options = self.like.options if self.rules == self.like.game else {}
        return self._by_rules(replace(self.like, game=self.rules, format=self.played.slug, options=options))

    def _by_rules(self, terms: Terms) -> Terms:
        """Return the terms under the newest rules; a running tournament keeps those it was planned with."""
        return terms if self.is_running else by_current_rules(terms)

    # --- For templates ---

    @property
    def seen(self) -> str:
        """Return the digests of the plan that the reader has seen, in the form or in an error about a conflict."""
        return self._current_digests() if self._given_seen is None else self._given_seen

    @property
    def late_rule(self) -> str:
        score = str(self["late_score"].value() or MISSED) if "late_score" in self.fields else self.like.late_score
        return render(self.played.late_rule(replace(self._outline.plan, late_score=score)), {})

    @property
    def has_folded_errors(self) -> dict[str, bool]:
        """Return by folded part whether it has errors, and so must be open."""
        chosen = (name for name in self.fields if name.startswith(("option_", "tie_")))
        folded = {
            "game": ["game", "format", "way", *chosen, *SHAPE, *TEAMS],
            "pace": PACE_FIELDS,
            "people": [
                "check_in_minutes",
                "late_rounds",
                "late_score",
                "least_matches",
                "absence",
                "no_shows",
                "house_level",
                "admits_bots",
                "helper_names",
            ],
        }
        return {part: any(name in self.errors for name in names) for part, names in folded.items()}

    def estimate(self) -> list[str]:
        """Return the estimate in words; empty while the terms are invalid."""
        judged = self if self.is_bound else self._with_initial_data()
        if not judged.is_valid() and not judged._is_valid_for_estimate():
            return []
        try:
            terms = judged.checked_terms()
        except (UserError, PlanError, OptionsError):
            return []
        return [start_in_words(terms), *in_words(terms, judged.cleaned_data.get("expected") or FEW)]

    def initial_as_data(self) -> dict[str, Any]:
        """Return the data that the form would submit without any change."""
        return {
            name: value
            for name, field in self.fields.items()
            if (value := self.get_initial_for_field(field, name)) not in (None, "") and value is not False
        }

    def _with_initial_data(self) -> PlanForm:
        data = self.initial_as_data()
        return PlanForm(data, like=self.like, now=self.now, club=self.club, tournament=self.tournament)

    def _is_valid_for_estimate(self) -> bool:
        """Return whether all fields that an estimate needs are valid."""
        needed = {name for name in self.fields if name not in ("name", "helper_names", "description")}
        return not needed & set(self.errors) and "__all__" not in self.errors

    # --- Results ---

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        self.choose_start()
        self.choose_game()
        if not self.errors:
            self._check_terms()
        return data

    def clean_name(self) -> str:
        """Return the name on one line, as calendars and emails require."""
        return " ".join(self.cleaned_data["name"].split())

    def _check_terms(self) -> None:
        try:
            self.checked_terms()
        except (UserError, PlanError, OptionsError) as error:
            self.refuse(error)

    def checked_terms(self) -> Terms:
        """Return the resulting terms. Raises as `check`, and OptionsError."""
        terms = self._by_rules(self.terms(self.like))
        check(terms, has_club=self.club is not None)
        return terms

    def refuse(self, error: UserError | PlanError | OptionsError) -> None:
        """Show the error at its field."""
        if isinstance(error, PlanError):
            at, sentence = error.at, render(error.sentence, {})
        else:
            at, sentence = error.code if isinstance(error, UserError) else "options", str(error)
        name = AT.get(at, at)
        self.add_error(name if name in self.fields else None, sentence)

    def terms_if_unchanged(self, before: Terms) -> Terms:
        """Return `before` with everything that was chosen, unless that overwrites changes made since the form was seen.

        Raises UserError (changed-since); submitting the form again then overwrites them."""
        newest = PlanForm(self.data, like=before, now=self.now, club=self.club, tournament=self.tournament)
        labels = overwritten(newest, self._given_seen or "")
        if labels:
            self._given_seen = newest._current_digests()
            sentence = gettext(
                "Meanwhile this plan was changed in another window or by somebody else: %(fields)s. Nothing is saved "
                "yet, and what you filled in is still here. Save again to replace those changes, or open the plan "
                "again to keep them."
            )
            raise UserError("changed-since", sentence % {"fields": ", ".join(labels)})
        return self.terms(before)

    def _current_digests(self) -> str:
        return seen_in(PlanForm(like=self.like, now=self.now, club=self.club, tournament=self.tournament))

    def terms(self, before: Terms) -> Terms:
        """Return `before` with everything that was chosen."""
        terms = replace(before, **self.chosen("name", "description", "expected"))
        return self.with_people(self.with_pace(self.with_start(self.with_game(terms))))
