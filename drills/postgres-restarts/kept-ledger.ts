import type { StoreId, UserId } from '#contracts/ids.ts'
import type { Db } from '#server/platform/db/schema.ts'

/**
 * What one account has saved for one store: its notes, and the id for removing it; null = not
 * saved.
 */
type Kept = { id: number; notes: string } | null

export type Pair = {
  user: number
  userId: UserId
  storeId: StoreId
  /** The last acknowledged state. */
  kept: Kept
  /**
   * Notes that an unacknowledged write may have left; null = it may have removed the store;
   * undefined = no such write.
   */
  maybe: string | null | undefined
}

export type KeptLedger = {
  /** Reserves a pair that no other call is writing. */
  take: () => Pair
  giveBack: (pair: Pair) => void
  /** Describes acknowledged writes that are missing. */
  findLost: (db: Db) => Promise<string[]>
}

/** Records acknowledged writes; only one call at a time writes each pair of account and store. */
export function createKeptLedger(userIds: UserId[], storeIds: StoreId[]): KeptLedger {
  const pairs = storeIds.flatMap((storeId) =>
    userIds.map((userId, user): Pair => ({ user, userId, storeId, kept: null, maybe: undefined })),
  )
  const free = [...pairs]
  return {
    take() {
      const pair = free.shift()
      if (!pair) throw new Error('every pair is being written: there are too few of them')
      return pair
    },
    giveBack: (pair) => void free.push(pair),
    async findLost(db) {
      const rows = await db
        .selectFrom('saved_stores')
        .select(['user_id', 'store_id', 'notes'])
        .execute()
      const found = new Map(rows.map((row) => [`${row.user_id} ${row.store_id}`, row.notes]))
      return pairs.flatMap((pair) => {
        const notes = found.get(`${pair.userId} ${pair.storeId}`) ?? null
        const acknowledged = pair.kept?.notes ?? null
        if (notes === acknowledged || (pair.maybe !== undefined && notes === pair.maybe)) return []
        return [
          `store ${pair.storeId} of ${pair.userId}: acknowledged ${acknowledged}, found ${notes}`,
        ]
      })
    },
  }
}
