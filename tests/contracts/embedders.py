"""What every embedder must do. Subclass, and give a ``backend`` fixture."""

from __future__ import annotations

import numpy as np
import pytest

RENT = "The tenant shall pay the rent on the first day of each month."


class EmbedderContract:
    """Runs against the embedder that the fixture ``backend`` returns."""

    @pytest.fixture
    def backend(self):
        raise NotImplementedError("Give a fixture named backend that returns the embedder.")

    def test_it_passes_its_own_check(self, backend):
        assert backend.check() is None

    def test_its_identity_names_the_model_its_weights_and_its_size(self, backend):
        identity = backend.identity()
        assert identity["name"]
        assert len(identity["sha256"]) == 64
        assert identity["dimensions"] == backend.dimensions

    def test_vectors_have_length_one(self, backend):
        vectors = backend.embed_passages([RENT, "Notices are in writing.", "x"])
        assert vectors.shape == (3, backend.dimensions)
        assert vectors.dtype == np.float32
        assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)

    def test_no_texts_give_no_vectors(self, backend):
        assert backend.embed_passages([]).shape == (0, backend.dimensions)

    @pytest.mark.parametrize("text", ["", "   ", "§", "🏛", "_" * 4000])
    def test_a_text_without_words_has_a_finite_vector(self, backend, text):
        assert np.isfinite(backend.embed_passages([text])).all()
        assert backend.embed_query(text).shape == (backend.dimensions,)

    def test_the_order_of_texts_is_kept_whatever_their_lengths(self, backend):
        texts = [RENT * 12, "Notices are in writing.", RENT, "Confidential information stays secret. " * 7]
        together = backend.embed_passages(texts)
        for text, vector in zip(texts, together, strict=True):
            assert float(backend.embed_passages([text])[0] @ vector) > 0.999

    def test_a_question_is_nearest_to_the_passage_on_its_subject(self, backend):
        passages = [RENT, "Each party keeps the information confidential.", "Notices are sent by courier."]
        vectors = backend.embed_passages(passages)
        assert int(np.argmax(vectors @ backend.embed_query("When must the tenant pay rent?"))) == 0

    def test_the_same_text_gives_the_same_vector_again(self, backend):
        assert np.array_equal(backend.embed_query(RENT), backend.embed_query(RENT))

    def test_the_end_of_a_long_text_counts(self, backend):
        start = "The parties agree. " * (backend.max_tokens // 2)
        plain, ending = backend.embed_passages([start, start + "Royalties are paid on patents. " * 40])
        assert float(plain @ ending) < 0.99

    def test_tokens_are_counted_for_each_text_and_grow_with_it(self, backend):
        short, long = backend.count_tokens([RENT, RENT + " " + RENT])
        assert 0 < short < long <= 2 * short
        assert backend.count_tokens([]) == []
