-- Index variant "keyset": the page is a range of one index, in its order, and the child rows are found by journal.
-- Run index-none.sql first; 3 indexes: about 90,000 live journals, 200,000 replies, 10,000 attachments.

CREATE INDEX idx_journal_posted_at_id_live ON journal (
  posted_at DESC,
  id DESC
)
WHERE deleted_at IS NULL;

CREATE INDEX idx_journal_reply_journal_id ON journal_reply (
  journal_id
);

CREATE INDEX idx_journal_attachment_journal_id ON journal_attachment (
  journal_id
);

VACUUM (ANALYZE) journal, journal_reply, journal_attachment;
