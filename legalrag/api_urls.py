"""Addresses of the REST API, version 1."""

from django.urls import include, path
from drf_spectacular.views import SpectacularAPIView
from rest_framework.permissions import IsAuthenticated

from legalrag.api import ApiRoot

urlpatterns = [
    path("", ApiRoot.as_view(), name="api_root"),
    path("schema/", SpectacularAPIView.as_view(permission_classes=[IsAuthenticated]), name="api_schema"),
    path("", include("matters.api_urls")),
    path("", include("documents.api_urls")),
    path("", include("retrieval.api_urls")),
]
