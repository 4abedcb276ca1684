-- The two roles, the database and the vector extension. Run once by psql as superuser, with both passwords
-- in the environment. How and why: docs/how-to/run-in-a-firm.md
\set ON_ERROR_STOP on
\getenv owner_password LEGALRAG_OWNER_PASSWORD
\getenv serving_password LEGALRAG_SERVING_PASSWORD

CREATE ROLE legalrag_owner LOGIN NOSUPERUSER NOBYPASSRLS NOCREATEROLE CREATEDB PASSWORD :'owner_password';
CREATE ROLE legalrag_app LOGIN NOSUPERUSER NOBYPASSRLS NOCREATEROLE NOCREATEDB PASSWORD :'serving_password';
-- So that the owner may end sessions of the serving role, when a scratch database of an evaluation goes.
GRANT legalrag_app TO legalrag_owner;
CREATE DATABASE legalrag OWNER legalrag_owner;

-- In template1 too, from which scratch databases are made.
\connect template1
CREATE EXTENSION IF NOT EXISTS vector;
\connect legalrag
CREATE EXTENSION IF NOT EXISTS vector;
