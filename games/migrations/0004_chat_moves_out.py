"""Every line that was said at a table moves to the one chat, in the order in which they were said."""

from django.db import migrations

MOVE_OUT = """
    INSERT INTO chat_chatline (room, author_id, text, said_at)
    SELECT room || ':' || table_id, player_id, text, said_at FROM games_chatline ORDER BY id
"""
MOVE_BACK = (
    """
    INSERT INTO games_chatline (room, table_id, player_id, text, said_at)
    SELECT substr(room, 1, ends), substr(room, ends + 2), author_id, text, said_at
    FROM (SELECT *, CASE WHEN room LIKE 'table:%' THEN 5 ELSE 9 END AS ends FROM chat_chatline) AS lines
    WHERE room LIKE 'table:%' OR room LIKE 'onlookers:%' ORDER BY id
    """,
    "DELETE FROM chat_chatline WHERE room LIKE 'table:%' OR room LIKE 'onlookers:%'",
)


class Migration(migrations.Migration):
    dependencies = [
        ("chat", "0001_initial"),
        ("games", "0003_clubs_and_tournaments"),
    ]

    operations = [
        migrations.RunSQL((MOVE_OUT,), MOVE_BACK),
        migrations.DeleteModel(name="ChatLine"),
    ]
