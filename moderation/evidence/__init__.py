"""Finds things that can be reported, and the evidence that is kept with a report."""

from moderation.evidence.finding import SOURCES, find, is_involved
from moderation.evidence.source import Source, Viewer
from moderation.evidence.subject import Subject

__all__ = ["SOURCES", "Source", "Subject", "Viewer", "find", "is_involved"]
