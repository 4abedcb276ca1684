"""Real documents, read where they lie: every one is explained, whole, and in bearable time."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from documents.parsers.docx import DocxParser
from documents.parsers.pdf import PdfParser
from documents.parsers.text import TextParser
from documents.structure import build_clauses
from tests.documents.structure.test_invariants import assert_holds

DATA = Path(os.environ.get("LEGALRAG_DATA", Path(__file__).resolve().parents[4] / "shared" / "data"))
FOLDERS = [
    ("pdf", "*.[pP][dD][fF]", PdfParser),
    ("docx", "*.docx", DocxParser),
    ("legalbench-rag-mini/corpus", "*/*.txt", TextParser),
]


@pytest.mark.parametrize(("folder", "pattern", "parser"), FOLDERS, ids=[folder for folder, *_ in FOLDERS])
def test_every_document_of_a_folder_is_explained(folder, pattern, parser):
    files = sorted((DATA / folder).glob(pattern))
    if not files:
        pytest.skip(f"There are no documents in {folder} under LEGALRAG_DATA.")
    for path in files:
        document = parser().parse(path)
        started = time.perf_counter()
        nodes = build_clauses(document)
        assert time.perf_counter() - started < 3, path.name
        assert nodes, path.name
        assert_holds(document)


def test_the_text_of_a_text_file_is_its_own():
    files = sorted((DATA / "legalbench-rag-mini" / "corpus").glob("*/*.txt"))
    if not files:
        pytest.skip("There are no documents in legalbench-rag-mini/corpus under LEGALRAG_DATA.")
    for path in files:
        assert TextParser().parse(path).text.encode() == path.read_bytes(), path.name
