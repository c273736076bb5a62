"""URL converter for tournament ids."""

from common.codes import ALPHABET


class TournamentCode:
    regex = f"[{ALPHABET}]{{10}}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value
