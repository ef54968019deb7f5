import type { StoreId, UserId } from '#contracts/ids.ts'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Verdict } from '#server/catalog/bounces/mail-state.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Db } from '#server/platform/db/schema.ts'
import type { MarkRevisions } from '#server/platform/session/viewer.ts'

export type OwnMarks = {
  /** Undefined where the account has not saved it. */
  tags: string[] | undefined
  /** What the account said of its addresses. */
  verdicts: ReadonlyMap<string, Verdict>
}

const NOTHING: ReadonlyMap<StoreId, OwnMarks> = new Map()

/** Of one account, while it marks nothing new. */
type KnownMarks = { revision: string; marks: Map<StoreId, OwnMarks | undefined> }

const MAX_ACCOUNTS = 200
const MAX_STORES = 2_000

export type MarksCache = (
  db: Db,
  userId: UserId,
  asked: { ids: readonly StoreId[]; revisions: MarkRevisions },
) => Promise<ReadonlyMap<StoreId, OwnMarks | undefined>>

/** Reads the marks of a store once, until the account marks something. */
export function createMarksCache(): MarksCache {
  const accounts = new LRUCache<UserId, KnownMarks>({ max: MAX_ACCOUNTS })
  return async (db, userId, { ids, revisions }) => {
    const { saved, bounced } = revisions ?? {}
    if (saved === undefined && bounced === undefined) return NOTHING
    const revision = `${saved} ${bounced}`
    let known = accounts.get(userId)
    if (known?.revision !== revision || known.marks.size > MAX_STORES) {
      known = { revision, marks: new Map() }
      accounts.set(userId, known)
    }
    const { marks } = known
    const missing = ids.filter((id) => !marks.has(id))
    if (missing.length === 0) return marks
    const found = byStore(await selectRows(db, userId, missing))
    for (const id of missing) marks.set(id, found.get(id))
    return marks
  }
}

const isAsked = sql<boolean>`user_id = account and store_id = any(stores)`

const selectRows = prepared('marks_of_user', (db, account: UserId, stores: StoreId[]) =>
  db
    .with('asked', (on) =>
      on.selectNoFrom([
        sql<UserId>`${account}::uuid`.as('account'),
        sql<StoreId[]>`${stores}::bigint[]`.as('stores'),
      ]),
    )
    .selectFrom(['asked', 'saved_stores'])
    .where(isAsked)
    .select(['store_id', sql<string[] | null>`tags`.as('tags')])
    .select(sql<string | null>`null::text`.as('address'))
    .select(sql<Verdict | null>`null::text`.as('verdict'))
    .unionAll((on) =>
      on
        .selectFrom(['asked', 'contact_bounces'])
        .where(isAsked)
        .where('lifted_at', 'is', null)
        .select(['store_id', sql<string[] | null>`null::text[]`.as('tags')])
        .select(sql<string | null>`address`.as('address'))
        .select(sql<Verdict | null>`verdict`.as('verdict')),
    ),
)
type Row = Awaited<ReturnType<typeof selectRows>>[number]

const byStore = (rows: readonly Row[]): ReadonlyMap<StoreId, OwnMarks> =>
  new Map(
    [...Map.groupBy(rows, ({ store_id }) => store_id)].map(([id, own]) => [
      id,
      {
        tags: own.find(({ tags }) => tags !== null)?.tags ?? undefined,
        verdicts: new Map(
          own.flatMap(({ address, verdict }) =>
            address === null || verdict === null ? [] : [[address, verdict] as const],
          ),
        ),
      },
    ]),
  )

export async function findSavedStoreIds(db: Db, userId: UserId): Promise<Set<StoreId>> {
  const rows = await db
    .selectFrom('saved_stores')
    .select('store_id')
    .where('user_id', '=', userId)
    .execute()
  return new Set(rows.map((row) => row.store_id))
}
