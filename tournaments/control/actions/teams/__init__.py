"""Actions on teams."""
