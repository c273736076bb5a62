"""Every line of the control rooms' logs moves to the one action log, in its order, with what it takes to undo it."""

from typing import Any

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

AT_ONCE = 1000


def move_out(apps: Any, schema_editor: BaseDatabaseSchemaEditor) -> None:
    LogLine = apps.get_model("action_log", "LogLine")
    lines = [
        LogLine(
            subject_kind="tournament",
            subject_id=act.tournament_id,
            by_id=act.by_id,
            action=act.what,
            details=act.about,
            reason=act.reason,
            before=act.before,
            at=act.at,
            undone_at=act.undone_at,
        )
        for act in apps.get_model("tournaments", "Act").objects.order_by("id").iterator()
    ]
    LogLine.objects.bulk_create(lines, batch_size=AT_ONCE)


def move_back(apps: Any, schema_editor: BaseDatabaseSchemaEditor) -> None:
    Act = apps.get_model("tournaments", "Act")
    lines = apps.get_model("action_log", "LogLine").objects.filter(subject_kind="tournament")
    for line in lines.order_by("id").iterator():
        act = Act.objects.create(
            tournament_id=line.subject_id,
            by_id=line.by_id,
            what=line.action,
            about=line.details,
            reason=line.reason[:200],
            before=line.before,
            undone_at=line.undone_at,
        )
        Act.objects.filter(pk=act.pk).update(at=line.at)  # which is set to now when a row is made
    lines.delete()


class Migration(migrations.Migration):
    dependencies = [
        ("action_log", "0001_initial"),
        ("clubs", "0005_log_moves_out"),  # whose lines keep their ids: they come first
        ("tournaments", "0006_rules_have_a_version"),
    ]

    run_before = [("action_log", "0002_append_only")]

    operations = [
        migrations.RunPython(move_out, move_back),
        migrations.DeleteModel(name="Act"),
    ]
