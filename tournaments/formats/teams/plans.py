"""The check of a plan's teams."""

from __future__ import annotations

from tournaments.formats.format import Format
from tournaments.formats.plan import Plan, PlanError
from tournaments.formats.sentence import Sentence, gettext_noop

FEWEST, MOST = 2, 8
"""The fewest and the most players of a team, including reserves."""
TEAMS = "teams"
"""Listed in a format's `uses` if teams can play in it."""


def check(plan: Plan, played: Format) -> None:
    """Raise PlanError if the plan's teams are not possible."""
    if not plan.team_size and played.teams_meet:
        raise PlanError("team_size", Sentence(gettext_noop("In this format teams meet: say how large they are.")))
    if not plan.team_size:
        return
    if TEAMS not in played.uses:
        raise PlanError("team_size", Sentence(gettext_noop("There are no teams in this format.")))
    if not FEWEST <= plan.team_size <= MOST:
        sentence = Sentence(gettext_noop("A team has {least} to {most} players."), {"least": FEWEST, "most": MOST})
        raise PlanError("team_size", sentence)
    if not 0 <= plan.team_reserves <= MOST - plan.team_size:
        sentence = Sentence(gettext_noop("With its reserves a team has at most {most} players."), {"most": MOST})
        raise PlanError("team_reserves", sentence)
    if plan.team_best and played.teams_meet:
        raise PlanError("team_best", Sentence(gettext_noop("Where teams meet, every line counts.")))
    if not 0 <= plan.team_best <= plan.team_size:
        sentence = Sentence(gettext_noop("At most {most} scores of a team can count."), {"most": plan.team_size})
        raise PlanError("team_best", sentence)
