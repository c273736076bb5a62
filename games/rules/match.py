"""A match: all the deals that decide a winner, with totals and tie-breaks. The contract: see docs/architecture.md."""
