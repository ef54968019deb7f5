import { sql } from 'kysely'
import type { Day } from '#contracts/dates.ts'

/**
 * When a store `s` began to list a product `p`: the day on which it was found, or the product's own
 * day if that is later. Not the day of publishing, which a store can renew at will. The triggers on
 * products use the same function.
 */
export const listedOn = sql<Day>`listed_day(s.found_day, p.created_at, p.published_at, p.last_seen_at)`
