"""The live state of tables in this process: matches in memory, moves in SQL, messages out, requests to the workers."""
