"""The words of texts and questions, one way for indexing, for support and for highlights."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from tantivy import Filter, TextAnalyzer, TextAnalyzerBuilder, Tokenizer

# A section number such as 4.2 is one word.
WORD_PATTERN = r"\d+(?:\.\d+)+|\w+"

_FUNCTION_TEXT = """
a about above after again all also am an and any are as at be because been before being below between both
but by can could did do does doing don during each either for from further get gets got had has have
having he her here him his how i if in into is it its itself just me more most my no nor of off on once
only or other our out over own please s same she should so some such t than that the their them then there
these they this those through to too under until up upon very was we were what whatever when where whether
which while who whom whose why will with within would you your
"""
# Words with which people ask about any document: they say nothing about what is asked.
_ASKING_TEXT = """
addendum agreement agreements anyone anything apply applies article articles clause clauses company
consider contain contains contract contracts deed describe discuss document documents exist exists explain
file find give given happen happens include included includes is kind long many may mean means mention
much must need often paragraph parties party permitted policy provide provided provides provision
provisions require required requires say says section sections shall side sort specify state stated states
subject tell there
"""
FUNCTION_WORDS = frozenset(_FUNCTION_TEXT.split())
ASKING_WORDS = frozenset(_ASKING_TEXT.split())


@dataclass(frozen=True)
class Word:
    """A word of a text: as printed in lower case, its stem, and where it stands."""

    text: str
    stem: str
    start: int
    end: int


@cache
def exact_analyzer() -> TextAnalyzer:
    """Lower-case words without accents."""
    return (
        TextAnalyzerBuilder(Tokenizer.regex(WORD_PATTERN))
        .filter(Filter.lowercase())
        .filter(Filter.ascii_fold())
        .build()
    )


@cache
def stem_analyzer() -> TextAnalyzer:
    """The same words by their English stems."""
    return (
        TextAnalyzerBuilder(Tokenizer.regex(WORD_PATTERN))
        .filter(Filter.lowercase())
        .filter(Filter.ascii_fold())
        .filter(Filter.stemmer("english"))
        .build()
    )


def stems(text: str) -> list[str]:
    """The stems of all words of a text, in order."""
    return stem_analyzer().analyze(text)


def words(text: str) -> list[Word]:
    """All words of a text with their stems and character offsets."""
    exact = exact_analyzer().analyze(text)
    marked = stem_analyzer().pre_tokenize(text).tokens
    return [
        Word(word, token.text, token.char_offset_from, token.char_offset_to)
        for word, token in zip(exact, marked, strict=True)
    ]


def query_terms(query: str) -> dict[str, str]:
    """Stem to word for the words of a query worth looking for, in order; function words only if all are."""
    found = {word.stem: word.text for word in reversed(words(query))}
    ordered = dict(reversed(found.items()))
    content = {stem: word for stem, word in ordered.items() if word not in FUNCTION_WORDS}
    return content or ordered


def informative_terms(question: str, names: str = "") -> list[str]:
    """Stems of the question that say what it is about: no function or asking words, nothing in ``names``.

    ``names`` is text whose words identify a document or its parties and so tell nothing of its content.
    """
    named = set(stems(names))
    return [
        stem
        for stem, word in query_terms(question).items()
        if word not in ASKING_WORDS and word not in FUNCTION_WORDS and stem not in named
    ]
