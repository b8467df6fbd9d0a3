-- Index variant "none": the primary keys and nothing else.
-- Drops whatever another variant created; 0 indexes remain.

DROP INDEX IF EXISTS idx_journal_posted_at_deleted_at;

DROP INDEX IF EXISTS idx_journal_posted_at_id_live;

DROP INDEX IF EXISTS idx_journal_reply_journal_id;

DROP INDEX IF EXISTS idx_journal_attachment_journal_id;

VACUUM (ANALYZE) journal, journal_reply, journal_attachment;
