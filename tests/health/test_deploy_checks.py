"""Settings with which no public site may start."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings as used
from django.core.exceptions import ImproperlyConfigured
from pytest_django import Settings

from health.deploy_checks import refuse_if_unsafe, unsafe_settings

SAFE = {
    "HTTPS": True,
    "DEMO": False,
    "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
    "SITE_URL": "https://dominoes.example",
    "SECRET_KEY": "k9#Tq2vLx8!mWz4RbY7cNp1sHd6gJf3aUe5oXi0QyBtKwVhZ",
    "ALLOWED_HOSTS": ["dominoes.example"],
    "MONITORING_TOKEN": "",
}


@pytest.fixture(autouse=True)
def safe(settings: Settings) -> None:
    for name, value in SAFE.items():
        setattr(settings, name, value)


def test_a_careful_site_starts() -> None:
    assert unsafe_settings() == []
    refuse_if_unsafe()


@pytest.mark.parametrize(
    ("setting", "value", "number"),
    [
        ("EMAIL_BACKEND", "django.core.mail.backends.console.EmailBackend", "E001"),
        ("DEMO", True, "E002"),
        ("SECRET_KEY", "secret", "E003"),
        ("SECRET_KEY", "abab" * 20, "E003"),
        ("SITE_URL", "https://localhost", "E004"),
        ("SITE_URL", "http://dominoes.example", "E004"),
        ("ALLOWED_HOSTS", ["*"], "E005"),
        ("MONITORING_TOKEN", "1234", "E006"),
    ],
)
def test_an_unsafe_site_says_why_it_does_not_start(
    settings: Settings, setting: str, value: object, number: str
) -> None:
    setattr(settings, setting, value)
    assert [error.id for error in unsafe_settings()] == [f"boneyard.{number}"]
    with pytest.raises(ImproperlyConfigured, match=f"boneyard.{number}: .* Set "):
        refuse_if_unsafe()
    settings.HTTPS = False  # on a developer's machine
    refuse_if_unsafe()


def test_silenced_checks_are_respected(settings: Settings) -> None:
    settings.DEMO = True
    settings.SILENCED_SYSTEM_CHECKS = ["boneyard.E002"]
    refuse_if_unsafe()


ENVIRONMENT = {"HTTPS": "1", "DEMO": "0", "ALLOWED_HOSTS": "dominoes.example", "SITE_URL": "https://dominoes.example"}
ENVIRONMENT["TILE_KEYS"] = "0123456789abcdef" * 2


@pytest.mark.parametrize(
    "program",
    [
        ["-c", "import config.asgi"],
        ["-m", "celery", "-A", "config", "beat", "--pidfile", ""],
        ["-m", "run"],
        ["manage.py", "check", "--deploy"],
    ],
)
def test_every_program_refuses_to_start_without_a_mail_server(tmp_path: Path, program: list[str]) -> None:
    environment = {
        "PATH": os.environ["PATH"],
        "VAR_DIR": str(tmp_path),
        "REDIS_URL": "redis://127.0.0.1:1",
        "PORT": "0",
    }
    said = subprocess.run(
        [sys.executable, *program],
        cwd=used.BASE_DIR,
        env=environment | ENVIRONMENT,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert said.returncode != 0
    assert "boneyard.E001" in said.stderr
    assert "boneyard.E002" not in said.stderr
