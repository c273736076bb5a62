"""The planning form: only the fields that the format uses, in words an organiser knows."""

from tournaments.planning.forms.plan_form import PlanForm

__all__ = ["PlanForm"]
