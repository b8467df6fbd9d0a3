-- The row that requests for /row-lock take turns at.
-- 1 row.
CREATE TABLE IF NOT EXISTS stock (
  id integer CONSTRAINT stock_pkey PRIMARY KEY
);

INSERT INTO stock (id)
VALUES (1)
ON CONFLICT (id) DO NOTHING;


-- Visits to look for, without an index on visitor.
-- 100,000 rows.
CREATE TABLE IF NOT EXISTS visit (
  id integer CONSTRAINT visit_pkey PRIMARY KEY,
  visitor integer NOT NULL,
  at timestamptz NOT NULL
);

INSERT INTO visit (id, visitor, at)
SELECT n, n % 10000, timestamptz '2026-01-01' + n * interval '1 second'
FROM generate_series(1, 100000) n
ON CONFLICT (id) DO NOTHING;
