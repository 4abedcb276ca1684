"""Entry point of the web server."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "legalrag.settings")
application = get_wsgi_application()

from legalrag.checks import require_fit_to_serve  # noqa: E402 (needs the apps that were loaded above)

require_fit_to_serve()
