"""Undoing becomes a line of its own that names the undone one, and every line gets its place in the chain."""

from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from action_log import append_only
from action_log.chain import START, content, hash_of

AT_ONCE = 1000


def name_what_was_undone(apps: Any, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Tell the lines that undid something what it was; write those that are missing."""
    LogLine = apps.get_model("action_log", "LogLine")
    for line in LogLine.objects.exclude(undone_at=None).order_by("id"):
        undoing = LogLine.objects.filter(
            subject_kind=line.subject_kind, subject_id=line.subject_id, action="undo", id__gt=line.id, undoes=None
        )
        meant = undoing.filter(at__gte=line.undone_at, details__what=line.action).order_by("at", "id").first()
        if meant is None:
            meant = LogLine(
                subject_kind=line.subject_kind,
                subject_id=line.subject_id,
                action="undo",
                at=line.undone_at,
                details={"what": line.action, "about": line.details},
            )
        meant.undoes = line
        meant.save()


def chain_lines(apps: Any, schema_editor: BaseDatabaseSchemaEditor) -> None:
    LogLine, Link = apps.get_model("action_log", "LogLine"), apps.get_model("action_log", "Link")
    number, head, links = 0, START, []
    for number, line in enumerate(LogLine.objects.order_by("id").iterator(), start=1):
        links.append(Link(number=number, line_id=line.id, previous=head, hash=hash_of(head, content(line))))
        head = links[-1].hash
        if number % AT_ONCE == 0:
            Link.objects.bulk_create(links)
            links = []
    Link.objects.bulk_create(links)


def let_lines_change(apps: Any, schema_editor: BaseDatabaseSchemaEditor) -> None:
    for statement in append_only.lifting(schema_editor.connection.vendor):
        schema_editor.execute(statement)


def note_when_it_was_undone(apps: Any, schema_editor: BaseDatabaseSchemaEditor) -> None:
    LogLine = apps.get_model("action_log", "LogLine")
    for line in LogLine.objects.exclude(undoes=None).iterator():
        LogLine.objects.filter(pk=line.undoes_id).update(undone_at=line.at)


def nothing(apps: Any, schema_editor: BaseDatabaseSchemaEditor) -> None:
    pass


def player(name: str) -> models.Field:
    return models.ForeignKey(
        db_constraint=False,
        null=True,
        on_delete=django.db.models.deletion.DO_NOTHING,
        related_name="+",
        to=settings.AUTH_USER_MODEL,
        verbose_name=name,
    )


class Migration(migrations.Migration):
    dependencies = [
        ("action_log", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AlterField("logline", "by", player("by")),
        migrations.AlterField("logline", "whom", player("whom")),
        migrations.AddField(
            "logline",
            "undoes",
            models.OneToOneField(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="undone_by",
                to="action_log.logline",
                verbose_name="undoes",
            ),
        ),
        migrations.CreateModel(
            name="Link",
            fields=[
                ("number", models.PositiveBigIntegerField(primary_key=True, serialize=False)),
                ("previous", models.CharField(max_length=64, unique=True)),
                ("hash", models.CharField(max_length=64, unique=True)),
                (
                    "line",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT, related_name="link", to="action_log.logline"
                    ),
                ),
            ],
            options={"ordering": ["number"]},
        ),
        migrations.RunPython(name_what_was_undone, note_when_it_was_undone),
        migrations.RunPython(chain_lines, nothing),
        migrations.RunPython(nothing, let_lines_change),
    ]
