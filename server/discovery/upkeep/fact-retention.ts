import { sql } from 'kysely'
import { DAY_MS } from '#contracts/dates.ts'
import type { StoreId } from '#contracts/ids.ts'
import { FACTS_KEPT_DAYS } from '#contracts/catalog/facts.ts'
import { requestForContacts } from '#server/discovery/risks/assess-stores.ts'
import type { AppContext } from '#server/platform/context.ts'
import { lockStores } from '#server/platform/locks.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'

const RETENTION_MS = FACTS_KEPT_DAYS * DAY_MS
/** After a restart their rows come from the disk. */
const STORES_PER_STEP = 500
const NEXT_ROUND_MS = DAY_MS

/**
 * Deletes facts that no visit saw for 180 days, and their values in lists: one group of stores per
 * step, all of them once a day. It starts over after a restart, which costs only time.
 */
export function createFactRetention(ctx: AppContext): () => Promise<number> {
  let after = 0
  return async () => {
    const { rows } = await sql<{ last: number | null; stores: number }>`
      select max(id) as last, count(*)::integer as stores
      from (select id from stores where id > ${after} order by id limit ${STORES_PER_STEP}) as t`.execute(
      ctx.db,
    )
    const { last = null, stores = 0 } = rows[0] ?? {}
    if (last === null) {
      after = 0
      return NEXT_ROUND_MS
    }
    await deleteOldFacts(ctx, after, last)
    after = stores < STORES_PER_STEP ? 0 : last
    return after === 0 ? NEXT_ROUND_MS : 1_000
  }
}

/**
 * A list value is deleted together with its fact, so that it never lacks evidence; so are the
 * validators, so that the next visit reads all pages.
 */
async function deleteOldFacts(ctx: AppContext, after: number, last: number): Promise<void> {
  const before = new Date(ctx.now().getTime() - RETENTION_MS)
  await inTransaction(ctx, async ({ db }) => {
    const { rows } = await sql<{ store_id: StoreId }>`
      select distinct store_id from store_facts
      where store_id > ${after} and store_id <= ${last} and observed_at < ${before}`.execute(db)
    const storeIds = rows.map(({ store_id }) => store_id)
    if (storeIds.length === 0) return
    await lockStores(db, storeIds)
    await requestForContacts(db, storeIds)
    await sql`
      with gone as (
        delete from store_facts where store_id = any(${storeIds}::bigint[]) and observed_at < ${before} returning store_id, key),
      unread as (delete from page_validators where store_id in (select store_id from gone)),
      shown as (
        select store_id, bool_or(key = 'email') as email, bool_or(key = 'phone') as phone, bool_or(key = 'company') as company
        from gone where key in ('email', 'phone', 'company') group by store_id)
      update stores set email = case when shown.email then null else stores.email end,
        email_kind = case when shown.email then null else email_kind end,
        email_domain = case when shown.email then null else email_domain end,
        email_is_own_domain = case when shown.email then null else email_is_own_domain end,
        email_state = case when shown.email then null else email_state end,
        phone = case when shown.phone then null else stores.phone end,
        company = case when shown.company then null else stores.company end
      from shown where stores.id = shown.store_id`.execute(db)
  })
}
