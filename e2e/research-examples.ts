import { SURVIVAL_DAYS } from '#contracts/catalog/timeline.ts'
import type { RiskFlag } from '#contracts/catalog/risks.ts'
import { exampleSavedProduct, exampleSavedStore, exampleSearch } from '#testing/example-saved.ts'
import { type Answer, refusal } from './account-answers.ts'

export const LONG_NAME = `Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft und Söhne ${'W'.repeat(40)}`
const LONG_TAG = 'Nachkontrollieren-im-Weihnachtsgeschäft'

export const pageOf = (content: unknown[]) => ({
  json: {
    content,
    totalElements: content.length,
    totalPages: Math.min(content.length, 1),
    page: 0,
    size: 20,
    nextCursor: null,
  },
})

/** The next try is some way off, and no call is repeated by itself. */
export const BUSY: Answer = refusal(429, 'too_many_requests', 'Too many requests.', {
  retryAfterSeconds: 60,
})
export const FORBIDDEN: Answer = refusal(403, 'plan_required', 'This is part of Pro and Plus.')
export const NOT_FOUND: Answer = refusal(404, 'not_found', 'Not found.')

const store = exampleSavedStore()
const product = exampleSavedProduct()
const noted = { notes: `Ümit fragen. ${LONG_NAME}`, tags: ['vip', LONG_TAG], isFavorite: true }

export const savedStores = [
  {
    ...store,
    ...noted,
    store: {
      ...store.store,
      name: LONG_NAME,
      email: `${'office.'.repeat(8)}a@${'laden.'.repeat(6)}example`,
    },
  },
  { ...store, id: 2, storeId: 2, store: { ...store.store, id: 2, status: 'PASSWORD_PROTECTED' } },
]
export const savedProducts = [
  {
    ...product,
    ...noted,
    product: { ...product.product, title: LONG_NAME, removedAt: '2026-11-20T10:00:00.000Z' },
  },
  { ...product, id: 2, productId: '1-3', product: { ...product.product, id: '1-3' } },
]
export const savedTags = { json: { tags: [{ name: LONG_TAG, stores: 1, products: 1 }] } }

const search = exampleSearch({
  name: LONG_NAME.slice(0, 80),
  view: 'leads',
  mails: true,
  newMatches: 1234,
  total: 1_234_567,
})
/** With room for every switch of the form. */
const plan = { hasInstantAlerts: true, hasWebhooks: true, profileLimit: 20 }
export const searches = {
  json: {
    searches: [
      search,
      {
        ...search,
        id: '9d4e2a52-3c0b-4c7e-9f1e-0a1b2c3d4e5f',
        name: 'DE',
        instant: true,
        webhooks: true,
        sendsMails: true,
        newMatches: 0,
      },
    ],
    limit: 1,
    ...plan,
  },
}
const place = {
  count: null,
  of: null,
  sourceUrl: 'https://lamp.example/',
  path: 'products',
  observedAt: '2026-11-20T10:00:00.000Z',
}
const otherStore = { slug: 'lampe', name: LONG_NAME, domain: 'lampe.example' }

export const risks: RiskFlag[] = [
  { kind: 'no_policies', evidence: [{ ...place, detail: null, store: null }] },
  {
    kind: 'placeholder_text',
    evidence: [{ ...place, detail: `Lorem ipsum ${LONG_NAME}`, store: null }],
  },
  {
    kind: 'copied_catalogue',
    evidence: [{ ...place, detail: null, count: 1_234, of: 1_300, store: otherStore }],
  },
  {
    kind: 'young_domain_advertising',
    evidence: [
      { ...place, detail: '2026-11-12', store: null },
      { ...place, detail: 'meta, google, tiktok', store: null },
    ],
  },
  {
    kind: 'same_contact_closed',
    evidence: [{ ...place, detail: '2026-11-19', store: otherStore }],
  },
]

export const survival = {
  json: {
    cohorts: ['2026-11-16', '2026-11-09', '2026-06-01'].map((week, at) => ({
      week,
      stores: 1_234_567,
      points: SURVIVAL_DAYS.map((day, nth) => ({
        day,
        survived: at === 0 ? 0 : 1_000_000 - nth * 99_999,
        known: at === 0 ? 0 : 1_234_567,
      })),
    })),
    choices: [],
  },
}
export const noSearches = { json: { searches: [], limit: 1, ...plan } }
