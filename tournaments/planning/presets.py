"""Presets of tournaments for organisers to start from; everything can be changed afterwards."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, time, timedelta
from functools import partial
from zoneinfo import ZoneInfo

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.pages.presets import in_words
from games.rules import GAMES
from games.rules import Preset as WayToPlay
from tournaments.formats import FORMATS
from tournaments.terms import Breaks, Dates, Terms
from tournaments.terms.checks import by_current_rules

Words = str | Promise
USUAL_PLAYERS = 12


@dataclass(frozen=True, slots=True)
class Preset:
    """A preset with its default name and start: by default on a Friday (`weekday` counts from Monday as 0) at 20:00.

    `late_rounds` None means as late as the format allows.
    """

    key: str
    title: Words
    words: Words
    name: Words
    terms: Terms
    late_rounds: int | None = None
    weekday: int = 4
    hour: int = 20

    def terms_after(self, now: datetime, zone: str) -> Terms:
        """Return the terms for the preset's next weekday after today, with registration open from now on."""
        local = now.astimezone(ZoneInfo(zone))
        days = (self.weekday - local.weekday() - 1) % 7 + 1
        start = datetime.combine(local.date() + timedelta(days=days), time(self.hour), local.tzinfo)
        terms = replace(
            by_current_rules(self.terms),
            name=str(self.name),
            schedule=replace(self.terms.schedule, starts_at=start, time_zone=zone),
            registration_at=now,
        )
        late = self.late_rounds or FORMATS[terms.format].last_round_to_enter(terms.plan, USUAL_PLAYERS)
        return replace(terms, late_rounds=late)


_terms = partial(Terms, check_in_minutes=15)


