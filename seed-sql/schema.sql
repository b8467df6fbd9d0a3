-- Tables of the target service: journal <- journal_reply, journal <- journal_attachment.
-- No foreign keys and no indexes beyond the primary keys, as in the source (tuning).

CREATE TABLE journal (
  id BIGINT NOT NULL,
  title TEXT NOT NULL,
  content TEXT NOT NULL,
  author TEXT NOT NULL,
  posted_at TIMESTAMPTZ NOT NULL,
  deleted_at TIMESTAMPTZ,
  CONSTRAINT pk_journal PRIMARY KEY (id)
);

CREATE TABLE journal_reply (
  id BIGINT NOT NULL,
  journal_id BIGINT NOT NULL,
  content TEXT NOT NULL,
  replied_at TIMESTAMPTZ NOT NULL,
  CONSTRAINT pk_journal_reply PRIMARY KEY (id)
);

CREATE TABLE journal_attachment (
  id BIGINT NOT NULL,
  journal_id BIGINT NOT NULL,
  file_name TEXT NOT NULL,
  byte_size BIGINT NOT NULL,
  CONSTRAINT pk_journal_attachment PRIMARY KEY (id)
);
