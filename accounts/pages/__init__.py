"""Pages about players, and what every page knows about its reader."""
