"""The database's own part of the audit: sealing, and refusing to forget."""

SEAL = """
CREATE TABLE audit_unsealed (position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, event uuid NOT NULL UNIQUE);

CREATE FUNCTION audit_event_waits() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    INSERT INTO audit_unsealed (event) VALUES (NEW.id);
    RETURN NULL;
END $$;
CREATE TRIGGER audit_event_waits AFTER INSERT ON audit_event FOR EACH ROW EXECUTE FUNCTION audit_event_waits();

-- One advisory lock for the chain, held only while the links are written.
CREATE FUNCTION audit_seal() RETURNS integer LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    waiting record;
    head record;
    last_sequence bigint := 0;
    last_hash bytea := decode(repeat('00', 32), 'hex');
    linked integer := 0;
BEGIN
    PERFORM pg_advisory_xact_lock(hashtext('audit_chain'));
    SELECT sequence, hash INTO head FROM audit_chainlink ORDER BY sequence DESC LIMIT 1;
    IF FOUND THEN
        last_sequence := head.sequence;
        last_hash := head.hash;
    END IF;
    FOR waiting IN
        SELECT u.position, u.event, e.canonical FROM audit_unsealed u JOIN audit_event e ON e.id = u.event
        ORDER BY u.position
    LOOP
        last_sequence := last_sequence + 1;
        INSERT INTO audit_chainlink (sequence, event, previous, hash)
        VALUES (last_sequence, waiting.event, last_hash, sha256(last_hash || waiting.canonical))
        RETURNING hash INTO last_hash;
        DELETE FROM audit_unsealed WHERE position = waiting.position;
        linked := linked + 1;
    END LOOP;
    RETURN linked;
END $$;
"""
UNSEAL = """
DROP FUNCTION audit_seal();
DROP TRIGGER audit_event_waits ON audit_event;
DROP FUNCTION audit_event_waits();
DROP TABLE audit_unsealed;
"""

REFUSE = """
CREATE FUNCTION audit_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'The audit is append-only: % on % is refused.', TG_OP, TG_TABLE_NAME;
END $$;
""" + "".join(
    f"CREATE TRIGGER refuse_change BEFORE UPDATE OR DELETE ON {table}"
    " FOR EACH ROW EXECUTE FUNCTION audit_refuse();"
    f"CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON {table}"
    " FOR EACH STATEMENT EXECUTE FUNCTION audit_refuse();"
    for table in ("audit_event", "audit_chainlink", "audit_querylog", "audit_queryresult")
)
PERMIT = (
    "".join(
        f"DROP TRIGGER refuse_change ON {table}; DROP TRIGGER refuse_truncate ON {table};"
        for table in ("audit_event", "audit_chainlink", "audit_querylog", "audit_queryresult")
    )
    + "DROP FUNCTION audit_refuse();"
)
