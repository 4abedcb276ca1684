"""Every way in which Django runs a query, as functions of a manager or queryset of documents."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

from django.db.models import Count, Exists, F, Max, OuterRef, Q, Subquery

from documents.models import Document
from matters.models import User

ANY_ID = "00000000-0000-4000-8000-000000000000"


async def _iterated(rows: Any) -> list[Any]:
    return [row async for row in rows]


READING_DOORS: dict[str, Callable[[Any], Any]] = {
    "iteration": lambda rows: list(rows.all()),
    "iterator": lambda rows: list(rows.iterator()),
    "len": lambda rows: len(rows.all()),
    "bool": lambda rows: bool(rows.all()),
    "slice": lambda rows: list(rows.all()[:1]),
    "index": lambda rows: rows.order_by("number")[0],
    "repr": lambda rows: repr(rows.all()),
    "get": lambda rows: rows.get(number=1),
    "first": lambda rows: rows.first(),
    "last": lambda rows: rows.last(),
    "earliest": lambda rows: rows.earliest("created_at"),
    "latest": lambda rows: rows.latest("created_at"),
    "exists": lambda rows: rows.exists(),
    "contains": lambda rows: rows.contains(Document(pk=ANY_ID)),
    "count": lambda rows: rows.count(),
    "filtered count": lambda rows: rows.filter(title="x").count(),
    "aggregate": lambda rows: rows.aggregate(Max("number")),
    "aggregate over annotation": lambda rows: rows.annotate(n=Count("versions")).aggregate(Max("n")),
    "aggregate over slice": lambda rows: rows.all()[:3].aggregate(Max("number")),
    "explain": lambda rows: rows.all().explain(),
    "in_bulk": lambda rows: rows.in_bulk([ANY_ID]),
    "values": lambda rows: list(rows.values("title")),
    "values_list": lambda rows: list(rows.values_list("title", flat=True)),
    "dates": lambda rows: list(rows.dates("created_at", "day")),
    "datetimes": lambda rows: list(rows.datetimes("created_at", "day")),
    "distinct": lambda rows: list(rows.distinct()),
    "reverse": lambda rows: list(rows.reverse()),
    "exclude": lambda rows: list(rows.exclude(title="x")),
    "exclude over a relation": lambda rows: list(rows.exclude(versions__filename="x")),
    "annotate": lambda rows: list(rows.annotate(n=F("number") + 1)),
    "only": lambda rows: list(rows.only("title")),
    "select_related": lambda rows: list(rows.select_related("matter")),
    "union": lambda rows: list(rows.order_by().union(rows.order_by())),
    "union count": lambda rows: rows.order_by().union(rows.order_by()).count(),
    "union exists": lambda rows: rows.order_by().union(rows.order_by()).exists(),
    "intersection": lambda rows: list(rows.order_by().intersection(rows.order_by())),
    "difference": lambda rows: list(rows.order_by().difference(rows.order_by())),
    "or": lambda rows: list(rows.all() | rows.all()),
    "and": lambda rows: list(rows.all() & rows.all()),
    "xor": lambda rows: list(rows.all() ^ rows.all()),
    "pk__in": lambda rows: list(User.objects.filter(pk__in=rows.values("number"))),
    "Exists": lambda rows: list(User.objects.filter(Exists(rows.filter(number=OuterRef("pk"))))),
    "exists of Exists": lambda rows: User.objects.filter(Exists(rows.all())).exists(),
    "Subquery": lambda rows: list(User.objects.annotate(n=Subquery(rows.values("number")[:1]))),
    "aggregate of Subquery": lambda rows: User.objects.aggregate(n=Max(Subquery(rows.values("number")[:1]))),
    "condition in Q": lambda rows: User.objects.filter(~Q(pk__in=rows.values("number"))).count(),
    "union of an unguarded side": lambda rows: list(
        User.objects.order_by().values_list("username").union(rows.order_by().values_list("title"))
    ),
    "pickle": lambda rows: pickle.dumps(rows.all()),
    "pickled query": lambda rows: _revived(rows.all()),
    "str of the query": lambda rows: str(rows.all().query),
    "select_for_update": lambda rows: list(rows.select_for_update().filter(title="x")),
}
CHANGING_DOORS: dict[str, Callable[[Any], Any]] = {
    "update": lambda rows: rows.filter(title="x").update(title="y"),
    "update over a relation": lambda rows: rows.filter(matter__title="x").update(title="y"),
    "delete": lambda rows: rows.filter(title="x").delete(),
    "raw delete": lambda rows: rows.filter(title="x")._raw_delete("default"),
    "bulk_update": lambda rows: rows.bulk_update([Document(pk=ANY_ID, title="x")], ["title"]),
    "get_or_create": lambda rows: rows.get_or_create(pk=ANY_ID, defaults={"title": "x"}),
    "update_or_create": lambda rows: rows.update_or_create(pk=ANY_ID, defaults={"title": "x"}),
}
ASYNC_DOORS: dict[str, Callable[[Any], Any]] = {
    "async iteration": lambda rows: _iterated(rows.all()),
    "aget": lambda rows: rows.aget(number=1),
    "acount": lambda rows: rows.acount(),
    "aexists": lambda rows: rows.aexists(),
    "afirst": lambda rows: rows.afirst(),
    "aupdate": lambda rows: rows.filter(title="x").aupdate(title="y"),
}


def _revived(rows: Any) -> list[Any]:
    empty = Document.objects.none()
    empty.query = pickle.loads(pickle.dumps(rows.query))  # noqa: S301 (our own bytes)
    return list(empty)
