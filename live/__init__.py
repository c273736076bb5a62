"""Live sockets: a hub that sends news to browsers, and the base that all sockets share."""

SEND_TEXTS = "live.send_texts"
"""The ASGI extension through which our server sends texts immediately. A message that passes through all layers takes
twice as long. Other servers do not have this extension."""

LET_HEAR = "live.let_hear"
"""The ASGI extension that hands a text to the consumer as soon as it arrives, unless earlier texts are still queued. If
the consumer does not take it, it is delivered as an ordinary ASGI message."""
