import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { createIssuer, type Issuer } from './ct-log/issuer.ts'
import { openCtLog, type CtLog } from './ct-log/ct-log.ts'
import { createEntryIndex, createFixedIndex } from './ct-log/entry-index.ts'
import { entriesIn } from './ct-log/log-entry.ts'
import {
  GROWING_LOGS,
  hashFileOf,
  NEXT_SHARD,
  PAST_SHARD,
  shardBoundaryMs,
  type LogPlan,
} from './ct-log/log-plan.ts'
import { pastEntries } from './ct-log/past-entries.ts'
import { certificatesOf, type LoggedCertificate } from './ct-log/tick-certificates.ts'
import { createTickBook } from './ct-log/tick-book.ts'
import { openJournal, type Journal, type JournalHeader } from './journal/journal.ts'
import { LIVE_GAP_MS, planHours, planLive } from './journal/plan-ticks.ts'
import { countersAfter, type Tick } from './journal/tick.ts'
import type { WorldOptions } from './options.ts'
import { hash } from './random.ts'
import type { ShopReference } from './shop-platform/shop-reference.ts'
import { DAY_MS } from './time.ts'
import { createWorldClock } from './world-clock.ts'
import { createWorldState, type WorldState } from './world-state.ts'
import type { Progress } from './world.ts'

/**
 * Increase it with every change to the meaning of an ordinal or tick: old trees could not be
 * continued.
 */
const FORMAT = 4

/** The world's past and its progress: keeps journal, clock, state and logs consistent. */
export type Timeline = Disposable & {
  state: WorldState
  logs: CtLog[]
  issuer: Issuer
  startedAtMs: number
  /** Length of the past at the world's first start. */
  days: number
  switches: ReadonlyMap<string, 'open' | 'closed'>
  now: () => number
  /** Logs the events since the last tick. */
  catchUp: () => void
  launch: (name?: string) => ShopReference
  switchHost: (host: string, to: 'open' | 'closed') => void
  advanceClock: (byMs: number) => void
  describe: () => Record<string, unknown>
}

export function openTimeline(options: WorldOptions, progress: Progress): Timeline {
  const file = join(options.dataDir, 'journal.jsonl')
  const first = tryOpen(options, file, progress)
  if (first) return first
  // After a change of seed or format these logs cannot be continued, so a new world with new logs
  // replaces them.
  const files = [...GROWING_LOGS, PAST_SHARD, NEXT_SHARD].map(hashFileOf)
  for (const name of ['journal.jsonl', ...files])
    rmSync(join(options.dataDir, name), { force: true })
  const second = tryOpen(options, file, progress)
  if (!second) throw new Error(`the world in ${options.dataDir} cannot be started`)
  return second
}

function tryOpen(options: WorldOptions, file: string, progress: Progress): Timeline | null {
  const journal = openJournal(file)
  const header = headerOf(journal, options)
  if (!header) return null
  const state = createWorldState(options)
  const issuer = createIssuer(options.seed)
  const logs = openLogs(options, header, issuer, state)
  const switches = new Map<string, 'open' | 'closed'>()
  let advancedMs = 0
  for (const line of journal.lines) {
    if ('tick' in line) replay(state, logs, line.tick)
    else if ('clock' in line) advancedMs += line.clock.advanceMs
    else if ('host' in line) switches.set(line.host.name, line.host.is)
  }
  journal.lines.length = 0
  if (!logs.every((log) => log.settle().isSame)) {
    for (const log of logs) log[Symbol.dispose]()
    return null
  }
  const clock = createWorldClock(advancedMs, state.lastTick()?.atMs ?? 0)
  const timeline = createTimeline({
    options,
    journal,
    header,
    state,
    issuer,
    logs,
    switches,
    clock,
  })
  fillGap(timeline, progress)
  return timeline
}

function headerOf(journal: Journal, options: WorldOptions): JournalHeader | null {
  const [line] = journal.lines
  if (line) return 'header' in line && isOf(line.header, options) ? line.header : null
  const header = {
    format: FORMAT,
    seed: options.seed,
    startedAtMs: options.startAtMs ?? Date.now(),
    days: options.days,
    ...(options.oneOfEach && { oneOfEach: true }),
  }
  journal.append({ header })
  return header
}

const isOf = ({ format, seed, oneOfEach = false }: JournalHeader, options: WorldOptions): boolean =>
  format === FORMAT && seed === options.seed && oneOfEach === options.oneOfEach

// The label contains the start time: a different first start gives a different log, with its own
// key.
function openLogs(
  options: WorldOptions,
  header: JournalHeader,
  issuer: Issuer,
  state: WorldState,
): CtLog[] {
  const date = new Date(header.startedAtMs)
  const label = `${date.getUTCFullYear()}h${date.getUTCMonth() < 6 ? 1 : 2}-${hash(header.seed, header.startedAtMs, header.format).toString(16).padStart(8, '0')}`
  const common = (plan: LogPlan) => ({
    plan,
    label,
    issuer,
    hashFile: join(options.dataDir, hashFileOf(plan)),
  })
  const book = createTickBook(state)
  const growing = GROWING_LOGS.map((plan, number) =>
    openCtLog({ ...common(plan), number, index: createEntryIndex(book, plan.bit) }),
  )
  const boundaryMs = shardBoundaryMs(header.startedAtMs, header.days)
  const shards = [
    { plan: PAST_SHARD, entries: pastEntries(header.seed, boundaryMs) },
    { plan: NEXT_SHARD, entries: [] },
  ].map(({ plan, entries }, number) => {
    const log = openCtLog({
      ...common(plan),
      number: GROWING_LOGS.length + number,
      index: createFixedIndex(entries),
    })
    log.fill(entries, header.startedAtMs - header.days * DAY_MS)
    return log
  })
  return [...growing, ...shards]
}

