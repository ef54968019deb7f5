import { beforeAll, expect, test } from 'vitest'
import { defaultPriceList } from '#contracts/billing/price-list.ts'
import { exampleHighlights } from '#testing/example-highlights.ts'
import { examplePageRequest } from '#testing/page-request.ts'
import { languages, textsOf } from '#testing/texts.ts'
import { type PageRequest, renderPage } from './entry-server.tsx'

const prices = { prices: defaultPriceList }
const stats = { totalStores: 18_432, totalProducts: 907, storesWithEmail: 11_050 }
const said = { author: 'Ada B.', language: 'en' }
const testimonials = {
  twitter: [{ ...said, id: 'a', text: 'Early.', source: 'https://twitter.example/a' }],
  reddit: [{ ...said, id: 'b', text: 'Made up.', source: null }],
  trustpilot: [],
}

const answers: Record<string, unknown> = {
  '/api/public/highlights': exampleHighlights,
  '/api/public/stats': stats,
  '/api/public/testimonials': testimonials,
  '/api/public/prices': prices,
  '/api/public/days': { days: [{ day: '2026-11-20', stores: 46 }] },
}

const api: PageRequest['api'] = async (path) => answers[path.split('?')[0] ?? '']

/**
 * Apostrophes as React writes them, so that the test can search for texts as they are in the files.
 */
const render = async (changes: Partial<PageRequest> = {}) =>
  (await renderPage({ ...examplePageRequest, api, ...changes })).html
    .replaceAll('&#x27;', '’')
    .replaceAll('&amp;', '&')

const en = textsOf('en')
const textOf = (html: string) =>
  html.replaceAll(/<script.*?<\/script>/g, '').replaceAll(/<[^>]+>/g, ' ')
function sectionOf(page: string, id: string): string {
  const from = page.indexOf(`aria-labelledby="${id}"`)
  expect(from).toBeGreaterThan(0)
  const length = page.slice(from + 1).search(/aria-labelledby="[a-z]+-title"|<footer/)
  return page.slice(from, from + length)
}
const linkTo = (path: string, label: string) =>
  new RegExp(`<a[^>]*href="${path}"[^>]*>(<[^>]+>)*${label}`)

let html = ''
beforeAll(async () => {
  html = await render()
})

test(
  'the hero says what the product is, with three figures and three stores that open after the login',
  {
    tags: [
      'landing.hero-texts',
      'landing.hero-statistics',
      'landing.hero-sample-stores',
      'landing.hero-view-buttons',
    ],
  },
  () => {
    for (const key of ['badge', 'title', 'subtitle'] as const)
      expect(html).toContain(en.t(`hero:${key}`))
    for (const figure of ['18,432', '412', '641 of 641', '2.9 sec', '$39', '$29'])
      expect(textOf(html)).toContain(figure)
    for (const { name } of exampleHighlights.recent) {
      const label = en.t('hero:ledger.viewStore', { name })
      expect(html).toMatch(
        new RegExp(
          `<a[^>]*(aria-label="${label}"[^>]*href="/login"|href="/login"[^>]*aria-label="${label}")`,
        ),
      )
    }
  },
)

