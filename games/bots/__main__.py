"""`python -m games.bots`: see docs/bots.md."""

import sys

from games.bots.cli import main

sys.exit(main())
