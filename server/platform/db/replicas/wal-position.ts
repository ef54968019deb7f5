import { sql } from 'kysely'
import type { Db } from '#server/platform/db/schema.ts'

/**
 * A position in the write-ahead log. A server that has replayed it has everything written before.
 */
export type WalPosition = bigint

/** Reads PostgreSQL's notation: two hexadecimal halves, such as `16/B374D848`. */
export function parseWalPosition(text: string): WalPosition {
  const [, high, low] = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i.exec(text) ?? []
  if (high === undefined || low === undefined)
    throw new Error(`${text} is not a position in the log`)
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}

/**
 * The end of what the primary has on disk, and may thus have sent: it includes every commit that
 * was acknowledged before the call.
 */
export async function readPrimaryPosition(db: Db): Promise<WalPosition> {
  const { rows } = await sql<{
    position: string
  }>`select pg_current_wal_flush_lsn()::text as position`.execute(db)
  return parseWalPosition(rows[0]?.position ?? '')
}

/**
 * How far a replica has replayed the log; null when the server is no replica, for example since it
 * was promoted.
 */
export async function readReplayedPosition(db: Db): Promise<WalPosition | null> {
  const { rows } = await sql<{ position: string | null }>`
    select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as position`.execute(
    db,
  )
  const position = rows[0]?.position ?? null
  return position === null ? null : parseWalPosition(position)
}

/**
 * When the primary had reached which position, by this process's clock. Shows how late a replica is
 * without comparing clocks.
 */
export type PrimaryHistory = {
  /** Asks the primary for its position and keeps it with the time. */
  sample: () => Promise<void>
  /**
   * Everything committed until then is included in the position; null when the history does not
   * reach back so far.
   */
  reachedAtMs: (position: WalPosition) => number | null
  /** Whether a position is certainly later than the limit. */
  isLate: (position: WalPosition) => boolean
}

export function createPrimaryHistory(db: Db, maxLagMs: number): PrimaryHistory {
  const points: { position: WalPosition; atMs: number }[] = []
  return {
    async sample() {
      // Before the question: the answer includes everything that was committed until then.
      const atMs = performance.now()
      points.push({ position: await readPrimaryPosition(db), atMs })
      // One point beyond the limit stays: a replica that has not reached it is late.
      while ((points[1]?.atMs ?? atMs) < atMs - maxLagMs) points.shift()
    },
    reachedAtMs: (position) => points.findLast((point) => point.position <= position)?.atMs ?? null,
    isLate(position) {
      const [first] = points
      return (
        first !== undefined &&
        first.position > position &&
        performance.now() - first.atMs > maxLagMs
      )
    },
  }
}
