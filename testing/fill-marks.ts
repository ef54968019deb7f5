import { randomUUID } from 'node:crypto'
import type { StoreId, UserId } from '#contracts/ids.ts'
import type { AppContext } from '#server/platform/context.ts'

/** A row in each table of what an account marks or hides. */
export async function fillMarks(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  user_id: UserId,
  store_id: StoreId,
): Promise<void> {
  const [list_id, undo_id] = [randomUUID(), randomUUID()]
  const list = { id: list_id, user_id, name: `List of ${user_id}`, created_at: now() }
  await db.insertInto('lists').values(list).execute()
  await db
    .insertInto('list_stores')
    .values({ list_id, store_id, user_id, added_at: now() })
    .execute()
  await db.insertInto('exported_stores').values({ user_id, store_id, day: '2026-03-02' }).execute()
  const saved = { user_id, store_id, created_at: now(), updated_at: now() }
  await db
    .insertInto('saved_stores')
    .values({ ...saved, stage: 'toContact', moved_at: now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const move = { user_id, store_id, from_stage: null, to_stage: 'toContact', at: now() }
  await db.insertInto('stage_moves').values(move).execute()
  const stage = { user_id, key: 'toContact', name: null, position: 0, is_contacted: false }
  await db.insertInto('stages').values(stage).execute()
  await db.insertInto('erased_leads').values({ user_id, stage: 'won', leads: 1 }).execute()
  const text = { name: 'First mail', subject: 'About {store}', body: 'Hello', position: 0 }
  await db
    .insertInto('templates')
    .values({ id: randomUUID(), user_id, ...text })
    .execute()
  const times = { changed_at: now(), until: now() }
  await db
    .insertInto('bulk_undos')
    .values({ id: undo_id, user_id, kind: 'listed', list: null, ...times })
    .execute()
  await db.insertInto('bulk_undo_rows').values({ undo_id, store_id, was: null }).execute()
  const line = { user_id, key: 'lamp.example', kind: 'domain', line: 1 } as const
  const upload = { user_id, name: 'a.csv', reason: 'customer' } as const
  const uploadId = randomUUID()
  await db
    .insertInto('exclusion_uploads')
    .values({ ...upload, id: uploadId, created_at: now() })
    .execute()
  await db
    .insertInto('exclusions')
    .values({ ...line, upload_id: uploadId })
    .execute()
  const made = { user_id, created_at: now() }
  const target = { store_id, cluster: null, category: null, country: null }
  await db
    .insertInto('follows')
    .values({ id: randomUUID(), ...made, ...target })
    .execute()
  const mark = { verdict: 'bounced', marked_at: now() } as const
  await db
    .insertInto('contact_bounces')
    .values({ user_id, store_id, address: 'hello@lamp.example', ...mark })
    .execute()
  await db.insertInto('hidden_stores').values({ user_id, store_id, key: 'lamp.example' }).execute()
}

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
