"""`python -m tests.migrations.baseline`: record the newest migrations; run it when a release is tagged."""

from __future__ import annotations

import os

import django


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    from tests.migrations.gentle import BASELINE, newest

    BASELINE.write_text("".join(f"{app} {name}\n" for app, name in newest().items()))


if __name__ == "__main__":
    main()
