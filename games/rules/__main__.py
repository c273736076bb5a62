"""`python -m games.rules`: see docs/rules-cli.md."""

import sys

from games.rules.cli import main

sys.exit(main())
