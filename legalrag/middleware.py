"""Who is asking: sign-in for every page, and the person's id inside the database transaction."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.db import DEFAULT_DB_ALIAS
from django.http import HttpRequest, HttpResponse

from matters.access import acting_as

PUBLIC_PREFIXES = ("/accounts/login/", "/static/", "/api/")


class SignInRequired:
    """Send people who are not signed in to the sign-in page; the API answers for itself."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not request.user.is_authenticated and not request.path.startswith(PUBLIC_PREFIXES):
            return redirect_to_login(request.get_full_path(), settings.LOGIN_URL)
        response = self.get_response(request)
        if request.user.is_authenticated:
            # Pages of a matter must not survive in a cache that a wall raised later can't reach.
            response.headers.setdefault("Cache-Control", "no-store")
        return response


class ActingPerson:
    """Run each view, and the rendering of its response, in a transaction that knows who reads.

    Views that manage transactions of their own (``transaction.non_atomic_requests``) open
    ``acting_as`` themselves. The REST API authenticates later and sets the person again.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: Any, kwargs: Any
    ) -> HttpResponse | None:
        if DEFAULT_DB_ALIAS in getattr(view, "_non_atomic_requests", ()):
            return None
        with acting_as(request.user):
            response = view(request, *args, **kwargs)
            if hasattr(response, "render") and callable(response.render):
                response = response.render()
        return response
