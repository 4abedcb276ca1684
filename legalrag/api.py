"""What every endpoint of the REST API has in common, and its root."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404
from drf_spectacular.utils import extend_schema, inline_serializer
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.pagination import PageNumberPagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse
from rest_framework.views import APIView

from matters.access import set_acting_user

ROOT = ("login", "logout", "matters", "documents", "searches", "questions", "schema")
NOTHING_HERE = "There is nothing at this address, or it is not open to you."


class HiddenIsMissingMixin:
    """What is hidden and what does not exist give the same answer, and no answer may be kept by a cache."""

    def handle_exception(self, exc: Exception) -> Response:
        if isinstance(exc, Http404 | NotFound) or type(exc) is PermissionDenied:
            exc = NotFound(NOTHING_HERE)
        return super().handle_exception(exc)

    def finalize_response(self, *args: Any, **kwargs: Any) -> Response:
        response = super().finalize_response(*args, **kwargs)
        response.headers["Cache-Control"] = "no-store"
        return response


class ActingPersonMixin(HiddenIsMissingMixin):
    """For views inside the request's transaction: the person whom a token names is its reader from then on."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        set_acting_user(request.user)


class Pages(PageNumberPagination):
    """Lists come in pages; ``page_size`` may ask for up to 500 rows."""

    page_size = 50
    page_size_query_param = "page_size"
    max_page_size = 500


class ApiRoot(ActingPersonMixin, APIView):
    """Where everything is."""

    @extend_schema(
        responses=inline_serializer(
            "ApiRoot",
            {name: serializers.URLField() for name in ROOT},
        )
    )
    def get(self, request: Request) -> Response:
        return Response({word: reverse(f"api_{word}", request=request) for word in ROOT})
