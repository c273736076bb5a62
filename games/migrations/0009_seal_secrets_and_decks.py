from collections.abc import Callable
from typing import Any

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

import common.sealed

AT_ONCE = 500
COLUMNS = [("games_chain", "secret"), ("games_deal", "deck")]


def seal(apps: Any, editor: BaseDatabaseSchemaEditor) -> None:
    """Encrypt what is there. Rows that are sealed already stay as they are."""
    for table, column in COLUMNS:
        _rewrite(editor, table, column, lambda kept: kept if common.sealed.is_sealed(kept) else common.sealed.seal(kept))


def unseal(apps: Any, editor: BaseDatabaseSchemaEditor) -> None:
    for table, column in COLUMNS:
        _rewrite(editor, table, column, common.sealed.unseal)


def _rewrite(
    editor: BaseDatabaseSchemaEditor, table: str, column: str, change: Callable[[bytes], bytes]
) -> None:
    last = 0
    with editor.connection.cursor() as cursor:
        while True:
            cursor.execute(
                f"SELECT id, {column} FROM {table} WHERE id > %s ORDER BY id LIMIT {AT_ONCE}", [last]
            )
            rows = cursor.fetchall()
            if not rows:
                return
            changed = [(_changed(kept, change), pk) for pk, kept in rows]
            cursor.executemany(f"UPDATE {table} SET {column} = %s WHERE id = %s", changed)
            last = rows[-1][0]


def _changed(kept: Any, change: Callable[[bytes], bytes]) -> Any:
    return change(kept.encode()).decode() if isinstance(kept, str) else change(bytes(kept))


class Migration(migrations.Migration):
    """Encrypt the secrets of chains and all decks. The types of both columns stay as they are."""

    dependencies = [
        ("games", "0008_voided"),
    ]

    operations = [
        migrations.AlterField(
            model_name="chain",
            name="secret",
            field=common.sealed.SealedBytes(editable=False),
        ),
        migrations.AlterField(
            model_name="deal",
            name="deck",
            field=common.sealed.SealedText(editable=False, verbose_name="deck"),
        ),
        migrations.RunPython(seal, unseal),
    ]
