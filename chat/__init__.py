"""What people say to one another, at tables and on the pages of tournaments: one store, one service, one format."""
