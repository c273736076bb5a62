"""The reasons that a new site starts with."""

from typing import Any

from django.db import migrations

REASONS = {
    "insult": {
        "en": "You have insulted other players. Be friendly, or at least polite, whatever the game does to you.",
        "de": "Du hast andere beleidigt. Bleib freundlich oder zumindest höflich, was auch immer im Spiel passiert.",
        "it": "Hai insultato altri giocatori. Resta gentile, o almeno educato, qualunque cosa succeda in partita.",
    },
    "threat": {
        "en": "You have threatened somebody. We do not accept that in any form.",
        "de": "Du hast jemanden bedroht. Das dulden wir in keiner Form.",
        "it": "Hai minacciato qualcuno. Non lo accettiamo in nessuna forma.",
    },
    "hate": {
        "en": "You have attacked people for what they are: their origin, faith, sex, love, body or age.",
        "de": "Du hast Menschen für das angegriffen, was sie sind: Herkunft, Glaube, Geschlecht, Liebe, Körper oder Alter.",
        "it": "Hai attaccato persone per ciò che sono: origine, fede, sesso, orientamento, corpo o età.",
    },
    "harassment": {
        "en": "You went on although somebody had asked you to leave them alone.",
        "de": "Du hast weitergemacht, obwohl dich jemand gebeten hatte, das zu lassen.",
        "it": "Hai continuato anche se qualcuno ti aveva chiesto di lasciarlo in pace.",
    },
    "cheating": {
        "en": "You have played with help that is not allowed, such as a program that chooses your moves.",
        "de": "Du hast mit unerlaubter Hilfe gespielt, etwa mit einem Programm, das deine Züge wählt.",
        "it": "Hai giocato con un aiuto non consentito, per esempio un programma che sceglie le tue mosse.",
    },
    "collusion": {
        "en": "You have played together with another player in secret, at the cost of the others at the table.",
        "de": "Du hast heimlich mit jemandem zusammengespielt, auf Kosten der anderen am Tisch.",
        "it": "Hai giocato in segreto d'accordo con un'altra persona, a danno degli altri al tavolo.",
    },
    "stalling": {
        "en": "You have kept others waiting on purpose, or left matches that they wanted to play to the end.",
        "de": "Du hast andere absichtlich warten lassen oder Partien verlassen, die sie zu Ende spielen wollten.",
        "it": "Hai fatto aspettare gli altri di proposito, o abbandonato partite che volevano finire.",
    },
    "name": {
        "en": "Your name offends people, or pretends to be somebody else. Please choose another one.",
        "de": "Dein Name verletzt andere oder gibt dich für jemand anderen aus. Bitte wähle einen anderen.",
        "it": "Il tuo nome offende qualcuno o ti fa passare per un'altra persona. Scegline un altro.",
    },
    "picture-or-text": {
        "en": "A picture or text of yours does not belong on a site for people of all ages.",
        "de": "Ein Bild oder Text von dir gehört nicht auf eine Seite für Menschen jeden Alters.",
        "it": "Una tua immagine o un tuo testo non è adatto a un sito per persone di ogni età.",
    },
    "spam": {
        "en": "You have advertised, or written the same again and again.",
        "de": "Du hast Werbung gemacht oder immer wieder dasselbe geschrieben.",
        "it": "Hai fatto pubblicità, o scritto più volte la stessa cosa.",
    },
    "private-data": {
        "en": "You have given away personal details of somebody, or asked for them.",
        "de": "Du hast persönliche Angaben von jemandem verraten oder danach gefragt.",
        "it": "Hai rivelato dati personali di qualcuno, o li hai chiesti.",
    },
}


def write_reasons(apps: Any, schema_editor: Any) -> None:
    template, text = (apps.get_model("moderation", name) for name in ("ReasonTemplate", "ReasonText"))
    for code, texts in REASONS.items():
        made = template.objects.create(code=code)
        text.objects.bulk_create(text(template=made, language=one, text=words) for one, words in texts.items())


class Migration(migrations.Migration):
    dependencies = [("moderation", "0001_initial")]

    operations = [migrations.RunPython(write_reasons, migrations.RunPython.noop)]
