"""The checks that every change must pass: the stages, the machine's yardstick, and the browser they need."""
