"""Reports on paper: HTML set by WeasyPrint, which fetches nothing."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.template.loader import render_to_string
from weasyprint import HTML
from weasyprint.urls import URLFetcher, URLFetcherResponse


class FetchRefused(Exception):
    """A report asked for an address; reports stand alone."""


class RefusingFetcher(URLFetcher):
    """Refuses every address: a document's text can name files and servers, and must not reach them."""

    def fetch(self, url: str, headers: dict[str, str] | None = None) -> URLFetcherResponse:
        raise FetchRefused(f"A report must not fetch {url}.")


def render_pdf(template: str, context: dict[str, Any], *, identifier: str) -> bytes:
    """The PDF of a template. The same context and identifier give the same bytes.

    The file is tagged (PDF/UA) and carries its language from the template's ``lang``.
    """
    html = render_to_string(template, {"firm_name": settings.FIRM_NAME, **context})
    document = HTML(string=html, url_fetcher=RefusingFetcher())
    return document.write_pdf(pdf_variant="pdf/ua-1", pdf_identifier=identifier.encode())
