import * as z from 'zod'
import type { AppContext } from '#server/platform/context.ts'
import { jsonText } from '#server/platform/db/sql-text.ts'
import type { ExternalClients } from './external-clients.ts'

const EVERY_MS = 60_000

/** Row of `system_state`. */
const KEY = 'budget'

const BudgetReport = z.object({
  requestsPerSecond: z.number(),
  hostGapMs: z.number(),
  /** Fraction of the rate in use, 0 to 1: less after many shops throttled at once. */
  share: z.number(),
  restingSites: z.int(),
})
type BudgetReport = z.infer<typeof BudgetReport>

type ReadBudget = NonNullable<ExternalClients['readBudget']>

/**
 * Writes what only the process that visits knows of the budget, for the console of another process.
 */
export const createBudgetReport =
  ({ db, config, now }: Pick<AppContext, 'db' | 'config' | 'now'>, readBudget: ReadBudget) =>
  async (): Promise<number> => {
    const report: BudgetReport = {
      requestsPerSecond: config.PROBE_REQUESTS_PER_SECOND,
      hostGapMs: config.PROBE_HOST_GAP_MS,
      ...readBudget(),
    }
    const row = { value: jsonText(report), updated_at: now() }
    await db
      .insertInto('system_state')
      .values({ key: KEY, ...row })
      .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
      .execute()
    return EVERY_MS
  }

/** Null before the first report. */
export async function readBudgetReport({
  db,
}: Pick<AppContext, 'db'>): Promise<(BudgetReport & { at: Date }) | null> {
  const row = await db
    .selectFrom('system_state')
    .select(['value', 'updated_at'])
    .where('key', '=', KEY)
    .executeTakeFirst()
  const report = BudgetReport.safeParse(row?.value)
  return row && report.success ? { ...report.data, at: row.updated_at } : null
}
