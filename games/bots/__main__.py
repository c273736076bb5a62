"""`python -m games.bots`: see docs/bots.md."""

import signal
import sys

from games.bots.cli import main

if __name__ == "__main__":  # processes that play matches also import this module
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # and so end with this one, as after Ctrl-C
    sys.exit(main())
