"""The indexes of words that come with the product."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest
from filelock import FileLock
from tantivy import Index, SchemaBuilder

from legalrag.backends import BackendError
from retrieval.search.lexical.fake import FakeLexicalIndex
from retrieval.search.lexical.tantivy_index import TantivyIndex
from tests.contracts.lexical_indexes import LexicalIndexContract, fill, found, passage

ROOT = Path(__file__).resolve().parents[2]


class TestFakeLexicalIndex(LexicalIndexContract):
    @pytest.fixture
    def backend(self):
        return FakeLexicalIndex()


class TestTantivyIndex(LexicalIndexContract):
    @pytest.fixture
    def backend(self, tmp_path):
        return TantivyIndex(path=tmp_path / "index", wait_s=5)

    def test_the_very_word_ranks_above_another_form_of_it(self, backend):
        fill(backend, passage("p1", "The notified party"), passage("p2", "The notifying party"))
        assert found(backend, "notifying") == ["p2", "p1"]

    def test_it_says_which_library_it_is(self, backend):
        assert backend.version.startswith("tantivy 0.")

    def test_another_process_sees_what_was_written(self, backend):
        reader = TantivyIndex(path=backend.path)
        assert reader.count() == 0
        fill(backend, passage("p1", "Rent"))
        assert found(reader, "rent") == ["p1"]

    def test_a_writer_that_waits_in_vain_says_what_to_do(self, tmp_path):
        index = TantivyIndex(path=tmp_path, wait_s=0.1)
        fill(index, passage("p1", "Rent"))
        with (
            FileLock(tmp_path / "writer.lock"),
            pytest.raises(BackendError, match=r"0\.1 seconds\. Try again"),
        ):
            index.replace_version("v1", [])
        assert found(index, "rent") == ["p1"]

    def test_a_new_reader_does_not_wait_for_a_writer(self, backend):
        fill(backend, passage("p1", "Rent"))
        with FileLock(backend.path / "writer.lock"):
            assert found(TantivyIndex(path=backend.path, wait_s=0), "rent") == ["p1"]

    def test_an_index_of_another_layout_is_refused_and_says_what_to_do(self, tmp_path):
        schema = SchemaBuilder()
        schema.add_text_field("other")
        Index(schema.build(), path=str(tmp_path))
        with pytest.raises(BackendError, match="index the documents again"):
            TantivyIndex(path=tmp_path).check()

    def test_a_damaged_index_is_refused(self, tmp_path):
        index = TantivyIndex(path=tmp_path)
        fill(index, passage("p1", "Rent"))
        (tmp_path / "meta.json").write_text("{")
        with pytest.raises(BackendError, match="index the documents again"):
            TantivyIndex(path=tmp_path).check()

    def test_a_path_that_is_no_folder_is_refused(self, tmp_path):
        (tmp_path / "file").write_text("")
        with pytest.raises(BackendError, match="can't be opened"):
            TantivyIndex(path=tmp_path / "file").check()

    def test_a_writer_killed_before_its_end_leaves_the_version_as_it_was(self, backend):
        fill(backend, passage("p1", "Rent"))
        code = (
            "import os, signal, sys, retrieval.search.lexical.tantivy_index as module\n"
            "from tests.contracts.lexical_indexes import passage\n"
            "index = module.TantivyIndex(path=sys.argv[1])\n"
            "plain = module._document\n"
            "index.count()\n"
            "with index._lock():\n"
            "    writer = index._index.writer(15_000_000, num_threads=1)\n"
            "    writer.delete_documents_by_term('version_id', 'v1')\n"
            "    writer.add_document(plain(passage('p2', 'Royalty')))\n"
            "    os.kill(os.getpid(), signal.SIGKILL)\n"
        )
        killed = subprocess.run(
            [sys.executable, "-c", code, str(backend.path)], cwd=ROOT, capture_output=True, check=False
        )
        assert killed.returncode == -signal.SIGKILL
        assert found(backend, "rent royalty") == ["p1"]
        backend.replace_version("v1", [passage("p3", "Rent")])
        assert found(backend, "rent royalty") == ["p3"]
