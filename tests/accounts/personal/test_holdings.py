"""Every foreign key to a player is registered: what is exported, and what deletion does."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.apps import apps
from django.db.models import ForeignKey
from pytest_django import Settings

from accounts.models import Player
from accounts.personal.expiry import RULES
from accounts.personal.holdings import HOLDINGS, SECTIONS, Then


def foreign_keys() -> Iterator[ForeignKey]:
    """Yield every foreign key to a player, those of many-to-many fields included."""
    for model in apps.get_models(include_auto_created=True):
        for field in model._meta.get_fields():
            if isinstance(field, ForeignKey) and field.remote_field.model is Player:
                yield field


def label(field: ForeignKey) -> str:
    return f"{field.model._meta.label}.{field.name}"


def test_every_foreign_key_to_a_player_is_registered() -> None:
    found = {label(field) for field in foreign_keys()}
    assert len(found) > 30
    assert found == set(HOLDINGS)


def test_every_section_that_a_holding_names_is_exported() -> None:
    named = {holding.section for holding in HOLDINGS.values() if holding.section}
    assert named | {"profile"} == set(SECTIONS)


def test_only_nullable_foreign_keys_are_detached() -> None:
    nullable = {label(field) for field in foreign_keys() if field.null}
    assert {name for name, holding in HOLDINGS.items() if holding.then is Then.DETACHED} <= nullable


@pytest.mark.django_db
def test_every_section_can_be_written_for_somebody_new(alice: Player) -> None:
    rows = {section: list(write(alice)) for section, write in SECTIONS.items()}
    assert rows["profile"][0]["username"] == "Alice"
    assert {section for section, some in rows.items() if some} == {"profile", "email_addresses"}


def test_every_rule_has_a_number_of_days_and_every_number_a_rule(settings: Settings) -> None:
    assert set(settings.KEEP_DAYS) == {"deletion", *RULES}
    assert all(rule.days > 0 for rule in RULES.values())
