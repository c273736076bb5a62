"""Where the site's code is, and the environment of a site that keeps its data elsewhere."""

from __future__ import annotations

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
NOT_OURS = {"DATABASE_URL", "REDIS_URL", "DJANGO_SETTINGS_MODULE"}
"""What whoever starts a site may have set for a site of his own."""


def surroundings(data: Path, **environment: str) -> dict[str, str]:
    """Return the environment of a site with this data folder, in addition to what is given."""
    ours = {name: value for name, value in os.environ.items() if name not in NOT_OURS}
    return {**ours, "VAR_DIR": str(data), "DEMO": "0", "WEB_PROCESSES": "1", **environment}
