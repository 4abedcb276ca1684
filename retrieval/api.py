"""Searching and asking over REST. Both are logged as in the portal, and answer within the same bounds."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.exceptions import APIException
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from documents.models import Document
from legalrag.api import HiddenIsMissingMixin
from legalrag.backends import BackendError
from retrieval.answering.ask import ask
from retrieval.answering.model import Answer
from retrieval.engine import RetrievalRun, explain, retrieve
from retrieval.search.request import SearchRequest


class Unavailable(APIException):
    """A part of the engine is down."""

    status_code = status.HTTP_503_SERVICE_UNAVAILABLE
    default_code = "unavailable"


class BoundsSerializer(serializers.Serializer):
    """A question and its bounds. Without ``as_of`` today counts; ``any_date`` searches drafts and old text too.

    A matter that is hidden or does not exist is an empty scope, not an error.
    """

    question = serializers.CharField(max_length=2000)
    matter = serializers.CharField(required=False, help_text="The matter's number; without it, all of mine.")
    as_of = serializers.DateField(required=False)
    any_date = serializers.BooleanField(default=False)
    types = serializers.MultipleChoiceField(required=False, choices=Document.Type.choices)

    def to_request(self, **more: Any) -> SearchRequest:
        """The request for the engine."""
        data = self.validated_data
        return SearchRequest(
            question=data["question"],
            matter_number=data.get("matter"),
            as_of=None if data["any_date"] else data.get("as_of") or timezone.localdate(),
            types=frozenset(data["types"]) if data.get("types") else None,
            **more,
        )


class SearchSerializer(BoundsSerializer):
    """A search."""

    find_by = serializers.ChoiceField(choices=["both", "words", "meaning"], default="both")
    limit = serializers.IntegerField(min_value=1, max_value=100, default=20)


class HitSerializer(serializers.Serializer):
    """A passage that was found."""

    rank = serializers.IntegerField()
    reference = serializers.CharField(help_text="Matter, document and version: 2025-0012/3.1")
    document = serializers.UUIDField()
    title = serializers.CharField()
    clause = serializers.CharField()
    page = serializers.IntegerField()
    start = serializers.IntegerField(help_text="Offset into the version's text, in characters.")
    end = serializers.IntegerField()
    text = serializers.CharField()
    words_rank = serializers.IntegerField(allow_null=True)
    meaning_rank = serializers.IntegerField(allow_null=True)


class SearchResultSerializer(serializers.Serializer):
    """Hits with the log that reproduces them."""

    log = serializers.UUIDField()
    degraded = serializers.ListField(child=serializers.CharField())
    hits = HitSerializer(many=True)


class AnswerSerializer(serializers.Serializer):
    """An answer as the query log keeps it."""

    log = serializers.UUIDField()
    silent = serializers.BooleanField()
    word = serializers.CharField(help_text="The reliability, in words.")
    statements = serializers.ListField(child=serializers.DictField())
    citations = serializers.ListField(child=serializers.DictField())
    reasons = serializers.ListField(child=serializers.DictField())
    not_searched = serializers.ListField(child=serializers.CharField())


class Searches(HiddenIsMissingMixin, APIView):
    """Find clauses."""

    @extend_schema(request=SearchSerializer, responses=SearchResultSerializer)
    def post(self, request: Request) -> Response:
        """Search by words and by meaning."""
        sent = SearchSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        bounds = sent.to_request(find_by=sent.validated_data["find_by"], limit=sent.validated_data["limit"])
        try:
            with retrieve(user=request.user, request=bounds) as run:
                pass
        except BackendError as error:
            raise Unavailable(explain(error)) from error
        return Response(SearchResultSerializer(_search_result(run)).data)


class Questions(HiddenIsMissingMixin, APIView):
    """Ask the file."""

    @extend_schema(request=BoundsSerializer, responses={201: AnswerSerializer})
    def post(self, request: Request) -> Response:
        """Answer with quotations and citations, or with silence."""
        sent = BoundsSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        try:
            log, answer = ask(user=request.user, request=sent.to_request(kind="ask"))
        except BackendError as error:
            raise Unavailable(explain(error)) from error
        return Response(AnswerSerializer(_answered(log, answer)).data, status=status.HTTP_201_CREATED)


def _search_result(run: RetrievalRun) -> dict[str, Any]:
    return {
        "log": run.log.pk,
        "degraded": run.degraded,
        "hits": [{**hit.record(), "text": hit.passage.text} for hit in run.hits],
    }


def _answered(log: Any, answer: Answer) -> dict[str, Any]:
    return {"log": log, **asdict(answer)}
