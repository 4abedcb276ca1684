"""The parsers that come with the project keep the contract."""

from __future__ import annotations

import pytest

from documents.parsers.docx import DocxParser
from documents.parsers.fake import FakeParser
from documents.parsers.markdown import MarkdownParser
from documents.parsers.pdf import PdfParser
from documents.parsers.text import TextParser
from tests.contracts.document_parsers import DocumentParserContract
from tests.documents.parsers.files import abstract_list, level, num, paragraph, write_docx, write_pdf


class TestFakeParser(DocumentParserContract):
    @pytest.fixture
    def backend(self):
        return FakeParser()

    @pytest.fixture
    def good_file(self, tmp_path):
        path = tmp_path / "lease.fake"
        path.write_text("FAKE\nThe first page.\fThe second page.", encoding="utf-8")
        return path

    @pytest.fixture
    def expected_words(self):
        return ("first", "second")

    @pytest.fixture
    def bad_file(self, tmp_path):
        path = tmp_path / "lease.fake"
        path.write_text("FAKE refuse\n", encoding="utf-8")
        return path


class TestTextParser(DocumentParserContract):
    @pytest.fixture
    def backend(self):
        return TextParser()

    @pytest.fixture
    def good_file(self, tmp_path):
        path = tmp_path / "lease.txt"
        path.write_bytes("1. Rent\r\nThe rent is £500.\r\n".encode())
        return path

    @pytest.fixture
    def expected_words(self):
        return ("Rent", "£500")

    @pytest.fixture
    def bad_file(self, tmp_path):
        path = tmp_path / "lease.txt"
        path.write_bytes(b"Rent\0\0\0\0")
        return path


class TestMarkdownParser(DocumentParserContract):
    @pytest.fixture
    def backend(self):
        return MarkdownParser()

    @pytest.fixture
    def good_file(self, tmp_path):
        path = tmp_path / "lease.md"
        path.write_text("# Lease\n\n1. **Rent.** Monthly.\n2. Term.\n", encoding="utf-8")
        return path

    @pytest.fixture
    def expected_words(self):
        return ("Lease", "Rent. Monthly.", "Term")

    @pytest.fixture
    def bad_file(self, tmp_path):
        path = tmp_path / "lease.md"
        path.write_bytes(b"# Lease\0")
        return path


class TestDocxParser(DocumentParserContract):
    @pytest.fixture
    def backend(self):
        return DocxParser()

    @pytest.fixture
    def good_file(self, tmp_path):
        numbering = abstract_list(0, level(0, "%1.")) + num(1, 0)
        body = paragraph("Lease") + paragraph("Rent", num=1, level=0) + paragraph("Term", num=1, level=0)
        return write_docx(tmp_path / "lease.docx", body, numbering=numbering)

    @pytest.fixture
    def expected_words(self):
        return ("Lease", "1.\tRent", "2.\tTerm")

    @pytest.fixture
    def bad_file(self, tmp_path, good_file):
        path = tmp_path / "half.docx"
        path.write_bytes(good_file.read_bytes()[:400])
        return path


class TestPdfParser(DocumentParserContract):
    @pytest.fixture
    def backend(self):
        return PdfParser()

    @pytest.fixture
    def good_file(self, tmp_path):
        return write_pdf(tmp_path / "lease.pdf", [["Lease", "1. Rent"], ["2. Term"]])

    @pytest.fixture
    def expected_words(self):
        return ("Lease", "Rent", "Term")

    @pytest.fixture
    def bad_file(self, tmp_path, good_file):
        path = tmp_path / "half.pdf"
        path.write_bytes(good_file.read_bytes()[:60])
        return path
