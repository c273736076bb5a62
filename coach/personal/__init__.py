"""The personal data that the coach holds about players."""
