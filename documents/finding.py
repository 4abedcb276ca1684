"""Documents and versions by the numbers in their addresses. What is hidden is what does not exist."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404

from documents.models import Document, DocumentVersion
from matters.models import Matter, User


def document_or_404(user: User, matter: Matter, number: int) -> Document:
    """A document of a matter that ``user`` was found to see."""
    document = Document.objects.visible_to(user).filter(matter=matter, number=number).first()
    if document is None:
        raise Http404
    return document


@dataclass(frozen=True)
class VersionAddress:
    """The numbers that name a version: matter, document in the matter, version of the document."""

    matter: str
    document: int
    version: int

    def find(self, user: User) -> DocumentVersion:
        """The version with its document and matter; raises ``Http404``."""
        versions = DocumentVersion.objects.visible_to(user).select_related("document__matter")
        version = versions.filter(
            document__matter__number=self.matter, document__number=self.document, number=self.version
        ).first()
        if version is None:
            raise Http404
        return version


def reference(version: DocumentVersion) -> str:
    """How a version is cited: 2025-0012/3.1. Its document and matter must be loaded."""
    document = version.document
    return f"{document.matter.number}/{document.number}.{version.number}"
