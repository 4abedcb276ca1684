"""Addresses of searching and asking. Both manage transactions of their own: the log is committed first."""

from django.db import transaction
from django.urls import path

from retrieval import api

urlpatterns = [
    path("searches/", transaction.non_atomic_requests(api.Searches.as_view()), name="api_searches"),
    path("questions/", transaction.non_atomic_requests(api.Questions.as_view()), name="api_questions"),
]
