"""The folder of the site's code, and the environment variables of a site with its own data folder."""

from __future__ import annotations

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
NOT_INHERITED = {"DATABASE_URL", "REDIS_URL", "DJANGO_SETTINGS_MODULE"}
"""Variables that the developer may have set for another site, and that are not passed on."""


def site_environment(data: Path, **environment: str) -> dict[str, str]:
    """Return the environment of a site with this data folder, extended by the given variables."""
    ours = {name: value for name, value in os.environ.items() if name not in NOT_INHERITED}
    return {**ours, "VAR_DIR": str(data), "DEMO": "0", "WEB_PROCESSES": "1", **environment}