PRESETS: tuple[Preset, ...] = (
    Preset(
        "chicken-foot-ten",
        _("Chicken Foot: ten rounds from double-nine down"),
        _("Every round is one deal with the next lower double, at a new table of four. About an hour and a half."),
        _("Chicken Foot evening"),
        _terms(game="chicken-foot", format="descending-doubles", table_size=4, least=4),
    ),
    Preset(
        "chicken-foot-short",
        _("Chicken Foot, short: five rounds from double-nine down"),
        _("Every round is one deal with the next lower double. Three quarters of an hour."),
        _("Short Chicken Foot evening"),
        _terms(game="chicken-foot", format="descending-doubles", rounds=5, table_size=4, least=4),
    ),
    Preset(
        "chicken-foot-twelve",
        _("Chicken Foot for big tables: thirteen rounds from double-twelve down"),
        _("Played with the large set at tables of six. A whole evening."),
        _("Great Chicken Foot evening"),
        _terms(game="chicken-foot", options={"set": 12}, format="descending-doubles", table_size=6, least=6),
    ),
    Preset(
        "chicken-foot-final-table",
        _("Chicken Foot with a final table: five rounds, then the best four"),
        _("Five rounds at new tables of four; then the first four play three more deals at one table. Others look on."),
        _("Chicken Foot with a final table"),
        _terms(
            game="chicken-foot",
            format="stages",
            qualifying="descending-doubles",
            rounds=5,
            table_size=4,
            advancing=4,
            deciding="descending-doubles",
            deciding_rounds=3,
            least=8,
        ),
    ),
    Preset(
        "chicken-foot-duplicate",
        _("Duplicate Chicken Foot: the same tiles at every table"),
        _("Ten rounds. Everyone is compared with those who had the same tiles and the same seat: luck counts less."),
        _("Duplicate Chicken Foot"),
        _terms(game="chicken-foot", format="descending-doubles", table_size=4, duplicate=True, least=8),
    ),
    Preset(
        "chicken-foot-handicap",
        _("Chicken Foot with a handicap: everybody can win"),
        _(
            "Five rounds at tables of four. Players with a high rating start every round with points, those with a "
            "low one have some taken off: one for 50 rating points, ten at most."
        ),
        _("Chicken Foot with a handicap"),
        _terms(
            game="chicken-foot",
            format="descending-doubles",
            rounds=5,
            table_size=4,
            handicap_step=50,
            handicap_most=10,
            least=4,
        ),
    ),
    Preset(
        "couples-evening",
        _("Couples' evening: two play together, each at a table of their own"),
        _("Five rounds of Chicken Foot. Partners never share a table, and their points are added up. An hour."),
        _("Couples' evening"),
        _terms(game="chicken-foot", format="descending-doubles", rounds=5, table_size=4, team_size=2, least=8),
    ),
    Preset(
        "chicken-foot-rolling",
        _("Rolling tables: Chicken Foot for an hour and a half"),
        _(
            "Players who are free are seated at once at a table of four, for three deals. Come, take a break, go as "
            "you like."
        ),
        _("Rolling Chicken Foot"),
        _terms(
            game="chicken-foot",
            options={"high": 9, "low": 7},
            format="rolling",
            table_size=4,
            least=4,
            schedule=Breaks(round_minutes=90, seconds=20),
        ),
        late_rounds=1,
    ),
    Preset(
        "two-step-league",
        _("Two-Step league: everybody against everybody, a round every week"),
        _("First to 10, for four to twelve players. Opponents have a week, and a day for each move."),
        _("Two-Step league"),
        _terms(
            game="two-step",
            options={"target": 10},
            format="round-robin",
            seconds=86_400,
            check_in_minutes=0,
            least=4,
            most=12,
            absence="keep",
            schedule=Dates(days=7),
        ),
    ),
    Preset(
        "two-step-league-hours",
        _("Two-Step league at agreed times: everybody against everybody, a round every week"),
        _("First to 10, played in one go. Opponents agree on a time within four days; otherwise it is on the sixth."),
        _("Two-Step league"),
        _terms(
            game="two-step",
            options={"target": 10},
            format="round-robin",
            seconds=60,
            check_in_minutes=0,
            least=4,
            most=12,
            absence="keep",
            schedule=Dates(days=7),
            agreeing="fixed",
            agree_days=4,
            fixed_day=6,
        ),
    ),
    Preset(
        "two-step-afternoon",
        _("Two-Step afternoon: Swiss, seven rounds of first-to-10"),
        _("Every round a match against somebody with a score like yours. Nobody is ever out. Five to six hours."),
        _("Two-Step afternoon"),
        _terms(
            game="two-step",
            options={"target": 10},
            format="swiss",
            rounds=7,
            least=8,
            schedule=Breaks(round_minutes=45, seconds=300),
        ),
        late_rounds=3,
        weekday=5,
        hour=14,
    ),
    Preset(
        "two-step-evening",
        _("Two-Step evening: Swiss, five rounds of first-to-5"),
        _("Every round a match against somebody with a score like yours. An evening."),
        _("Two-Step evening"),
        _terms(
            game="two-step",
            options={"target": 5},
            format="swiss",
            rounds=5,
            least=6,
            schedule=Breaks(round_minutes=25),
        ),
        late_rounds=2,
    ),
    Preset(
        "two-step-swiss-cut",
        _("Two-Step: four rounds of Swiss, then a knockout of the best four"),
        _("Everybody plays four matches of first-to-5; semi-finals and the final decide. The others play for places."),
        _("Two-Step with a final bracket"),
        _terms(
            game="two-step",
            options={"target": 5},
            format="swiss-cut",
            rounds=4,
            advancing=4,
            third_place=True,
            consolation=True,
            least=8,
            schedule=Breaks(round_minutes=25),
        ),
    ),
    Preset(
        "two-step-groups",
        _("Two-Step cup: groups, then a knockout"),
        _("In four groups everybody meets everybody; two of each group go on to the quarter-finals."),
        _("Two-Step cup"),
        _terms(
            game="two-step",
            options={"target": 5},
            format="stages",
            qualifying="round-robin",
            groups=4,
            advancing=8,
            deciding="knockout",
            third_place=True,
            least=12,
            schedule=Breaks(round_minutes=25),
        ),
    ),
    Preset(
        "two-step-knockout",
        _("Two-Step knockout: first to 5, losers are out"),
        _("Four players need two rounds, sixteen need four. There is a match for third place."),
        _("Two-Step knockout"),
        _terms(
            game="two-step",
            options={"target": 5},
            format="knockout",
            third_place=True,
            least=4,
            schedule=Breaks(round_minutes=30),
        ),
    ),
    Preset(
        "two-step-double-elimination",
        _("Two-Step with a second chance: double elimination, first to 5"),
        _("Losers go on in a second bracket and can still win. Eight players need six or seven rounds."),
        _("Two-Step with a second chance"),
        _terms(
            game="two-step",
            options={"target": 5},
            format="double-elimination",
            least=4,
            schedule=Breaks(round_minutes=30),
        ),
    ),
    Preset(
        "two-step-round-robin",
        _("Two-Step, everybody against everybody"),
        _("Matches of first-to-3, for four to ten players."),
        _("Two-Step, all against all"),
        _terms(
            game="two-step",
            options={"target": 3},
            format="round-robin",
            least=3,
            most=10,
            schedule=Breaks(round_minutes=20),
        ),
    ),
    Preset(
        "two-step-teams",
        _("Two-Step for teams: four against four, first to 3"),
        _("Teams of four meet, line against line: everybody plays, and the lines together win or lose the match."),
        _("Two-Step for teams"),
        _terms(
            game="two-step",
            options={"target": 3},
            format="team-swiss",
            team_size=4,
            team_reserves=1,
            least=8,
            schedule=Breaks(round_minutes=20),
        ),
        late_rounds=1,
    ),
    Preset(
        "two-step-rolling",
        _("Rolling matches: Two-Step for an hour, first to 3"),
        _(
            "Players who are free get their next opponent at once. Places bring points, and three wins in a row bring"
            " more."
        ),
        _("Rolling Two-Step"),
        _terms(
            game="two-step",
            options={"target": 3},
            format="rolling",
            table_size=2,
            least=4,
            schedule=Breaks(round_minutes=60, seconds=20),
        ),
        late_rounds=1,
    ),
    Preset(
        "kardinal-evening",
        _("Kardinaldomino evening: five table rounds"),
        _("Every round is three deals at a new table of four; the differences are settled. About an hour."),
        _("Kardinaldomino evening"),
        _terms(
            game="kardinal",
            options={"ending": "games", "games": 3},
            format="table-rounds",
            rounds=5,
            table_size=4,
            least=4,
        ),
    ),
)
BY_KEY = {preset.key: preset for preset in PRESETS}


def ways_of(format: str, game: str) -> list[WayToPlay]:
    """Return the presets for a match or round in this format, in the reader's language; the first is the default."""
    return in_words(FORMATS[format].presets(GAMES[game]))
