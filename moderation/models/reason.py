"""Templates for reasons, which players read in their own language."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from common.languages import languages


class ReasonTemplate(models.Model):
    """A reason that moderators choose instead of writing one; its texts are in the site's languages."""

    code = models.SlugField(_("code"), max_length=40, unique=True)
    is_offered = models.BooleanField(_("offered"), default=True)

    class Meta:
        verbose_name = _("template of a reason")
        verbose_name_plural = _("templates of reasons")
        ordering = ["code"]

    def __str__(self) -> str:
        return self.code

    def text_in(self, language: str) -> str:
        """Return the reason in a language, or in the site's own if there is none; makes one query."""
        texts = {text.language: text.text for text in self.texts.all()}
        return texts.get(language) or texts.get(settings.LANGUAGE_CODE) or next(iter(texts.values()), "")


class ReasonText(models.Model):
    """A reason in one language."""

    template = models.ForeignKey(
        ReasonTemplate, verbose_name=_("template"), on_delete=models.CASCADE, related_name="texts"
    )
    language = models.CharField(_("language"), max_length=10, choices=languages)
    text = models.CharField(_("reason"), max_length=500)

    class Meta:
        verbose_name = _("reason")
        verbose_name_plural = _("reasons")
        ordering = ["template", "language"]
        constraints = [
            models.UniqueConstraint(fields=["template", "language"], name="reason_has_one_text_in_each_language")
        ]

    def __str__(self) -> str:
        return self.text
