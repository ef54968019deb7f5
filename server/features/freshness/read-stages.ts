import { sql } from 'kysely'
import { addDays, dayOf } from '#contracts/dates.ts'
import type { Freshness } from '#contracts/freshness.ts'
import type { AppContext } from '#server/context.ts'
import { newStores } from '#server/features/stores/new-stores.ts'
import { seconds } from './seconds.ts'

const STAGE_DAYS = 7

/** From the entry to its reading, to the host pointing at the platform, to our first request, to being visible. */
const STEPS = {
  toRead: sql`read_at - found_at`,
  toPointed: sql`pointed_at - read_at`,
  toAsked: sql`asked_at - pointed_at`,
  toVisible: sql`visible_at - asked_at`,
}

/** The time spent in each step, over the live stores of the last days. */
export async function readStages({ db, now }: Pick<AppContext, 'db' | 'now'>): Promise<Freshness['stages']> {
  const today = dayOf(now())
  const days = { from: addDays(today, 1 - STAGE_DAYS), to: today }
  const row = await newStores(db, days)
    .innerJoin('store_lags', 'store_lags.store_id', 'stores.id')
    .where('live', '=', true)
    .select((on) => [
      on.fn.countAll<number>().as('stores'),
      half('toRead').as('toRead'),
      half('toPointed').as('toPointed'),
      half('toAsked').as('toAsked'),
      half('toVisible').as('toVisible'),
    ])
    .executeTakeFirstOrThrow()
  const { stores, toRead, toPointed, toAsked, toVisible } = row
  return {
    stores,
    toRead: stage(toRead),
    toPointed: stage(toPointed),
    toAsked: stage(toAsked),
    toVisible: stage(toVisible),
  }
}

const half = (step: keyof typeof STEPS) => sql<number[] | null>`
  percentile_disc(array[0.5, 0.9]) within group (order by greatest(0, extract(epoch from ${STEPS[step]}))::float8)`

const stage = (values: number[] | null) => ({
  p50Seconds: seconds(values?.[0]),
  p90Seconds: seconds(values?.[1]),
})
