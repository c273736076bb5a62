"""The programs of a site that is set up: starting them, and keeping them running until Ctrl-C."""
