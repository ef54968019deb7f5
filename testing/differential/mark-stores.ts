import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { StoreId, UserId } from '#contracts/ids.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { pick } from '#testing/random.ts'
import type { MadeStore } from './make-stores.ts'
import type { Person } from './read-stores.ts'

/** As an account writes them, and as the filter tells them apart. */
const TAGS = ['Lead', 'lead', 'mailed', 'Élan', 'any', 'unknown', 'two  words']
const VALUE_OF_TAG: Record<string, string> = {
  Lead: 'lead',
  Élan: 'élan',
  any: 'any.',
  unknown: 'unknown.',
  'two  words': 'two words',
}

/** Built-in ones and one of the account's own, against what is usual of them. */
const STAGES = [
  { key: 'toContact', name: null, isContacted: false, at: 0 },
  { key: 'contacted', name: 'Mailed', isContacted: true, at: 1 },
  { key: 'replied', name: null, isContacted: false, at: 2 },
  { key: randomUUID(), name: 'On hold', isContacted: true, at: 3 },
]

type Made = { userId: UserId; stores: readonly MadeStore[]; random: () => number }

/** Lets an account save, star and tag some of the stores. */
export async function markStores(
  db: Db,
  { userId, stores, random }: Made,
): Promise<Person['marks']> {
  const saved = stores
    .filter(() => random() < 0.05)
    .map(({ id }) => ({
      id,
      isFavorite: random() < 0.3,
      tags: [...new Set([pick(random, TAGS), pick(random, TAGS)])].slice(random() < 0.4 ? 2 : 0),
      stage: random() < 0.6 ? pick(random, STAGES).key : null,
    }))
  await sql`insert into stages (user_id, key, name, position, is_contacted)
    select ${userId}, key, name, at, "isContacted"
    from jsonb_to_recordset(${JSON.stringify(STAGES)}::jsonb) as row (key text, name text, "isContacted" boolean, at integer)`.execute(
    db,
  )
  await sql`insert into saved_stores (user_id, store_id, is_favorite, tags, stage, created_at, updated_at)
    select ${userId}, id, "isFavorite", array(select jsonb_array_elements_text(tags)), stage, now(), now()
    from jsonb_to_recordset(${JSON.stringify(saved)}::jsonb) as row (id bigint, "isFavorite" boolean, tags jsonb, stage text)`.execute(
    db,
  )
  const lists = ['Customers', 'Leads', 'Empty'].map((name) => ({ id: randomUUID(), name }))
  await sql`insert into lists (id, user_id, name, created_at)
    select id, ${userId}, name, now() from jsonb_to_recordset(${JSON.stringify(lists)}::jsonb) as row (id uuid, name text)`.execute(
    db,
  )
  const some = (share: number) => stores.filter(() => random() < share).map(({ id }) => id)
  const listed = lists.slice(0, 2).map(({ id: list }) => ({ list, ids: some(0.08) }))
  for (const { list, ids } of listed)
    await sql`insert into list_stores (list_id, user_id, store_id, added_at)
      select ${list}, ${userId}, id, now() from unnest(${ids}::bigint[]) as id`.execute(db)
  const exported = some(0.5)
  await sql`insert into exported_stores (user_id, store_id, day)
    select ${userId}, id, '2026-03-01' from unnest(${exported}::bigint[]) as id`.execute(db)
  const hidden = some(0.07)
  await hideStores(db, userId, hidden)
  const bounced = stores.filter(({ email }) => email !== null && random() < 0.06)
  await sql`insert into contact_bounces (user_id, store_id, address, verdict, marked_at)
    select ${userId}, id, lower(email), 'bounced', now() from stores where id = any(${bounced.map(({ id }) => id)}::bigint[])`.execute(
    db,
  )
  const valuesOf = (tags: readonly string[]) => [
    ...new Set(tags.map((tag) => VALUE_OF_TAG[tag] ?? tag)),
  ]
  const yes = (ids: StoreId[]) => new Map(ids.map((id) => [id, ['yes']]))
  return {
    saved: yes(saved.map(({ id }) => id)),
    favorite: yes(saved.filter((one) => one.isFavorite).map(({ id }) => id)),
    stage: new Map(saved.map(({ id, stage }) => [id, stage === null ? [] : [stage]])),
    contacted: yes(
      saved
        .filter((one) => STAGES.some(({ key, isContacted }) => key === one.stage && isContacted))
        .map(({ id }) => id),
    ),
    exported: yes(exported),
    bounced: yes(bounced.map(({ id }) => id)),
    hidden: yes(hidden),
    list: new Map(
      stores.map(({ id }) => [
        id,
        listed.filter(({ ids }) => ids.includes(id)).map(({ list }) => list),
      ]),
    ),
    tag: new Map(saved.map(({ id, tags }) => [id, valuesOf(tags)])),
  }
}

/** Hides each of these stores by its own line. */
async function hideStores(db: Db, userId: UserId, ids: readonly StoreId[]): Promise<void> {
  const upload = randomUUID()
  await db
    .insertInto('exclusion_uploads')
    .values({ id: upload, user_id: userId, name: null, reason: 'customer', created_at: new Date() })
    .execute()
  await sql`insert into exclusions (user_id, key, kind, upload_id, line)
    select ${userId}, 'line-' || id || '.test', 'domain', ${upload}, 1 from unnest(${ids}::bigint[]) as id`.execute(
    db,
  )
  await sql`insert into hidden_stores (user_id, store_id, key)
    select ${userId}, id, 'line-' || id || '.test' from unnest(${ids}::bigint[]) as id`.execute(db)
}
