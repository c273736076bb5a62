"""The planning form, which shows only the fields that the chosen format uses."""

from tournaments.planning.forms.plan_form import PlanForm

__all__ = ["PlanForm"]
