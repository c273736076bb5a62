from django.urls import include, path, re_path

from api.pages import tokens
from api.rest.problems import not_found_view
from api.rest.site import api

pages = [
    path("preferences/programs/", tokens.show, name="tokens"),
    path("preferences/programs/<int:token_id>/revoke/", tokens.revoke, name="token-revoke"),
]
urlpatterns = [
    path("", include((pages, "api"))),
    path("api/1/", api.urls),
    re_path("^api/", not_found_view, name="api-nowhere"),
]
