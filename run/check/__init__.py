"""What must hold before a change may land: stages, the machine's yardstick, and the browser they need."""
