import { expect, test } from 'vitest'
import { getPublicStats, type PublicStats } from '#contracts/site/public.ts'
import texts from '#i18n/locales/en/date-picker.json' with { type: 'json' }
import errors from '#i18n/locales/en/errors.json' with { type: 'json' }
import { apiError } from '#testing/api-error.ts'
import { all, given, hrefs, renderScreen } from '#testing/render-screen.tsx'
import { dateQueryOf, type DateSelection } from '#web/lib/dates/date-selection.ts'
import { DatePicker, PickerAction, PreviewPanel } from '#web/ui/date-picker/date-picker.tsx'
import { Counters, type PickerMode, type Preview, PreviewFailure } from './preview.tsx'
import { DateCard } from './date-card.tsx'

const TODAY = '2026-11-20'
const none: DateSelection = { kind: 'none' }
const single: DateSelection = { kind: 'single', date: '2026-11-19' }
const range: DateSelection = { kind: 'range', from: '2026-11-14', to: '2026-11-20' }
const stats: PublicStats = { totalStores: 1234, totalProducts: 56, storesWithEmail: 0 }
const ready: Preview = { state: 'ready', stats }

type Options = Parameters<typeof renderScreen>[1]

const draw = (node: React.ReactNode, options?: Options) =>
  renderScreen(node, { visitor: 'anonymous', ...options })
const counted = (of: DateSelection, found: PublicStats): Options => ({
  answers: [given(getPublicStats, found, { query: dateQueryOf(of) })],
})

const ignore = () => undefined
const panel = (mode: PickerMode, selection: DateSelection, options?: Options) => {
  const Picker = mode === 'app' ? DateCard : PreviewPanel
  return draw(<Picker selection={selection} onChange={ignore} today={TODAY} />, options)
}
const action = (mode: PickerMode, selection: DateSelection, preview: Preview, options?: Options) =>
  draw(<PickerAction {...{ mode, selection, preview }} onLoad={ignore} />, options)
const figures = (html: string) =>
  all(html, /<dd[^>]*>(.*?)<\/dd>/g).map((inner) => inner?.replaceAll(/<[^>]+>/g, ''))

test(
  'presets, calendar and text fields appear beside the preview',
  { tags: ['app.calendar'] },
  () => {
    const html = draw(<DatePicker selection={none} onChange={ignore} today={TODAY} />)
    for (const text of [
      '7 days',
      'This month',
      'November 2026',
      'First day',
      'Last day',
      'New stores found',
    ]) {
      expect(html).toContain(text)
    }
  },
)

test(
  'the dashboard’s card names the key of each preset, has dashes for figures and searches nothing yet',
  { tags: ['app.calendar', 'app.action-button'] },
  () => {
    const html = panel('app', none)
    const keys = [...html.matchAll(/aria-keyshortcuts="(\w)"[^>]*>([^<]*)<span[^>]*>(\w)</g)]
    expect(keys.map(([, key, label, shown]) => [key, label, shown])).toEqual([
      ['d', 'Today', 'd'],
      ['e', 'Yesterday', 'e'],
      ['w', '7 days', 'w'],
      ['f', '28 days', 'f'],
      ['n', '90 days', 'n'],
      ['m', 'This month', 'm'],
    ])
    expect(figures(html)).toEqual(Array(3).fill(`–${texts.counters.unknown}`))
    expect(html).toMatch(new RegExp(`<button[^>]*disabled=""[^>]*>${texts.search}<`))
    expect(html).not.toContain('aria-pressed="true"')
  },
)

test.each([
  [none, 'No dates yet'],
  [single, 'Single date'],
  [range, 'Date range'],
] as const)(
  'the label of the selection says what it is: %o',
  { tags: ['app.selection-label'] },
  (selection, label) => {
    expect(panel('app', selection)).toContain(`>${label}<`)
  },
)

test(
  'on the dashboard chosen dates load at once, and the figures link to as many rows of the list',
  {
    tags: [
      'app.counters',
      'stats.total-stores',
      'stats.total-products',
      'stats.stores-with-email',
      'app.range-loads-stats',
      'app.single-loads-stats',
      'calls.stats-reads',
    ],
  },
  () => {
    expect(panel('app', range)).toContain('aria-busy="true"')
    const html = panel('app', range, counted(range, stats))
    expect(figures(html)).toEqual(['1,234', '56', '0'])
    const dates =
      'mode=range&startDate=2026-11-14&endDate=2026-11-20&filterStartDate=2026-11-14&filterEndDate=2026-11-20'
    // A zero links to nothing.
    expect(hrefs(html)).toEqual([
      `/list?${dates}`,
      `/list?view=products&${dates}`,
      `/list?${dates}`,
    ])
  },
)

