"""Addresses of matters."""

from django.urls import path

import legalrag.url_converters  # noqa: F401 (registers <matter:…>)
from matters import views

urlpatterns = [
    path("matters/", views.matter_list, name="matter_list"),
    path("matters/<matter:number>/team/", views.matter_team, name="matter_team"),
    path("matters/<matter:number>/parties/", views.matter_parties, name="matter_parties"),
]
