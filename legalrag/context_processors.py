"""What every page knows."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest


def firm(request: HttpRequest) -> dict[str, Any]:
    """The name of the firm for the bar."""
    return {"firm_name": settings.FIRM_NAME}
