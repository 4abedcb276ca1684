"""A small firm for tests, made through the same services that the product uses."""

from __future__ import annotations

import itertools
import uuid
from typing import Any

from documents.models import Document, DocumentVersion
from documents.services import FiledFile, document_file, version_file
from documents.storage import blob_store
from matters.access import acting_as
from matters.models import Client, EthicalWall, Matter, User
from matters.services import client_create, matter_open, team_member_add, wall_raise

AGREEMENT = """# Supply Agreement

This agreement is made between Alder Foods Limited ("Buyer") and Brook Mills Limited ("Seller").

1. Definitions

1.1 "Goods" means the flour described in Schedule 1.

2. Price and payment

2.1 The Buyer shall pay each undisputed invoice within thirty (30) days after its date.

2.2 Late sums bear interest at four per cent (4%) a year.

3. Exceptions

3.1 Notwithstanding clause 2.1, invoices for cancelled deliveries are payable at once.
"""
_serial = itertools.count(1)


def person(role: str = "fee_earner", name: str = "Person") -> User:
    """A new person with a name of their own and the password ``test-password``."""
    serial = f"{next(_serial)}-{uuid.uuid4().hex[:8]}"
    user = User(username=f"{name.lower()}-{serial}", first_name=name, last_name=f"No {serial}", role=role)
    user.set_password("test-password")
    user.save()
    return user


class Firm:
    """Records staff, a partner, a member, an outsider and somebody walled; two matters of two clients."""

    def __init__(self) -> None:
        self.records = person("records", "Rita")
        self.partner = person("partner", "Paula")
        self.member = person("fee_earner", "Mona")
        self.outsider = person("fee_earner", "Otto")
        self.walled = person("fee_earner", "Wanda")
        with acting_as(self.records):
            self.matter = self.open_matter("Flour supply", self.member, self.walled)
            self.other_matter = self.open_matter("Mill lease", self.outsider, self.walled)
            self.wall = self.raise_wall(self.matter, self.walled)

    def open_matter(self, title: str, *team: User) -> Matter:
        """A matter of a new client, with the partner and ``team``."""
        number = f"T-{uuid.uuid4().hex[:10]}"
        client: Client = client_create(actor=self.records, name=f"Client {number}")
        matter = matter_open(
            actor=self.records, number=number, title=title, client=client, responsible_partner=self.partner
        )
        for user in team:
            team_member_add(actor=self.records, matter=matter, user=user)
        return matter

    def raise_wall(self, matter: Matter, *users: User) -> EthicalWall:
        """A wall that keeps ``users`` out of ``matter``."""
        return wall_raise(
            actor=self.records, matter=matter, name="Wall", users=list(users), reason="Acted before."
        )

    def file(
        self,
        matter: Matter | None = None,
        text: str | bytes = AGREEMENT,
        filename: str = "agreement.md",
        **fields: Any,
    ) -> Document:
        """File a document as the partner, who is on every team."""
        data = text.encode() if isinstance(text, str) else text
        with acting_as(self.partner):
            return document_file(
                actor=self.partner,
                matter=matter or self.matter,
                file=FiledFile(blob_store([data]), filename),
                **fields,
            )

    def version_of(self, document: Document) -> DocumentVersion:
        """The newest version of a document."""
        with acting_as(self.partner):
            return DocumentVersion.objects.visible_to(self.partner).filter(document=document).latest("number")

    def file_version(self, document: Document, text: str, **fields: Any) -> DocumentVersion:
        """File the next version of a document as the partner."""
        with acting_as(self.partner):
            return version_file(
                actor=self.partner,
                document=document,
                file=FiledFile(blob_store([text.encode()]), "next.md"),
                **fields,
            )
