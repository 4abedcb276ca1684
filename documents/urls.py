"""Addresses of documents, versions and pages."""

from django.urls import path

import legalrag.url_converters  # noqa: F401 (registers <matter:…>)
from documents import page_views, views

MATTER = "matters/<matter:number>/"
VERSION = MATTER + "<int:document_number>/v<int:version>/"

urlpatterns = [
    path(MATTER, views.document_list, name="matter_detail"),
    path(MATTER + "file/", views.document_upload, name="document_upload"),
    path(MATTER + "<int:document_number>/", views.document_detail, name="document_detail"),
    path(VERSION + "original/", page_views.document_original, name="document_original"),
    path(VERSION + "pages/<int:page>/", page_views.document_page, name="document_page"),
]
