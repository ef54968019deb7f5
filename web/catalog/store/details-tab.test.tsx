import { expect, test } from 'vitest'
import { type Evidence } from '#contracts/catalog/facts.ts'
import { FactKey } from '#contracts/catalog/fact-table.ts'
import { listStoreProducts } from '#contracts/catalog/products.ts'
import type { StoreDetails } from '#contracts/catalog/stores.ts'
import { type Language, languages } from '#i18n/languages.ts'
import {
  bareStore,
  evidence,
  exampleEvent,
  exampleStoreProduct,
  fullStore,
} from '#testing/example-details.ts'
import { given, renderScreen } from '#testing/render-screen.tsx'
import { textsOf } from '#testing/texts.ts'
import { DetailsTab } from './details-tab.tsx'
import { timelineKey } from './timeline-tab.tsx'

const { t } = textsOf('en')
const render = (store: StoreDetails, language: Language = 'en') =>
  renderScreen(<DetailsTab store={store} />, { language })
const fullPage = render(fullStore)
const barePage = render(bareStore)

test.each(languages)('every fact is shown and every text is present in %s', (language) => {
  const page = render(fullStore, language)
  const values =
    'Bremen|hello@lamp.example|+494211|lamp.shop|Visa|Lampen &lt;b&gt;GmbH|Mira Aldern|Wollweg 1, 28195 Bremen|Loox|Meta|Hafenstr. 4, 24103 Kiel|DE123456789|(CHF)|50 €|Klarna|09:00–18:00'
  for (const value of values.split('|')) expect(page).toContain(value)
  expect(page).not.toMatch(
    /store-details[:.]|(?:emailKind|mailState|policyKind|category|facts)\.[a-z]/,
  )
})

