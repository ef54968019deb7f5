import { describe, expect, test } from 'vitest'
import { type Freshness, getFreshness } from '#contracts/operations/freshness.ts'
import { languages } from '#i18n/languages.ts'
import { apiError } from '#testing/api-error.ts'
import { exampleDay, exampleFreshness, exampleLog } from '#testing/example-freshness.ts'
import { given, plain, renderScreen } from '#testing/render-screen.tsx'
import { FreshnessPage } from './freshness-page.tsx'

const draw = (answer?: Freshness | Error, options = {}) =>
  renderScreen(<FreshnessPage />, {
    visitor: 'anonymous',
    answers: answer ? [given(getFreshness, answer)] : [],
    ...options,
  })

const empty = exampleFreshness()
const lag = (stores: number, p50Seconds: number, p90Seconds: number) => ({
  stores,
  p50Seconds,
  p90Seconds,
  p95Seconds: p90Seconds,
})
const counts = { compared: 60, correct: 57, changed: 2, wrong: 1, missing: 0 }
const full = exampleFreshness({
  days: [
    exampleDay({ newStores: 12, live: lag(10, 41, 130), all: lag(12, 50, 7_200) }),
    ...empty.days.slice(1),
  ],
  logs: [
    exampleLog(),
    exampleLog({
      description: 'Torn 2026h1',
      state: 'quarantined',
      problem: 'shrank from 10 to 9',
    }),
    exampleLog({ description: 'Old 2024', state: 'ended' }),
  ],
  deadJobs: 2,
  accuracy: {
    share: 0.9834,
    sample: 58,
    measuredAt: '2026-03-10T03:40:00.000Z',
    compared: 600,
    correct: 590,
    changed: 6,
    wrong: 4,
    missing: 3,
    unreachable: 2,
    fields: [
      { field: 'country', ...counts, wrong: 0 },
      { field: 'email', ...counts },
      { field: 'somethingNew', ...counts, wrong: 0, changed: 0 },
    ],
  },
})

describe('the freshness page', () => {
  test('says when nothing is measured yet, and never shows zero as a speed or an accuracy', () => {
    const text = plain(draw(empty))
    expect(text).toContain('share of correct facts in the nightly re-check Not measured yet')
    expect(text).toContain('within this time (no store yet) Not measured yet')
    expect(text).toContain('No store has been found in the last 30 days.')
    expect(text).toContain('We do not follow any log yet.')
    expect(text).toContain('Every night at 03:20 UTC')
    expect(text).not.toMatch(/\b0 ?(sec|%)/)
  })

  test('shows a single day as figures, as a chart mark and as a row, live stores before all stores', () => {
    const html = draw(full)
    // The content security policy forbids inline styles.
    expect(html).not.toContain('style=')
    const text = plain(html)
    expect(text).toContain('half of the stores were visible here within this time (today) 41 sec')
    // prettier-ignore
    expect(html).toContain('aria-valuetext="Mar 10, 2026: half of the stores within 41 sec, nine in ten within 2 min 10 sec; new stores: 12"')
    expect(text).toContain('Mar 10, 2026 12 41 sec 2 min 10 sec 50 sec 2 hr –')
    expect(html.match(/class="fill-sun stroke-sun"/g)).toHaveLength(1)
  })

  test('shows the last day that had stores, with its date, while today has none', () => {
    const [today = exampleDay(), ...others] = empty.days
    const days = [
      today,
      exampleDay({ day: '2026-03-09', newStores: 1, live: lag(1, 90, 90), all: lag(1, 90, 90) }),
      ...others.slice(1),
    ]
    expect(plain(draw(exampleFreshness({ days })))).toContain(
      'half of the stores were visible here within this time (Mar 9, 2026) 1 min 30 sec',
    )
  })

  test('draws stores from a log’s past as hollow marks and leaves them out of the headline speed', () => {
    const html = draw(
      exampleFreshness({ days: [exampleDay({ newStores: 3, all: lag(3, 90_000, 99_000) })] }),
    )
    expect(plain(html)).toContain('within this time (no store yet) Not measured yet')
    expect(plain(html)).toContain('Found in a log’s past')
    expect(html).not.toContain('fill-sun stroke-sun')
  })

  test('reports problems: quarantined logs, the wrong facts first, the failed jobs', () => {
    const text = plain(draw(full))
    expect(text).toContain(
      'One log is quarantined Torn 2026h1: last answer 3 sec ago. shrank from 10 to 9',
    )
    expect(text).toContain('One log that accepts no new certificates')
    expect(text).toContain('98.3% of 600 facts were correct when 58 stores were visited again')
    expect(text.indexOf('E-mail address 57/60 2 1')).toBeLessThan(text.indexOf('Country 57/60 2 0'))
    expect(text).toContain('somethingNew 57/60')
    expect(text).toContain('2 background jobs failed on every attempt')
  })

  test('never rounds an incomplete share up to 100 %', () => {
    expect(plain(draw(full))).toContain('600,000 99.9% 17')
  })

  test.each([
    ['while it loads', undefined, {}, 'aria-busy="true"'],
    ['after a failure', apiError('internal', 500, { message: 'Broken.', requestId: 'r-1' }), {}, 'The figures could not be loaded'],
    ['without a connection', undefined, { isOnline: false }, 'Network error'],
  ])('has its own state %s', (_, answer, options, words) => {
    expect(draw(answer, options)).toContain(words)
  }) // prettier-ignore

  test.each(languages)('fills every placeholder in %s', (language) => {
    expect(plain(draw(full, { language }))).not.toMatch(/\{\{|freshness\.|undefined|NaN/)
  })
})
