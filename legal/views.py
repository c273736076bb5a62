"""The pages for which the operator is responsible."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from common import markdown
from legal import facts
from legal.models import Topic
from legal.texts import text_of


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    return render(request, "legal/index.html", {"topics": Topic})


@require_safe
def page(request: HttpRequest, topic: str) -> HttpResponse:
    if topic not in Topic.values:
        raise Http404
    text = text_of(topic, get_language())
    context = {
        "topic": Topic(topic),
        "text": text,
        "html": markdown.render(text.markdown, highest_heading=2),
        "topics": Topic,
    }
    if topic == Topic.PRIVACY:
        context |= {"kept": facts.kept(), "days_of_grace": facts.days_of_grace()}
    return render(request, "legal/page.html", context)
