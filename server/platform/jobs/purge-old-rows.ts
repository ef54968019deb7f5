import { type RawBuilder, sql } from 'kysely'
import { DAY_MS } from '#contracts/dates.ts'
import type { AppContext } from '#server/platform/context.ts'
import type { TableName } from '#server/platform/db/schema.ts'
import { defineCron } from './job-definition.ts'

type Old = (now: Date) => RawBuilder<unknown>

/**
 * What ends the rows of a table, besides the erasure of the account or the store that they name.
 * Old rows are deleted every night, or only one of their columns is emptied. `keep` says why the
 * purge leaves a table alone.
 */
type Rule = { old: Old; empty?: string } | { keep: string }
export type Retention<Table extends TableName = TableName> = Readonly<Partial<Record<Table, Rule>>>

export const olderThan =
  (column: string, days: number): Old =>
  (now) =>
    sql`${sql.ref(column)} < ${new Date(now.getTime() - days * DAY_MS).toISOString()}`

/** Longer than the longest range of days that a call may ask for (366). */
export const LONG_DAYS = 400
/**
 * For mail and messages that could not be sent: after this they are useless, and a recipient's
 * address should not be kept.
 */
export const UNSENT_DAYS = 7

/** Small enough that a statement neither takes long nor holds many locks. */
const BATCH_ROWS = 5_000

export const purgeOldRows = (retentions: readonly Retention[]) =>
  defineCron({
    name: 'purge-old-rows',
    maxAttempts: 3,
    cron: '37 2 * * *',
    run: async (ctx, signal) => {
      for (const retention of retentions) await deleteOldRows(ctx, retention, signal)
    },
  })

/**
 * Rows that are locked are being written, and wait for the next night: the purge waits for no
 * transaction, so it can lock rows in any order.
 */
export async function deleteOldRows(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  retention: Retention,
  signal?: AbortSignal,
): Promise<void> {
  for (const [name, rule] of Object.entries(retention)) {
    if ('keep' in rule) continue
    const table = sql.table(name)
    const old = rule.old(now())
    const change = rule.empty
      ? sql`update ${table} set ${sql.ref(rule.empty)} = null`
      : sql`delete from ${table}`
    // The condition again, because a `ctid` is unique only within a partition.
    const batch = sql`${change} where (${old}) and ctid = any(array(
      select ctid from ${table} where ${old} limit ${BATCH_ROWS} for update skip locked))`
    let changed = BATCH_ROWS
    while (changed >= BATCH_ROWS && !signal?.aborted)
      changed = Number((await batch.execute(db)).numAffectedRows ?? 0)
  }
}
