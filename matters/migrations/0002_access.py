from django.db import migrations

from matters.row_security import ACCESS_VIEW, ACCESSIBLE, NOBODY_ACTS, WHO_ACTS, may_read, protect

RECORDS = "(SELECT acting_role()) = 'records'"
OPENS_MATTERS = "(SELECT acting_role()) IN ('partner', 'records')"
OWN_MATTERS = f"ARRAY{ACCESSIBLE}"
OWN = "actor = (SELECT acting_user())::text"


class Migration(migrations.Migration):
    dependencies = [("matters", "0001_initial"), ("audit", "0002_chain")]

    operations = [
        migrations.RunSQL(ACCESS_VIEW, "DROP VIEW matter_access"),
        migrations.RunSQL(WHO_ACTS, NOBODY_ACTS),
        protect("matters_matter", read=may_read("id"), add=OPENS_MATTERS),
        protect(
            "matters_client",
            read=f"(id IN (SELECT client_id FROM matters_matter) OR {RECORDS})",
            add=OPENS_MATTERS,
        ),
        protect(
            "matters_teammember",
            read=f"({may_read()} OR {RECORDS})",
            add=f"({RECORDS} OR ((SELECT acting_role()) = 'partner'"
            f" AND ({may_read()} OR NOT matter_has_team(matter_id))))",
        ),
        protect("matters_party", add=f"({may_read()} OR {RECORDS})"),
        protect("matters_ethicalwall", read=f"({may_read()} OR {RECORDS})", add=RECORDS, change=RECORDS),
        protect(
            "matters_wallmember",
            read="wall_id IN (SELECT id FROM matters_ethicalwall)",
            add=RECORDS,
            change=RECORDS,
        ),
        # The audit is at the bottom and knows no matters; who reads it is decided here.
        protect("audit_event", read=f"(matter IN {ACCESSIBLE} OR (matter IS NULL AND {OWN}))", add="true"),
        protect(
            "audit_queryresult",
            read=f"({OWN} AND matters <@ {OWN_MATTERS})",
            add=OWN,
        ),
        protect(
            "audit_querylog",
            read=f"({OWN} AND coalesce((SELECT r.matters FROM audit_queryresult r WHERE r.log_id = audit_querylog.id),"
            f" audit_querylog.matters) <@ {OWN_MATTERS})",
            add=OWN,
        ),
    ]
