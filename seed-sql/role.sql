-- The role that the target service logs in with: it reads the three tables, changes the titles of journals, and can do nothing else.
-- Its password is set by whoever runs this: ALTER ROLE bottleneck_service PASSWORD '...'.

CREATE ROLE bottleneck_service LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE;

REVOKE CREATE ON SCHEMA public FROM PUBLIC;

-- Temporary tables of this database, which PostgreSQL lets everybody make.
DO $$ BEGIN EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database()); END $$;

GRANT SELECT ON journal, journal_reply, journal_attachment TO bottleneck_service;

GRANT UPDATE (title) ON journal TO bottleneck_service;
