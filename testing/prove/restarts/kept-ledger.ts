import type { Db } from '#server/context.ts'

/** What one account keeps of one store: its notes, and the id under which it can be let go; null = nothing. */
type Kept = { id: number; notes: string } | null

export type Pair = {
  user: number
  userId: string
  storeId: number
  /** What was acknowledged last. */
  kept: Kept
  /** Notes that an unacknowledged write may have left; null = it may have let go; undefined = there is no such write. */
  maybe: string | null | undefined
}

export type KeptLedger = {
  /** A pair that nobody else writes now. */
  take: () => Pair
  giveBack: (pair: Pair) => void
  /** Acknowledged writes that are not there, in words. */
  findLost: (db: Db) => Promise<string[]>
}

/** Remembers what was acknowledged; each pair of account and store is written by one call at a time. */
export function createKeptLedger(userIds: string[], storeIds: number[]): KeptLedger {
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
      const rows = await db.selectFrom('saved_stores').select(['user_id', 'store_id', 'notes']).execute()
      const found = new Map(rows.map((row) => [`${row.user_id} ${row.store_id}`, row.notes]))
      return pairs.flatMap((pair) => {
        const notes = found.get(`${pair.userId} ${pair.storeId}`) ?? null
        const acknowledged = pair.kept?.notes ?? null
        if (notes === acknowledged || (pair.maybe !== undefined && notes === pair.maybe)) return []
        return [`store ${pair.storeId} of ${pair.userId}: acknowledged ${acknowledged}, found ${notes}`]
      })
    },
  }
}
