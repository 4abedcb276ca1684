"""One way to write a record as bytes, so that its hash can be computed again years later."""

from __future__ import annotations

import datetime
import hashlib
import json
import uuid
from typing import Any


def _plain(value: Any) -> Any:
    if isinstance(value, datetime.datetime):
        if value.tzinfo is None:
            raise TypeError("A time in a record needs a time zone.")
        return value.astimezone(datetime.UTC).isoformat(timespec="microseconds")
    if isinstance(value, datetime.date):
        return value.isoformat()
    if isinstance(value, uuid.UUID):
        return str(value)
    raise TypeError(f"{type(value).__name__} has no canonical form.")


def canonical_bytes(record: dict[str, Any]) -> bytes:
    """UTF-8 JSON with sorted keys, no white space, times in UTC; refuses NaN and unknown types."""
    return json.dumps(
        record, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False, default=_plain
    ).encode()


def sha256_hex(data: bytes) -> str:
    """The SHA-256 of bytes as 64 hexadecimal digits."""
    return hashlib.sha256(data).hexdigest()
