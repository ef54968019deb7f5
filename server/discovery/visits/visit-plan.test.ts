import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ProbeResult, RetryCause } from '#discovery/probe/probe-result.ts'
import { storeVisit } from '#testing/snapshots.ts'
import { planNextVisit } from './visit-plan.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const REVEALED = new Date('2026-03-10T09:00:00Z')
const after = (days: number) => new Date(REVEALED.getTime() + days * DAY_MS)

const STORE = storeVisit()
const UNCHANGED: ProbeResult = { kind: 'unchanged', finalHost: 'lamp.example' }
const FIRST = { revealedAt: REVEALED, attempts: 0, now: REVEALED, isFollowed: false }

function visitDays(result: ProbeResult, isFollowed = false): number[] {
  const days: number[] = []
  for (let now = REVEALED, attempts = 0; days.length < 40; attempts += 1) {
    const { dueAt } = planNextVisit(result, { ...FIRST, attempts, now, isFollowed })
    if (!dueAt) return days
    days.push((dueAt.getTime() - REVEALED.getTime()) / DAY_MS)
    now = dueAt
  }
  return days
}

const LADDER = [1, 3, 7, 14, 30, 60, 90]
const FOLLOWED = [...LADDER, 180]
const none = (reason: Extract<ProbeResult, { kind: 'not_a_store' }>['reason']): ProbeResult => ({
  kind: 'not_a_store',
  reason,
})

test.each<[string, ProbeResult, boolean, number[]]>([
  ['a store that is followed', STORE, true, FOLLOWED],
  ['an old store', STORE, false, []],
  ['an unchanged store', UNCHANGED, true, FOLLOWED],
  ['a closed one', none('closed'), false, LADDER],
  ['a frozen one', none('frozen'), false, LADDER],
  ['a locked one', none('locked'), false, LADDER],
  ['a domain without a shop', none('no_shop'), false, LADDER],
  ['a host whose answer is unclear', none('unclear'), false, LADDER],
  ['a headless one', none('headless'), false, [7, 30, 90]],
  ['one that is too large', none('too_large'), false, [7, 30, 90]],
  ['another platform', none('other_platform'), false, []],
  ['another platform that a store went to', none('other_platform'), true, FOLLOWED],
  ['one that forbids robots', { kind: 'never', cause: 'robots' }, false, [7, 30, 90]],
  ['a private address', { kind: 'never', cause: 'private_address' }, false, []],
  ['one that opted out', { kind: 'never', cause: 'opt_out' }, true, []],
  ['one that refuses', { kind: 'retry', cause: 'refused_by_host', afterMs: DAY_MS }, false, LADDER],
  ['one that challenges', { kind: 'retry', cause: 'challenge', afterMs: DAY_MS }, false, LADDER],
])('%s is visited on the days of its plan', (_, result, isFollowed, days) => {
  expect(visitDays(result, isFollowed)).toEqual(days)
}) // prettier-ignore

test('a store that opens weeks after we learned of its host is visited on the days after its launch', () => {
  const launchDay = '2026-04-01'
  const next = (now: Date) =>
    planNextVisit(STORE, { ...FIRST, now, isFollowed: true, launchDay }).dueAt
  const dates: string[] = []
  for (let due = next(new Date('2026-04-01T15:00:00Z')); due; due = next(due))
    dates.push(due.toISOString())
  expect(dates).toEqual(
    FOLLOWED.map((day) => new Date(Date.parse(launchDay) + day * DAY_MS).toISOString()),
  )
})

test('a store that launched before we learned of its host is visited on the days after that', () => {
  const visit = { ...FIRST, now: after(8), isFollowed: true, launchDay: '2026-02-20' }
  expect(planNextVisit(UNCHANGED, visit).dueAt).toEqual(after(14))
})

test('early visits of the first day come before the usual plan of a followed store only', () => {
  const minutes = (now: Date, isFollowed = true) => {
    const { dueAt } = planNextVisit(UNCHANGED, { ...FIRST, now, isFollowed, earlyMinutes: [3, 20] })
    return dueAt && (dueAt.getTime() - REVEALED.getTime()) / 60_000
  }
  expect(minutes(REVEALED)).toBe(3)
  expect(minutes(after(5 / 1_440))).toBe(20)
  expect(minutes(after(20 / 1_440))).toBe(1_440)
  expect(minutes(REVEALED, false)).toBeNull()
})

const withoutContact = (cause: RetryCause, afterMs = 0): ProbeResult => ({
  ...STORE,
  contactTrouble: { kind: 'retry', cause, afterMs },
})

