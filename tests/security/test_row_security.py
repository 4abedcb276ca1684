"""Row-level security alone: every query here is unscoped, and the serving role still sees only its own."""

from __future__ import annotations

import datetime
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import ProgrammingError, connection, connections, transaction
from django.db.models.functions import Now

from audit.models import Event, QueryLog, QueryResult
from documents.models import Clause, Document, DocumentVersion, Page
from legalrag.checks import guarded_models
from legalrag.guard import GuardedModel
from matters.access import acting_as, matter_by_number, set_acting_user, working_on
from matters.models import Client, EthicalWall, Matter, Party, TeamMember, User, WallMember
from matters.services import wall_lift
from tests.factories import Firm
from tests.security.conftest import Standing

REASON = "only the database decides in these tests"
STORED = [model for model in guarded_models() if model._meta.managed]
# A worker reads what it works on, never the audit.
NOT_FOR_WORKERS = {Event, QueryLog, QueryResult}


def rows(model: type[GuardedModel]) -> set[Any]:
    return set(model.objects.unscoped(reason=REASON).values_list("pk", flat=True))


def seen(user: Any, model: type[GuardedModel] = Matter) -> set[Any]:
    with acting_as(user):
        return rows(model)


@pytest.mark.parametrize("model", STORED, ids=lambda model: model._meta.label)
def test_each_table_of_a_matter_has_policies_for_every_command(committed: None, model: Any) -> None:
    with connections["owner"].cursor() as cursor:
        cursor.execute(
            "SELECT c.relrowsecurity, array_agg(p.polcmd::text) FROM pg_class c"
            " JOIN pg_policy p ON p.polrelid = c.oid WHERE c.oid = %s::regclass GROUP BY 1",
            [model._meta.db_table],
        )
        found = cursor.fetchone()
    assert found is not None, "row-level security has no policy here"
    on, commands = found
    assert on
    assert set(commands) == {"r", "a", "w", "d"} or commands == ["*"]


@pytest.mark.parametrize("model", STORED, ids=lambda model: model._meta.label)
def test_a_matter_is_hidden_from_all_but_its_team(standing: Standing, model: Any) -> None:
    of_the_matter = seen(standing.firm.member, model)
    assert of_the_matter, (
        "this table is empty: let tests/security/conftest.py make a row, or nothing is tried"
    )
    assert not seen(standing.firm.walled, model) & of_the_matter
    assert not seen(standing.firm.outsider, model) & of_the_matter
    assert not seen(standing.stranger, model)


@pytest.mark.parametrize("model", STORED, ids=lambda model: model._meta.label)
def test_nobody_sees_nothing(standing: Standing, model: Any) -> None:
    assert not rows(model)
    assert not seen(AnonymousUser(), model)
    with pytest.raises(TypeError), acting_as(None):
        pass


@pytest.mark.parametrize("model", STORED, ids=lambda model: model._meta.label)
def test_a_worker_sees_the_matter_it_works_on_and_no_other(standing: Standing, model: Any) -> None:
    of_the_matter = seen(standing.firm.member, model)
    with working_on(standing.firm.matter.pk):
        during = rows(model)
    with working_on(standing.firm.other_matter.pk):
        elsewhere = rows(model)
    assert during == (set() if model in NOT_FOR_WORKERS else of_the_matter)
    assert not elsewhere & of_the_matter


def test_a_superuser_of_the_portal_sees_no_more(standing: Standing) -> None:
    User.objects.filter(pk=standing.stranger.pk).update(is_superuser=True, is_staff=True)
    assert not seen(standing.stranger)


