"""The public API: addresses for programs, and what players and organisers set up for them."""
