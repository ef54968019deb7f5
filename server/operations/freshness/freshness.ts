import { sql } from 'kysely'
import { addDays, type Day, dayOf } from '#contracts/dates.ts'
import type {
  Freshness,
  FreshnessDay,
  FreshnessLog,
  Lag,
  Queue,
  Queues,
} from '#contracts/operations/freshness.ts'
import { selectNewStores } from '#server/catalog/api.ts'
import type { AppContext } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { countDeadJobs } from '#server/platform/jobs/queues.ts'
import { readAccuracy } from './accuracy.ts'

const METHOD: Freshness['method'] = {
  lag: 'log_entry_to_visible',
  live: 'after_first_catch_up',
  percentile: 'nearest_rank',
  coverage: 'read_since_followed',
  accuracy: 'sample_visited_again',
}

type Deps = Pick<AppContext, 'db' | 'now'>

/** From the tables that the lists use, without separate counters. */
export async function getFreshness(ctx: Deps): Promise<Freshness> {
  return {
    measuredAt: ctx.now().toISOString(),
    days: await readDays(ctx),
    stages: await readStages(ctx),
    logs: (await readLogRows(ctx.db)).map((row) => presentLog(row, ctx.now())),
    queues: await readQueues(ctx),
    deadJobs: await countDeadJobs(ctx.db),
    accuracy: await readAccuracy(ctx.db),
    method: METHOD,
  }
}

const FRESHNESS_DAYS = 30

/** A log's clock may be ahead of the server's; no store is visible before it is logged. */
export const LAG = sql<number>`greatest(0, extract(epoch from visible_at - found_at)::float8)`
/** Without this case a missing day would count as 0, since `greatest` ignores null. */
const LAUNCH_DAYS = sql<number | null>`
  case when launch_day is not null then greatest(0, (visible_at at time zone 'UTC')::date - launch_day) end`

/**
 * Nearest rank, so that each figure is the lag of an actual store. One list for all shares: each
 * list costs one sort.
 */
const lagPercentiles = sql<
  number[] | null
>`percentile_disc(array[0.5, 0.9, 0.95]) within group (order by lag)`
const launchPercentiles = sql<
  number[] | null
>`percentile_disc(array[0.5, 0.9]) within group (order by launch_days) filter (where launch_days is not null)`

/** Latest first, also for days without stores. */
export async function readDays({ db, now }: Deps, count = FRESHNESS_DAYS): Promise<FreshnessDay[]> {
  const today = dayOf(now())
  const days = Array.from({ length: count }, (_, ago) => addDays(today, -ago))
  const from = addDays(today, 1 - count)
  const stores = selectNewStores(db, { from, to: today })
    .leftJoin('store_lags', 'store_lags.store_id', 'stores.id')
    .select(['found_day as day', 'live', LAG.as('lag'), LAUNCH_DAYS.as('launch_days')])
  const rows = await db
    .selectFrom(stores.as('store'))
    .groupBy('day')
    .select((on) => [
      'day',
      on.fn.countAll<number>().as('newStores'),
      on.fn.countAll<number>().filterWhere('live', '=', true).as('liveStores'),
      on.fn.count<number>('launch_days').as('datedStores'),
      sql<number[] | null>`${lagPercentiles} filter (where live)`.as('live'),
      lagPercentiles.as('all'),
      launchPercentiles.as('launch'),
    ])
    .execute()
  const byDay = new Map(rows.map((row) => [row.day, row]))
  return days.map((day) => presentDay(day, byDay.get(day)))
}

/** New stores that were found while their log was followed at its head. */
export const selectLiveStores = (db: Db, days: { from: Day; to: Day }) =>
  selectNewStores(db, days)
    .innerJoin('store_lags', 'store_lags.store_id', 'stores.id')
    .where('live', '=', true)

