"""The settings of a site whose clock can be moved, as if the machine's clock were.

The file MOVED_CLOCK says how many seconds the site's clock is ahead of the machine's.
"""

import os
import threading
import time
from pathlib import Path

import time_machine

from config.settings import *  # noqa: F403

LOOK_EVERY = 0.1


def follow(file: Path) -> None:
    """Move the clock of this process whenever the number in the file changes."""
    ahead = float(file.read_text())
    clock = time_machine.travel(time.time() + ahead, tick=True).start()

    def look() -> None:
        nonlocal ahead
        while True:
            time.sleep(LOOK_EVERY)
            if (now_ahead := float(file.read_text())) != ahead:
                clock.shift(now_ahead - ahead)
                ahead = now_ahead

    threading.Thread(target=look, name="moved clock", daemon=True).start()


follow(Path(os.environ["MOVED_CLOCK"]))
