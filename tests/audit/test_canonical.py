"""The one way to write a record as bytes."""

from __future__ import annotations

import datetime
import json
import uuid
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audit.canonical import canonical_bytes, sha256_hex

plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3, alphabet="abc"), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(st.dictionaries(st.text("abcdef", max_size=4), plain, max_size=5))
def test_the_order_of_keys_does_not_matter_and_nothing_is_lost(record: dict[str, Any]) -> None:
    data = canonical_bytes(record)
    assert canonical_bytes(dict(reversed(record.items()))) == data
    assert json.loads(data) == record
    assert canonical_bytes(json.loads(data)) == data


def test_the_bytes_are_those_of_years_ago() -> None:
    london = datetime.timezone(datetime.timedelta(hours=1))
    record = {
        "when": datetime.datetime(2026, 6, 1, 9, 30, tzinfo=london),
        "day": datetime.date(2026, 6, 1),
        "id": uuid.UUID(int=7),
        "name": "Müller & Söhne",
        "matters": [uuid.UUID(int=8)],
        "score": 0.1,
        "none": None,
    }
    assert canonical_bytes(record).decode() == (
        '{"day":"2026-06-01","id":"00000000-0000-0000-0000-000000000007",'
        '"matters":["00000000-0000-0000-0000-000000000008"],"name":"Müller & Söhne","none":null,'
        '"score":0.1,"when":"2026-06-01T08:30:00.000000+00:00"}'
    )
    assert sha256_hex(b"") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"


@pytest.mark.parametrize(
    ("value", "error"),
    [
        (float("nan"), ValueError),
        (float("inf"), ValueError),
        (datetime.datetime(2026, 6, 1, 9, 30), TypeError),
        (Decimal("1.0"), TypeError),
        (b"bytes", TypeError),
        ({1, 2}, TypeError),
        (object(), TypeError),
        ("\ud800", UnicodeEncodeError),
    ],
    ids=["NaN", "infinity", "naive time", "decimal", "bytes", "set", "object", "half a character"],
)
def test_what_has_no_one_form_is_refused(value: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        canonical_bytes({"value": [value]})
