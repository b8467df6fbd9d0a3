-- Makes journal-ids.csv: ids of live journals, evenly spread over the table.
-- 200 rows.

COPY (
  SELECT id
  FROM (
    SELECT
      id,
      row_number() OVER (ORDER BY id) AS n
    FROM journal
    WHERE deleted_at IS NULL
  ) AS live
  WHERE n % 450 = 1
  ORDER BY id
  LIMIT 200
) TO STDOUT WITH (FORMAT csv, HEADER);
