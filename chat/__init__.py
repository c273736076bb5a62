"""Chat at tables and on tournament pages: one store, one service, one message format."""
