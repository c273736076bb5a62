"""Chat at tables, in clubs and in tournaments: one store, one service, one message format."""
