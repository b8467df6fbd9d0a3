-- The row that requests for /row-lock take turns at.
-- 1 row.
CREATE TABLE IF NOT EXISTS stock (
  id integer CONSTRAINT stock_pkey PRIMARY KEY
);

INSERT INTO stock (id)
VALUES (1)
ON CONFLICT (id) DO NOTHING;
