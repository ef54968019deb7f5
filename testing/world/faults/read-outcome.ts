import { sql } from 'kysely'
import type { Db } from '#server/platform/db/schema.ts'
import { findRowProblems } from '#testing/world/find-row-problems.ts'

const store = (column: string) => `(select domain from stores s where s.id = ${column})`

/**
 * A store old enough for its next visit within the run (its first day ends) answers `unchanged`, or
 * not yet, depending on the minute.
 */
const MAY_BE_DUE_AGAIN = `outcome = 'unchanged' and revealed_at < now() - interval '12 hours'`

/** The final state in values that are the same in every run: no ids, and no times of reading. */
const QUERIES: Record<string, string> = {
  logs: 'select description, next_index, entries_read, state from ct_logs order by 1',
  // Without `www.`: if DNS failed once for the bare name, discovery used its `www.` as well, which
  // leads to the same store.
  visited: `select distinct regexp_replace(host, '^www\\.', '') as host,
      case when ${MAY_BE_DUE_AGAIN} then 'store' else outcome end as outcome, ${store('store_id')} as store from candidates
    where stage = 'visit' order by 1, 2`,
  stores: `select domain, name, status, country, currency, launch_status, launch_day, launch_confidence, found_at, product_count, email, theme_name
    from stores order by 1`,
  keys: `select key, ${store('store_id')} as store from store_keys where key not like 'host:www.%' order by 1`,
  facts: `select ${store('store_id')} as store, key from store_facts order by 1, 2`,
  signals: `select distinct ${store('store_id')} as store, kind from store_signals order by 1, 2`,
  events: `select ${store('store_id')} as store, kind, count(*)::integer as times from store_events group by 1, 2 order by 1, 2`,
  products: `select ${store('store_id')} as store, count(*)::integer as products, sum(product_id)::text as ids from products group by 1 order by 1`,
  changes: `select ${store('store_id')} as store, kind, count(*)::integer as times from product_changes group by 1, 2 order by 1, 2`,
}

export async function readOutcome(db: Db): Promise<Record<string, unknown[]>> {
  const { problems } = await findRowProblems(db)
  if (problems.length > 0) throw new Error(problems.join('; '))
  const outcome: Record<string, unknown[]> = {}
  for (const [name, query] of Object.entries(QUERIES))
    outcome[name] = (await sql.raw(query).execute(db)).rows
  return outcome
}
