"""The live sockets of tables and the lobby."""
