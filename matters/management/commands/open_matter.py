"""Open a matter with its team from the command line."""

from __future__ import annotations

import argparse
from typing import Any

from django.core.exceptions import PermissionDenied, ValidationError
from django.core.management.base import BaseCommand, CommandError

from matters.access import acting_as
from matters.models import Client, User
from matters.services import client_create, matter_open, team_member_add


class Command(BaseCommand):
    help = "Open a matter for a client, new or known, with its responsible partner and team."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("number")
        parser.add_argument("--title", required=True)
        parser.add_argument("--client", required=True, help="The client's name.")
        parser.add_argument("--partner", required=True, metavar="USERNAME")
        parser.add_argument("--team", default="", metavar="USERNAME,USERNAME", help="Others on the team.")
        parser.add_argument("--practice-area", default="")
        parser.add_argument("--jurisdiction", default="")
        parser.add_argument("--as", required=True, dest="username", metavar="USERNAME", help="Who opens it.")

    def handle(self, *args: Any, **options: Any) -> None:
        actor, partner = _person(options["username"]), _person(options["partner"])
        members = [_person(name) for name in dict.fromkeys(options["team"].split(",")) if name.strip()]
        team = [person for person in members if person != partner]
        if "/" in options["number"]:
            raise CommandError("A matter's number has no slash: the number of a document follows one.")
        try:
            with acting_as(actor):
                matter = matter_open(
                    actor=actor,
                    number=options["number"],
                    title=options["title"],
                    client=_client(actor, options["client"]),
                    responsible_partner=partner,
                    practice_area=options["practice_area"],
                    jurisdiction=options["jurisdiction"],
                )
                for person in team:
                    team_member_add(actor=actor, matter=matter, user=person)
        except PermissionDenied as error:
            raise CommandError(str(error)) from error
        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from error
        self.stdout.write(
            f"{matter.number} is open; on its team: {', '.join(p.username for p in {partner, *team})}."
        )


def _person(username: str) -> User:
    person = User.objects.filter(username=username.strip(), is_active=True).first()
    if person is None:
        raise CommandError(f"Nobody is called {username}.")
    return person


def _client(actor: User, name: str) -> Client:
    """The client of that name whom the actor may see, else a new one."""
    clients = Client.objects.unscoped(
        reason="row-level security shows the actor their clients, or Records all"
    )
    return clients.filter(name=name.strip()).first() or client_create(actor=actor, name=name)
