"""Acts, and the services that they call."""
