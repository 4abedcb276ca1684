"""Builds the Word and PDF documents of the sample firm from their sources.

    python -m legalrag.sample_firm.build_documents

The built files are kept beside the sources, so that nobody needs to build them to use the sample firm.
"""

import sys
from pathlib import Path

from legalrag.sample_firm.docx_writer import write_docx
from legalrag.sample_firm.pdf_writer import write_pdf
from legalrag.sample_firm.source_text import read_source

DOCUMENTS = Path(__file__).parent / "documents"
SOURCES = DOCUMENTS / "source"

PDFS = {
    "msa": {"header": "Master Services Agreement: Varnmoor / Orrinvale", "language": "en-US"},
    "amendment-1": {"header": "Amendment No. 1 to the Master Services Agreement", "language": "en-US"},
    "letter-before-action": {"header": "Pellam & Ostrowe LLP, 2025-0012, 12 March 2025", "language": "en-GB"},
}
WORD_DOCUMENTS = {
    "lease": {"header": "Lease of Unit 9, Saltern Gate", "numbered_by": "style", "language": "en-GB"},
    "nda": {"header": "Mutual Non-Disclosure Agreement", "numbered_by": "style", "language": "en-GB"},
    "sow-1": {"header": "Statement of Work No. 1", "numbered_by": "paragraph", "language": "en-US"},
    "amendment-2": {"header": "Amendment No. 2", "numbered_by": "paragraph", "language": "en-US"},
}


def build(target: Path) -> list[Path]:
    """Write every built document into the folder target and return their paths."""
    built = []
    for name, options in PDFS.items():
        built.append(target / f"{name}.pdf")
        write_pdf(read_source(SOURCES / f"{name}.md"), built[-1], **options)
    for name, options in WORD_DOCUMENTS.items():
        built.append(target / f"{name}.docx")
        write_docx(read_source(SOURCES / f"{name}.md"), built[-1], **options)
    return built


if __name__ == "__main__":
    for path in build(DOCUMENTS):
        sys.stdout.write(f"{path.name}: {path.stat().st_size:,} bytes\n")
