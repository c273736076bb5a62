"""Ready-made phrases, which are sent with one click and read by everyone in their own language."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy

PHRASES: dict[str, str | Promise] = {
    "hello": pgettext_lazy("phrase", "Hello!"),
    "good-luck": pgettext_lazy("phrase", "Good luck!"),
    "nice-move": pgettext_lazy("phrase", "Nice move!"),
    "well-played": pgettext_lazy("phrase", "Well played!"),
    "thanks": pgettext_lazy("phrase", "Thank you!"),
    "oops": pgettext_lazy("phrase", "Oops!"),
    "sorry": pgettext_lazy("phrase", "Sorry!"),
    "one-moment": pgettext_lazy("phrase", "One moment, please."),
    "back-again": pgettext_lazy("phrase", "I'm back."),
    "good-game": pgettext_lazy("phrase", "Good game!"),
    "rematch": pgettext_lazy("phrase", "Another match?"),
    "bye": pgettext_lazy("phrase", "Goodbye!"),
}
