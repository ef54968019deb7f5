import { sql } from 'kysely'
import type { Db } from '#server/platform/db/schema.ts'

/** A position in the write-ahead log. A server that has replayed it has everything written before. */
export type WalPosition = bigint

/** Reads PostgreSQL's notation: two hexadecimal halves, such as `16/B374D848`. */
export function parseWalPosition(text: string): WalPosition {
  const [, high, low] = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i.exec(text) ?? []
  if (high === undefined || low === undefined) throw new Error(`${text} is not a position in the log`)
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}

/** The end of what the primary has on disk, and may thus have sent: it includes every commit that was acknowledged before the call. */
export async function readPrimaryPosition(db: Db): Promise<WalPosition> {
  const { rows } = await sql<{
    position: string
  }>`select pg_current_wal_flush_lsn()::text as position`.execute(db)
  return parseWalPosition(rows[0]?.position ?? '')
}

/** How far a replica has replayed the log; null when the server is no replica, for example since it was promoted. */
export async function readReplayedPosition(db: Db): Promise<WalPosition | null> {
  const { rows } = await sql<{ position: string | null }>`
    select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as position`.execute(db)
  const position = rows[0]?.position ?? null
  return position === null ? null : parseWalPosition(position)
}
