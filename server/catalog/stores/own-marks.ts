import type { StoreId, UserId } from '#contracts/ids.ts'
import { sql } from 'kysely'
import type { Verdict } from '#server/catalog/bounces/mail-state.ts'
import { createBatchLoader } from '#server/platform/db/batch-loader.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Db } from '#server/platform/db/schema.ts'

export type OwnMarks = {
  /** Undefined where the account has not saved it. */
  tags: string[] | undefined
  /** What the account said of its addresses. */
  verdicts: ReadonlyMap<string, Verdict>
}

const NOTHING: ReadonlyMap<StoreId, OwnMarks> = new Map()

/** What an account has marked of these stores; the others are missing. */
export async function findOwnMarks(
  db: Db,
  userId: UserId,
  storeIds: readonly StoreId[],
): Promise<ReadonlyMap<StoreId, OwnMarks>> {
  if (storeIds.length === 0) return NOTHING
  return selectMarks(db, { userId, storeIds })
}

const isAsked = sql<boolean>`user_id = any(users) and store_id = any(stores)`

const selectRows = prepared('marks_of_users', (db, users: UserId[], stores: StoreId[]) =>
  db
    .with('asked', (on) =>
      on.selectNoFrom([
        sql<UserId[]>`${users}::uuid[]`.as('users'),
        sql<StoreId[]>`${stores}::bigint[]`.as('stores'),
      ]),
    )
    .selectFrom(['asked', 'saved_stores'])
    .where(isAsked)
    .select(['user_id', 'store_id', sql<string[] | null>`tags`.as('tags')])
    .select(sql<string | null>`null::text`.as('address'))
    .select(sql<Verdict | null>`null::text`.as('verdict'))
    .unionAll((on) =>
      on
        .selectFrom(['asked', 'contact_bounces'])
        .where(isAsked)
        .where('lifted_at', 'is', null)
        .select(['user_id', 'store_id', sql<string[] | null>`null::text[]`.as('tags')])
        .select(sql<string | null>`address`.as('address'))
        .select(sql<Verdict | null>`verdict`.as('verdict')),
    ),
)
type Row = Awaited<ReturnType<typeof selectRows>>[number]

const selectMarks = createBatchLoader(
  async (db: Db, requests: readonly { userId: UserId; storeIds: readonly StoreId[] }[]) => {
    const users = [...new Set(requests.map(({ userId }) => userId))]
    const stores = [...new Set(requests.flatMap(({ storeIds }) => storeIds))]
    const byUser = Map.groupBy(await selectRows(db, users, stores), ({ user_id }) => user_id)
    const marks = new Map(users.map((userId) => [userId, byStore(byUser.get(userId) ?? [])]))
    return requests.map(({ userId }) => marks.get(userId) ?? NOTHING)
  },
)

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
