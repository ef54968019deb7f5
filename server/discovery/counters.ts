import { sql } from 'kysely'
import * as z from 'zod'
import type { Fetch, FetchOutcome } from '#discovery/fetch/fetch-outcome.ts'
import type { ProbeResult } from '#discovery/probe/probe-result.ts'
import type { AppContext } from '#server/platform/context.ts'
import { jsonText } from '#server/platform/db/sql-text.ts'
import { readState, writeState } from '#server/platform/system-state.ts'

const FLUSH_EVERY_MS = 10_000
const SLOT_MS = 5 * 60_000

export type Counters = {
  countVisit: (result: ProbeResult) => void
  countAnswer: (outcome: FetchOutcome) => void
  /** Time for which a stage gave way to pages. */
  countHeld: (stage: string, ms: number) => void
  /** A killed process loses its last seconds. */
  step: () => Promise<number>
}

/**
 * Running counts of this process's work, for `/metrics`: kept in the database, because not every
 * process serves metrics.
 */
export function createCounters({ db, now }: Pick<AppContext, 'db' | 'now'>): Counters {
  let counts = new Map<string, { name: string; label: string; total: number }>()
  const add = (name: string, label: string, total = 1) => {
    const key = `${name} ${label}`
    const count = counts.get(key) ?? { name, label, total: 0 }
    counts.set(key, { ...count, total: count.total + total })
  }
  return {
    countVisit: (result) => add('visits', visitLabel(result)),
    countAnswer: (outcome) => add('requests', answerLabel(outcome)),
    countHeld: (stage, ms) => add('held', stage, Math.round(ms)),
    async step() {
      const counted = counts
      counts = new Map()
      try {
        await save(
          db,
          [...counted.values()],
          new Date(Math.floor(now().getTime() / SLOT_MS) * SLOT_MS),
        )
      } catch (error) {
        for (const { name, label, total } of counted.values()) add(name, label, total)
        throw error
      }
      return FLUSH_EVERY_MS
    },
  }
}

export const countVisits =
  <Args extends unknown[]>(counters: Counters, probe: (...args: Args) => Promise<ProbeResult>) =>
  async (...args: Args): Promise<ProbeResult> => {
    const result = await probe(...args)
    counters.countVisit(result)
    return result
  }

export const countAnswers =
  (counters: Counters, fetch: Fetch): Fetch =>
  async (request) => {
    const outcome = await fetch(request)
    counters.countAnswer(outcome)
    return outcome
  }

async function save(
  db: AppContext['db'],
  counts: { name: string; label: string; total: number }[],
  slot: Date,
): Promise<void> {
  if (counts.length === 0) return
  // One order for all writers to avoid deadlocks.
  await sql`
    with counted as (
      select * from jsonb_to_recordset(${jsonText(counts)}::jsonb) as t (name text, label text, total bigint)
      order by name collate "C", label collate "C"),
    totals as (
      insert into tallies (name, label, total) select name, label, total from counted
      on conflict (name, label) do update set total = tallies.total + excluded.total)
    insert into tally_slots (name, label, slot, total) select name, label, ${slot}::timestamptz, total from counted
    on conflict (name, slot, label) do update set total = tally_slots.total + excluded.total`.execute(
    db,
  )
}

function visitLabel(result: ProbeResult): string {
  switch (result.kind) {
    case 'store':
    case 'unchanged':
      return result.kind
    case 'not_a_store':
      return result.reason
    case 'retry':
    case 'never':
      return result.cause
    default:
      return result satisfies never
  }
}

/**
 * Statuses that the crawler distinguishes; a shop may answer any number, and each would be a new
 * label.
 */
const KNOWN_STATUSES = new Set([
  200, 301, 302, 304, 307, 308, 400, 401, 402, 403, 404, 410, 423, 429, 430, 500, 502, 503, 504,
])

function answerLabel(outcome: FetchOutcome): string {
  switch (outcome.kind) {
    case 'response':
      return KNOWN_STATUSES.has(outcome.status)
        ? String(outcome.status)
        : `${Math.floor(outcome.status / 100)}xx`
    case 'refused':
      return `refused_${outcome.reason}`
    case 'failed':
      return `failed_${outcome.cause}`
    default:
      return outcome satisfies never
  }
}

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

/** Of the process that visits; `share`: 0 to 1. */
export type ReadBudget = () => { share: number; restingSites: number }

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
