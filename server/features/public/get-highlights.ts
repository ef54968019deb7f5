import { DAY_MS } from '#contracts/dates.ts'
import type { Highlights } from '#contracts/public.ts'
import type { Db } from '#server/context.ts'
import { readAccuracyShare } from '#server/features/freshness/read-accuracy.ts'
import { newStores } from '#server/features/stores/new-stores.ts'
import type { RequestContext } from '#server/route.ts'

const RECENT_STORES = 3

export async function getHighlights(ctx: RequestContext): Promise<Highlights> {
  const since = new Date(ctx.now().getTime() - DAY_MS)
  const [{ launched, last24h }, recent, accuracy] = await Promise.all([
    countLaunched(ctx.db, since),
    recentStores(ctx.db),
    readAccuracyShare(ctx.db),
  ])
  return { launched, last24h, accuracy, recent }
}

async function countLaunched(db: Db, since: Date): Promise<{ launched: number; last24h: number }> {
  return newStores(db, null)
    .select((on) => [
      on.fn.countAll<number>().as('launched'),
      on.fn.countAll<number>().filterWhere('found_at', '>', since).as('last24h'),
    ])
    .executeTakeFirstOrThrow()
}

async function recentStores(db: Db): Promise<Highlights['recent']> {
  const rows = await newStores(db, null)
    .select(['name', 'country', 'product_count', 'found_day'])
    // The day first, although the moment alone gives the same order: the index serves only this form.
    .orderBy('found_day', 'desc')
    .orderBy('found_at', 'desc')
    .orderBy('id', 'desc')
    .limit(RECENT_STORES)
    .execute()
  return rows.map((row) => ({
    name: row.name,
    country: row.country,
    productCount: row.product_count,
    foundDay: row.found_day,
  }))
}
