"""The pages as the operator of the site has written them, in each language."""

from __future__ import annotations

from django.db import models
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from common.languages import languages


class Topic(models.TextChoices):
    TERMS = "terms", _("Terms of use")
    PRIVACY = "privacy", _("Privacy")
    IMPRINT = "imprint", _("Imprint")
    CONTACT = "contact", _("Contact")
    COMMUNITY = "community", _("Community rules")


def topics() -> list[tuple[str, str | Promise]]:
    """Return the topics. A function, so that the choices do not end up in migrations."""
    return list(Topic.choices)


class LegalPage(models.Model):
    """A page in one language, as the operator has written it in Markdown."""

    topic = models.CharField(_("page"), max_length=20, choices=topics)
    language = models.CharField(_("language"), max_length=10, choices=languages)
    text = models.TextField(_("text"), max_length=50_000, help_text=_("Markdown. Headings begin with #."))
    changed_at = models.DateTimeField(_("changed"), auto_now=True)

    class Meta:
        verbose_name = _("page of the operator")
        verbose_name_plural = _("pages of the operator")
        ordering = ["topic", "language"]
        constraints = [models.UniqueConstraint(fields=["topic", "language"], name="one_page_in_each_language")]

    def __str__(self) -> str:
        return f"{self.get_topic_display()} ({self.language})"

    def get_absolute_url(self) -> str:
        return reverse("legal:page", args=[self.topic])
