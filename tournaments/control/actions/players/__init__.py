"""Actions on participants."""
