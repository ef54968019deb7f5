import { expect, test } from 'vitest'
import { toStoreId } from '#contracts/ids.ts'
import { Brief, getBrief } from '#contracts/workspace/brief.ts'
import { languages } from '#i18n/languages.ts'
import { exampleSummary } from '#testing/example-summary.ts'
import { given, renderScreen } from '#testing/render-screen.tsx'
import { MorningBrief } from './morning-brief.tsx'
import { placeOf } from './zoned-time.ts'

const store = (id: number, name: string) =>
  exampleSummary({
    id: toStoreId(id),
    name,
    country: 'NL',
    category: 'beauty',
    hasEmail: true,
  })

const search = { id: '8d4e2a52-3c0b-4c7e-9f1e-0a1b2c3d4e5f', name: 'Lamps' }
const brief: Brief = {
  since: '2026-11-27T06:00:00.000Z',
  until: '2026-11-28T06:12:00.000Z',
  sentAt: '2026-11-28T06:00:00.000Z',
  isMailed: true,
  leftOut: 0,
  steps: [
    { store: store(1, 'Belandi'), stage: 'replied', stageName: null, nextStep: 'Send the offer', nextDay: '2026-11-26', daysLate: 2 },
    { store: store(2, 'Linona'), stage: 'contacted', stageName: null, nextStep: null, nextDay: '2026-11-28', daysLate: 0 },
  ],
  matches: [
    { store: store(3, 'Montetta'), search, points: 94, known: 100, speaksFor: { emailKind: 'role', app: 'Loox', launchDate: '2026-11-27' } },
  ],
  changes: [],
  clusters: [],
  niches: [
    { category: 'beauty', country: 'US', days: [null, 0, 1, 2, 3, 4, 5, 1, 1, 1, 1, 1, 2, 2], now: 9, before: null },
    { category: 'beauty', country: 'DE', days: Array(14).fill(1), now: 7, before: 7 },
  ],
  counts: { steps: 13, overdue: 7, matches: 1, changes: 0, niches: 2 },
} // prettier-ignore

const render = (answer: Brief, options: Parameters<typeof renderScreen>[1] = {}) =>
  renderScreen(<MorningBrief />, {
    answers: [given(getBrief, answer)],
    ...options,
  }).replaceAll('\u202f', ' ')

test('the brief has each group with its count, and one line for each thing with its action', () => {
  const html = render(brief)
  for (const text of [
    '7 overdue',
    'Send the offer',
    '2 days late',
    'All 13',
    'To contact: Montetta',
  ])
    expect(html).toContain(text)
  expect(html).toContain('business mailbox, Loox, opened')
  expect(html).toContain('Next step without a note')
  // A group without anything is left out.
  expect(html).not.toContain('What you follow')
})

test('growth of a niche is said only where all days are known', () => {
  const html = render(brief)
  expect(html).toContain('<b class="font-semibold text-ink">9</b> new in 7 days</span>')
  expect(html).toContain('as many the week before')
  expect(html).toContain('/list?category=beauty&amp;country=US')
})

test.each([
  ['followers see in other stores says how many more', 724, 715, 'in 9 more stores, 724 now'],
  ['no store had listed before is not compared', 17, null, '>in 17 stores</span>'],
])('a product that %s', (_which, storesNow, storesBefore, text) => {
  const cluster = { id: 41, title: 'Cat Ball', imageUrl: null }
  const clusters = Brief.shape.clusters.parse([{ cluster, storesNow, storesBefore }])
  expect(render({ ...brief, clusters })).toContain(text)
})

test('the best matches say how many contacted stores they leave out, also when no other is new', () => {
  expect(render(brief)).not.toContain('left out')
  const html = render({ ...brief, matches: [], leftOut: 12 })
  expect(html).toContain('12 contacted stores are left out')
  expect(html).toContain('/leads?view=table&amp;sortBy=movedAt')
})

test('without anything there is no brief', () => {
  const counts = { steps: 0, overdue: 0, matches: 0, changes: 0, niches: 0 }
  const empty = { ...brief, steps: [], matches: [], niches: [], counts }
  expect(render(empty)).not.toContain('Morning brief')
})

test('a brief that cannot be loaded says so in one line', () => {
  expect(renderScreen(<MorningBrief />, { isOnline: false })).toContain(
    'The morning brief could not be loaded.',
  )
})

test.each(languages)('in %s no text is missing', (language) => {
  expect(render(brief, { language })).not.toMatch(/(?:steps|matches|niches|follows)\.[a-z]|{{/)
})

test.each([
  ['Europe/Berlin', 'Berlin'],
  ['America/Argentina/Buenos_Aires', 'Buenos Aires'],
  ['UTC', 'UTC'],
])('the place of %s is %s', (zone, place) => {
  expect(placeOf(zone)).toBe(place)
})