const growing = (logs: readonly CtLog[]): readonly CtLog[] => logs.slice(0, GROWING_LOGS.length)

function replay(state: WorldState, logs: readonly CtLog[], tick: Tick): void {
  state.add(tick)
  let certificates: LoggedCertificate[] | null = null
  for (const log of growing(logs))
    log.publish(tick, () => (certificates ??= certificatesOf(state, tick)))
}

type Parts = {
  options: WorldOptions
  journal: Journal
  header: JournalHeader
  state: WorldState
  issuer: Issuer
  logs: CtLog[]
  switches: Map<string, 'open' | 'closed'>
  clock: ReturnType<typeof createWorldClock>
}

type Publish = (planned: Omit<Tick, 'entries'>) => void
type InnerTimeline = Timeline & { parts: Parts; publish: Publish }

function createTimeline(parts: Parts): InnerTimeline {
  const { options, journal, header, state, issuer, logs, switches, clock } = parts
  const publish = publisher(parts)
  const catchUp = (): void => {
    for (const planned of dueTicks(parts)) publish(planned)
  }
  return {
    parts,
    publish,
    state,
    logs,
    issuer,
    switches,
    catchUp,
    startedAtMs: header.startedAtMs,
    days: header.days,
    now: clock.now,
    launch(name) {
      catchUp()
      const launched = launchNow(parts, publish, name)
      for (const log of logs) log.flushCaches()
      return launched
    },
    switchHost(host, to) {
      journal.append({ host: { name: host, is: to, sinceMs: clock.now() } })
      switches.set(host, to)
    },
    advanceClock(byMs) {
      journal.append({ clock: { advanceMs: byMs } })
      clock.advance(byMs)
      catchUp()
    },
    describe: () => ({
      seed: options.seed,
      startedAt: new Date(header.startedAtMs).toISOString(),
      shops: state.counts(),
      ticks: state.ticks.length,
      logs: logs.map(({ origin, size }) => ({ origin, size })),
    }),
    [Symbol.dispose]() {
      for (const log of logs) log[Symbol.dispose]()
    },
  }
}

/** Writes the journal first: everything that was served must reappear after a kill. */
function publisher({ journal, state, logs }: Parts): Publish {
  return (planned) => {
    const certificates = certificatesOf(state, planned)
    const entries = GROWING_LOGS.map(({ bit }) => entriesIn(bit, certificates).length)
    const tick: Tick = { ...planned, entries }
    journal.append({ tick })
    state.add(tick)
    for (const log of growing(logs)) log.publish(tick, () => certificates)
  }
}

function dueTicks({ options, state, clock }: Parts): Omit<Tick, 'entries'>[] {
  const last = state.lastTick()
  const nowMs = clock.now()
  const fromMs = last?.atMs ?? nowMs
  if (nowMs <= fromMs) return []
  if (nowMs - fromMs <= LIVE_GAP_MS) return [planLive(options.seed, options, last, fromMs, nowMs)]
  return planHours(
    options.seed,
    options,
    last,
    Math.max(fromMs, nowMs - options.days * DAY_MS),
    nowMs,
  )
}

/**
 * A tick with one plain store. It always gets an explicit name, so that it never becomes an odd
 * store.
 */
function launchNow(
  { state, clock }: Parts,
  publish: Publish,
  name: string | undefined,
): ShopReference {
  const last = state.lastTick()
  const fromMs = last?.atMs ?? clock.now()
  const { new: ordinal, old, stray, noise } = countersAfter(last)
  const reference: ShopReference = { side: 'new', ordinal }
  publish({
    fromMs,
    atMs: Math.max(clock.now(), fromMs + 1),
    new: [ordinal, 1],
    old: [old, 0],
    stray: [stray, 0],
    noise: [noise, 0],
    chosen: { [ordinal]: name ?? state.brand(reference).name },
  })
  return reference
}

/** Fills the days before the first start, or the time while the world was off, by the hour. */
function fillGap(
  { parts: { options, header, state, clock }, publish }: InnerTimeline,
  progress: Progress,
): void {
  const nowMs = clock.now()
  const last = state.lastTick()
  const fromMs = last
    ? Math.max(last.atMs, nowMs - options.days * DAY_MS)
    : header.startedAtMs - options.days * DAY_MS
  const toMs = last ? nowMs : header.startedAtMs
  const hours = planHours(options.seed, options, last, fromMs, toMs)
  hours.forEach((planned, number) => {
    if (number % 250 === 0) progress({ stage: 'world', done: number, of: hours.length })
    publish(planned)
  })
  progress({ stage: 'world', done: hours.length, of: hours.length })
}
