import { setTimeout as sleep } from 'node:timers/promises'
import type { Lag } from '#contracts/freshness.ts'
import { readAccuracyShare } from '#server/operations/freshness/accuracy.ts'
import { readDays } from '#server/operations/freshness/freshness.ts'
import { cacheFor } from '#server/platform/async-cache.ts'
import type { AppContext } from '#server/platform/context.ts'
import { type Progress, readProgress } from './progress.ts'

const EVERY_MS = 1_000
/** Without a terminal, a line a minute is enough. */
const PLAIN_EVERY_MS = 60_000
/** For figures that change slowly, or cost more to read. */
const SLOW_EVERY_MS = 10_000

type Options = {
  /** The output without a terminal: a line of text, or an event in the log. */
  withoutTerminal: 'text' | 'log'
}

/** Shows the progress of discovery: one line that is rewritten on a terminal, a line a minute elsewhere. */
export async function showProgress(
  ctx: AppContext,
  signal: AbortSignal,
  { withoutTerminal }: Options = { withoutTerminal: 'text' },
): Promise<void> {
  const isTerminal = process.stdout.isTTY === true
  const read = createReading(ctx)
  let last = ''
  while (!signal.aborted) {
    const figures = await read().catch(() => null)
    const line = figures ? progressLine(figures) : last
    if (figures && !isTerminal && withoutTerminal === 'log') logFigures(ctx, figures)
    else if (line !== last) process.stdout.write(isTerminal ? `\r\u001b[2K${fitting(line)}` : `${line}\n`)
    last = line
    await sleep(isTerminal ? EVERY_MS : PLAIN_EVERY_MS, undefined, { signal }).catch(() => undefined)
  }
  if (isTerminal) process.stdout.write('\n')
}

/** A line that wraps cannot be rewritten. */
const fitting = (line: string): string => line.slice(0, Math.max(20, (process.stdout.columns ?? 120) - 1))

function logFigures({ log }: AppContext, { progress, ...figures }: LiveFigures): void {
  log.info({ event: 'discovery.progress', ...progress, ...figures }, 'discovery progress')
}

function createReading(ctx: AppContext): () => Promise<LiveFigures> {
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
      parked: logs.filter(({ state }) => state === 'parked').length,
    },
    lagToday: today?.live ?? { stores: 0, p50Seconds: null, p90Seconds: null, p95Seconds: null },
    accuracy: await readAccuracyShare(ctx.db),
  }
}

export type LiveFigures = {
  progress: Progress
  entriesPerSecond: number
  logs: { active: number; parked: number }
  lagToday: Lag
  accuracy: { share: number; sample: number } | null
}

const figure = (count: number) => count.toLocaleString('en')

/** The state of discovery in one line; missing figures are left out. */
export function progressLine({ progress, entriesPerSecond, logs, lagToday, accuracy }: LiveFigures): string {
  const { storesNew, storesFound, hostsToVisit, entriesLeft } = progress
  return [
    `  ${stateOf(progress)}`,
    `${figure(Math.round(entriesPerSecond))} entries/s`,
    logsText(logs, entriesLeft),
    ...(hostsToVisit > 0 ? [`${figure(hostsToVisit)} hosts waiting`] : []),
    `${figure(storesNew)} new stores (${figure(storesFound - storesNew)} established)`,
    ...(lagToday.stores > 0
      ? [`lag today ${duration(lagToday.p50Seconds)} (P90 ${duration(lagToday.p90Seconds)})`]
      : []),
    ...(accuracy ? [`${percent(accuracy.share)} right of ${figure(accuracy.sample)} stores`] : []),
  ].join(' · ')
}

function stateOf({ entriesRead, entriesLeft, hostsToVisit }: Progress): string {
  if (entriesRead === 0) return 'starting'
  return entriesLeft > 1_000 || hostsToVisit > 50 ? 'catching up' : 'live'
}

function logsText({ active, parked }: LiveFigures['logs'], behind: number): string {
  const text = `${active} ${active === 1 ? 'log' : 'logs'}, ${figure(behind)} behind`
  return parked > 0 ? `${text}, ${parked} PARKED` : text
}

function duration(seconds: number | null): string {
  if (seconds === null) return '?'
  if (seconds < 120) return `${Math.round(seconds)} s`
  return seconds < 7_200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3_600)} h`
}

/** Rounded down: 100 % only where everything is right. */
const percent = (share: number): string => `${(Math.floor(share * 1_000) / 10).toFixed(1)} %`
