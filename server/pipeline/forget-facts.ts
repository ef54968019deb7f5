import { sql } from 'kysely'
import { DAY_MS } from '#contracts/dates.ts'
import { FACTS_KEPT_DAYS } from '#contracts/facts.ts'
import type { AppContext } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'

const FORGET_AFTER_MS = FACTS_KEPT_DAYS * DAY_MS
const STORES_PER_STEP = 2_000
const NEXT_ROUND_MS = DAY_MS

/**
 * Forgets facts that no visit saw for 180 days, and what lists show of them: a group of stores with each step, all of them once a day.
 * Begins anew after a restart, which costs nothing but time.
 */
export function createForgetting(ctx: AppContext): () => Promise<number> {
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
    await forgetIn(ctx, after, last)
    after = stores < STORES_PER_STEP ? 0 : last
    return after === 0 ? NEXT_ROUND_MS : 1_000
  }
}

async function forgetIn(ctx: AppContext, after: number, last: number): Promise<void> {
  const before = new Date(ctx.now().getTime() - FORGET_AFTER_MS)
  await inTransaction(ctx, async ({ db }) => {
    // First the stores, in the order that visits lock them in.
    await sql`
      update stores set email = null, email_kind = null, email_domain = null, email_is_own_domain = null, email_state = null, phone = null,
        company = null
      where id > ${after} and id <= ${last} and (email is not null or phone is not null or company is not null)
        and last_checked_at < ${before}`.execute(db)
    await sql`
      delete from store_facts where store_id > ${after} and store_id <= ${last} and observed_at < ${before}`.execute(
      db,
    )
  })
}
