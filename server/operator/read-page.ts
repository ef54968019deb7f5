import { type SelectQueryBuilder, type Simplify, sql } from 'kysely'
import { numberedPage } from '#contracts/paging.ts'
import type { Db } from '#server/platform/db/schema.ts'

/** One page of these rows, and how many there are without the page. */
export async function readPage<Schema, Tables extends keyof Schema, Row, Shown>(
  db: Db,
  rows: SelectQueryBuilder<Schema, Tables, Row>,
  { page, size }: { page: number; size: number },
  present: (row: Simplify<Row>) => Shown,
) {
  const [counted, shown] = await Promise.all([
    sql<{ total: number }>`
      select count(*) as total from ${rows.clearSelect().clearOrderBy()} as counted`.execute(db),
    rows
      .limit(size)
      .offset(page * size)
      .execute(),
  ])
  return numberedPage(shown.map(present), { page, size, total: counted.rows[0]?.total ?? 0 })
}
