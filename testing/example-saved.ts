import { type StoreId, toStoreId } from '#contracts/ids.ts'
import type { Feed } from '#contracts/workspace/changes.ts'
import type { Lead } from '#contracts/workspace/leads.ts'
import { SavedProduct, SavedStore } from '#contracts/workspace/saved.ts'
import type { SavedSearch } from '#contracts/workspace/saved-searches.ts'
import { exampleSummary } from '#testing/example-summary.ts'

const AT = '2026-11-20T10:00:00.000Z'
const kept = { id: 1, notes: '', tags: [], isFavorite: false, createdAt: AT, updatedAt: AT }

export const exampleSavedStore = (values: Partial<SavedStore> = {}): SavedStore =>
  SavedStore.parse({
    ...kept,
    storeId: 1,
    stage: null,
    store: exampleSummary({ id: values.storeId ?? (1 as StoreId), isSaved: true }),
    ...values,
  })

export const exampleLead = (id: number, values: Partial<Lead> = {}): Lead => ({
  store: exampleSummary({ id: toStoreId(id), name: `Shop ${id}` }),
  stage: 'toContact',
  nextStep: null,
  nextDay: null,
  contactedAt: null,
  movedAt: AT,
  version: 1,
  duplicates: [],
  score: null,
  ...values,
})

export const exampleSearch = (values: Partial<SavedSearch> = {}): SavedSearch => ({
  id: '00000000-0000-4000-8000-000000000001',
  name: 'Lamps',
  view: 'stores',
  query: 'country=DE',
  mails: false,
  instant: false,
  webhooks: false,
  display: null,
  profile: null,
  sendsMails: false,
  mailedAt: null,
  createdAt: AT,
  seenAt: AT,
  newMatches: 0,
  total: 3,
  ...values,
})

export const exampleSearches = (searches: SavedSearch[], values: object = {}) => ({
  searches,
  limit: null,
  hasInstantAlerts: true,
  hasWebhooks: true,
  profileLimit: 20,
  ...values,
})

export const exampleFeed = (values: Partial<Feed> = {}): Feed => ({
  id: '5f0e3c8a-6a55-4d0e-9c43-0a4c0f1f7a11',
  kind: 'changes',
  savedSearch: null,
  name: null,
  createdAt: AT,
  readAt: null,
  ...values,
})

export const UNDO_ID = '00000000-0000-4000-8000-000000000000'
/** As unsaving it answers. */
export const exampleUnsavedStore = (values: Partial<SavedStore> = {}) => ({
  ...exampleSavedStore(values),
  undo: { id: UNDO_ID, until: AT },
})

export const exampleSavedProduct = (values: Partial<SavedProduct> = {}): SavedProduct =>
  SavedProduct.parse({
    ...kept,
    productId: '1-2',
    product: {
      id: values.productId ?? '1-2',
      title: 'Moon lamp',
      images: [],
      variants: [
        { id: '3', title: 'Default', price: '19.99', compareAtPrice: null, available: true },
      ],
      currency: 'EUR',
      createdAt: AT,
      isSaved: true,
      savedId: values.id ?? 1,
      trend: null,
      cluster: null,
      removedAt: null,
      store: {
        id: 1,
        slug: 'lamp',
        name: 'Lamp',
        domain: 'lamp.example',
        country: null,
        foundDay: '2026-11-20',
      },
    },
    ...values,
  })
