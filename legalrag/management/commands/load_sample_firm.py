from typing import Any

from django.core.management.base import BaseCommand, CommandError

from legalrag.demo_firm import NotEmptyError, sample_firm_load, sample_sign_ins


class Command(BaseCommand):
    help = "Load the sample firm into a database without people. Running it again changes nothing."

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            loaded = sample_firm_load()
        except NotEmptyError as error:
            raise CommandError(str(error)) from error
        self.stdout.write("The sample firm is loaded." if loaded else "The sample firm was there already.")
        self.stdout.write(sample_sign_ins())
