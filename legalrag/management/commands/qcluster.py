from typing import Any

from django.core.exceptions import ImproperlyConfigured
from django.core.management.base import CommandError
from django.db import connections
from django_q.management.commands import qcluster

from legalrag.checks import require_fit_to_serve


class Command(qcluster.Command):
    """The workers of django-q2, which start only as a role that row-level security binds."""

    help = "Start the workers."

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            require_fit_to_serve()
        except ImproperlyConfigured as error:
            raise CommandError(str(error)) from error
        # The workers are forked from here, and a connection does not survive that.
        connections.close_all()
        super().handle(*args, **options)
