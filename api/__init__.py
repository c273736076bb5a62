"""The public API for programs, and the tokens, bots and webhooks that players and organisers set up for them."""
