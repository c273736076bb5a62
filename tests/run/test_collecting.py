"""Sentences are found wherever they are, and catalogues keep their translations."""

from pathlib import Path

import pytest

from run.translations.collecting import (
    FormattedTooEarly,
    Sentence,
    collect,
    in_python,
    in_script,
    in_template,
    updated,
)

IMPORTS = """
from django.utils import translation
from django.utils.translation import gettext as _, gettext_lazy, ngettext, pgettext_lazy
"""


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ('_("A tile")', Sentence("A tile")),
        ('gettext_lazy("A tile, " "and another")', Sentence("A tile, and another")),
        ("f\"{name}: {_('not seated')}\"", Sentence("not seated")),
        ('translation.gettext("A tile")', Sentence("A tile")),
        ('ngettext("{n} tile", "{n} tiles", count)', Sentence("{n} tile", "{n} tiles")),
        ('pgettext_lazy("of a game", "Over")', Sentence("Over", context="of a game")),
        ('told(_("A tile").format(), 1)', Sentence("A tile")),
    ],
)
def test_sentences_of_python(code: str, sentence: Sentence) -> None:
    assert list(in_python(IMPORTS + code)) == [sentence]


def test_a_sentence_in_a_variable_is_not_collected_again() -> None:
    assert list(in_python(IMPORTS + "_(said)")) == []


@pytest.mark.parametrize("code", ['_(f"{name} plays")', '_("Play " + game)', '_("Play %s" % game)'])
def test_a_sentence_that_is_formatted_too_early_is_refused(code: str) -> None:
    with pytest.raises(FormattedTooEarly, match=r"somewhere\.py:4"):
        list(in_python(IMPORTS + code, Path("somewhere.py")))


@pytest.mark.parametrize(
    ("template", "sentence"),
    [
        ('<b>{% translate "A tile" %}</b>', Sentence("A tile")),
        ('{% translate "Over" context "of a game" %}', Sentence("Over", context="of a game")),
        ('{{ club.name|default:_("No club") }}', Sentence("No club")),
        ("{% blocktranslate %}{{ name }} plays{% endblocktranslate %}", Sentence("%(name)s plays")),
        (
            "  {% blocktranslate count n=n %}{{ n }} tile{% plural %}{{ n }} tiles{% endblocktranslate %}\n text",
            Sentence("%(n)s tile", "%(n)s tiles"),
        ),
        (
            "<p>\n    {% blocktranslate trimmed %}\n      One,\n      two\n    {% endblocktranslate %}\n</p>",
            Sentence("One, two"),
        ),
    ],
)
def test_sentences_of_templates(template: str, sentence: Sentence) -> None:
    assert list(in_template(template)) == [sentence]


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ('say(gettext("A tile"));', Sentence("A tile")),
        ("const words = `${name}: ${gettext('not seated')}`;", Sentence("not seated")),
        ('ngettext("%(n)s tile", "%(n)s tiles", n)', Sentence("%(n)s tile", "%(n)s tiles")),
    ],
)
def test_sentences_of_scripts(code: str, sentence: Sentence) -> None:
    assert list(in_script(code)) == [sentence]


def test_the_tests_and_what_is_installed_say_nothing_to_players(tmp_path: Path) -> None:
    for folder in ("games", "tests", ".venv"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "words.py").write_text(f"{IMPORTS}_('From {folder}')")
    assert collect("django", tmp_path) == [Sentence("From games")]


OLD = """# Boneyard in German.
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "tile"
msgstr "Stein"

# As she wrote it.
msgid ""
"game"
msgstr ""
"Spiel"
"""
NEW = """# Boneyard in German.
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

# As she wrote it.
msgid ""
"game"
msgstr ""
"Spiel"

msgctxt "of a game"
msgid "%(n)s round"
msgid_plural "%(n)s rounds"
msgstr[0] ""
msgstr[1] ""
"""


def test_a_catalogue_keeps_what_is_written_and_changes_where_sentences_have() -> None:
    said = [Sentence("game"), Sentence("%(n)s round", "%(n)s rounds", "of a game")]
    changed = updated(OLD, said)
    assert changed.replace("#, python-format\n", "") == NEW
    assert updated(changed, said) == changed
