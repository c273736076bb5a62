"""Live tables in this process: matches in memory, moves in SQL, outgoing messages, requests to the workers."""
