"""Every line that was said on a tournament's page moves to the one chat, in the order in which they were said."""

from django.db import migrations

MOVE_OUT = """
    INSERT INTO chat_chatline (room, author_id, text, said_at)
    SELECT 'tournament:' || tournament_id, player_id, text, said_at FROM tournaments_chatline ORDER BY id
"""
MOVE_BACK = (
    """
    INSERT INTO tournaments_chatline (tournament_id, player_id, text, said_at)
    SELECT substr(room, 12), author_id, text, said_at FROM chat_chatline WHERE room LIKE 'tournament:%' ORDER BY id
    """,
    "DELETE FROM chat_chatline WHERE room LIKE 'tournament:%'",
)


class Migration(migrations.Migration):
    dependencies = [
        ("chat", "0001_initial"),
        ("tournaments", "0004_days_between"),
    ]

    operations = [
        migrations.RunSQL((MOVE_OUT,), MOVE_BACK),
        migrations.DeleteModel(name="ChatLine"),
    ]
