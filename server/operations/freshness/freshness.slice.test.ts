import { beforeAll, describe, expect, test } from 'vitest'
import { addDays, DAY_MS, dayOf, dayStart, HOUR_MS } from '#contracts/dates.ts'
import type { Freshness, FreshnessDay } from '#contracts/operations/freshness.ts'
import type { StoreId } from '#contracts/ids.ts'
import { storeValues } from '#testing/factories.ts'
import { createRandom } from '#testing/random.ts'
import { startTestApp } from '#testing/test-app.ts'
import { sharedByTests } from '#testing/shared-by-tests.ts'

let answer: Freshness

type Row = {
  foundAt: Date
  visibleAt: Date
  isNew: boolean
  launchDay: string | null
  live: boolean | null
}
let rows: Row[]

/**
 * 400 stores over 33 days: live ones, ones from a catch-up, ones from before lags were kept,
 * established ones.
 */
function drawRows(now: Date): Row[] {
  const random = createRandom(7)
  return Array.from({ length: 400 }, () => {
    const foundAt = new Date(now.getTime() - Math.floor(random() * 33 * DAY_MS))
    const kind = random()
    const lagMs = kind < 0.5 ? random() * 90_000 : random() * 20 * HOUR_MS
    return {
      foundAt,
      visibleAt: new Date(foundAt.getTime() + Math.round(lagMs) - (kind < 0.02 ? 5_000 : 0)),
      isNew: random() < 0.8,
      launchDay: random() < 0.9 ? addDays(dayOf(foundAt), -Math.floor(random() * 4)) : null,
      live: kind < 0.5 ? true : kind < 0.9 ? false : null,
    }
  })
}

async function insertRows(drawn: Row[]): Promise<void> {
  const { db } = app.ctx
  const stores = drawn.map((row) =>
    storeValues({
      found_at: row.foundAt,
      visible_at: row.visibleAt,
      launch_status: row.isNew ? 'new' : 'established',
      launch_day: row.launchDay,
    }),
  )
  const ids = await db.insertInto('stores').values(stores).returning('id').execute()
  const lags = drawn.flatMap((row, index) => {
    const steps = stepsOf(row)
    const id = ids[index]?.id as StoreId
    return row.live === null ? [] : [{ store_id: id, log_id: 'log', live: row.live, ...steps }]
  })
  await db.insertInto('store_lags').values(lags).execute()
}

function stepsOf({ foundAt, visibleAt }: Row) {
  const at = (share: number) =>
    new Date(foundAt.getTime() + Math.floor(share * (visibleAt.getTime() - foundAt.getTime())))
  return { read_at: at(0.3), pointed_at: at(0.4), asked_at: at(0.8) }
}

const app = sharedByTests(startTestApp)
beforeAll(async () => {
  rows = drawRows(app.ctx.now())
  await insertRows(rows)
  answer = (await app.anonymous('/api/public/freshness')).json()
})

/** Nearest rank, by sorting. */
function rank(values: number[], share: number): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null
}
const lagOf = ({ foundAt, visibleAt }: Row) =>
  Math.max(0, visibleAt.getTime() - foundAt.getTime()) / 1000
const lagsOf = (some: Row[]) => ({
  stores: some.length,
  p50Seconds: rank(some.map(lagOf), 0.5),
  p90Seconds: rank(some.map(lagOf), 0.9),
  p95Seconds: rank(some.map(lagOf), 0.95),
})

function recomputeDay(day: string): FreshnessDay {
  const found = rows.filter((row) => row.isNew && dayOf(row.foundAt) === day)
  const launchLags = found.flatMap(({ launchDay, visibleAt }) =>
    launchDay === null
      ? []
      : [
          Math.max(
            0,
            (dayStart(dayOf(visibleAt)).getTime() - dayStart(launchDay).getTime()) / DAY_MS,
          ),
        ],
  )
  return {
    day,
    newStores: found.length,
    live: lagsOf(found.filter((row) => row.live)),
    all: lagsOf(found),
    launchToVisible: {
      stores: launchLags.length,
      p50Days: rank(launchLags, 0.5),
      p90Days: rank(launchLags, 0.9),
    },
  }
}

