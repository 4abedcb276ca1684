"""Who is asking: sign-in for every page, and the person's id inside the database transaction."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.db import DEFAULT_DB_ALIAS, transaction
from django.http import HttpRequest, HttpResponse
from django.urls import Resolver404, resolve

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
    """Handle each request in a transaction that knows who reads: the view, and the rendering of its response.

    The view has a savepoint of its own in it (``ATOMIC_REQUESTS``), so what a failed view wrote is undone;
    what was written for a page that could not be rendered is undone here. Views that manage transactions of
    their own (``transaction.non_atomic_requests``) open ``acting_as`` themselves. The REST API
    authenticates later and sets the person again. This is the last middleware.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not _is_atomic(request):
            return self.get_response(request)
        with acting_as(request.user):
            response = self.get_response(request)
            if response.status_code >= HTTPStatus.INTERNAL_SERVER_ERROR:
                transaction.set_rollback(True)
        return response


def _is_atomic(request: HttpRequest) -> bool:
    try:
        view = resolve(request.path_info, getattr(request, "urlconf", None)).func
    except Resolver404:
        return False
    return DEFAULT_DB_ALIAS not in getattr(view, "_non_atomic_requests", ())
