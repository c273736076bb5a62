"""What moderators can do about a case: a class for each kind of act; modules in `kinds` are imported automatically."""

from importlib import import_module
from pkgutil import iter_modules

from moderation.acts import kinds
from moderation.acts.base import KINDS, ActKind
from moderation.acts.carrying_out import (
    approve,
    carry_out,
    lift,
    lift_for_appeal,
    refuse,
    waits_for_another,
)
from moderation.services import lifting

__all__ = ["KINDS", "ActKind", "approve", "carry_out", "lift", "refuse", "waits_for_another"]

for module in iter_modules(kinds.__path__, f"{kinds.__name__}."):
    import_module(module.name)

for kind in KINDS.values():
    if kind.can_be_lifted:
        lifting.register(kind.slug, lift_for_appeal)
