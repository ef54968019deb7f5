import { setTimeout as sleep } from 'node:timers/promises'
import { readDays } from '#server/features/freshness/read-days.ts'
import { readAccuracyShare } from '#server/features/freshness/read-accuracy.ts'
import { remember } from '#server/features/freshness/remember.ts'
import type { AppContext } from '#server/context.ts'
import { readProgress } from '#server/pipeline/progress.ts'
import { type LiveFigures, progressLine } from '#server/progress-line.ts'

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
  const readSlow = remember(() => readSlowFigures(ctx), { forMs: SLOW_EVERY_MS, now: ctx.now })
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
