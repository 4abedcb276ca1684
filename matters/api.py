"""Sign-in by token, and matters, for document systems."""

from __future__ import annotations

from typing import Any

import django_filters
from django.db.models import Count, QuerySet
from drf_spectacular.utils import extend_schema
from knox.views import LoginView, LogoutView
from rest_framework import generics, serializers
from rest_framework.authentication import BasicAuthentication
from rest_framework.authtoken.serializers import AuthTokenSerializer
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import AnonRateThrottle

from legalrag.api import ActingPersonMixin
from matters.models import Matter


class Credentials(serializers.Serializer):
    """Name and password; not needed beside HTTP basic authentication."""

    username = serializers.CharField()
    password = serializers.CharField()


class Token(serializers.Serializer):
    """Send it as ``Authorization: Token …`` until it expires."""

    token = serializers.CharField()
    expiry = serializers.DateTimeField()


class SignInThrottle(AnonRateThrottle):
    """Slows down guessing: counts attempts by the address they come from."""

    rate = "20/minute"

    def get_cache_key(self, request: Request, view: Any) -> str:
        return self.cache_format % {"scope": "sign-in", "ident": self.get_ident(request)}


class Login(ActingPersonMixin, LoginView):
    """A token for a person's name and password, as JSON or by HTTP basic authentication."""

    authentication_classes = (BasicAuthentication,)
    permission_classes = (AllowAny,)
    throttle_classes = (SignInThrottle,)

    @extend_schema(request=Credentials, responses=Token, auth=[{}, {"basicAuth": []}])
    def post(self, request: Request, format: str | None = None) -> Response:
        if not request.user.is_authenticated:
            credentials = AuthTokenSerializer(data=request.data, context={"request": request})
            credentials.is_valid(raise_exception=True)
            request.user = credentials.validated_data["user"]
        return super().post(request, format=format)


class Logout(ActingPersonMixin, LogoutView):
    """Ends the token that the request carries."""

    @extend_schema(request=None, responses={204: None})
    def post(self, request: Request, format: str | None = None) -> Response:
        return super().post(request, format=format)


class MatterSerializer(serializers.ModelSerializer):
    """A matter, as its team sees it."""

    client = serializers.CharField(source="client.name")
    responsible_partner = serializers.CharField(source="responsible_partner.username")
    document_count = serializers.IntegerField()

    class Meta:
        model = Matter
        fields = (
            "number",
            "title",
            "client",
            "status",
            "practice_area",
            "jurisdiction",
            "responsible_partner",
            "opened_on",
            "document_count",
        )
        read_only_fields = fields


class MatterFilterSet(django_filters.FilterSet):
    """Filters of the list of matters."""

    class Meta:
        model = Matter
        fields = ("status",)


class MattersMixin(ActingPersonMixin):
    """The matters that the person may see."""

    serializer_class = MatterSerializer

    def get_queryset(self) -> QuerySet[Matter]:
        matters = Matter.objects.visible_to(self.request.user)
        matters = matters.select_related("client", "responsible_partner")
        return matters.annotate(document_count=Count("documents")).order_by("-number")


class MatterList(MattersMixin, generics.ListAPIView):
    """Matters that the person may see, newest number first."""

    filterset_class = MatterFilterSet


class MatterDetail(MattersMixin, generics.RetrieveAPIView):
    """One matter."""

    lookup_field = "number"
