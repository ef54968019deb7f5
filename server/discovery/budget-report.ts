import * as z from 'zod'
import type { AppContext } from '#server/platform/context.ts'
import { readState, writeState } from '#server/platform/system-state.ts'
import type { ExternalClients } from './external-clients.ts'

const EVERY_MS = 60_000

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

/** Only the process that visits knows it; the console may be another. */
export const createBudgetReport =
  (ctx: Pick<AppContext, 'db' | 'config' | 'now'>, readBudget: ReadBudget) =>
  async (): Promise<number> => {
    const report: BudgetReport = {
      requestsPerSecond: ctx.config.PROBE_REQUESTS_PER_SECOND,
      hostGapMs: ctx.config.PROBE_HOST_GAP_MS,
      ...readBudget(),
    }
    await writeState(ctx, KEY, report)
    return EVERY_MS
  }

/** Null before the first report. */
export async function readBudgetReport(
  ctx: Pick<AppContext, 'db'>,
): Promise<(BudgetReport & { at: Date }) | null> {
  const row = await readState(ctx, KEY)
  const report = BudgetReport.safeParse(row?.value)
  return row && report.success ? { ...report.data, at: row.updated_at } : null
}
