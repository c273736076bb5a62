"""The URLs of the site."""

from allauth.account.decorators import secure_admin_login
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.urls import include, path
from django.views.decorators.cache import cache_control
from django.views.i18n import JavaScriptCatalog

from accounts.admin import SessionAdmin

admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]  # the limits of all sign-ins
admin.site.unregister([Authenticator, UserSession])  # secrets, addresses and session keys
admin.site.register(UserSession, SessionAdmin)

urlpatterns = [
    path("admin/", admin.site.urls),
    path("jsi18n/", cache_control(private=True, max_age=3600)(JavaScriptCatalog.as_view()), name="jsi18n"),
    path("", include("accounts.urls")),
    path("account/2fa/", include("allauth.mfa.urls")),
    path("account/sessions/", include("allauth.usersessions.urls")),
    path("account/", include("allauth.account.urls")),
    path("", include("clubs.urls")),
    path("", include("games.urls")),
    path("", include("tournaments.urls")),
    path("", include("moderation.urls")),
    path("", include("legal.urls")),
]

handler500 = "config.faults.answer"
