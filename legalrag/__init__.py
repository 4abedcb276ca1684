"""LegalRAG: matters, documents, and a retrieval engine that lawyers can rely on."""

__version__ = "0.1.0"