/** The lags behind `live` of today in seconds, those of the latest `limit` stores. */
export async function readLiveLags({ db, now }: Deps, limit: number): Promise<number[]> {
  const today = dayOf(now())
  const rows = await selectLiveStores(db, { from: today, to: today })
    .select(LAG.as('lag'))
    .orderBy('found_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ lag }) => Math.round(lag * 10) / 10)
}

type Row = {
  newStores: number
  liveStores: number
  datedStores: number
  live: number[] | null
  all: number[] | null
  launch: number[] | null
}

function presentDay(day: Day, row: Row | undefined): FreshnessDay {
  const [p50Days = null, p90Days = null] = row?.launch ?? []
  return {
    day,
    newStores: row?.newStores ?? 0,
    live: presentLag(row?.liveStores ?? 0, row?.live ?? []),
    all: presentLag(row?.newStores ?? 0, row?.all ?? []),
    launchToVisible: { stores: row?.datedStores ?? 0, p50Days, p90Days },
  }
}

const presentLag = (stores: number, [p50, p90, p95]: number[]): Lag => ({
  stores,
  p50Seconds: roundSeconds(p50),
  p90Seconds: roundSeconds(p90),
  p95Seconds: roundSeconds(p95),
})

export type LogProgress = FreshnessLog & {
  forOperators: {
    position: number
    unreadableEntries: number
    retryAt: Date | null
    lastAnswerAt: Date | null
  }
}

/** Ever followed; sorted by operator and name. */
export async function readLogs({ db, now }: Deps): Promise<LogProgress[]> {
  return (await readLogRows(db)).map((row) => ({
    ...presentLog(row, now()),
    forOperators: {
      position: row.next_index,
      unreadableEntries: row.unreadable_entries,
      retryAt: row.state === 'quarantined' ? row.retry_at : null,
      lastAnswerAt: row.checked_at,
    },
  }))
}

const readLogRows = (db: Db) =>
  db
    .selectFrom('ct_logs')
    .select(['description', 'operator', 'state', 'problem', 'quarantined_at', 'followed_at'])
    .select(['live_since', 'checked_at', 'tree_size', 'seen_size', 'next_index', 'entries_read'])
    .select(['updated_at', 'unreadable_entries', 'retry_at'])
    .orderBy('operator', (order) => order.collate('C'))
    .orderBy('description', (order) => order.collate('C'))
    .execute()

function presentLog(row: Awaited<ReturnType<typeof readLogRows>>[number], at: Date): FreshnessLog {
  const entriesBehind = Math.max(0, Math.max(row.tree_size, row.seen_size ?? 0) - row.next_index)
  const lastStep =
    row.checked_at && row.checked_at > row.updated_at ? row.checked_at : row.updated_at
  return {
    description: row.description,
    operator: row.operator,
    state: row.state,
    problem: row.problem,
    quarantinedSince: row.quarantined_at?.toISOString() ?? null,
    followedSince: row.followed_at?.toISOString() ?? null,
    liveSince: row.live_since?.toISOString() ?? null,
    entriesRead: row.entries_read,
    entriesBehind,
    shareRead: shareOf(row.entries_read, entriesBehind),
    secondsSinceStep: Math.max(0, roundSeconds((at.getTime() - lastStep.getTime()) / 1000) ?? 0),
  }
}

/** Rounded down: 1 means every entry. */
const shareOf = (read: number, behind: number): number | null =>
  read + behind === 0 ? null : Math.floor((read / (read + behind)) * 10_000) / 10_000

const STAGE_DAYS = 7

/**
 * From the entry to its reading, to the host pointing at the platform, to our first request, to
 * being visible.
 */
const STAGES = {
  toRead: sql`read_at - found_at`,
  toPointed: sql`pointed_at - read_at`,
  toAsked: sql`asked_at - pointed_at`,
  toVisible: sql`visible_at - asked_at`,
}

/** Over the live stores of the last days. */
async function readStages({ db, now }: Deps): Promise<Freshness['stages']> {
  const today = dayOf(now())
  const days = { from: addDays(today, 1 - STAGE_DAYS), to: today }
  const row = await selectLiveStores(db, days)
    .select((on) => [
      on.fn.countAll<number>().as('stores'),
      percentiles('toRead').as('toRead'),
      percentiles('toPointed').as('toPointed'),
      percentiles('toAsked').as('toAsked'),
      percentiles('toVisible').as('toVisible'),
    ])
    .executeTakeFirstOrThrow()
  const { stores, toRead, toPointed, toAsked, toVisible } = row
  return {
    stores,
    toRead: presentStage(toRead),
    toPointed: presentStage(toPointed),
    toAsked: presentStage(toAsked),
    toVisible: presentStage(toVisible),
  }
}

const percentiles = (stage: keyof typeof STAGES) => sql<number[] | null>`
  percentile_disc(array[0.5, 0.9]) within group (order by greatest(0, extract(epoch from ${STAGES[stage]}))::float8)`

const presentStage = (values: number[] | null) => ({
  p50Seconds: roundSeconds(values?.[0]),
  p90Seconds: roundSeconds(values?.[1]),
})

/**
 * Each is the predicate of one partial index, with literals: the planner would not choose it with
 * parameters.
 */
const QUEUES = {
  firstVisit: sql`candidates where stage = 'visit' and outcome is null and due_at is not null`,
  recheck: sql`candidates where stage = 'visit' and outcome is not null and due_at is not null`,
  resolve: sql`candidates where stage = 'resolve' and due_at is not null`,
  catalogueWalk: sql`catalogue_walks where due_at is not null`,
}

/** How much, and for how long the oldest has been waiting. */
export async function readQueues({ db, now }: Deps): Promise<Queues> {
  const at = now()
  return {
    firstVisit: await readQueue(db, at, QUEUES.firstVisit),
    recheck: await readQueue(db, at, QUEUES.recheck),
    resolve: await readQueue(db, at, QUEUES.resolve),
    catalogueWalk: await readQueue(db, at, QUEUES.catalogueWalk),
  }
}

async function readQueue(db: Db, now: Date, queue: ReturnType<typeof sql>): Promise<Queue> {
  const { rows } = await sql<{ waiting: number; oldest: Date | null }>`
    select count(*) as waiting, min(due_at) as oldest from ${queue}
      and due_at <= ${now} and (claimed_until is null or claimed_until < ${now})`.execute(db)
  const { waiting = 0, oldest = null } = rows[0] ?? {}
  return {
    waiting,
    oldestSeconds: oldest && roundSeconds((now.getTime() - oldest.getTime()) / 1000),
  }
}

/** To the millisecond: further digits would be artefacts of the database's arithmetic. */
const roundSeconds = (value: number | null | undefined): number | null =>
  value === null || value === undefined ? null : Math.round(value * 1000) / 1000
