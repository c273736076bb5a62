"""What must hold before a change may land: the stages, the machine's yardstick, and the browser they need."""
