import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, DAY_MS, type Day, HOUR_MS, MINUTE_MS } from '#contracts/dates.ts'
import { isTimeZone } from '#contracts/workspace/brief.ts'
import {
  briefTime,
  dueDay,
  isQuiet,
  localDay,
  nextDay,
  nextTime,
  passedDay,
  type Schedule,
} from './brief-times.ts'

const ZONES = [
  'Australia/Sydney',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  // Its clocks jump over midnight.
  'Africa/Cairo',
]
const daily = (timeZone: string, changes: Partial<Schedule> = {}): Schedule => ({
  pace: 'daily',
  weekday: 1,
  hour: 7,
  timeZone,
  quietFrom: null,
  quietUntil: null,
  ...changes,
})

/** What the clocks of a zone show, by the words of `Intl` and not by our arithmetic. */
const clock = (at: Date, timeZone: string) =>
  new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(at)

/** Those at which clocks change, and some others. */
const HOURS = [0, 1, 2, 3, 7, 23]

describe.each(ZONES)('in %s', (timeZone) => {
  test.each(HOURS)(
    'each day of a year has one brief at %i, unless the clocks skip that hour',
    (hour) => {
      const schedule = daily(timeZone, { hour })
      let before = briefTime(schedule, '2025-12-31')
      for (let day: Day = '2026-01-01'; day < '2027-01-02'; day = addDays(day, 1)) {
        const at = briefTime(schedule, day)
        const hours = (at.getTime() - before.getTime()) / HOUR_MS
        expect(hours).toBeGreaterThanOrEqual(22.5)
        expect(hours).toBeLessThanOrEqual(25)
        const wanted = `${day} ${String(hour).padStart(2, '0')}:00`
        const shown = clock(at, timeZone)
        if (shown !== wanted) {
          // The minute before belongs to an earlier hour: the clocks jumped over this one.
          expect(shown > wanted).toBe(true)
          expect(clock(new Date(at.getTime() - MINUTE_MS), timeZone) < wanted).toBe(true)
        }
        // Where the clocks show an hour twice, it is the first time.
        for (const earlier of [HOUR_MS / 2, HOUR_MS])
          expect(clock(new Date(at.getTime() - earlier), timeZone)).not.toBe(shown)
        before = at
      }
    },
  )
})

type Change = { at: number; schedule: Schedule }
type Sent = { day: Day; at: number; schedule: Schedule }

/** What a worker does, and a member who changes the settings meanwhile. */
function run(start: number, end: number, first: Schedule, changes: readonly Change[]): Sent[] {
  let schedule = first
  let lastDay = passedDay(schedule, new Date(start))
  const sent: Sent[] = []
  const waiting = changes.toSorted((a, b) => a.at - b.at)
  for (let now = start; ;) {
    const due = Math.max(now, nextTime(schedule, lastDay)?.getTime() ?? Infinity)
    const next = waiting[0]
    if (next && next.at <= due) {
      now = Math.max(now, next.at)
      schedule = next.schedule
      waiting.shift()
    } else {
      if (due >= end) return sent
      now = due
      lastDay = dueDay(schedule, lastDay, new Date(now))
      sent.push({ day: lastDay, at: now, schedule })
    }
  }
}

const DAYS = 60
const STARTS = [Date.UTC(2026, 1, 20), Date.UTC(2026, 8, 20)]
const ANY_ZONE = [...ZONES, 'America/Los_Angeles', 'Pacific/Kiritimati', 'UTC']
const moments = fc.integer({ min: 0, max: DAYS * DAY_MS })

test('a zone that changes at any time neither skips nor repeats a day, over both changes of summer time', () => {
  const change = fc.record({ at: moments, timeZone: fc.constantFrom(...ANY_ZONE) })
  fc.assert(
    fc.property(
      fc.constantFrom(...STARTS),
      fc.constantFrom(...ZONES),
      fc.integer({ min: 0, max: 23 }),
      fc.array(change, { maxLength: 8 }),
      (start, zone, hour, changes) => {
        const sent = run(
          start,
          start + DAYS * DAY_MS,
          daily(zone, { hour }),
          changes.map(({ at, timeZone }) => ({
            at: start + at,
            schedule: daily(timeZone, { hour }),
          })),
        )
        const days = sent.map(({ day }) => day)
        expect(days).toEqual(days.map((_, index) => addDays(days[0] ?? '', index)))
        expect(days.length).toBeGreaterThanOrEqual(DAYS - 3)
      },
    ),
    { numRuns: 150 },
  )
})

test('with an hour that changes too, a day is left out only where a later one is due at the same time', () => {
  const change = fc.record({
    at: moments,
    timeZone: fc.constantFrom(...ANY_ZONE),
    hour: fc.integer({ min: 0, max: 23 }),
  })
  fc.assert(
    fc.property(
      fc.constantFrom(...STARTS),
      fc.array(change, { maxLength: 8 }),
      (start, changes) => {
        const sent = run(
          start,
          start + DAYS * DAY_MS,
          daily('Europe/Berlin'),
          changes.map(({ at, ...values }) => ({
            at: start + at,
            schedule: daily(values.timeZone, values),
          })),
        )
        for (const [index, { day, at, schedule }] of sent.entries()) {
          const before = sent[index - 1]
          if (!before) continue
          expect(day > before.day).toBe(true)
          if (day !== addDays(before.day, 1))
            expect(briefTime(schedule, day).getTime()).toBeLessThanOrEqual(at)
        }
      },
    ),
    { numRuns: 150 },
  )
})

