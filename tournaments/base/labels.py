"""Labels for seatings, tie-breaks, scores and durations, and the sentences about late entrants and cancelled events."""

from __future__ import annotations

from datetime import datetime

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.pages.labels import span
from tournaments.base import texts
from tournaments.base.snapshot import format_of
from tournaments.formats.duels.tie_breaks import TIE_BREAKS
from tournaments.formats.no_shows import CAME, CAME_NAME
from tournaments.formats.tables.tie_breaks import TIE_BREAKS as TABLE_TIE_BREAKS
from tournaments.models import Tournament

SEATINGS: dict[str, Promise] = {
    "spread": gettext_lazy("New tables every round, so that people meet as many others as they can"),
    "standings": gettext_lazy("New tables every round: leaders meet leaders"),
    "random": gettext_lazy("New tables every round, by lot"),
    "fixed": gettext_lazy("The same tables in every round"),
}

NOT_CHOSEN: dict[str, Promise] = {
    "third-place": gettext_lazy("Third place"),
    "consolation": gettext_lazy("Consolation bracket"),
    "consolation-place": gettext_lazy("Consolation"),
    "group-place": gettext_lazy("Group"),
    "qualifying": gettext_lazy("Qualifying"),
    "best-line": gettext_lazy("Best line"),
    "match-points": gettext_lazy("Match points"),
    "tables-won": gettext_lazy("Tables won"),
    "tables-played": gettext_lazy("Tables played"),
}


def apart(days: int) -> str:
    """Say how far apart rounds are: "every day", "every 2 weeks"."""
    if days % 7 == 0:
        return ngettext("every week", "every %(count)d weeks", days // 7) % {"count": days // 7}
    return ngettext("every day", "every %(count)d days", days) % {"count": days}


def length(minutes: int) -> str:
    """Say how long something lasts: "45 min", "2 h", "1 h 30 min"."""
    hours, rest = divmod(minutes, 60)
    return " ".join([span(hours * 3600)] * bool(hours) + [span(rest * 60)] * bool(rest))


def when(moment: datetime) -> str:
    """Return a date and time as the reader writes it, in the active time zone."""
    return date_format(localtime(moment), "SHORT_DATETIME_FORMAT")


def score_name(tournament: Tournament, *, of_teams: bool = False) -> str:
    """Return the name of the score in the standings of players or, with `of_teams`, of teams."""
    played = format_of(tournament)
    if played.has_stages:
        return _("Final")
    if played.is_rolling:
        return _("Points")
    if played.teams_meet:
        return _("Match points") if of_teams else _("Lines won")
    if played.scores_rounds:
        return _("Rounds survived")
    if "table_size" not in played.uses:
        return _("Wins") if played.has_bracket else _("Score")
    if tournament.duplicate:
        return _("Against the average")
    return _("Points") if played.lowest_wins(tournament.terms.plan) else _("Settlement")


def tie_break_name(slug: str) -> str:
    if slug in NOT_CHOSEN:
        return str(NOT_CHOSEN[slug])
    if slug == CAME:
        return _(CAME_NAME)
    known = TIE_BREAKS.get(slug) or TABLE_TIE_BREAKS.get(slug)
    return _(known.name) if known else slug.replace("-", " ").capitalize()


def tie_break_summary(slug: str) -> str:
    return _(TIE_BREAKS[slug].summary) if slug in TIE_BREAKS else ""


def late_rule_of(tournament: Tournament) -> str:
    """Return the rule for late entrants, as shown to players who may still enter."""
    return texts.render(format_of(tournament).late_rule(tournament.terms.plan), {})


def late_score_of(tournament: Tournament) -> str:
    """Return what each round that a late entrant missed counts as, marked for translation, or an empty string."""
    plan = tournament.terms.plan
    return format_of(tournament).late_scores(plan).get(plan.late_score, "")


def said_of_late_entrant(tournament: Tournament) -> list[str]:
    """Return the sentence, if any, that tells organisers how the rounds before a late entry are scored."""
    score = late_score_of(tournament)
    return [_("Each round before counts {score}.").format(score=_(score))] if score else []


def why_cancelled(tournament: Tournament) -> str:
    """Return why a tournament was cancelled: the reason that the organisers gave, or the site's."""
    if tournament.cancelled_because == "too-few" and tournament.has_teams:
        said = _("Too few complete teams had come by the start: at least %(least)d are needed.")
        return said % {"least": tournament.fewest_teams}
    if tournament.cancelled_because == "too-few":
        return _("Too few players had come by the start: at least %(least)d are needed.") % {"least": tournament.least}
    if tournament.cancelled_because == "restored":
        return _("The site had to go back to an earlier state, in which its tiles would be known.")
    return tournament.cancelled_because or _("The organisers have called it off.")
