"""Pages about players, and what every page knows of its reader."""
