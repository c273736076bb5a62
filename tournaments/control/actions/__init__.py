"""The organisers' actions, one class each; every module in this package is imported automatically."""

from importlib import import_module
from pkgutil import walk_packages

from tournaments.control.actions.base import ACTIONS, Action, Context

__all__ = ["ACTIONS", "Action", "Context"]

for module in walk_packages(__path__, f"{__name__}."):
    import_module(module.name)
