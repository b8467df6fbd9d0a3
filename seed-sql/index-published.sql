-- Index variant "published": the one index that the source creates (tuning/index).
-- Run index-none.sql first; 1 index on the 100,000 rows of journal.

CREATE INDEX idx_journal_posted_at_deleted_at ON journal (
  posted_at,
  deleted_at
);

VACUUM (ANALYZE) journal, journal_reply, journal_attachment;