test('links lead only to web pages and send no referrer', { tags: ['check-61'] }, () => {
  expect(fullPage).not.toContain('javascript:')
  const outward = fullPage.match(/<a [^>]*href="https?:[^>]*>/g) ?? []
  expect(outward.length).toBeGreaterThan(1)
  for (const link of outward) expect(link).toContain('rel="noopener nofollow ugc noreferrer"')
})

test('a rating, opening hours and markets are written in the reader’s language', () => {
  expect(fullPage).toContain('4.7 out of 5')
  expect(fullPage).toContain('1,284 reviews')
  expect(fullPage).toContain('Mon–Fri')
  expect(fullPage).toContain('Switzerland (CHF), Germany (EUR)')
  expect(render(fullStore, 'de')).toContain('4,7 von 5')
})

test('custom pixels are counted; one of an unnamed app shows the id of the app as an id', () => {
  expect(fullPage).toContain('2 custom pixels')
  const storePixels = [{ vendor: 'App 3977633', id: null, evidence }]
  expect(render({ ...fullStore, storePixels })).toContain('App ID 3977633')
  expect(render({ ...fullStore, storePixels }, 'de')).toContain('App-ID 3977633')
})

test('missing facts are named in one line, and a removed one shows the day it was last seen', () => {
  const line = new RegExp(`${t('store-details:notPublished')} \\(\\d+\\): ([^<]*)<`)
  const names = line.exec(barePage)?.[1]?.split(', ')
  expect(names).toEqual(
    FactKey.options
      .filter((key) => key !== 'category')
      .map((key) => t(`store-details:facts.${key}`)),
  )
  expect(fullPage).not.toMatch(line)
  const gone: Evidence = { ...evidence, label: 'unavailable', goneAt: '2026-12-01T00:00:00.000Z' }
  const page = render({ ...bareStore, evidence: { ...bareStore.evidence, company: gone } })
  expect(page).toContain('No longer published. Last seen Nov 20, 2026.')
})

test.each([
  ['story', [fullPage]],
  ['technology', [fullPage]],
  ['information', [fullPage, barePage]],
  ['settings', [fullPage, barePage]],
  ['contact', [fullPage, barePage]],
  ['launch', [fullPage, barePage]],
])(
  'the section %s is labelled by its heading; only a story or technology that is not published has none',
  { tags: ['store.details-sections'] },
  (name, pages) => {
    for (const page of pages) {
      expect(page).toContain(`<section aria-labelledby="${name}"><h2 id="${name}"`)
    }
  },
)

test('certainty is shown only for what was not simply observed', () => {
  const word = t('store-details:evidence.labels.inferred')
  const inferred: Evidence = { ...evidence, label: 'inferred' }
  expect(fullPage).not.toContain(`${t('store-details:evidence.labels.observed')}<`)
  expect(fullPage).not.toContain(`${word}<`)
  const page = render({ ...fullStore, evidence: { ...fullStore.evidence, city: inferred } })
  expect(page.split(`${word}<`)).toHaveLength(2)
})

test('contacts beyond the daily limit are replaced by an explanation of the limit and its end', () => {
  const limited = {
    shopifyEmail: null,
    shopifyPhone: null,
    emails: [],
    phones: [],
    contactsLimited: true,
  }
  const page = render({ ...fullStore, ...limited })
  expect(page).toContain(t('common:contactsLimited.why'))
  expect(page).not.toContain('hello@lamp.example')
  expect(fullPage).not.toContain(t('common:contactsLimited.why'))
})

/** Facts of several parts, each of which opens its own evidence. */
const provenByPart: Partial<Record<FactKey, string>> = { policies: 'Privacy', socials: 'Instagram' }

test.each(FactKey.options)(
  'the fact %s opens its evidence, and has none when nothing is published',
  (key) => {
    const proof = t('store-details:evidence.title', {
      fact: provenByPart[key] ?? t(`store-details:facts.${key}`),
    })
    expect(fullPage).toContain(proof)
    expect(barePage).not.toContain(proof)
  },
)

test('a time known only from our own clock is labelled as our record', () => {
  const [shown, checked] = ['times.visible', 'times.checked'].map((key) =>
    t(`store-details:${key}`),
  )
  const rows = fullPage.split('<dt ')
  for (const label of [shown, checked]) {
    expect(rows.find((row) => row.includes(`>${label}<`))).toContain(t('store-details:ownRecord'))
  }
  expect(rows.find((row) => row.includes(`>${t('store-details:times.found')}<`))).toContain(
    'Evidence: ',
  )
})

test('the launch signals that decide are listed oldest first, the neutral ones are folded below', () => {
  const [shown = '', ...parts] = fullPage.split(t('store-details:signals.neutral', { count: 1 }))
  const folded = parts.join('')
  const rowsOf = (html: string) =>
    html.match(/<tr.*?<\/tr>/g)?.filter((row) => row.includes('Evidence: ')) ?? []
  const rows = [...rowsOf(shown), ...rowsOf(folded)]
  const [added, certificate, seen] = [
    'oldest_product_created',
    'first_certificate',
    'first_seen',
  ].map((kind) => t(`store-details:signals.kinds.${kind}.name`))
  expect(
    rows.map((row) => [added, certificate, seen].find((name) => row.includes(`>${name}<`))),
  ).toEqual([added, certificate, seen])
  for (const [at, role] of ['contradicts', 'supports'].entries())
    expect(rows[at]).toContain(t(`store-details:signals.roles.${role}`))
  expect(rowsOf(folded)).toHaveLength(1)
  expect(shown).toMatch(/<details class="group"><summary[^>]*>[^<]*$/)
})

test('only neutral signals are not folded', () => {
  const signals = fullStore.signals.filter(({ role }) => role === 'neutral')
  expect(render({ ...fullStore, signals })).toContain('<details class="group" open="">')
})

test('the address and the opening hours stand among the contacts, the address to be copied', () => {
  const [contact = ''] = /<section aria-labelledby="contact".*?<\/section>/.exec(fullPage) ?? []
  expect(contact).toContain('Wollweg 1, 28195 Bremen')
  expect(contact).toContain('09:00–18:00')
  expect(contact).toContain(
    `aria-label="${t('components:copy')}: ${t('store-details:facts.address')}"`,
  )
  expect(fullPage.split('Wollweg 1')).toHaveLength(contact.split('Wollweg 1').length)
})

test.each([
  ['facts.domain', 'lamp.example'],
  ['facts.email', 'hello@lamp.example'],
  ['facts.phone', '+494211'],
])('the value of %s can be copied', (label, value) => {
  expect(fullPage).toContain(value)
  expect(fullPage).toContain(`aria-label="${t('components:copy')}: ${t(`store-details:${label}`)}"`)
})

test('without a connection the warning signs are reported as failed instead of loading without end', () => {
  const page = renderScreen(<DetailsTab store={fullStore} />, { isOnline: false })
  expect(page).toContain(t('store-details:risks.failed'))
  expect(page).not.toContain('bone')
  expect(fullPage).toContain('bone')
})

test('the newest products and the last five changes lead to all of them', () => {
  const event = (id: number) => exampleEvent({ id: `s${id}`, item: `App ${id}` })
  const days = [
    { day: '2026-11-20', events: [1, 2, 3].map(event) },
    { day: '2026-11-19', events: [4, 5, 6].map(event) },
    { day: '2026-11-18', events: [7].map(event) },
  ]
  const page = renderScreen(<DetailsTab store={fullStore} />, {
    answers: [
      given(
        listStoreProducts,
        { content: [exampleStoreProduct], totalElements: 36, totalPages: 6 },
        { params: { domain: 'lamp.example' }, query: { size: '6' } },
      ),
      {
        queryKey: timelineKey(1, []),
        answer: { pages: [{ days, next: null, contactsLimited: false }], pageParams: [''] },
      },
    ],
  })
  expect(page).toContain('Moon Lamp')
  expect(page).toMatch(/<a [^>]*href="\/\?tab=products"[^>]*>36 products<\/a>/)
  expect(page).toMatch(/<a [^>]*href="\/\?tab=timeline"/)
  expect(page.match(/App \d(?=<)/g)).toEqual([1, 2, 3, 4, 5].map((id) => `App ${id}`))
  expect(page).not.toContain('Nov 18, 2026')
})
