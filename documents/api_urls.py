"""Addresses of documents in the REST API."""

from django.urls import path

from documents import api

urlpatterns = [
    path("documents/", api.DocumentList.as_view(), name="api_documents"),
    path("documents/<uuid:pk>/", api.DocumentDetail.as_view(), name="api_document"),
    path(
        "documents/<uuid:pk>/versions/<int:number>/clauses/",
        api.ClauseList.as_view(),
        name="api_version_clauses",
    ),
]