test(
  'placeholders show while figures load, and nothing is linked or announced',
  { tags: ['app.change-clears-preview'] },
  () => {
    const html = draw(<Counters preview={{ state: 'loading' }} pathTo={() => '/list'} />)
    expect(html.match(/class="bone/g)).toHaveLength(3)
    expect(html.replaceAll(/<[^>]*>/g, '')).not.toMatch(/\d/)
    expect(hrefs(html)).toEqual([])
    expect(html).toMatch(/role="status"><\/p>/)
  },
)

test(
  'a failed call shows zeros, asks the reader to ignore them and offers a retry',
  { tags: ['errors.stats'] },
  () => {
    const html = panel('app', single, { isOnline: false })
    expect(figures(html)).toEqual(['0', '0', '0'])
    expect(hrefs(html)).toHaveLength(1)
    expect(html).toContain(texts.stats.failed)
    expect(html).toContain(texts.stats.retry)
  },
)

test('counted zeros are labelled as a result, not as a failure', { tags: ['errors.stats'] }, () => {
  const zeros = { totalStores: 0, totalProducts: 0, storesWithEmail: 0 }
  const html = panel('app', single, counted(single, zeros))
  expect(figures(html)).toEqual(['0', '0', '0'])
  expect(html).toContain(texts.counters.nothing)
  expect(html).not.toContain(texts.stats.failed)
})

test(
  'a range that the call refuses shows the reason, without a retry',
  { tags: ['calendar.no-range-length'] },
  () => {
    const error = apiError('invalid_range', 400)
    const html = draw(<PreviewFailure preview={{ state: 'failed', error, retry: ignore }} />)
    expect(html).toContain(errors.invalid_range)
    expect(html).not.toContain(texts.stats.retry)
  },
)

test.each(['app', 'landing'] as const)(
  'in %s mode a range of more than 366 days is refused before any call, with a way to shorten it',
  (mode) => {
    const html = panel(mode, { kind: 'range', from: '2025-11-19', to: TODAY })
    expect(html).toContain(texts.tooLong.text.replace('{{most}}', '366'))
    expect(html).toContain(texts.tooLong.shorten.replace('{{most}}', '366'))
    expect(html).toMatch(
      new RegExp(
        `<button[^>]* disabled=""[^>]*>${mode === 'app' ? texts.search : texts.getPreview}<`,
      ),
    )
    expect(hrefs(html)).toEqual([])
    expect(html).not.toContain('aria-busy="true"')
  },
)

test(
  'on the landing page no figures show before the button is pressed, even if they are cached',
  { tags: ['app.landing-loads-preview'] },
  () => {
    const html = panel('landing', range, counted(range, stats))
    expect(figures(html)).toEqual(['–no dates chosen', '–no dates chosen', '–no dates chosen'])
    expect(hrefs(html)).toEqual([])
  },
)

test.each([
  ['app', none, ready, texts.selectFirst],
  ['app', single, { state: 'loading' }, texts.search],
  ['app', single, ready, texts.search],
  ['landing', none, { state: 'empty' }, texts.selectFirst],
  ['landing', single, { state: 'empty' }, texts.getPreview],
  ['landing', single, { state: 'loading' }, texts.getPreview],
  ['landing', single, { state: 'failed', error: null, retry: ignore }, texts.getPreview],
  ['landing', single, ready, texts.seeAll],
] as const)(
  'in %s mode with %o and the preview %o the button says %s',
  {
    tags: [
      'app.action-button',
      'app.label-search',
      'app.label-get-preview',
      'app.label-see-all',
      'app.landing-loads-preview',
    ],
  },
  (mode, selection, preview, label) => {
    expect(action(mode, selection, preview)).toContain(label)
  },
)

test(
  'days after today cannot be chosen on the landing page or on the dashboard',
  { tags: ['calendar.future-landing', 'calendar.future-app'] },
  () => {
    for (const Picker of [DatePicker, DateCard]) {
      const html = draw(<Picker selection={none} onChange={ignore} today={TODAY} />)
      expect(html.match(/in the future, cannot be picked" aria-disabled="true"/g)).toHaveLength(10)
    }
  },
)

test.each([
  ['pro', '/app'],
  ['guest', '/pricing'],
  ['anonymous', '/login'],
] as const)(
  'for a %s visitor “See all stores” leads from the loaded preview to %s',
  {
    tags: [
      'app.landing-paid-to-app',
      'app.landing-guest-to-pricing',
      'app.landing-anonymous-to-login',
    ],
  },
  (visitor, target) => {
    const html = action('landing', single, ready, { visitor })
    expect(html).toContain(texts.seeAll)
    expect(hrefs(html)).toEqual([target])
  },
)
