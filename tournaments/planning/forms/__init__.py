"""The form in which a tournament is planned: only what its format has a use for, in words an organiser knows."""

from tournaments.planning.forms.plan_form import PlanForm

__all__ = ["PlanForm"]
