"""The pages of moderation for players: reports, appeals, and public figures."""
