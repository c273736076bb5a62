"""Lines of templates are not too long; their layout is up to the formatter."""

from pathlib import Path

from django.conf import settings

LONGEST_LINE = 160


def test_no_line_of_a_template_is_too_long_to_read() -> None:
    templates = sorted(Path(settings.BASE_DIR, "templates").rglob("*.*"))
    assert len(templates) > 100
    assert [
        f"{template.relative_to(settings.BASE_DIR)}:{number}"
        for template in templates
        for number, line in enumerate(template.read_text().splitlines(), start=1)
        if len(line) > LONGEST_LINE
    ] == []