describe('freshness', () => {
  test('each of the last thirty days equals a recomputation from the stores', () => {
    const today = dayOf(app.ctx.now())
    const days = Array.from({ length: 30 }, (_, ago) => addDays(today, -ago))
    expect(answer.days).toEqual(days.map(recomputeDay))
    expect(
      answer.days.filter((day) => day.live.stores > 2 && day.all.stores > day.live.stores).length,
    ).toBeGreaterThan(20)
  })

  test('a day counts the stores that its counter counts', async () => {
    for (const { day, newStores } of answer.days.slice(0, 5)) {
      const stats = (await app.anonymous(`/api/public/stats?date=${day}`)).json()
      expect(stats.totalStores).toBe(newStores)
    }
  })

  test('the stages of the last seven days equal a recomputation', () => {
    const from = addDays(dayOf(app.ctx.now()), -6)
    const live = rows.filter((row) => row.isNew && row.live && dayOf(row.foundAt) >= from)
    const stage = (lengthOf: (row: Row) => number) => {
      const lengths = live.map((row) => Math.max(0, lengthOf(row)) / 1000)
      return { p50Seconds: rank(lengths, 0.5), p90Seconds: rank(lengths, 0.9) }
    }
    expect(answer.stages).toEqual({
      stores: live.length,
      toRead: stage((row) => stepsOf(row).read_at.getTime() - row.foundAt.getTime()),
      toPointed: stage((row) => stepsOf(row).pointed_at.getTime() - stepsOf(row).read_at.getTime()),
      toAsked: stage((row) => stepsOf(row).asked_at.getTime() - stepsOf(row).pointed_at.getTime()),
      toVisible: stage((row) => row.visibleAt.getTime() - stepsOf(row).asked_at.getTime()),
    })
    expect(live.length).toBeGreaterThan(10)
  })

  test('reports how far each log is behind and how much of it was read', async () => {
    const { ctx } = app
    const at = (secondsAgo: number) => new Date(ctx.now().getTime() - secondsAgo * 1000)
    const log = { url: 'https://log.example/', updated_at: at(500) }
    await ctx.db
      .insertInto('ct_logs')
      .values([
        {
          ...log,
          log_id: 'a',
          description: 'Quick 2026h1',
          operator: 'Ant',
          state: 'active',
          next_index: 1000,
          tree_size: 1000,
          seen_size: 1017,
          entries_read: 600,
          followed_at: at(9000),
          live_since: at(8000),
          checked_at: at(3),
        },
        {
          ...log,
          log_id: 'b',
          description: 'Torn 2026h1',
          operator: 'Bee',
          state: 'quarantined',
          problem: 'shrank from 10 to 9',
          quarantined_at: at(600),
          next_index: 10,
          tree_size: 10,
          entries_read: 0,
        },
      ])
      .execute()
    const { logs } = await freshAnswer()
    expect(logs).toEqual([
      {
        description: 'Quick 2026h1',
        operator: 'Ant',
        state: 'active',
        problem: null,
        quarantinedSince: null,
        followedSince: at(9000 + 30).toISOString(),
        liveSince: at(8000 + 30).toISOString(),
        entriesRead: 600,
        entriesBehind: 17,
        shareRead: 0.9724,
        secondsSinceStep: 33,
      },
      {
        description: 'Torn 2026h1',
        operator: 'Bee',
        state: 'quarantined',
        problem: 'shrank from 10 to 9',
        quarantinedSince: at(600 + 30).toISOString(),
        followedSince: null,
        liveSince: null,
        entriesRead: 0,
        entriesBehind: 0,
        shareRead: null,
        secondsSinceStep: 530,
      },
    ])
  })

  test('reports the longest wait in each queue, leaving out items not due or in progress', async () => {
    const { ctx } = app
    const at = (secondsAgo: number) => new Date(ctx.now().getTime() - secondsAgo * 1000)
    const host = { revealed_at: at(9000), log_id: 'a', attempts: 0 }
    await ctx.db
      .insertInto('candidates')
      .values([
        { ...host, host: 'a.example', stage: 'visit', due_at: at(40) },
        { ...host, host: 'b.example', stage: 'visit', due_at: at(70) },
        { ...host, host: 'c.example', stage: 'visit', due_at: at(700), claimed_until: at(-100) },
        { ...host, host: 'd.example', stage: 'visit', due_at: at(-600) },
        { ...host, host: 'e.example', stage: 'visit', due_at: at(50), outcome: 'store' },
        { ...host, host: 'f.example', stage: 'resolve', due_at: at(20), claimed_until: at(5) },
      ])
      .execute()
    const walk = { walk: 1, next_step: '1', per_page: 250, pages: '[]', asked: 0, attempts: 0 }
    const walked = {
      ...walk,
      started_at: at(0),
      followed_since: at(0),
      is_whole: false,
      home_handles: '[]',
    }
    await ctx.db
      .insertInto('catalogue_walks')
      .values([
        { ...walked, store_id: 1 as StoreId, host: 'a.example', due_at: at(60) },
        { ...walked, store_id: 2 as StoreId, host: 'b.example', due_at: null },
      ])
      .execute()
    expect((await freshAnswer()).queues).toEqual({
      firstVisit: { waiting: 2, oldestSeconds: 100 },
      recheck: { waiting: 1, oldestSeconds: 80 },
      resolve: { waiting: 1, oldestSeconds: 50 },
      catalogueWalk: { waiting: 1, oldestSeconds: 90 },
    })
  })

  test('the full method is published, with every heading that the answer names', async () => {
    const text = await app.anonymous('/docs/freshness.md')
    expect([text.statusCode, text.headers['content-type']]).toEqual([
      200,
      'text/plain; charset=utf-8',
    ])
    for (const rule of Object.values(answer.method)) expect(text.body).toContain(`: \`${rule}\``)
  })

  test('is recomputed after a while, not for each caller', async () => {
    const first = await freshAnswer()
    const second = await app.anonymous('/api/public/freshness')
    expect(second.json()).toEqual(first)
    expect(second.headers['cache-control']).toBe('public, max-age=30')
    expect((await freshAnswer()).measuredAt > first.measuredAt).toBe(true)
  })
})

async function freshAnswer(): Promise<Freshness> {
  app.ctx.clock.advance(30_000)
  return (await app.anonymous('/api/public/freshness')).json()
}
