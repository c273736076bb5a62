"""Reports, the cases that they are merged into, and what moderators do about them."""

from moderation.models.act import Act, ActQuerySet
from moderation.models.appeal import Appeal, AppealQuerySet
from moderation.models.case import Case, CaseQuerySet, Matter
from moderation.models.note import Note
from moderation.models.play_check import PlayCheck
from moderation.models.reason import ReasonTemplate, ReasonText
from moderation.models.report import Report, ReportQuerySet
from moderation.models.trace import Trace

__all__ = [
    "Act",
    "ActQuerySet",
    "Appeal",
    "AppealQuerySet",
    "Case",
    "CaseQuerySet",
    "Matter",
    "Note",
    "PlayCheck",
    "ReasonTemplate",
    "ReasonText",
    "Report",
    "ReportQuerySet",
    "Trace",
]
