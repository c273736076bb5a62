"""The addresses of the site."""

from django.contrib import admin
from django.urls import include, path
from django.views.i18n import JavaScriptCatalog

urlpatterns = [
    path("admin/", admin.site.urls),
    path("account/", include("allauth.account.urls")),
    path("jsi18n/", JavaScriptCatalog.as_view(), name="jsi18n"),
    path("", include("accounts.urls")),
    path("", include("games.urls")),
]
