"""Addresses of sign-in and matters in the REST API."""

from django.urls import path

import legalrag.url_converters  # noqa: F401 (registers <matter:…>)
from matters import api

urlpatterns = [
    path("auth/login/", api.Login.as_view(), name="api_login"),
    path("auth/logout/", api.Logout.as_view(), name="api_logout"),
    path("matters/", api.MatterList.as_view(), name="api_matters"),
    path("matters/<matter:number>/", api.MatterDetail.as_view(), name="api_matter"),
]
