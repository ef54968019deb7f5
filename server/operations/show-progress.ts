import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Lag } from '#contracts/operations/freshness.ts'
import { readAccuracyTotals } from '#server/operations/freshness/accuracy.ts'
import { readDays } from '#server/operations/freshness/freshness.ts'
import { cacheFor } from '#server/platform/async-cache.ts'
import type { AppContext } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/schema.ts'

const EVERY_MS = 1_000
/** Without a terminal, a line a minute is enough. */
const PLAIN_EVERY_MS = 60_000
/** For figures that change slowly, or cost more to read. */
const SLOW_EVERY_MS = 10_000

type Options = {
  /** The output without a terminal: a line of text, or an event in the log. */
  withoutTerminal: 'text' | 'log'
}

/**
 * Shows the progress of discovery: one line that is rewritten on a terminal, a line a minute
 * elsewhere.
 */
export async function showProgress(
  ctx: AppContext,
  signal: AbortSignal,
  { withoutTerminal }: Options,
): Promise<void> {
  const isTerminal = process.stdout.isTTY === true
  const read = createFiguresReader(ctx)
  let last = ''
  while (!signal.aborted) {
    const figures = await read().catch(() => null)
    const line = figures ? formatProgress(figures) : last
    if (figures && !isTerminal && withoutTerminal === 'log') logFigures(ctx, figures)
    else if (line !== last)
      process.stdout.write(isTerminal ? `\r\u001b[2K${fitToTerminal(line)}` : `${line}\n`)
    last = line
    await sleep(isTerminal ? EVERY_MS : PLAIN_EVERY_MS, undefined, { signal }).catch(
      () => undefined,
    )
  }
  if (isTerminal) process.stdout.write('\n')
}

/** A line that wraps cannot be rewritten. */
const fitToTerminal = (line: string): string =>
  line.slice(0, Math.max(20, (process.stdout.columns ?? 120) - 1))

function logFigures({ log }: AppContext, { progress, ...figures }: LiveFigures): void {
  log.info({ event: 'discovery.progress', ...progress, ...figures }, 'discovery progress')
}

function createFiguresReader(ctx: AppContext): () => Promise<LiveFigures> {
  const readSlow = cacheFor(() => readSlowFigures(ctx), { forMs: SLOW_EVERY_MS, now: ctx.now })
  let before: { entries: number; atMs: number } | null = null
  return async () => {
    const progress = await readProgress(ctx.db)
    const atMs = performance.now()
    const entries = before ? progress.entriesRead - before.entries : 0
    const seconds = before ? (atMs - before.atMs) / 1000 : 1
    before = { entries: progress.entriesRead, atMs }
    return { progress, entriesPerSecond: entries / seconds, ...(await readSlow()) }
  }
}

async function readSlowFigures(ctx: AppContext) {
  const [today] = await readDays(ctx, 1)
  const logs = await ctx.db.selectFrom('ct_logs').select('state').execute()
  return {
    logs: {
      active: logs.filter(({ state }) => state === 'active').length,
      quarantined: logs.filter(({ state }) => state === 'quarantined').length,
    },
    lagToday: today?.live ?? { stores: 0, p50Seconds: null, p90Seconds: null, p95Seconds: null },
    accuracy: await readAccuracyTotals(ctx.db),
  }
}

export type LiveFigures = {
  progress: Progress
  entriesPerSecond: number
  logs: { active: number; quarantined: number }
  lagToday: Lag
  accuracy: { share: number; sample: number } | null
}

const formatCount = (count: number) => count.toLocaleString('en')

/** Missing figures are left out. */
export function formatProgress({
  progress,
  entriesPerSecond,
  logs,
  lagToday,
  accuracy,
}: LiveFigures): string {
  const { storesNew, storesFound, hostsToVisit, entriesLeft } = progress
  return [
    `  ${discoveryState(progress)}`,
    `${formatCount(Math.round(entriesPerSecond))} entries/s`,
    formatLogs(logs, entriesLeft),
    ...(hostsToVisit > 0 ? [`${formatCount(hostsToVisit)} hosts waiting`] : []),
    `${formatCount(storesNew)} new stores (${formatCount(storesFound - storesNew)} established)`,
    ...(lagToday.stores > 0
      ? [
          `lag today ${formatDuration(lagToday.p50Seconds)} (P90 ${formatDuration(lagToday.p90Seconds)})`,
        ]
      : []),
    ...(accuracy
      ? [`${formatPercent(accuracy.share)} right of ${formatCount(accuracy.sample)} stores`]
      : []),
  ].join(' · ')
}

function discoveryState({ entriesRead, entriesLeft, hostsToVisit }: Progress): string {
  if (entriesRead === 0) return 'starting'
  return entriesLeft > 1_000 || hostsToVisit > 50 ? 'catching up' : 'live'
}

function formatLogs({ active, quarantined }: LiveFigures['logs'], behind: number): string {
  const text = `${active} ${active === 1 ? 'log' : 'logs'}, ${formatCount(behind)} behind`
  return quarantined > 0 ? `${text}, ${quarantined} QUARANTINED` : text
}

function formatDuration(seconds: number | null): string {
  if (seconds === null) return '?'
  if (seconds < 120) return `${Math.round(seconds)} s`
  return seconds < 7_200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3_600)} h`
}

/** Rounded down: 100 % only where everything is right. */
const formatPercent = (share: number): string => `${(Math.floor(share * 1_000) / 10).toFixed(1)} %`

type Progress = {
  entriesRead: number
  /** Entries in the logs beyond the read position. */
  entriesLeft: number
  hostsChecked: number
  hostsToVisit: number
  storesFound: number
  /** Newly launched. */
  storesNew: number
}

/** A handful of cheap counts. */
async function readProgress(db: Db): Promise<Progress> {
  const { rows } = await sql<Progress>`
    select
      (select coalesce(sum(entries_read), 0)::bigint from ct_logs) as "entriesRead",
      (select coalesce(sum(tree_size - next_index), 0)::bigint from ct_logs where state = 'active') as "entriesLeft",
      (select coalesce(sum(hosts_checked), 0)::bigint from ct_logs) as "hostsChecked",
      (select count(*) from candidates where stage = 'visit' and outcome is null and due_at is not null) as "hostsToVisit",
      (select count(*) from stores) as "storesFound",
      (select count(*) from stores where launch_status = 'new') as "storesNew"`.execute(db)
  const [progress] = rows
  if (!progress) throw new Error('a select without from always gives one row')
  return progress
}