test.each<[string, ProbeResult, number, boolean, number]>([
  ['after half an hour', withoutContact('timeout'), 0, true, 0.5],
  ['no earlier than the host asked for', withoutContact('throttled', 2 * 60 * 60_000), 0, true, 2],
  ['only once', withoutContact('timeout'), 1, true, 24],
  ['not against a refusal', withoutContact('refused_by_host', DAY_MS), 0, true, 24],
])('a contact page that failed is read again %s', (_, result, attempts, isFollowed, hours) => {
  const plan = planNextVisit(result, { ...FIRST, attempts, isFollowed })
  expect(plan).toEqual({ dueAt: after(hours / 24), outcome: 'store' })
})

test('a contact page of a store that is not followed is not read again', () => {
  expect(planNextVisit(withoutContact('timeout'), FIRST).dueAt).toBeNull()
})

test.each<[string, ProbeResult, string]>([
  ['a store', STORE, 'store'],
  ['a protected store', storeVisit({ status: 'password_protected' }), 'password_protected'],
  ['unchanged', UNCHANGED, 'unchanged'],
  ['nothing', none('headless'), 'headless'],
  ['trouble', { kind: 'retry', cause: 'challenge', afterMs: 0 }, 'challenge'],
  ['a refusal', { kind: 'never', cause: 'robots' }, 'robots'],
])('a visit with %s has its own outcome', (_, result, outcome) => {
  expect(planNextVisit(result, FIRST).outcome).toBe(outcome)
}) // prettier-ignore

test('a store that answers under a name other than its host’s has moved', () => {
  const visit = { ...FIRST, isFollowed: true, isMoved: true }
  expect(planNextVisit(STORE, visit).outcome).toBe('moved')
})

test('a host that keeps refusing is retried after one, two and four days, at any point of its plan', () => {
  const refusal: ProbeResult = { kind: 'retry', cause: 'refused_by_host', afterMs: DAY_MS }
  const now = after(10)
  const waits = [0, 1, 2].map((attempts) => {
    const { dueAt } = planNextVisit(refusal, { ...FIRST, attempts, now })
    return ((dueAt?.getTime() ?? 0) - now.getTime()) / DAY_MS
  })
  expect(waits).toEqual([1, 2, 4])
  expect(planNextVisit(refusal, { ...FIRST, attempts: 3, now })).toEqual({
    dueAt: after(14),
    outcome: 'gave_up:refused_by_host',
  })
})

test('a visit beyond the request budget is postponed, longer each time, and never dropped', () => {
  const wait = (attempts: number, afterMs: number) => {
    const retry: ProbeResult = { kind: 'retry', cause: 'budget', afterMs }
    const { dueAt } = planNextVisit(retry, { ...FIRST, attempts })
    return (dueAt?.getTime() ?? Number.NaN) - REVEALED.getTime()
  }
  expect(wait(3, 7_000), 'a rest that the host asked for').toBe(7_000)
  expect([0, 1, 2].map((attempts) => wait(attempts, 0))).toEqual([45_000, 90_000, 180_000])
  expect(wait(10, 0)).toBe(DAY_MS)
})

test('no host is visited before the time it asked for, and waits grow with each try', () => {
  const causes = [
    'timeout',
    'network',
    'server_error',
    'throttled',
    'refused_by_host',
    'challenge',
    'budget',
  ] as const
  const isKept = (
    cause: (typeof causes)[number],
    afterMs: number,
    attempts: number,
    isFollowed: boolean,
  ) => {
    const visit = { ...FIRST, attempts, now: after(2), isFollowed }
    const { dueAt } = planNextVisit({ kind: 'retry', cause, afterMs }, visit)
    return dueAt === null || dueAt.getTime() >= after(2).getTime() + afterMs
  }
  const inputs = [
    fc.constantFrom(...causes),
    fc.nat(40 * DAY_MS),
    fc.nat(15),
    fc.boolean(),
  ] as const
  expect(() => fc.assert(fc.property(...inputs, isKept))).not.toThrow()
  const wait = (attempts: number) =>
    planNextVisit(
      { kind: 'retry', cause: 'throttled', afterMs: 60_000 },
      { ...FIRST, attempts },
    ).dueAt?.getTime() ?? 0
  expect([0, 1, 2, 3].map((attempts) => wait(attempts) - REVEALED.getTime())).toEqual([
    60_000, 90_000, 180_000, 360_000,
  ])
})
