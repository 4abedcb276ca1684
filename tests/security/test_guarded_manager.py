"""Every door of the guarded manager. The database would refuse too; here only the guard is tried.

Where rows matter the tests read as the owner, whom row-level security does not bind.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import AnonymousUser
from django.db.models import Prefetch

from documents.models import Document, DocumentVersion, Page
from legalrag.guard import GuardedModel, GuardedQuerySet, UnscopedQuery
from matters.access import acting_as
from matters.models import Client, Matter, MatterAccess, User
from tests.security.conftest import Standing
from tests.security.doors import ASYNC_DOORS, CHANGING_DOORS, READING_DOORS


@pytest.mark.parametrize("manager", [Document.objects, Document._base_manager, Document._default_manager])
@pytest.mark.parametrize("door", [*READING_DOORS, *CHANGING_DOORS])
def test_a_query_without_a_reader_is_refused(committed: None, manager: Any, door: str) -> None:
    with pytest.raises(UnscopedQuery):
        (READING_DOORS | CHANGING_DOORS)[door](manager)


@pytest.mark.parametrize("door", ASYNC_DOORS)
def test_an_async_query_without_a_reader_is_refused(committed: None, door: str) -> None:
    with pytest.raises(UnscopedQuery):
        asyncio.run(ASYNC_DOORS[door](Document.objects))


@pytest.mark.parametrize("door", READING_DOORS)
def test_the_same_door_opens_for_a_reader(standing: Standing, door: str) -> None:
    member = standing.firm.member
    with acting_as(member):
        READING_DOORS[door](Document.objects.visible_to(member))


def test_get_or_create_finds_what_the_reader_sees(standing: Standing) -> None:
    member = standing.firm.member
    with acting_as(member):
        found, made = Document.objects.visible_to(member).get_or_create(pk=standing.document.pk)
    assert (found, made) == (standing.document, False)


@pytest.mark.parametrize("combine", ["union", "intersection", "difference"])
@pytest.mark.parametrize("unscoped_first", [True, False])
def test_a_set_operation_with_an_unscoped_side_is_refused(
    standing: Standing, combine: str, unscoped_first: bool
) -> None:
    sides = [Document.objects.order_by(), Document.objects.visible_to(standing.firm.member).order_by()]
    one, other = sides if unscoped_first else reversed(sides)
    with pytest.raises(UnscopedQuery):
        list(getattr(one, combine)(other))


@pytest.mark.parametrize("combine", ["__or__", "__and__", "__xor__"])
@pytest.mark.parametrize("unscoped_first", [True, False])
def test_an_unscoped_side_of_an_operator_is_refused(
    standing: Standing, combine: str, unscoped_first: bool
) -> None:
    sides = [Document.objects.all(), Document.objects.visible_to(standing.firm.member)]
    one, other = sides if unscoped_first else reversed(sides)
    with pytest.raises(UnscopedQuery):
        getattr(one, combine)(other)


@pytest.mark.parametrize("combine", ["__or__", "__and__", "__xor__"])
def test_two_readers_are_never_combined(standing: Standing, combine: str) -> None:
    one = Document.objects.visible_to(standing.firm.member)
    other = Document.objects.visible_to(standing.firm.walled)
    with pytest.raises(UnscopedQuery, match="same scope"):
        getattr(one, combine)(other)


def test_a_slice_of_a_visible_query_does_not_open_the_rest(standing: Standing) -> None:
    visible = Document.objects.visible_to(standing.firm.member)
    with pytest.raises(UnscopedQuery):
        list(visible[:1] | visible)


@pytest.mark.parametrize("empty_first", [True, False])
def test_nothing_combined_with_an_unscoped_query_stays_unscoped(committed: None, empty_first: bool) -> None:
    none, every = Document.objects.none(), Document.objects.all()
    with pytest.raises(UnscopedQuery):
        list(none | every if empty_first else every | none)


def test_raw_sql_is_refused_even_to_a_reader(standing: Standing) -> None:
    everything = "SELECT * FROM documents_document"
    for rows in (Document.objects, Document.objects.visible_to(standing.firm.member)):
        with pytest.raises(UnscopedQuery):
            rows.raw(everything)


def test_unscoped_wants_a_reason() -> None:
    with pytest.raises(ValueError, match="reason"):
        Document.objects.unscoped(reason=" ")


def test_reverse_managers_are_guarded(standing: Standing) -> None:
    member = standing.firm.member
    with acting_as(member):
        matter = Matter.objects.visible_to(member).get(pk=standing.firm.matter.pk)
        assert matter.documents.visible_to(member).count() == 1
        for door in (matter.documents.all, matter.documents.count, matter.team.exists, matter.walls.first):
            with pytest.raises(UnscopedQuery):
                list(door())


def test_a_lazy_forward_relation_is_refused_and_a_joined_one_is_there(standing: Standing) -> None:
    member = standing.firm.member
    with acting_as(member):
        lazy = Document.objects.visible_to(member).get()
        with pytest.raises(UnscopedQuery):
            _ = lazy.matter
        joined = Document.objects.visible_to(member).select_related("matter").get()
        assert joined.matter == standing.firm.matter


def test_a_lazy_one_to_one_relation_is_refused(standing: Standing) -> None:
    member = standing.firm.member
    with acting_as(member):
        version = DocumentVersion.objects.visible_to(member).get()
        with pytest.raises(UnscopedQuery):
            _ = version.content


@pytest.mark.parametrize("relation", ["documents", "client", "team"])
def test_a_bare_prefetch_is_refused(standing: Standing, relation: str) -> None:
    member = standing.firm.member
    with acting_as(member), pytest.raises(UnscopedQuery):
        list(Matter.objects.visible_to(member).prefetch_related(relation))


def test_a_prefetch_of_visible_rows_works(standing: Standing) -> None:
    member = standing.firm.member
    visible = Document.objects.visible_to(member)
    with acting_as(member):
        (matter,) = Matter.objects.visible_to(member).prefetch_related(
            Prefetch("documents", queryset=visible)
        )
        assert list(matter.documents.all()) == [standing.document]


def test_next_and_previous_rows_are_refused(standing: Standing) -> None:
    with acting_as(standing.firm.member):
        matter = Matter.objects.visible_to(standing.firm.member).get()
        with pytest.raises(UnscopedQuery):
            matter.get_next_by_opened_on()


def test_validating_an_object_does_not_look_at_hidden_rows(standing: Standing) -> None:
    number = standing.firm.matter.number
    with acting_as(standing.firm.partner), pytest.raises(UnscopedQuery):
        Matter(number=number, title="x").validate_unique()


@pytest.mark.parametrize(
    "reach",
    [
        lambda document: document.refresh_from_db(),
        lambda document: document.save(update_fields=["title"]),
        lambda document: document.delete(),
        lambda document: document.title,
    ],
    ids=["refresh", "save", "delete", "field left out"],
)
def test_an_object_that_was_made_up_reaches_no_row(
    standing: Standing, reach: Callable[[Document], Any]
) -> None:
    made_up = Document.from_db("default", ["id"], [standing.document.pk])
    made_up._state.adding = True
    with acting_as(standing.firm.member), pytest.raises(UnscopedQuery):
        reach(made_up)


def test_a_guessed_number_does_not_overwrite_a_row(standing: Standing) -> None:
    member = standing.firm.member
    with acting_as(member):
        page = Page.objects.visible_to(member).get()
        guess = Page(
            pk=page.pk, version_id=page.version_id, matter_id=page.matter_id, number=9, start=0, end=1
        )
        with pytest.raises(UnscopedQuery):
            guess.save()


def test_what_was_loaded_in_scope_can_be_reloaded_and_saved(standing: Standing) -> None:
    member = standing.firm.member
    with acting_as(member):
        document = Document.objects.visible_to(member).defer("title").get()
        assert document.title == "agreement"
        document.save(update_fields=["title"])
        document.refresh_from_db()


def test_a_client_is_no_way_to_the_walled_matters_of_the_same_client(standing: Standing) -> None:
    related = [field.name for field in Client._meta.get_fields() if field.is_relation]
    assert related == []


def test_nobody_is_refused_and_an_anonymous_visitor_sees_nothing(standing: Standing) -> None:
    with pytest.raises(TypeError):
        Document.objects.visible_to(None)
    assert list(Document.objects.using("owner").visible_to(AnonymousUser())) == []
    assert list(Client.objects.using("owner").visible_to(AnonymousUser())) == []


@pytest.mark.parametrize("who", ["walled", "outsider", "records", "stranger"])
def test_the_guard_alone_hides_a_matter(standing: Standing, who: str) -> None:
    user = standing.stranger if who == "stranger" else getattr(standing.firm, who)
    for rows in (Matter.objects.filter(pk=standing.firm.matter.pk), Document.objects):
        assert not rows.using("owner").visible_to(user).exists()


def test_the_guard_alone_shows_a_member_their_matter_only(standing: Standing) -> None:
    seen = Matter.objects.using("owner").visible_to(standing.firm.member)
    assert list(seen) == [standing.firm.matter]


def test_an_inactive_member_sees_nothing(standing: Standing) -> None:
    standing.firm.member.is_active = False
    User.objects.filter(pk=standing.firm.member.pk).update(is_active=False)
    try:
        assert not Document.objects.using("owner").visible_to(standing.firm.member).exists()
    finally:
        User.objects.filter(pk=standing.firm.member.pk).update(is_active=True)
        standing.firm.member.is_active = True


def test_a_superuser_without_membership_sees_nothing(standing: Standing) -> None:
    root = User(pk=standing.stranger.pk, is_superuser=True, is_staff=True)
    assert not Document.objects.using("owner").visible_to(root).exists()


def test_who_may_see_a_matter_is_told_to_its_team_only(standing: Standing) -> None:
    team = {standing.firm.member.pk, standing.firm.partner.pk}
    rows = MatterAccess.objects.using("owner")
    assert set(rows.visible_to(standing.firm.member).values_list("user_id", flat=True)) == team
    assert not rows.visible_to(standing.firm.walled).filter(matter_id=standing.firm.matter.pk).exists()
    with pytest.raises(UnscopedQuery):
        list(MatterAccess.objects.all())


def test_no_unguarded_model_has_a_relation_into_a_guarded_one() -> None:
    astray = [
        f"{model._meta.label}.{field.name}"
        for model in apps.get_models(include_auto_created=True)
        if not issubclass(model, GuardedModel)
        for field in model._meta.get_fields(include_hidden=True)
        if field.is_relation
        and not getattr(field, "hidden", False)
        and isinstance(field.related_model, type)
        and issubclass(field.related_model, GuardedModel)
    ]
    assert astray == []


def test_every_manager_of_a_guarded_model_is_guarded() -> None:
    for model in apps.get_models():
        if issubclass(model, GuardedModel):
            for manager in (model._base_manager, model._default_manager, *model._meta.managers):
                assert issubclass(manager._queryset_class, GuardedQuerySet), model


def test_the_start_up_check_finds_a_manager_that_is_not_guarded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Document._base_manager, "_queryset_class", type(User.objects.all()))
    assert "legalrag.E004" in {message.id for message in Document.check(databases=None)}
