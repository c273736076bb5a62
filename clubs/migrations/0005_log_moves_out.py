"""Every line of the clubs' logs moves to the one action log, under its old id, which notices may name."""

from typing import Any

from django.core.management.color import no_style
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

REASONS = {"removed", "banned"}
RIGHTS = {"promoted", "trusted"}
TITLES = {"announced", "revised", "pinned", "unpinned", "taken-down"}
AT_ONCE = 1000


def words_kept(kind: str, words: str) -> dict[str, Any]:
    """Return the columns that keep what a line said besides its sentence."""
    if not words:
        return {}
    if kind in REASONS:
        return {"reason": words}
    if kind in RIGHTS:
        return {"details": {"rights": words.split(", ")}}
    return {"details": {"title" if kind in TITLES else "note": words}}


def words_of(line: Any) -> str:
    details = line.details
    return line.reason or ", ".join(details.get("rights", ())) or details.get("title") or details.get("note") or ""


def move_out(apps: Any, schema_editor: BaseDatabaseSchemaEditor) -> None:
    LogLine = apps.get_model("action_log", "LogLine")
    lines = [
        LogLine(
            id=act.id,
            subject_kind="club",
            subject_id=str(act.club_id),
            by_id=act.by_id,
            whom_id=act.player_id,
            action=act.kind,
            at=act.at,
            **words_kept(act.kind, act.words),
        )
        for act in apps.get_model("clubs", "ClubAct").objects.order_by("id").iterator()
    ]
    LogLine.objects.bulk_create(lines, batch_size=AT_ONCE)
    for statement in schema_editor.connection.ops.sequence_reset_sql(no_style(), [LogLine]):
        schema_editor.execute(statement)


def move_back(apps: Any, schema_editor: BaseDatabaseSchemaEditor) -> None:
    ClubAct = apps.get_model("clubs", "ClubAct")
    lines = apps.get_model("action_log", "LogLine").objects.filter(subject_kind="club")
    acts = [
        ClubAct(
            id=line.id,
            club_id=int(line.subject_id),
            by_id=line.by_id,
            player_id=line.whom_id,
            kind=line.action,
            at=line.at,
            words=words_of(line),
        )
        for line in lines.order_by("id").iterator()
    ]
    ClubAct.objects.bulk_create(acts, batch_size=AT_ONCE)
    for statement in schema_editor.connection.ops.sequence_reset_sql(no_style(), [ClubAct]):
        schema_editor.execute(statement)
    lines.delete()


class Migration(migrations.Migration):
    dependencies = [
        ("action_log", "0001_initial"),
        ("clubs", "0004_members_leave_before_they_go"),
    ]

    run_before = [("action_log", "0002_append_only")]

    operations = [
        migrations.RunPython(move_out, move_back),
        migrations.DeleteModel(name="ClubAct"),
    ]
