"""Every URL answers everyone as the tables in this folder say (README.md)."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from copy import deepcopy

import pytest
from pytest_django import Settings

from tests.site.permissions.asking import FOLDER, HEAD, Asking, expected, table_of
from tests.site.permissions.people import populated

pytestmark = pytest.mark.django_db


@pytest.fixture
def asking(settings: Settings) -> Iterator[Asking]:
    settings.LIMITS = dict.fromkeys(settings.LIMITS, "100000/minute")
    settings.ACCOUNT_RATE_LIMITS = False
    settings.STAFF_NEED_SECOND_FACTOR = True
    templates = deepcopy(settings.TEMPLATES)
    templates[0] |= {"APP_DIRS": False, "DIRS": []}
    templates[0]["OPTIONS"] |= {"loaders": ["tests.site.permissions.blank.BlankLoader"], "context_processors": []}
    settings.TEMPLATES = templates
    logging.disable()
    yield Asking(populated())
    logging.disable(logging.NOTSET)


@pytest.mark.parametrize("file", ["pages.txt", "admin.txt"])
def test_every_address_answers_everyone_as_expected(asking: Asking, file: str) -> None:
    today, then = table_of(asking, of_admin=file == "admin.txt"), expected(FOLDER / file)
    problems = [
        *(f"{key}: no row in {file}. If these answers are right, add:\n{today[key]}" for key in today.keys() - then),
        *(f"{key}: a row in {file}, but no address any more. Take the row out." for key in then.keys() - today),
        *(
            f"{key}: other answers than in {file}. Expected and found:\n{then[key]}\n{today[key]}"
            for key in then.keys() & today
            if then[key].split() != today[key].split()
        ),
    ]
    assert not problems, "\n".join([f"The columns are:\n{HEAD}", *sorted(problems)])
