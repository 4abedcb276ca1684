"""Documents for document systems: list, file, look at what was read."""

from __future__ import annotations

from typing import Any

import django_filters
from django.db.models import Prefetch, QuerySet
from django.http import Http404
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import generics, status
from rest_framework.exceptions import APIException, ValidationError
from rest_framework.parsers import FormParser, MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from documents.filing import About, AlreadyFiled, NotFiled, file_arrived
from documents.listing import attach_shown_versions, with_shown_version
from documents.models import Clause, Document, DocumentText, DocumentVersion, IngestStep
from documents.serializers import (
    ClauseSerializer,
    DocumentDetailSerializer,
    DocumentSerializer,
    FilingSerializer,
)
from legalrag.api import ActingPersonMixin, Pages
from matters.headers import matter_or_404
from matters.models import User


class DocumentFilterSet(django_filters.FilterSet):
    """A matter that is hidden, or does not exist, has no documents."""

    matter = django_filters.CharFilter(field_name="matter__number", label="The matter's number")
    status = django_filters.ChoiceFilter(
        field_name="shown_status",
        choices=DocumentVersion.Status.choices,
        label="Status of the newest version",
    )

    class Meta:
        model = Document
        fields = ("matter", "type", "status")


class Conflict(APIException):
    """What was sent is there already."""

    status_code = status.HTTP_409_CONFLICT
    default_code = "already_filed"


class DocumentList(ActingPersonMixin, generics.ListAPIView):
    """Documents that the person may see, by matter and number."""

    serializer_class = DocumentSerializer
    filterset_class = DocumentFilterSet
    pagination_class = Pages
    parser_classes = (MultiPartParser, FormParser)

    def get_queryset(self) -> QuerySet[Document]:
        documents = Document.objects.visible_to(self.request.user).select_related("matter")
        return with_shown_version(documents, self.request.user).order_by("matter__number", "number")

    def paginate_queryset(self, queryset: QuerySet[Document]) -> list[Document] | None:
        documents = super().paginate_queryset(queryset)
        attach_shown_versions(self.request.user, documents)
        return documents

    @extend_schema(
        request={"multipart/form-data": FilingSerializer},
        responses={
            201: DocumentDetailSerializer,
            400: OpenApiResponse(description="The file or a field can't be taken; the text says why."),
            404: OpenApiResponse(description="No such matter or document, or not open to the person."),
            409: OpenApiResponse(description="The matter holds the same bytes already."),
        },
    )
    def post(self, request: Request) -> Response:
        """File a document, or the next version of one. It is then read in; ask for it again to see how far."""
        sent = FilingSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        version = _file(request.user, sent.validated_data)
        document = detailed_documents(request.user).get(pk=version.document_id)
        return Response(DocumentDetailSerializer(document).data, status=status.HTTP_201_CREATED)


def _file(user: User, sent: dict[str, Any]) -> DocumentVersion:
    matter = matter_or_404(user, sent["matter"])
    version_of = None
    if "version_of" in sent:
        documents = Document.objects.visible_to(user).filter(matter=matter)
        version_of = documents.filter(pk=sent["version_of"]).first()
        if version_of is None:
            raise Http404
    about = About(**{name: sent[name] for name in About.__dataclass_fields__ if name in sent})
    try:
        return file_arrived(actor=user, matter=matter, file=sent["file"], about=about, version_of=version_of)
    except AlreadyFiled as refusal:
        raise Conflict(str(refusal)) from refusal
    except NotFiled as refusal:
        raise ValidationError({"file": [str(refusal)]}) from refusal


def detailed_documents(user: User) -> QuerySet[Document]:
    """Documents with matter, versions newest first, and steps. Four queries whatever their number."""
    steps = IngestStep.objects.visible_to(user)
    versions = DocumentVersion.objects.visible_to(user).select_related("author")
    versions = versions.prefetch_related(Prefetch("steps", queryset=steps))
    documents = Document.objects.visible_to(user).select_related("matter")
    return documents.prefetch_related(Prefetch("versions", queryset=versions))


class DocumentDetail(ActingPersonMixin, generics.RetrieveAPIView):
    """A document with its versions and how far each is read in."""

    serializer_class = DocumentDetailSerializer

    def get_queryset(self) -> QuerySet[Document]:
        return detailed_documents(self.request.user)


class ClauseList(ActingPersonMixin, generics.ListAPIView):
    """The clauses of a version in reading order."""

    serializer_class = ClauseSerializer
    pagination_class = Pages
    filter_backends = ()

    def get_queryset(self) -> QuerySet[Clause]:
        clauses = Clause.objects.visible_to(self.request.user).select_related("parent")
        return clauses.filter(
            version__document=self.kwargs.get("pk"), version__number=self.kwargs.get("number")
        )

    def get_serializer_context(self) -> dict[str, Any]:
        return {**super().get_serializer_context(), "text": self.kwargs.get("text", "")}

    def list(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        versions = DocumentVersion.objects.visible_to(request.user)
        version = versions.filter(document=self.kwargs["pk"], number=self.kwargs["number"]).first()
        if version is None:
            raise Http404
        texts = DocumentText.objects.visible_to(request.user).filter(version=version)
        self.kwargs["text"] = texts.values_list("text", flat=True).first() or ""
        return super().list(request, *args, **kwargs)
