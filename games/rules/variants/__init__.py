"""The games themselves, one module each."""
