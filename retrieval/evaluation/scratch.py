"""A firm that exists only for one evaluation: its own database, files and index."""

from __future__ import annotations

import copy
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from django.test.utils import override_settings

from documents.models import Document
from documents.services import FiledFile, document_file
from documents.storage import blob_store
from legalrag.backends import forget_backends
from legalrag.scratch_database import scratch_database
from matters.access import acting_as
from matters.models import Matter, User
from matters.services import client_create, matter_open


class ScratchFirm:
    """One partner with one matter, to file documents into and to ask as."""

    def __init__(self) -> None:
        self.partner = User(username="evaluation", first_name="Evaluation", role=User.Role.PARTNER)
        self.partner.set_unusable_password()
        self.partner.save()
        with acting_as(self.partner):
            client = client_create(actor=self.partner, name="Evaluation")
            self.matter: Matter = matter_open(
                actor=self.partner,
                number="EVALUATION",
                title="Evaluation",
                client=client,
                responsible_partner=self.partner,
            )

    def file(self, path: Path, title: str) -> Document:
        """File one document as it lies on disk."""
        with acting_as(self.partner):
            return document_file(
                actor=self.partner,
                matter=self.matter,
                title=title,
                file=FiledFile(blob_store([path.read_bytes()]), path.name),
            )


@contextmanager
def scratch_firm() -> Iterator[ScratchFirm]:
    """Open a firm of its own in a database, a folder and an index of their own; all go with the block."""
    with tempfile.TemporaryDirectory(prefix="legalrag-evaluation-") as folder:
        indexes = copy.deepcopy(settings.LEXICAL_INDEXES)
        indexes["default"].setdefault("OPTIONS", {})["path"] = str(Path(folder, "index"))
        with (
            override_settings(BLOB_DIR=Path(folder, "blobs"), LEXICAL_INDEXES=indexes),
            scratch_database(f"scratch_legalrag_{os.getpid()}"),
        ):
            forget_backends("LEXICAL_INDEXES")
            try:
                yield ScratchFirm()
            finally:
                forget_backends("LEXICAL_INDEXES")
