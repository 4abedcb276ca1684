"""Drawing a page from a context, without a view and without a database."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.template.loader import render_to_string
from django.test import RequestFactory
from lxml import html

from tests.portal import samples

Draw = Callable[..., html.HtmlElement]


@pytest.fixture
def draw_text(settings: Any) -> Callable[..., str]:
    """``draw_text(template, context, user=..., address="/")`` gives the page as text."""
    settings.ROOT_URLCONF = "tests.portal.markup_urls"

    def drawn(
        template: str,
        context: dict[str, Any],
        *,
        user: Any = samples.ANNA,
        address: str = "/",
        **headers: str,
    ) -> str:
        request = RequestFactory().get(address, headers=headers)
        request.user = user or AnonymousUser()
        request.htmx = "HX-Request" in request.headers
        return render_to_string(template, context, request)

    return drawn


@pytest.fixture
def draw(draw_text: Callable[..., str]) -> Draw:
    """The same as ``draw_text``, parsed."""
    return lambda *args, **kwargs: html.document_fromstring(draw_text(*args, **kwargs))
