"""The site's rate limits (common/limits.py). allauth has its own, for example for signing in."""


def limits(*, guest: str, tables: str, tables_of_address: str, api: str, api_of_address: str) -> dict[str, str]:
    return {
        "guest": guest,  # per address
        "records": "10/minute",  # per address
        "clubs": "60/minute",  # per player
        "invitations": "60/hour",  # invitations and requests to join, of which others are told; per player
        "wrong-passwords": "20/10minute",  # per address, or per known device
        "pictures": "20/hour",  # per player
        "reports": "10/hour",  # per player
        "reports-of-address": "20/hour",  # with and without an account
        "exports": "5/day",  # per player
        "tables": tables,  # per player
        "tables-of-address": tables_of_address,  # shared by many people
        # over live sockets, in all processes together; each process enforces the same limits (live/allowance.py)
        "messages": "120/3 seconds",
        "messages-of-address": "1200/3 seconds",
        "what-if": "90/minute",  # moves tried out in finished matches, per address
        "analyses": "10/day",  # matches analysed by the coach, per player
        "previews": "30/minute",  # pictures of finished matches and of profiles, per address
        "hints": "30/minute",  # per player, at all tables together
        # chat, in all rooms together; per player and per address
        "lines": "20/10 seconds",
        "lines-of-address": "100/10 seconds",
        # the API: with a token and without one
        "api": api,  # per player
        "api-of-address": api_of_address,
    }
