"""Loads the sample firm: people, matters, teams, the wall and the documents of ``sample_firm/suite.json``."""

from __future__ import annotations

import datetime
import json
import secrets
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import transaction

from audit.services import SYSTEM
from documents.models import Document
from documents.services import FiledFile, document_file, version_file
from documents.storage import blob_store
from matters.access import acting_as
from matters.models import Client, Matter, Party, User
from matters.services import (
    client_create,
    matter_open,
    party_add,
    team_member_add,
    user_create,
    wall_raise,
)

FOLDER = Path(__file__).parent / "sample_firm"
# How the suite calls the parties → what the firm's records call them.
PARTY_ROLES = {
    "client": Party.Role.CLIENT,
    "counterparty": Party.Role.ADVERSE,
    "opponent": Party.Role.ADVERSE,
    "landlord": Party.Role.ADVERSE,
    "expert": Party.Role.WITNESS,
    "tenant": Party.Role.THIRD_PARTY,
    "controller": Party.Role.THIRD_PARTY,
}


class NotEmptyError(Exception):
    """The database has people who are not of the sample firm."""


@cache
def _suite() -> dict[str, Any]:
    return json.loads((FOLDER / "suite.json").read_text())


def sample_firm_name() -> str:
    """What the sample firm is called, for the bar of its portal."""
    return _suite()["firm"]


def sample_firm_load() -> bool:
    """Load the sample firm in one transaction; its documents are then read in by the worker.

    Returns False when it was loaded before. Raises ``NotEmptyError`` when the database has other people:
    invented matters have no place among real ones.
    """
    names = {person["username"] for person in _suite()["users"]}
    present = set(User.objects.values_list("username", flat=True))
    if names <= present:
        return False
    if present:
        raise NotEmptyError(
            "The sample firm is only for an empty database, and this one has people of its own. "
            "Set DATABASE_URL and LEGALRAG_DATA_DIR to others, or leave them unset."
        )
    with transaction.atomic():
        people = _load_people(sample_password())
        records = next(person for person in people.values() if person.role == User.Role.RECORDS)
        with acting_as(records):
            matters = _load_matters(records, people)
        _load_documents(matters)
    return True


def sample_password() -> str:
    """The one password of the sample people, made once for this data folder."""
    file = settings.DATA_DIR / "sample_password"
    if not file.exists():
        file.touch(mode=0o600)
        file.write_text("-".join(secrets.token_hex(2) for _ in range(4)))
    return file.read_text()


def sample_sign_ins() -> str:
    """Who can sign in, and on which teams they are, as lines for the terminal."""
    walls = {(wall["matter"], name) for wall in _suite()["walls"] for name in wall["users"]}
    lines = [f"Sign in with a name below and the password {sample_password()}"]
    for person in _suite()["users"]:
        name = person["username"]
        teams = [team["matter"] for team in _suite()["teams"] if team["user"] == name]
        marked = [f"{number} (kept out by a wall)" if (number, name) in walls else number for number in teams]
        role = User.Role(person["role"]).label
        lines.append(f"  {name:10} {role:18} {', '.join(marked) or 'no matter'}")
    return "\n".join(lines)


def _load_people(password: str) -> dict[str, User]:
    return {
        person["username"]: user_create(actor=SYSTEM, password=password, **person)
        for person in _suite()["users"]
    }


def _load_matters(records: User, people: dict[str, User]) -> dict[str, Matter]:
    clients: dict[str, Client] = {}
    matters: dict[str, Matter] = {}
    for entry in _suite()["matters"]:
        name = entry["client"]
        if name not in clients:
            clients[name] = client_create(actor=records, name=name)
        matter = matters[entry["number"]] = matter_open(
            actor=records,
            number=entry["number"],
            title=entry["title"],
            client=clients[name],
            responsible_partner=people[entry["responsible_partner"]],
            practice_area=entry["practice_area"],
            jurisdiction=entry["jurisdiction"],
        )
        for party in entry["parties"]:
            party_add(actor=records, matter=matter, name=party["name"], role=PARTY_ROLES[party["role"]])
    for team in _suite()["teams"]:
        matter, user = matters[team["matter"]], people[team["user"]]
        if user != matter.responsible_partner:
            team_member_add(actor=records, matter=matter, user=user)
    for wall in _suite()["walls"]:
        users = [people[name] for name in wall["users"]]
        wall_raise(
            actor=records, matter=matters[wall["matter"]], name=wall["name"], kind=wall["kind"], users=users
        )
    return matters


def _load_documents(matters: dict[str, Matter]) -> None:
    filed: dict[str, Document] = {}
    for entry in _suite()["documents"]:
        path = FOLDER / entry["file"]
        matter = matters[entry["matter"]]
        author = matter.responsible_partner
        arguments = {
            "actor": author,
            "file": FiledFile(blob_store([path.read_bytes()]), path.name),
            "status": entry["status"],
            "effective": _date(entry["effective"]),
            "expires": _date(entry["expires"]),
        }
        with acting_as(author):
            if entry["version_of"]:
                document = filed[entry["version_of"]]
                version_file(document=document, **arguments)
            else:
                document = document_file(
                    matter=matter,
                    title=entry["title"],
                    type=entry["type"],
                    jurisdiction=entry["jurisdiction"],
                    **arguments,
                )
        filed[entry["file"]] = document


def _date(text: str | None) -> datetime.date | None:
    return datetime.date.fromisoformat(text) if text else None
