"""The addresses that templates name, without views: pages can be drawn before and without what fills them."""

from django.http import HttpRequest, HttpResponse
from django.urls import path


def nothing(request: HttpRequest, **_: object) -> HttpResponse:
    return HttpResponse()


MATTER = "matters/<str:number>/"
DOCUMENT = MATTER + "<int:document_number>/"
urlpatterns = [
    path("", nothing, name="home"),
    path("matters/", nothing, name="matter_list"),
    path(MATTER, nothing, name="matter_detail"),
    path(MATTER + "team/", nothing, name="matter_team"),
    path(MATTER + "parties/", nothing, name="matter_parties"),
    path(MATTER + "activity/", nothing, name="matter_activity"),
    path(MATTER + "file/", nothing, name="document_upload"),
    path(DOCUMENT, nothing, name="document_detail"),
    path(DOCUMENT + "<int:version>/pages/<int:page>/", nothing, name="document_page"),
    path(DOCUMENT + "<int:version>/original/", nothing, name="document_original"),
    path("search/", nothing, name="search"),
    path("ask/", nothing, name="ask"),
    path("ask/<uuid:log_id>/", nothing, name="ask_answer"),
    path("audit/", nothing, name="query_log_list"),
    path("audit/<uuid:log_id>/", nothing, name="query_log_detail"),
    path("audit/<uuid:log_id>/pdf/", nothing, name="query_log_pdf"),
    path("sign-in/", nothing, name="account_login"),
    path("sign-out/", nothing, name="account_logout"),
]
