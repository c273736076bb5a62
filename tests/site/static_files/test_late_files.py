"""Processes of an old release serve the static files of the new one."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.test import RequestFactory
from pytest_django import Settings

from config.static import LateFiles


@pytest.fixture
def old_process(settings: Settings, tmp_path: Path) -> LateFiles:
    (tmp_path / "static").mkdir()
    (tmp_path / "secret.0123456789ab.txt").write_text("not for browsers")
    settings.STATIC_ROOT = tmp_path / "static"
    return LateFiles(lambda request: HttpResponse(status=404))


def asked(process: LateFiles, rf: RequestFactory, path: str) -> HttpResponseBase:
    request: HttpRequest = rf.get("/")
    request.path_info = path
    return process(request)


def test_a_file_that_came_later_is_served(old_process: LateFiles, rf: RequestFactory, tmp_path: Path) -> None:
    path = "/static/site/site.0123456789ab.css"
    assert asked(old_process, rf, path).status_code == 404
    (tmp_path / "static/site").mkdir()
    (tmp_path / "static/site/site.0123456789ab.css").write_text("p {}")
    answer = asked(old_process, rf, path)
    assert answer.status_code == 200
    assert b"".join(answer.streaming_content) == b"p {}"  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "path",
    ["/static/../secret.0123456789ab.txt", "/static//etc/x.0123456789ab.txt", "/static/a\0.0123456789ab.css", "/x"],
)
def test_a_file_outside_the_folder_is_not_served(old_process: LateFiles, rf: RequestFactory, path: str) -> None:
    assert asked(old_process, rf, path).status_code == 404
