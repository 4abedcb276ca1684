"""Writes a source as a PDF: A4, running head, numbered pages, and the same bytes on every run."""

import html
import os
import re
from pathlib import Path

import weasyprint
from weasyprint.urls import URLFetcher

from legalrag.sample_firm.source_text import Block

STYLE = """
@page { size: A4; margin: 24mm 23mm 22mm 23mm;
  @top-left { content: %(header)s; font: italic 8.5pt "Liberation Serif", serif; }
  @bottom-center { content: "Page " counter(page) " of " counter(pages);
    font: 8.5pt "Liberation Serif", serif; } }
body { font: 10.5pt/1.42 "Liberation Serif", "DejaVu Serif", serif; }
h1 { font-size: 14pt; text-align: center; margin: 0 0 4mm; break-after: avoid; }
h1.schedule { break-before: page; font-size: 12.5pt; text-align: left; }
h2 { font-size: 11pt; margin: 6mm 0 2.5mm; break-after: avoid; }
p { margin: 0 0 2.6mm; text-align: justify; orphans: 2; widows: 2; }
p.letter { margin-left: 9mm; }
p.roman { margin-left: 18mm; }
p.quote { margin-left: 9mm; margin-right: 9mm; }
table { border-collapse: collapse; width: 100%%; margin: 1mm 0 4mm; font-size: 9.5pt; line-height: 1.3; }
th, td { border: 0.4pt solid #000; padding: 1.2mm 2mm; text-align: left; vertical-align: top; }
tr { break-inside: avoid; }
"""
FIXED_EPOCH = "1735689600"  # 1 January 2025: fonts embedded in the PDF carry this time, not the clock's


class _NothingFetched(URLFetcher):
    """A sample document names no address, so none is fetched."""

    def fetch(self, url: str, headers: dict | None = None):
        raise ValueError(f"Sample documents fetch nothing, but one asked for {url}.")


def write_pdf(blocks: list[Block], target: Path, *, header: str, language: str) -> None:
    """Write blocks to target as an A4 PDF with header on every page."""
    body = "\n".join(_element(block) for block in blocks)
    style = STYLE % {"header": '"' + header.replace('"', "") + '"'}
    page = (
        f'<html lang="{language}"><head><title>{html.escape(header)}</title><style>{style}</style></head>'
        f"<body>{body}</body></html>"
    )
    os.environ["SOURCE_DATE_EPOCH"] = FIXED_EPOCH
    document = weasyprint.HTML(string=page, url_fetcher=_NothingFetched())
    document.write_pdf(target, pdf_identifier=target.stem.encode())


def _element(block: Block) -> str:
    if block.kind == "table":
        head, *rows = block.rows
        cells = ["".join(f"<th>{_inline(cell)}</th>" for cell in head)]
        cells += ["".join(f"<td>{_inline(cell)}</td>" for cell in row) for row in rows]
        return "<table>" + "".join(f"<tr>{row}</tr>" for row in cells) + "</table>"
    if block.kind == "title":
        return f'<h1 class="{"schedule" if block.label else "cover"}">{_inline(block.text)}</h1>'
    if block.kind == "heading":
        return f"<h2>{_inline(block.text)}</h2>"
    return f'<p class="{_indent(block)}">{_inline(block.text)}</p>'


def _indent(block: Block) -> str:
    if block.kind == "quote":
        return "quote"
    if not block.label.startswith("("):
        return "body"
    return "roman" if re.search(r"\([a-z]+\)\([ivx]+\)$", block.path) else "letter"


def _inline(text: str) -> str:
    return re.sub(r"\*\*(.+?)\*\*", r"<strong>\1</strong>", html.escape(text, quote=False))
