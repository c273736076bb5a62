"""Read-only admin pages of the action log."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin
from unfold.views import ChangeList

from action_log.models import LogLine
from action_log.services import describe
from action_log.subjects import SUBJECTS
from common.read_only_admin import ReadOnly

LINES_BESIDE = 20
"""How many log lines the page of their subject shows."""

MOST_NAMED = 100
"""How many subjects of each kind the search by name considers at most."""


class SubjectFilter(admin.SimpleListFilter):
    title = _("concerns")
    parameter_name = "of"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin) -> Iterable[tuple[str, str]]:
        return [(kind, str(subject.label)) for kind, subject in SUBJECTS.items()]

    def queryset(self, request: HttpRequest, lines: QuerySet[LogLine]) -> QuerySet[LogLine]:
        return lines.filter(subject_kind=self.value()) if self.value() else lines


class ActionFilter(admin.SimpleListFilter):
    """Filter by action code, offering only the actions of the chosen kind of subject."""

    title = _("what")
    parameter_name = "what"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin) -> Iterable[tuple[str, str]]:
        chosen = request.GET.get(SubjectFilter.parameter_name)
        subjects = [subject for kind, subject in SUBJECTS.items() if chosen in (None, kind)]
        return sorted({(action, action) for subject in subjects for action in subject.sentences})

    def queryset(self, request: HttpRequest, lines: QuerySet[LogLine]) -> QuerySet[LogLine]:
        return lines.filter(action=self.value()) if self.value() else lines


class LogChangeList(ChangeList):
    """A page of the list that loads the names of all subjects on it, with one query for each kind."""

    def get_results(self, request: HttpRequest) -> None:
        super().get_results(request)
        ids = defaultdict(set)
        for line in self.result_list:
            ids[line.subject_kind].add(line.subject_id)
        found = {kind: SUBJECTS[kind].model._default_manager.in_bulk(wanted) for kind, wanted in ids.items()}
        names = {(kind, str(key)): str(row) for kind, rows in found.items() for key, row in rows.items()}
        for line in self.result_list:
            line.subject_name = names.get((line.subject_kind, line.subject_id), line.subject_id)


@admin.register(LogLine)
class LogLineAdmin(ReadOnly, ModelAdmin):
    """The log without `before`, the state for undoing an action, which only services may read."""

    list_display = ["at", "subject", "by", "sentence", "reason", "undone"]
    list_filter = [SubjectFilter, ActionFilter, "at"]
    search_fields = ["subject_id", "by__username", "whom__username"]
    list_select_related = ["by", "whom", "undone_by"]
    date_hierarchy = "at"
    fields = ["at", "subject_kind", "subject_id", "by", "whom", "action", "sentence", "details", "reason", "undone"]
    readonly_fields = ["sentence", "undone"]

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Refuse to filter by `before`: that would reveal it piece by piece."""
        return lookup.partition("__")[0] != "before" and super().lookup_allowed(lookup, value, request)

    def get_changelist(self, request: HttpRequest, **kwargs: object) -> type[ChangeList]:
        return LogChangeList

    def get_search_results(
        self, request: HttpRequest, lines: QuerySet[LogLine], term: str
    ) -> tuple[QuerySet[LogLine], bool]:
        """Search by the name of the line's subject as well."""
        found, may_repeat = super().get_search_results(request, lines, term)
        if not term:
            return found, may_repeat
        named = Q()
        for kind, subject in SUBJECTS.items():
            is_named = {f"{subject.name_field}__icontains": term}
            ids = subject.model._default_manager.filter(**is_named).values_list("pk", flat=True)
            named |= Q(subject_kind=kind, subject_id__in=[str(pk) for pk in ids[:MOST_NAMED]])
        return found | lines.filter(named), may_repeat

    @admin.display(description=_("concerns"))
    def subject(self, line: LogLine) -> str:
        return f"{SUBJECTS[line.subject_kind].label} · {line.subject_name}"  # type: ignore[attr-defined]

    @admin.display(description=_("undone"))
    def undone(self, line: LogLine) -> datetime | None:
        return line.undone_at

    @admin.display(description=_("in words"))
    def sentence(self, line: LogLine) -> str:
        return describe(line)


def newest_lines(subject_kind: str, subject_id: object) -> SafeString:
    """Return the newest lines about a subject as an HTML table, followed by a link to its whole log."""
    lines = LogLine.objects.of(subject_kind, subject_id).with_people()[:LINES_BESIDE]
    rows = (
        (date_format(localtime(one.at), "SHORT_DATETIME_FORMAT"), one.by or "–", describe(one), one.reason)
        for one in lines
    )
    table = format_html_join("", "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>", rows)
    address = reverse("admin:action_log_logline_changelist", query={"of": subject_kind, "subject_id": str(subject_id)})
    return format_html('<table>{}</table><a href="{}">{}</a>', table, address, _("The whole log"))
