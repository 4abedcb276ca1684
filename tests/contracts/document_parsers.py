"""What every parser must do. A plugin's author subclasses ``DocumentParserContract``."""

from __future__ import annotations

from pathlib import Path

import pytest

from documents.parsers.base import DocumentParser, ParsedDocument, UnreadableDocument


class DocumentParserContract:
    """Fixtures to give: ``backend``, ``good_file``, ``expected_words``, ``bad_file`` and ``foreign_head``."""

    @pytest.fixture
    def backend(self) -> DocumentParser:
        raise NotImplementedError

    @pytest.fixture
    def good_file(self, tmp_path: Path) -> Path:
        """A file of the parser's format."""
        raise NotImplementedError

    @pytest.fixture
    def expected_words(self) -> tuple[str, ...]:
        """Words of the good file, in order."""
        raise NotImplementedError

    @pytest.fixture
    def bad_file(self, tmp_path: Path) -> Path:
        """A file of the format that can't be read."""
        raise NotImplementedError

    @pytest.fixture
    def foreign_head(self) -> bytes:
        """The first bytes of a file of some other format."""
        return b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"

    @pytest.fixture
    def parsed(self, backend: DocumentParser, good_file: Path) -> ParsedDocument:
        return backend.parse(good_file)

    def test_it_has_a_name_and_a_version(self, backend):
        assert backend.name
        assert backend.version

    def test_its_check_passes(self, backend):
        assert backend.check() is None

    def test_it_accepts_its_own_format(self, backend, good_file):
        assert backend.accepts(good_file.read_bytes()[:8192], good_file.name)

    def test_it_leaves_other_formats_alone_whatever_their_name(self, backend, good_file, foreign_head):
        assert not backend.accepts(foreign_head, good_file.name)

    def test_the_words_come_in_order(self, parsed, expected_words):
        places = [parsed.text.find(word) for word in expected_words]
        assert -1 not in places
        assert places == sorted(places)

    def test_the_pages_cover_the_text_in_order(self, parsed):
        assert "".join(parsed.text[page.start : page.end] for page in parsed.pages) == parsed.text
        assert [page.number for page in parsed.pages] == list(range(1, len(parsed.pages) + 1))

    def test_each_label_is_printed_where_its_block_begins(self, parsed):
        assert all(parsed.text.startswith(block.label, block.start) for block in parsed.blocks)

    def test_the_text_can_be_stored(self, parsed):
        assert "\0" not in parsed.text
        parsed.text.encode("utf-8")

    def test_the_same_bytes_give_the_same_text(self, backend, good_file, parsed):
        assert backend.parse(good_file) == parsed

    def test_page_images_are_claimed_only_where_they_are_supported(self, backend, parsed):
        assert parsed.has_page_images == backend.supports_page_images

    def test_a_file_that_can_not_be_read_says_why_and_what_to_do(self, backend, bad_file):
        with pytest.raises(UnreadableDocument) as refusal:
            backend.parse(bad_file)
        assert "stored unaltered" in str(refusal.value)
        assert str(refusal.value).count(".") >= 2
