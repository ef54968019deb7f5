import { sql } from 'kysely'
import type { Db } from '#server/platform/db/schema.ts'

/** Each rule counts rows that must not exist. */
const RULES: Record<string, string> = {
  'facts without store': without('store_facts'),
  'signals without store': without('store_signals'),
  'events without store': without('store_events'),
  'products without store': without('products'),
  'keys without store': without('store_keys'),
  'stores without key':
    'select count(*) from stores s where not exists (select from store_keys k where k.store_id = s.id)',
  'stores without facts':
    'select count(*) from stores s where not exists (select from store_facts f where f.store_id = s.id)',
  'stores without certificate signal': `select count(*) from stores s
    where not exists (select from store_signals g where g.store_id = s.id and g.kind = 'first_certificate')`,
  'stores found other than once': `select count(*) from stores s
    where (select count(*) from store_events e where e.store_id = s.id and e.kind = 'found') <> 1`,
  'stores with the shop id of another': repeats('stores', 'shop_id'),
  'stores with the platform name of another': repeats('stores', 'shop'),
  'stores with the domain of another': repeats('stores', 'domain'),
  'trends without product': `select count(*) from product_trends t
    where not exists (select from products p where p.store_id = t.store_id and p.product_id = t.product_id)`,
  'candidates whose store is missing': `select count(*) from candidates c
    where store_id is not null and not exists (select from stores s where s.id = c.store_id)`,
  'candidates said to be a store that have none': `select count(*) from candidates where outcome = 'store' and store_id is null`,
  'stores that were found on another day than their time says': `select count(*) from stores where found_day <> (found_at at time zone 'UTC')::date`,
  'stores found later than a log revealed them': `select count(*) from stores s join candidates c on c.store_id = s.id where c.revealed_at < s.found_at`,
  'logs that are quarantined': `select count(*) from ct_logs where state = 'quarantined'`,
  // The demo reads its logs from entry 0, so the number of committed entries must equal the
  // position, without repeats.
  'logs with a gap or a repetition below their position':
    'select count(*) from ct_logs where entries_read <> next_index',
  'logs read beyond their end': 'select count(*) from ct_logs where next_index > tree_size',
}

function without(table: string): string {
  return `select count(*) from ${table} t where not exists (select from stores s where s.id = t.store_id)`
}

function repeats(table: string, columns: string): string {
  return `select coalesce(sum(n - 1), 0) from (select count(*) as n from ${table} where (${columns}) is not null group by ${columns} having count(*) > 1) r`
}

/** @returns one line per violated rule, and the number of checked rules */
export async function findRowProblems(db: Db): Promise<{ checked: number; problems: string[] }> {
  const problems: string[] = []
  for (const [name, query] of Object.entries(RULES)) {
    const { rows } = await sql
      .raw<{ count: string | number }>(`select (${query}) as count`)
      .execute(db)
    const count = Number(rows[0]?.count)
    if (count !== 0) problems.push(`${count} ${name}`)
  }
  return { checked: Object.keys(RULES).length, problems }
}
