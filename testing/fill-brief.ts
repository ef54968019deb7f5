import { randomUUID } from 'node:crypto'
import type { StoreId, UserId } from '#contracts/ids.ts'
import type { AppContext } from '#server/platform/context.ts'

/** A row in each table of the brief. */
export async function fillBrief(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  user_id: UserId,
  store_id: StoreId,
): Promise<void> {
  const times = { pace: 'daily', weekday: 1, hour: 7, time_zone: 'Europe/Berlin' } as const
  const channels = { mail: true, webhook: true, at_once: true }
  const looked = { briefed_until: now(), looked_at: now(), updated_at: now() }
  await db
    .insertInto('brief_settings')
    .values({ user_id, ...times, ...channels, ...looked, last_day: '2026-03-09' })
    .execute()
  const brief_id = randomUUID()
  const span = { day: '2026-03-09', since: now(), until: now(), is_mailed: true }
  await db
    .insertInto('briefs')
    .values({ id: brief_id, user_id, kind: 'morning', ...span })
    .execute()
  const search = { id: randomUUID(), name: 'Lamps' }
  const match = { kind: 'match', key: String(store_id), store_id, is_once: true } as const
  const value = JSON.stringify({ search, points: 80, known: 90 })
  await db
    .insertInto('brief_items')
    .values({ brief_id, user_id, ...match, place: 0, value })
    .execute()
  await db
    .insertInto('brief_feeds')
    .values({ id: randomUUID(), user_id, token_hash: randomUUID(), created_at: now() })
    .execute()
}
