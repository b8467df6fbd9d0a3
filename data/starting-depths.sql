-- Makes starting-depths.csv: cursors of the live journals at five depths, in the wire format of the service.
-- 5 rows; needs PostgreSQL 18 for crc32(); the cursor at depth n is the n-th newest journal, so the page after it starts at n + 1.

COPY (
  SELECT
    depth,
    coalesce(
      rtrim(
        translate(
          encode(place || substring(int8send(crc32(place)) FROM 5), 'base64'),
          '+/',
          '-_'
        ),
        '='
      ),
      ''
    ) AS after
  FROM (VALUES (0), (20000), (40000), (60000), (80000)) AS wanted (depth)
  LEFT JOIN (
    SELECT
      row_number() OVER (ORDER BY posted_at DESC, id DESC) AS depth,
      int8send((extract(EPOCH FROM posted_at) * 1000000)::BIGINT) || int8send(id) AS place
    FROM journal
    WHERE deleted_at IS NULL
  ) AS live USING (depth)
  ORDER BY depth
) TO STDOUT WITH (FORMAT csv, HEADER);
