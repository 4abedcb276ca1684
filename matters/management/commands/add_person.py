from argparse import ArgumentParser
from getpass import getpass
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError

from audit.services import SYSTEM
from matters.models import User
from matters.services import user_create


class Command(BaseCommand):
    help = "Add a person to the firm; the first administrator too. Asks for the password."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username")
        parser.add_argument("--name", required=True, help="First and last name.")
        parser.add_argument("--role", required=True, choices=User.Role.values)
        parser.add_argument("--email", default="")

    def handle(self, *args: Any, **options: Any) -> None:
        password = getpass("Password: ")
        if password != getpass("Again: "):
            raise CommandError("The two passwords differ. Nobody was added.")
        fields = {name: options[name] for name in ("username", "name", "role", "email")}
        try:
            user = user_create(actor=SYSTEM, password=password, **fields)
        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from error
        self.stdout.write(f"{user.get_full_name()} can sign in as {user.username}.")
