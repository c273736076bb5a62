"""Internal notes on cases."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from common.errors import UserError
from moderation.models import Case, Note
from moderation.services.judging import check_may_judge

LONGEST_NOTE = 2000


@transaction.atomic
def add(*, case_id: int, by: Player, text: str, now: datetime) -> Note:
    """Write a note for the other moderators, even on a closed case.

    Raises UserError (no-such-case, not-allowed, own-case, bad-field).
    """
    case = Case.objects.filter(pk=case_id).first()
    if case is None:
        raise UserError("no-such-case", _("There is no such case."))
    check_may_judge(by, case)
    text = text.strip()
    if not text or len(text) > LONGEST_NOTE:
        raise UserError("bad-field", _("A note can have 1 to 2000 characters."))
    return Note.objects.create(case=case, by=by, text=text, written_at=now)
