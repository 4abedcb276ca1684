"""Documents, versions and clauses as the REST API shows and takes them."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from documents.finding import reference
from documents.models import Clause, Document, DocumentVersion, IngestStep


class StepSerializer(serializers.ModelSerializer):
    """One step of reading a version in."""

    class Meta:
        model = IngestStep
        fields = ("name", "state", "attempts", "error", "seconds")
        read_only_fields = fields


class VersionSerializer(serializers.ModelSerializer):
    """A version; ``in_force_until`` is the first day on which its text no longer stands."""

    steps = StepSerializer(many=True)
    author = serializers.CharField(source="author.username")

    class Meta:
        model = DocumentVersion
        fields = (
            "number",
            "status",
            "effective",
            "expires",
            "in_force_from",
            "in_force_until",
            "filename",
            "media_type",
            "size",
            "sha256",
            "author",
            "filed_at",
            "reading_state",
            "page_count",
            "steps",
        )
        read_only_fields = fields


class DocumentSerializer(serializers.ModelSerializer):
    """A document with the state of its newest version. Loaded with matter and ``current_version``."""

    reference = serializers.SerializerMethodField(help_text="Matter, document and version: 2025-0012/3.1")
    matter = serializers.CharField(source="matter.number")
    version = serializers.IntegerField(source="current_version.number")
    status = serializers.ChoiceField(source="current_version.status", choices=DocumentVersion.Status.choices)
    effective = serializers.DateField(source="current_version.effective", allow_null=True)
    reading_state = serializers.ChoiceField(
        source="current_version.reading_state", choices=DocumentVersion.Reading.choices
    )

    class Meta:
        model = Document
        fields = (
            "id",
            "reference",
            "matter",
            "number",
            "title",
            "type",
            "jurisdiction",
            "version",
            "status",
            "effective",
            "reading_state",
        )
        read_only_fields = fields

    def get_reference(self, document: Document) -> str:
        version = document.current_version
        version.document = document
        return reference(version)


class DocumentDetailSerializer(DocumentSerializer):
    """A document with all its versions, newest first, and the steps of their reading."""

    versions = VersionSerializer(many=True)

    def to_representation(self, instance: Document) -> dict[str, Any]:
        instance.current_version = instance.versions.all()[0]
        return super().to_representation(instance)

    class Meta(DocumentSerializer.Meta):
        fields = (*DocumentSerializer.Meta.fields, "versions")
        read_only_fields = fields


class ClauseSerializer(serializers.ModelSerializer):
    """A clause. ``text`` is the version's text from ``start`` to ``end``; ``parent`` is a position."""

    parent = serializers.IntegerField(source="parent.position", allow_null=True, default=None)
    text = serializers.SerializerMethodField()

    class Meta:
        model = Clause
        fields = (
            "position",
            "parent",
            "kind",
            "label",
            "path",
            "heading",
            "level",
            "start",
            "end",
            "page_first",
            "page_last",
            "text",
        )
        read_only_fields = fields

    def get_text(self, clause: Clause) -> str:
        return self.context["text"][clause.start : clause.end]


class FilingSerializer(serializers.Serializer):
    """A file and what is true of it."""

    file = serializers.FileField(allow_empty_file=True)
    matter = serializers.CharField(max_length=40, help_text="The matter's number.")
    version_of = serializers.UUIDField(
        required=False, help_text="File the next version of this document; title, type and jurisdiction stay."
    )
    title = serializers.CharField(required=False, allow_blank=True, max_length=300)
    type = serializers.ChoiceField(required=False, choices=Document.Type.choices)
    jurisdiction = serializers.CharField(required=False, allow_blank=True, max_length=40)
    status = serializers.ChoiceField(required=False, choices=DocumentVersion.Status.choices)
    effective = serializers.DateField(required=False, allow_null=True)
    expires = serializers.DateField(required=False, allow_null=True)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        effective, expires = attrs.get("effective"), attrs.get("expires")
        if effective and expires and expires < effective:
            raise serializers.ValidationError(
                {"expires": "Expiry date must not lie before the effective date."}
            )
        return attrs