test('five masked stores appear below the open ones, and the evidence of one date opens', () => {
  const hero = textOf(html.slice(html.indexOf('<h1'), html.indexOf('id="preview-title"')))
  expect(html.match(/class="hatched/g)).toHaveLength(25)
  expect(hero).toContain(en.t('hero:ledger.masked', { count: 165, total: '165' }))
  expect(hero).toContain(en.t('hero:proof.title', { name: 'Tide', day: 'Nov 21' }))
  expect(hero).toContain(en.t('store-details:launchReason.recent_products'))
  expect(hero).toContain(en.t('hero:proof.listed', { delay: '3 sec' }))
})

test('without a single figure the page says so in the same places', async () => {
  const api: PageRequest['api'] = (path) =>
    path.startsWith('/api/public/highlights')
      ? Promise.resolve({
          ...exampleHighlights,
          accuracy: null,
          lag: { stores: 0, p50Seconds: null, p90Seconds: null, seconds: [] },
          proof: null,
          recent: [],
          masked: [],
        })
      : Promise.reject(new Error('down'))
  const page = textOf(await render({ api }))
  expect(page).toContain(en.t('hero:stats.notMeasured'))
  expect(page.split(en.t('testimonials:notMeasured')).length - 1).toBeGreaterThanOrEqual(3)
  expect(page).toContain(en.t('hero:ledger.samples.first'))
})

test(
  'the sections appear in their order in every language',
  { tags: ['landing.picker', 'landing.footer'] },
  async () => {
    const titles = [
      'hero:title',
      'date-picker:landing.title',
      'platform-benefits:jobs.title',
      'comparison:title',
      'demonstration:title',
      'platform-benefits:evidence.title',
      'platform-benefits:proof.compare',
      'testimonials:title',
      'platform-benefits:questions',
      'footer:tagline',
    ] as const
    for (const language of languages) {
      const { t } = textsOf(language)
      const page = await render({ url: `/?lang=${language}` })
      const places = titles.map((title) => page.indexOf(`>${t(title)}<`))
      // With the language, so that a failure names it.
      expect([language, places.filter((place) => place < 0)]).toEqual([language, []])
      expect(places).toEqual(places.toSorted((a, b) => a - b))
    }
  },
)

test('the HTML leaves no content for a script to move into place', () => {
  expect(html).not.toMatch(/<div hidden="" id="S:/)
  expect(html).not.toContain('<template id="B:')
})

test(
  'the preview has a range calendar, three counters at zero, and a button that asks for a date',
  { tags: ['preview.parts', 'preview.button-disabled'] },
  () => {
    const section = sectionOf(html, 'preview-title')
    expect(section).toContain('role="grid" ')
    expect(section).toContain('aria-multiselectable="true"')
    for (const name of ['totalStores', 'totalProducts', 'storesWithEmail'])
      expect(section).toContain(en.t(`date-picker:counters.${name}`))
    expect(section.match(/<dd[^>]*><span[^>]*>0<\/span><\/dd>/g)).toHaveLength(3)
    expect(section).toMatch(
      new RegExp(`<button[^>]*disabled=""[^>]*>${en.t('date-picker:selectFirst')}`),
    )
    expect(section).not.toContain(en.t('date-picker:typed.from'))
  },
)

test('a presumed member gets the dashboard picker instead, whose button loads the figures', async () => {
  const section = sectionOf(await render({ cookie: 'session_hint=1' }), 'preview-title')
  expect(section).toContain(en.t('date-picker:typed.from'))
  expect(section).not.toContain(en.t('date-picker:landing.hidden'))
  expect(section).toContain(en.t('date-picker:counters.unknown'))
})

test(
  'the comparison shows the old way beside the new one, and its call to action links to the login',
  { tags: ['landing.comparison', 'landing.comparison-cta'] },
  () => {
    const section = sectionOf(html, 'comparison-title')
    for (const row of ['find', 'age', 'products', 'contact', 'trust'])
      for (const side of ['name', 'old', 'new'])
        expect(section).toContain(en.t(`comparison:rows.${row}.${side}`))
    expect(section).toMatch(linkTo('/login', en.t('comparison:action')))
  },
)

test(
  'the demonstration has three steps with its fixed figures, each marked as a sample',
  { tags: ['landing.demonstration', 'const.demo-stores', 'const.demo-cards', 'const.demo-day'] },
  () => {
    const section = sectionOf(html, 'demonstration-title')
    for (const step of ['dates', 'stores', 'products'])
      expect(section).toContain(en.t(`demonstration:${step}.title`))
    expect(section).toContain(en.t('demonstration:stores.found', { total: 247 }))
    for (const total of [145, 89, 203])
      expect(section).toContain(`>${en.t('demonstration:stores.products', { total })}<`)
    expect(section.match(/data-chosen="true"[^>]*>(\d+)</)?.[1]).toBe('15')
    expect(section).toContain(en.t('demonstration:dates.chosen', { day: 'Jun 15, 2025' }))
    expect(section.match(new RegExp(`>${en.t('demonstration:sample')}</span>`, 'g'))).toHaveLength(
      3,
    )
  },
)

test(
  'the page lists six benefits, and two audiences with three points each',
  { tags: ['product.audience-store-owners', 'product.audience-lead-hunters', 'product.benefits'] },
  () => {
    const proof = sectionOf(html, 'proof-title')
    for (const name of ['daily', 'research', 'instant', 'accuracy', 'leads', 'filters'])
      expect(proof).toContain(`>${en.t(`platform-benefits:benefits.${name}`)}<`)
    const jobs = sectionOf(html, 'jobs-title')
    for (const point of [
      'research.points.research',
      'research.points.competitors',
      'research.points.niches',
      'leads.points.emails',
      'leads.points.contacts',
      'leads.points.owner',
    ])
      expect(jobs).toContain(`>${en.t(`platform-benefits:jobs.${point}`)}<`)
  },
)

test(
  'the proof section shows the plans and the counted figures, and links to sign-up and pricing',
  { tags: ['landing.social-proof'] },
  () => {
    const section = sectionOf(html, 'proof-title')
    for (const plan of ['guest', 'pro', 'plus'])
      expect(section).toContain(`aria-label="${en.t(`pricing:plans.${plan}.name`)}"`)
    for (const figure of ['18,432', '907', '11,050']) expect(section).toContain(`>${figure}<`)
    expect(section).toMatch(linkTo('/register', en.t('platform-benefits:proof.action')))
    expect(section).toMatch(linkTo('/pricing', en.t('platform-benefits:proof.compare')))
  },
)

test(
  'measured figures stand as trust badges; below them a quote names its source, an example no platform',
  { tags: ['landing.testimonials'] },
  () => {
    const section = sectionOf(html, 'testimonials-title')
    expect(section).toMatch(
      linkTo('https://twitter.example/a', en.t('testimonials:source', { place: 'Twitter' })),
    )
    expect(section.match(new RegExp(`>${en.t('testimonials:example')}<`, 'g'))).toHaveLength(1)
    expect(section).toContain(en.t('testimonials:examples'))
    for (const name of ['reddit', 'trustpilot'])
      expect(section).not.toContain(en.t(`testimonials:groups.${name}`))
    for (const badge of ['lag', 'recheck', 'evidence', 'polite', 'optOut'])
      expect(section).toContain(en.t(`testimonials:badges.${badge}.title`))
  },
)

test(
  'the page works without testimonials and shows only the claims that can be checked',
  { tags: ['errors.testimonials'] },
  async () => {
    const api: PageRequest['api'] = (path) =>
      path.startsWith('/api/public/testimonials')
        ? Promise.reject(new Error('down'))
        : Promise.resolve(answers[path.split('?')[0] ?? ''])
    const section = sectionOf(await render({ api }), 'testimonials-title')
    expect(section).not.toContain('<blockquote')
    expect(section).not.toContain(en.t('testimonials:quotes'))
    expect(section).toContain(en.t('testimonials:badges.polite.title'))
  },
)

test('skeletons cover the hero for 600 ms, the sections for 400 ms and the testimonials for 100 ms', () => {
  const overlays = [...html.matchAll(/class="(veil[^"]*)"/g)].map(([, name]) => name?.trim())
  expect(overlays.filter((name) => name === 'veil')).toHaveLength(1)
  expect(overlays.filter((name) => name === 'veil veil-400')).toHaveLength(7)
  expect(overlays.filter((name) => name === 'veil veil-100')).toHaveLength(1)
  expect(overlays).toHaveLength(9)
})
