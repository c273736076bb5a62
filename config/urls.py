"""The URLs of the site."""

from allauth.account.decorators import secure_admin_login
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib import admin
from django.contrib.auth.models import Group
from django.urls import URLPattern, URLResolver, include, path, register_converter
from django.views.decorators.cache import cache_control
from django.views.i18n import JavaScriptCatalog

from accounts.admin import SessionAdmin
from common.converters import RowId
from common.secrets_on_pages import holds_no_secret

admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]  # with the limits of other sign-ins
# They hold secrets, session keys, e-mail addresses that only their owners change, and roles (accounts.roles).
admin.site.unregister([Authenticator, UserSession, EmailAddress, Group])
admin.site.register(UserSession, SessionAdmin)


def social_urls() -> list[URLPattern | URLResolver]:
    """Return the URLs for signing in with accounts of other sites, if the operator has enabled any."""
    if not settings.SIGN_IN_WITH:
        return []
    from allauth.socialaccount.models import SocialAccount, SocialApp, SocialToken
    from allauth.urls import build_provider_urlpatterns

    admin.site.unregister([SocialAccount, SocialApp, SocialToken])  # they are set up in the settings
    connections = path("account/social/", include("allauth.socialaccount.urls"))
    return [connections, path("account/social/", include(build_provider_urlpatterns()))]


register_converter(RowId, "row")

urlpatterns = [
    path("admin/", admin.site.urls),
    path(
        "jsi18n/",
        holds_no_secret(cache_control(private=True, max_age=3600)(JavaScriptCatalog.as_view())),
        name="jsi18n",
    ),
    path("", include("accounts.urls")),
    path("account/2fa/", include("allauth.mfa.urls")),
    path("account/sessions/", include("allauth.usersessions.urls")),
    path("account/", include("allauth.account.urls")),
    *social_urls(),
    path("", include("clubs.urls")),
    path("", include("games.urls")),
    path("", include("ratings.urls")),
    path("", include("coach.urls")),
    path("", include("tournaments.urls")),
    path("", include("moderation.urls")),
    path("", include("api.urls")),
    path("", include("legal.urls")),
]

handler500 = "config.faults.answer"
