"""Live sockets: a hub that sends news to browsers, and what all sockets have in common."""

SEND_TEXTS = "live.send_texts"
"""The extension of ASGI by which our server sends texts at once. A message through all layers takes twice as long;
another server has none."""

LET_HEAR = "live.let_hear"
"""The extension by which a consumer hears a text as soon as it has come, if none is waiting before it; if it does not
take it, the text comes as a message of ASGI."""
