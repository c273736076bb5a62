"""The content of the control room's page."""
