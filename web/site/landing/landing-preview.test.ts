import { expect, test } from 'vitest'
import { addDays } from '#contracts/dates.ts'
import { type DateSelection, NO_DATES, pickDay } from '#web/lib/dates/date-selection.ts'
import type { Preview } from '#web/ui/date-picker/preview.tsx'
import {
  figuresOf,
  firstSampleDay,
  lastSampleDay,
  mainActionOf,
  NO_PREVIEW,
  sampleDays,
  sampleStatsOf,
  selectDates,
  sourceOf,
} from './landing-preview.ts'

const single: DateSelection = { kind: 'single', date: '2025-06-03' }
const range: DateSelection = { kind: 'range', from: '2025-06-03', to: '2025-06-09' }
const stats = { totalStores: 3, totalProducts: 2, storesWithEmail: 1 }
const none: Preview = { state: 'empty' }
const counted: Preview = { state: 'ready', stats }

test(
  'the sample covers 14 days from 2025-06-01, each with stores, trending and views in the thousands',
  { tags: ['sample.days', 'sample.key', 'sample.fields'] },
  () => {
    const days = Array.from({ length: 14 }, (_, at) => addDays('2025-06-01', at))
    expect(Object.keys(sampleDays)).toEqual(days)
    expect([firstSampleDay, lastSampleDay]).toEqual([days[0], days.at(-1)])
    for (const day of days) {
      const sample = sampleDays[day]
      expect(Object.keys(sample ?? {})).toEqual(['stores', 'trending', 'views'])
      expect(sample?.views).toBeGreaterThan(999)
      // A merchant lead is a store with an address: more leads than stores would not be a plausible
      // sample.
      expect(sample?.views).toBeLessThan(sample?.stores ?? 0)
      expect(sampleStatsOf(day)).toEqual({
        totalStores: sample?.stores,
        totalProducts: sample?.trending,
        storesWithEmail: sample?.views,
      })
    }
  },
)

test(
  'dates are selected unchanged, also a range picked as a whole, and their preview is hidden',
  { tags: ['preview.range-as-is', 'preview.change-hides'] },
  () => {
    for (const selection of [NO_DATES, single, range]) {
      const next = selectDates(selection)
      expect(next).toEqual({ selection, isShown: false })
      expect(figuresOf(next, counted)).toEqual({ state: 'hidden' })
    }
  },
)

test(
  'clicking the day whose preview is shown clears it: zeros again, and the button asks for a date',
  { tags: ['preview.same-day-clears'] },
  () => {
    const shown = { selection: single, isShown: true }
    expect(figuresOf(shown, none).state).toBe('ready')
    const next = selectDates(pickDay(shown.selection, '2025-06-03'))
    const figures = figuresOf(next, counted)
    expect([next, figures, mainActionOf(next, figures)]).toEqual([
      NO_PREVIEW,
      { state: 'hidden' },
      'select-first',
    ])
  },
)

test('a range of more than 366 days that has to be counted has no preview, and the button waits for a shorter one', () => {
  const long = selectDates({ kind: 'range', from: '2025-06-15', to: '2026-06-16' })
  const figures = figuresOf(long, counted)
  expect([figures, mainActionOf(long, figures)]).toEqual([{ state: 'tooLong' }, 'shorten-first'])
})

test(
  'a range from a sample day on may have any length, because nothing is counted',
  { tags: ['calendar.no-range-length'] },
  () => {
    const long = selectDates({ kind: 'range', from: '2025-06-05', to: '2026-11-20' })
    expect(mainActionOf(long, figuresOf(long, counted))).toBe('show')
    const shown = figuresOf({ ...long, isShown: true }, counted)
    expect(shown).toEqual({ state: 'ready', stats: sampleStatsOf('2025-06-05') })
  },
)

test(
  'the button asks for a date, then shows the preview, then leads on; it waits while figures load',
  { tags: ['preview.click-shows'] },
  () => {
    const hidden = selectDates(single)
    const shown = { ...hidden, isShown: true }
    expect(mainActionOf(NO_PREVIEW, { state: 'hidden' })).toBe('select-first')
    expect(mainActionOf(hidden, { state: 'hidden' })).toBe('show')
    expect(mainActionOf(shown, counted)).toBe('get-started')
    expect(mainActionOf(shown, { state: 'loading' })).toBe('wait')
    expect(mainActionOf(shown, { state: 'failed', error: null, retry: () => undefined })).toBe(
      'get-started',
    )
  },
)

test(
  'a shown sample day has its own figures, a range those of its first day',
  { tags: ['sample.not-fetched', 'preview.first-day-figures'] },
  () => {
    const first = { state: 'ready', stats: sampleStatsOf('2025-06-03') }
    expect(figuresOf({ selection: single, isShown: true }, none)).toEqual(first)
    expect(figuresOf({ selection: range, isShown: true }, none)).toEqual(first)
    expect(sourceOf(range)).toEqual({ kind: 'sample', day: '2025-06-03' })
  },
)

test.each(['2025-05-31', '2025-06-15', '2026-11-20'])(
  '%s has no sample, so the counted figures are shown',
  { tags: ['preview.no-figures-zeros'] },
  (date) => {
    const selection: DateSelection = { kind: 'single', date }
    expect(sourceOf(selection)).toEqual({ kind: 'counted' })
    expect(figuresOf({ selection, isShown: true }, counted)).toBe(counted)
  },
)