INTRUSIONS: dict[str, Callable[[Firm, User], GuardedModel]] = {
    "document": lambda firm, _: Document(matter=firm.matter, number=99, title="x"),
    "version": lambda firm, user: DocumentVersion(
        document_id=uuid.uuid4(), matter=firm.matter, number=9, author=user, size=1, blob=uuid.uuid4()
    ),
    "party": lambda firm, _: Party(matter=firm.matter, name="x", role="court"),
    "membership": lambda firm, user: TeamMember(matter=firm.matter, user=user, started_at=Now()),
    "wall": lambda firm, _: EthicalWall(matter=firm.matter, name="x", raised_at=Now()),
    "name on a wall": lambda firm, user: WallMember(wall=firm.wall, user=user),
    "query log of another person": lambda firm, _: QueryLog(
        actor=str(firm.member.pk), kind="search", question="x", matters=[], canonical=b"{}", sha256="x"
    ),
}


@pytest.mark.parametrize("intrusion", INTRUSIONS)
@pytest.mark.parametrize("who", ["walled", "outsider", "stranger"])
def test_nothing_is_added_to_another_persons_matter(standing: Standing, who: str, intrusion: str) -> None:
    user = standing.stranger if who == "stranger" else getattr(standing.firm, who)
    row = INTRUSIONS[intrusion](standing.firm, user)
    with pytest.raises(ProgrammingError, match="row-level security"), acting_as(user):
        row.save(force_insert=True)


def test_a_partner_does_not_join_a_matter_by_its_number(standing: Standing) -> None:
    partner = User.objects.create(username=f"partner-{uuid.uuid4().hex}", role=User.Role.PARTNER)
    member = TeamMember(matter=standing.firm.matter, user=partner, started_at=Now())
    with pytest.raises(ProgrammingError, match="row-level security"), acting_as(partner):
        member.save(force_insert=True)


def test_a_fee_earner_opens_no_matter_and_adds_no_client(standing: Standing) -> None:
    firm = standing.firm
    with pytest.raises(ProgrammingError, match="row-level security"), acting_as(firm.member):
        Client(name="x").save(force_insert=True)
    opened = Matter(
        number=uuid.uuid4().hex, title="x", client_id=uuid.uuid4(), responsible_partner=firm.partner
    )
    with pytest.raises(ProgrammingError, match="row-level security"), acting_as(firm.member):
        opened.save(force_insert=True)


def test_a_row_is_not_moved_into_another_matter(standing: Standing) -> None:
    with pytest.raises(ProgrammingError, match="row-level security"), acting_as(standing.firm.member):
        Party.objects.unscoped(reason=REASON).update(matter=standing.firm.other_matter)


@pytest.mark.parametrize("model", [Document, DocumentVersion, Page, Clause, Party, Matter])
def test_hidden_rows_are_neither_changed_nor_deleted(standing: Standing, model: Any) -> None:
    before = seen(standing.firm.member, model)
    with acting_as(standing.firm.walled):
        hidden = model.objects.unscoped(reason=REASON).filter(pk__in=before)
        assert hidden.update(**{model._meta.pk.attname: uuid.uuid4() if model is not Page else 0}) == 0
        assert hidden._raw_delete("default") == 0
    assert seen(standing.firm.member, model) == before


def test_a_member_lifts_no_wall(standing: Standing) -> None:
    with acting_as(standing.firm.member):
        assert EthicalWall.objects.unscoped(reason=REASON).update(lifted_at=Now()) == 0
        assert WallMember.objects.unscoped(reason=REASON)._raw_delete("default") == 0


def test_the_reader_does_not_outlive_the_transaction(standing: Standing) -> None:
    with acting_as(standing.firm.member):
        assert rows(Matter)
    assert not rows(Matter)
    with transaction.atomic():
        assert not rows(Matter)


def test_the_reader_does_not_outlive_an_error(standing: Standing) -> None:
    with pytest.raises(ZeroDivisionError), acting_as(standing.firm.member):
        _ = 1 / 0
    assert not rows(Matter)


def test_a_nested_reader_gives_way_to_the_outer_one(standing: Standing) -> None:
    firm = standing.firm
    with acting_as(firm.member):
        with acting_as(firm.outsider):
            assert rows(Matter) == {firm.other_matter.pk}
        assert rows(Matter) == {firm.matter.pk}
        with working_on(firm.other_matter.pk):
            assert rows(Matter) == {firm.other_matter.pk}
        assert rows(Matter) == {firm.matter.pk}


