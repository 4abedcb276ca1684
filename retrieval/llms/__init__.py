"""Drafting answers from evidence."""

from retrieval.llms.base import Draft, Evidence, LanguageModel, Quote, Statement

__all__ = ["Draft", "Evidence", "LanguageModel", "Quote", "Statement"]
