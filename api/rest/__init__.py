"""The addresses under /api/1/: JSON for programs (docs/api.md)."""
