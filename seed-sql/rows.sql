-- Deterministic rows: 100,000 journals (about 10 % deleted, many with equal posted_at), 200,000 replies, 10,000 attachments.
-- All three counts are multiplied by the setting bottleneck.scale, 1 unless set: PGOPTIONS='-c bottleneck.scale=0.1' psql -f rows.sql

INSERT INTO journal (
  id,
  title,
  content,
  author,
  posted_at,
  deleted_at
)
SELECT
  id,
  'Journal ' || id,
  repeat(md5(id::TEXT), 10),
  'author-' || id % 997,
  posted_at,
  -- 104729 and 1000003 are primes: deletion is spread evenly and independent of posted_at
  CASE WHEN id * 104729 % 1000003 % 10 = 3 THEN posted_at + INTERVAL '1 hour' END
FROM (
  SELECT
    id,
    -- one journal in twenty was imported at midnight (hundreds of ties); the others share a minute with a few
    CASE WHEN id % 20 = 0 THEN date_trunc('day', minute, 'UTC') ELSE minute END AS posted_at
  FROM (
    SELECT
      id,
      TIMESTAMPTZ '2024-01-01 00:00:00+00' + id * 7919 % greatest(count(*) OVER () / 5, 1) * INTERVAL '1 minute' AS minute
    FROM generate_series(
      1::BIGINT,
      (100000 * COALESCE(NULLIF(current_setting('bottleneck.scale', TRUE), ''), '1')::NUMERIC)::BIGINT
    ) AS id
  ) AS scattered
) AS dated;

INSERT INTO journal_reply (
  id,
  journal_id,
  content,
  replied_at
)
SELECT
  reply.id,
  journal.id,
  'Reply ' || reply.id || ' ' || md5(reply.id::TEXT),
  journal.posted_at + reply.id % 1440 * INTERVAL '1 minute'
FROM generate_series(1, 2 * (SELECT count(*) FROM journal)) AS reply (id)
JOIN journal ON journal.id = 1 + reply.id * 7919 % (SELECT count(*) FROM journal)
ORDER BY reply.id;

INSERT INTO journal_attachment (
  id,
  journal_id,
  file_name,
  byte_size
)
SELECT
  attachment.id,
  1 + attachment.id * 7919 % (SELECT count(*) FROM journal),
  'attachment-' || attachment.id || '.pdf',
  1024 + attachment.id * 7919 % 1048576
FROM generate_series(1, (SELECT count(*) FROM journal) / 10) AS attachment (id);

VACUUM (ANALYZE) journal, journal_reply, journal_attachment;
