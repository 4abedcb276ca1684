"""BM25 on disk with tantivy: nothing else has to run."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import date
from functools import cached_property
from pathlib import Path

import tantivy
from filelock import FileLock, Timeout
from tantivy import Document, FieldType, Index, Occur, Query, Schema, SchemaBuilder

from legalrag.backends import BackendError
from retrieval.search.lexical.base import (
    LexicalHit,
    LexicalIndex,
    LexicalPassage,
    LexicalScope,
    require_version,
)
from retrieval.search.terms import exact_analyzer, query_terms, stem_analyzer, words

# How much a match counts: the word's stem in the text, the very word in the text, the stem in the context.
BOOSTS = {"text": 1.0, "exact": 0.4, "context": 0.3}
WRITER_BYTES = 64_000_000
NO_DAY = 2**40  # later than any date: in force never, or without an end


class TantivyIndex(LexicalIndex):
    """An index in the folder ``path``. All may read; one writes, the others wait ``wait_s`` seconds."""

    def __init__(self, path: str | Path, wait_s: float = 30) -> None:
        self.path = Path(path)
        self.wait_s = wait_s

    @property
    def version(self) -> str:
        """The library's version, for the record of a run."""
        return f"tantivy {tantivy.__version__.split(',')[0].removeprefix('tantivy v')}"

    def check(self) -> None:
        self.count()
        with self._lock():
            pass

    def replace_version(self, version_id: str, passages: list[LexicalPassage]) -> None:
        require_version(version_id, passages)
        self._write(version_id, [_document(passage) for passage in passages])

    def remove_version(self, version_id: str) -> None:
        self._write(version_id, [])

    def count(self) -> int:
        self._index.reload()
        return self._index.searcher().num_docs

    def search(self, query: str, scope: LexicalScope, limit: int) -> list[LexicalHit]:
        wanted = query_terms(query)
        if not wanted or not scope.matter_ids or limit < 1:
            return []
        try:
            return self._find(wanted, scope, limit)
        except (OSError, ValueError, RuntimeError) as error:
            raise BackendError(
                f"The word index in {self.path} can't be read: {error}. "
                "Move the folder away and have the documents indexed again: manage.py reindex."
            ) from error

    def _find(self, wanted: dict[str, str], scope: LexicalScope, limit: int) -> list[LexicalHit]:
        self._index.reload()
        searcher = self._index.searcher()
        scoped = Query.boolean_query(
            [(Occur.Must, _any_word(self._schema, wanted))]
            # A score of nothing: the filters choose, and leave the ranking alone.
            + [(Occur.Must, Query.const_score_query(part, 0.0)) for part in _filters(self._schema, scope)]
        )
        hits = []
        for score, address in searcher.search(scoped, limit, count=False).hits:
            stored = searcher.doc(address)
            printed = dict.fromkeys(word.text for word in words(stored["text"][0]) if word.stem in wanted)
            hits.append(LexicalHit(stored["passage_id"][0], stored["version_id"][0], score, tuple(printed)))
        return sorted(hits, key=lambda hit: (-hit.score, hit.passage_id))

    @cached_property
    def _schema(self) -> Schema:
        schema = SchemaBuilder()
        for name in ("passage_id", "version_id"):
            schema.add_text_field(name, stored=True, tokenizer_name="raw", index_option="basic")
        for name in ("document_id", "matter_id", "status", "type"):
            schema.add_text_field(name, tokenizer_name="raw", index_option="basic")
        schema.add_text_field("text", stored=True, tokenizer_name="stems", index_option="freq")
        schema.add_text_field("context", tokenizer_name="stems", index_option="freq")
        schema.add_text_field("exact", tokenizer_name="words", index_option="freq")
        for name in ("force_from", "force_until"):
            schema.add_integer_field(name, indexed=True, fast=True)
        return schema.build()

    @cached_property
    def _index(self) -> Index:
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            if Index.exists(str(self.path)):
                index = Index(self._schema, path=str(self.path))
            else:
                with self._lock():
                    index = Index(self._schema, path=str(self.path))
        except (OSError, ValueError) as error:
            raise BackendError(
                f"The word index in {self.path} can't be opened: {error}. "
                "Move the folder away and index the documents again."
            ) from error
        index.register_tokenizer("stems", stem_analyzer())
        index.register_tokenizer("words", exact_analyzer())
        return index

    @contextmanager
    def _lock(self) -> Iterator[None]:
        # A lock object of its own for each use, so that threads wait for one another as processes do.
        lock = FileLock(self.path / "writer.lock", timeout=self.wait_s)
        try:
            lock.acquire()
        except Timeout as error:
            raise BackendError(
                f"Another process has been writing the word index for {self.wait_s:g} seconds. "
                f"Try again; if no worker is running, see which process holds {lock.lock_file}."
            ) from error
        try:
            yield
        finally:
            lock.release()

    def _write(self, version_id: str, documents: list[Document]) -> None:
        index = self._index
        with self._lock():
            try:
                with index.writer(WRITER_BYTES, num_threads=1) as writer:
                    writer.delete_documents_by_term("version_id", version_id)
                    for document in documents:
                        writer.add_document(document)
                    writer.commit()
                    writer.wait_merging_threads()
            except (OSError, ValueError, RuntimeError) as error:
                raise BackendError(
                    f"The word index in {self.path} could not be written: {error}. "
                    "The version is as it was before. See that the disk has room, then index it again."
                ) from error


def _document(passage: LexicalPassage) -> Document:
    return Document(
        passage_id=passage.passage_id,
        version_id=passage.version_id,
        document_id=passage.document_id,
        matter_id=passage.matter_id,
        status=passage.status,
        type=passage.type,
        text=passage.text,
        exact=passage.text,
        context=passage.context,
        force_from=_day(passage.in_force_from),
        force_until=_day(passage.in_force_until),
    )


def _day(value: date | None) -> int:
    return NO_DAY if value is None else value.toordinal()


def _any_word(schema: Schema, wanted: dict[str, str]) -> Query:
    parts: list[tuple[Occur, Query]] = []
    for stem, word in wanted.items():
        for field, boost in BOOSTS.items():
            term = Query.term_query(schema, field, word if field == "exact" else stem, index_option="freq")
            parts.append((Occur.Should, Query.boost_query(term, boost)))
    return Query.boolean_query(parts)


def _filters(schema: Schema, scope: LexicalScope) -> Iterable[Query]:
    choices = {
        "matter_id": scope.matter_ids,
        "status": scope.statuses,
        "type": scope.types,
        "document_id": scope.document_ids,
    }
    for field, allowed in choices.items():
        if allowed is not None:
            yield Query.term_set_query(schema, field, sorted(allowed))
    if scope.as_of is not None:
        day = scope.as_of.toordinal()
        yield Query.range_query(schema, "force_from", FieldType.Integer, None, day)
        yield Query.range_query(schema, "force_until", FieldType.Integer, day + 1, None)