test('a brief whose hour a new time zone skips is sent at once, and no brief is sent twice', () => {
  const at = (text: string) => Date.parse(text)
  const [start, end] = [at('2026-11-28T12:00:00Z'), at('2026-11-30T12:00:00Z')]
  const move = (from: string, to: string) =>
    run(start, end, daily(from), [{ at: at('2026-11-29T06:30:00Z'), schedule: daily(to) }]).map(
      ({ day, at: moment }) => [day, new Date(moment).toISOString()],
    )
  // 07:00 in Berlin was half an hour ago, and in London it is in half an hour.
  expect(move('Europe/London', 'Europe/Berlin')).toEqual([
    ['2026-11-29', '2026-11-29T06:30:00.000Z'],
    ['2026-11-30', '2026-11-30T06:00:00.000Z'],
  ])
  expect(move('Europe/Berlin', 'Europe/London')).toEqual([
    ['2026-11-29', '2026-11-29T06:00:00.000Z'],
    ['2026-11-30', '2026-11-30T07:00:00.000Z'],
  ])
})

test('after a standstill of days one brief is sent, that of the latest day', () => {
  const schedule = daily('Europe/Berlin')
  expect(dueDay(schedule, '2026-03-01', new Date('2026-03-05T05:59:00Z'))).toBe('2026-03-04')
  expect(dueDay(schedule, '2026-03-01', new Date('2026-03-05T06:00:00Z'))).toBe('2026-03-05')
})

test('a weekly brief comes on its weekday only', () => {
  const weekly = daily('Europe/Berlin', { pace: 'weekly', weekday: 5 })
  expect(nextDay(weekly, '2026-11-29')).toBe('2026-12-04')
  expect(nextDay(weekly, '2026-12-04')).toBe('2026-12-11')
  expect(dueDay(weekly, '2026-12-04', new Date('2026-12-20T00:00:00Z'))).toBe('2026-12-18')
})

test('a brief that is off is never due', () => {
  expect(nextTime(daily('UTC', { pace: 'off' }), '2026-11-29')).toBeNull()
})

test('a brief that is turned on begins with the next time that comes', () => {
  const schedule = daily('Asia/Kathmandu')
  const first = (now: string) => {
    const due = nextTime(schedule, passedDay(schedule, new Date(now)))
    return due?.toISOString()
  }
  expect(first('2026-11-29T01:14:59Z')).toBe('2026-11-29T01:15:00.000Z')
  expect(first('2026-11-29T01:15:00Z')).toBe('2026-11-30T01:15:00.000Z')
})

test('a brief that falls into quiet hours comes when they end, also on the next day', () => {
  const at = (hour: number, quietFrom: number, quietUntil: number) =>
    clock(
      briefTime(daily('Europe/Berlin', { hour, quietFrom, quietUntil }), '2026-11-29'),
      'Europe/Berlin',
    )
  expect(at(5, 22, 7)).toBe('2026-11-29 07:00')
  expect(at(23, 22, 7)).toBe('2026-11-30 07:00')
  expect(at(7, 22, 7)).toBe('2026-11-29 07:00')
  expect(at(13, 12, 14)).toBe('2026-11-29 14:00')
  expect(at(21, 22, 7)).toBe('2026-11-29 21:00')
})

test('quiet hours go by the clocks of the zone, also over midnight', () => {
  const quiet = { timeZone: 'Australia/Lord_Howe', quietFrom: 22, quietUntil: 7 }
  // 11 hours ahead of UTC in November.
  expect(isQuiet(quiet, new Date('2026-11-29T10:59:00Z'))).toBe(false)
  expect(isQuiet(quiet, new Date('2026-11-29T11:00:00Z'))).toBe(true)
  expect(isQuiet(quiet, new Date('2026-11-29T19:59:00Z'))).toBe(true)
  expect(isQuiet(quiet, new Date('2026-11-29T20:00:00Z'))).toBe(false)
  expect(isQuiet({ ...quiet, quietFrom: null, quietUntil: null }, new Date())).toBe(false)
})

test('the day is that of the zone', () => {
  const at = new Date('2026-11-29T18:20:00Z')
  expect(localDay(at, 'Asia/Kathmandu')).toBe('2026-11-30')
  expect(localDay(at, 'America/New_York')).toBe('2026-11-29')
})

test.each([
  ['Australia/Lord_Howe', true],
  ['America/Argentina/Buenos_Aires', true],
  ['UTC', true],
  ['+05:45', false],
  ['Mars/Olympus', false],
  ['', false],
])('the time zone %s is accepted: %s', (name, isAccepted) => {
  expect(isTimeZone(name)).toBe(isAccepted)
})
