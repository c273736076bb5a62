"""Every signal has a receiver."""

from __future__ import annotations

from importlib import import_module

import pytest
from django.conf import settings
from django.dispatch import Signal

OWN = ("accounts", "api", "chat", "clubs", "games", "moderation", "tournaments")
SIGNALS = [
    pytest.param(signal, id=f"{app}.{name}")
    for app in OWN
    if app in {config.split(".")[0] for config in settings.INSTALLED_APPS}
    and (settings.BASE_DIR / app / "signals.py").exists()
    for name, signal in vars(import_module(f"{app}.signals")).items()
    if isinstance(signal, Signal)
]


@pytest.mark.parametrize("signal", SIGNALS)
def test_each_signal_has_a_receiver(signal: Signal) -> None:
    assert signal.receivers