@pytest.mark.parametrize(
    ("error", "fail"),
    [
        (ZeroDivisionError, lambda: 1 / 0),
        (ProgrammingError, lambda: connection.cursor().execute("SELECT nonsense")),
    ],
)
def test_a_nested_reader_gives_way_after_an_error(
    standing: Standing, error: type[Exception], fail: Callable[[], Any]
) -> None:
    firm = standing.firm
    with acting_as(firm.member):
        with pytest.raises(error), acting_as(firm.outsider):
            fail()
        assert rows(Matter) == {firm.matter.pk}


def test_a_nested_reader_gives_way_after_a_rollback_that_raised_nothing(standing: Standing) -> None:
    firm = standing.firm
    with acting_as(firm.member):
        with acting_as(firm.outsider):
            transaction.set_rollback(True)
        assert rows(Matter) == {firm.matter.pk}


def test_a_person_named_later_counts_inside_a_transaction_only(standing: Standing) -> None:
    with acting_as(AnonymousUser()):
        set_acting_user(standing.firm.member)
        assert rows(Matter) == {standing.firm.matter.pk}
    assert not rows(Matter)
    with pytest.raises(RuntimeError):
        set_acting_user(standing.firm.member)


def test_a_wall_counts_from_the_next_query_on_and_until_it_is_lifted(committed: None) -> None:
    firm = Firm()
    assert seen(firm.member) == {firm.matter.pk}
    with acting_as(firm.records):
        wall = firm.raise_wall(firm.matter, firm.member)
    assert not seen(firm.member)
    with acting_as(firm.records):
        wall_lift(actor=firm.records, wall=wall)
    assert seen(firm.member) == {firm.matter.pk}


def test_a_wall_raised_while_a_page_is_made_hides_its_next_query(committed: None) -> None:
    firm = Firm()
    wall = EthicalWall(matter=firm.matter, name="x", raised_at=Now())
    with acting_as(firm.member):
        assert rows(Matter) == {firm.matter.pk}
        wall.save(force_insert=True, using="owner")
        WallMember(wall_id=wall.pk, user_id=firm.member.pk).save(force_insert=True, using="owner")
        assert not rows(Matter)


def test_a_wall_beats_a_later_grant(committed: None) -> None:
    firm = Firm()
    with acting_as(firm.records):
        firm.raise_wall(firm.other_matter, firm.member)
        TeamMember(matter=firm.other_matter, user=firm.member, started_at=Now()).save(force_insert=True)
    assert seen(firm.member) == {firm.matter.pk}


@pytest.mark.parametrize(
    ("started", "ended"), [(-2, -1), (1, None), (1, 2)], ids=["ended", "future", "future and bounded"]
)
def test_a_membership_counts_only_while_it_lasts(committed: None, started: int, ended: int | None) -> None:
    firm = Firm()
    day = datetime.timedelta(days=1)
    with acting_as(firm.records):
        TeamMember.objects.unscoped(reason=REASON).filter(user=firm.member).update(
            started_at=Now() + started * day, ended_at=None if ended is None else Now() + ended * day
        )
    assert not seen(firm.member)


def test_an_inactive_member_sees_nothing(committed: None) -> None:
    firm = Firm()
    User.objects.filter(pk=firm.member.pk).update(is_active=False)
    assert not seen(firm.member)


def test_only_records_finds_a_matter_by_its_number(standing: Standing) -> None:
    number = standing.firm.matter.number
    with acting_as(standing.firm.records):
        found = matter_by_number(number)
        assert found is not None
        assert found.pk == standing.firm.matter.pk
        assert matter_by_number("no such number") is None
    for who in (standing.firm.member, standing.firm.walled, standing.firm.partner, AnonymousUser()):
        with acting_as(who):
            assert matter_by_number(number) is None
